package dev.tldr4j.spark;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.FitSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Learns and reduces from the command line, for spark-submit: see docs/how-to/reduce-on-spark.md. */
public final class TldrJob {
    private static final String USAGE = """
            usage: fit --input TABLE --model MODEL --inputCol COLUMN --dims N [--SETTING VALUE]...
                   transform --model MODEL --input TABLE --output TABLE [--inputCol C] [--outputCol C] [--SETTING VALUE]...
            Tables are Parquet. A model is a folder that fit wrote, or the .safetensors file of an encoder.
            Settings are the parameters of TldrReducer (fit) and TldrReducerModel (transform), by name.""";

    private TldrJob() {}

    /** Exit 0: done; 2: the command or its input is wrong; 1: it failed. */
    public static void main(String[] arguments) {
        int code = 0;
        try (SparkSession session = SparkSession.builder()
                .appName("tldr4j " + String.join(" ", arguments))
                .getOrCreate()) {
            run(session, arguments);
        } catch (Exception e) {
            Optional<Throwable> wrong = usersFault(e);
            wrong.ifPresentOrElse(fault -> System.err.println("tldr4j: " + fault.getMessage()), e::printStackTrace);
            code = wrong.isPresent() ? 2 : 1;
        }
        if (code != 0) {
            System.exit(code);
        }
    }

    /** What a task refuses comes wrapped in what Spark says of it. */
    private static Optional<Throwable> usersFault(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                // Spark's own refusals: a table that is not there, or that is there already
                .filter(cause -> cause instanceof IllegalArgumentException || cause instanceof AnalysisException)
                .findFirst();
    }

    static void run(SparkSession session, String... arguments) throws IOException {
        if (arguments.length == 0) {
            throw new InvalidInputException(USAGE);
        }
        Map<String, String> options = options(arguments);
        String input = required(options, "input");
        String model = required(options, "model");
        switch (arguments[0]) {
            case "fit" -> {
                TldrReducer reducer = new TldrReducer();
                set(reducer, options);
                if (!reducer.isSet(reducer.inputCol())) {
                    throw new InvalidInputException("--inputCol is missing: the column of vectors\n" + USAGE);
                }
                refuseExisting(session, model);
                long begin = System.nanoTime();
                TldrReducerModel fitted = reducer.fit(session.read().parquet(input));
                fitted.write().save(model);
                System.out.println("tldr4j: " + model + " has encoder "
                        + fitted.encoder().id() + ": " + FitSummary.sentence(fitted.encoder(), secondsSince(begin)));
            }
            case "transform" -> {
                String output = required(options, "output");
                TldrReducerModel reducer = load(session, model);
                set(reducer, options);
                long begin = System.nanoTime();
                Dataset<Row> table = session.read().parquet(input);
                reducer.transform(table).write().parquet(output);
                double seconds = secondsSince(begin);
                long rows = session.read().parquet(output).count();
                System.out.println(reduced(output, reducer.encoder(), rows, table.count() - rows, seconds));
            }
            default -> throw new InvalidInputException("there is no command " + arguments[0] + "\n" + USAGE);
        }
    }

    private static double secondsSince(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private static String reduced(String output, Encoder encoder, long rows, long skipped, double seconds) {
        return String.format(
                Locale.ROOT,
                "tldr4j: %s has %,d rows%s, %,d dimensions reduced to %,d in %.1f s: %,.0f rows a second",
                output,
                rows,
                skipped == 0 ? "" : String.format(Locale.ROOT, " (%,d left out as invalid)", skipped),
                encoder.inputDims(),
                encoder.outputDims(),
                seconds,
                rows / seconds);
    }

    /** Said before an hour of learning, not after it. */
    private static void refuseExisting(SparkSession session, String model) throws IOException {
        Path path = new Path(model);
        if (path.getFileSystem(session.sparkContext().hadoopConfiguration()).exists(path)) {
            throw new InvalidInputException(model + " is there already; name another --model, or delete it");
        }
    }

    private static TldrReducerModel load(SparkSession session, String model) throws IOException {
        Path path = new Path(model);
        boolean isFile = path.getFileSystem(session.sparkContext().hadoopConfiguration())
                .getFileStatus(path)
                .isFile();
        return isFile ? TldrReducerModel.ofFile(model) : TldrReducerModel.load(model);
    }

    private static Map<String, String> options(String[] arguments) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 1; i < arguments.length; i += 2) {
            if (!arguments[i].startsWith("--") || i + 1 == arguments.length) {
                throw new InvalidInputException("options are --NAME VALUE, not " + arguments[i] + "\n" + USAGE);
            }
            options.put(arguments[i].substring(2), arguments[i + 1]);
        }
        return options;
    }

    private static String required(Map<String, String> options, String name) {
        String value = options.remove(name);
        if (value == null) {
            throw new InvalidInputException("--" + name + " is missing\n" + USAGE);
        }
        return value;
    }

    private static void set(Params stage, Map<String, String> options) {
        options.forEach((name, text) -> {
            if (!stage.hasParam(name)) {
                List<String> names = new ArrayList<>();
                Arrays.stream(stage.params()).forEach(param -> names.add(param.name()));
                throw new InvalidInputException(
                        "there is no setting " + name + "; there are " + String.join(", ", names));
            }
            stage.set(name, value(stage.getParam(name), text));
        });
    }

    private static Object value(Param<?> param, String text) {
        try {
            if (param instanceof IntParam) {
                return Integer.valueOf(text);
            } else if (param instanceof LongParam) {
                return Long.valueOf(text);
            } else if (param instanceof DoubleParam) {
                return Double.valueOf(text);
            }
        } catch (NumberFormatException e) {
            throw new InvalidInputException("--" + param.name() + " is a number, not " + text);
        }
        if (param instanceof BooleanParam && !text.equals("true") && !text.equals("false")) {
            throw new InvalidInputException("--" + param.name() + " is true or false, not " + text);
        }
        return param instanceof BooleanParam ? Boolean.valueOf(text) : text;
    }
}
