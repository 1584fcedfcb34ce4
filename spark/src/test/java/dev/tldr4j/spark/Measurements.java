package dev.tldr4j.spark;

import com.sun.management.OperatingSystemMXBean;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.FitResult;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.encode.BlockEncoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.recipe.Fallback;
import dev.tldr4j.spark.neighbors.CellLearning;
import dev.tldr4j.spark.neighbors.CellSearch;
import dev.tldr4j.spark.neighbors.Cells;
import dev.tldr4j.spark.neighbors.ContentRows;
import dev.tldr4j.spark.rows.BroadcastEncoder;
import dev.tldr4j.spark.rows.ColumnParams;
import dev.tldr4j.spark.rows.InputRows;
import dev.tldr4j.spark.training.PairShuffle;
import dev.tldr4j.spark.training.SparkExecutor;
import dev.tldr4j.vectors.Vectors;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.feature.PCA;
import org.apache.spark.ml.feature.PCAModel;
import org.apache.spark.ml.linalg.BLAS$;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.encoders.AgnosticEncoder;
import org.apache.spark.sql.catalyst.encoders.AgnosticEncoders;
import org.apache.spark.sql.expressions.SparkUserDefinedFunction$;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** The figures of docs/explanation/scale.md and docs/performance.md; run by spark/measure. */
public final class Measurements {
    private static final int WIDTH = 384;
    private static final String[] FORMATS = {"noop", "parquet"};

    private Measurements() {}

    public static void main(String[] arguments) throws Exception {
        try (SparkSession session = SparkSession.builder()
                .master(System.getProperty("spark.master", "local[2]"))
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 4)
                .getOrCreate()) {
            switch (arguments[0]) {
                case "tables" -> tables(session, arguments[1], Long.parseLong(arguments[2]));
                case "transform" -> transform(session, arguments[1]);
                case "quality" -> quality(session, arguments);
                case "neighbors" -> neighbors(session, arguments);
                case "growth" -> growth(session, arguments);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    /** A row of the tables. */
    public static final class Line {
        private long id;
        private float[] embedding;

        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }

        public float[] getEmbedding() {
            return embedding;
        }

        public void setEmbedding(float[] embedding) {
            this.embedding = embedding;
        }
    }

    private static Dataset<Line> random(SparkSession session, long rows, int partitions) {
        return session.range(0, rows, 1, partitions)
                .map(
                        (MapFunction<Long, Line>) id -> {
                            Random random = new Random(id * 7919);
                            float[] values = new float[WIDTH];
                            for (int j = 0; j < WIDTH; j++) {
                                values[j] = (random.nextFloat() + random.nextFloat() - 1) / (1 + j / 16);
                            }
                            Line line = new Line();
                            line.setId(id);
                            line.setEmbedding(values);
                            return line;
                        },
                        Encoders.bean(Line.class));
    }

    /** The same rows as arrays of floats and as ML's vectors. */
    private static void tables(SparkSession session, String folder, long rows) {
        random(session, rows, 16).write().mode(SaveMode.Overwrite).parquet(folder + "/floats");
        withVectors(session.read().parquet(folder + "/floats"))
                .write()
                .mode(SaveMode.Overwrite)
                .parquet(folder + "/vectors");
    }

    /**
     * Parquet to Parquet, and Parquet to nowhere, in turn: by PCAModel from a table of ML's vectors, which is what it takes, and
     * from the same floats as ours, which it must make vectors of; by a function of one row, and of the rows of a partition, the
     * plain ways to use an encoder on Spark; then ours at several sizes.
     */
    private static void transform(SparkSession session, String folder) {
        Dataset<Row> floats = session.read().parquet(folder + "/floats");
        Dataset<Row> vectors = session.read().parquet(folder + "/vectors");
        PCAModel pca = new PCA()
                .setInputCol("embedding")
                .setOutputCol("reduced")
                .setK(64)
                .fit(vectors.limit(20_000));
        float[] weight = new float[64 * WIDTH];
        for (int i = 0; i < 64; i++) {
            for (int j = 0; j < WIDTH; j++) {
                weight[i * WIDTH + j] = (float) pca.pc().apply(j, i);
            }
        }
        Encoder encoder = Encoder.affine(weight, new float[64], Map.of());
        TldrReducerModel own =
                TldrReducerModel.of(encoder).setInputCol("embedding").setOutputCol("reduced");
        TldrReducerModel ownVectors =
                own.copy(org.apache.spark.ml.param.ParamMap.empty()).setOutputType("vector");
        // a batch of columns would have to lose rows
        TldrReducerModel rowByRow =
                own.copy(org.apache.spark.ml.param.ParamMap.empty()).setHandleInvalid("skip");
        System.out.println("PCAModel's products are those of "
                + BLAS$.MODULE$.nativeBLAS().getClass().getSimpleName());
        // a part of it first, for the compiler
        for (int part : new int[] {8, 1, 1, 1}) {
            String[] some = part(floats, part);
            String[] someVectors = part(vectors, part);
            to(session, folder, "tldr4j floats → floats", some, own::transform, FORMATS);
            to(session, folder, "tldr4j floats → floats, row by row", some, rowByRow::transform, FORMATS);
            to(session, folder, "tldr4j vectors → floats", someVectors, own::transform, FORMATS);
            to(session, folder, "a function of a row", some, table -> byFunction(table, encoder), FORMATS);
            to(session, folder, "a function of a partition", some, table -> byPartition(table, encoder), FORMATS);
            to(session, folder, "PCAModel vectors → vectors", someVectors, pca::transform, FORMATS);
            to(session, folder, "PCAModel floats → vectors", some, table -> pca.transform(withVectors(table)), FORMATS);
        }
        for (int part = 4; part > 0; part /= 2) {
            to(session, folder, "tldr4j", part(floats, part), own::transform, "parquet");
        }
        System.out.println(difference(first(ownVectors.transform(vectors)), first(pca.transform(vectors))));
    }

    /** The first of the files that a table is in. */
    private static String[] part(Dataset<Row> table, int part) {
        String[] files = table.inputFiles();
        Arrays.sort(files);
        return Arrays.copyOf(files, Math.max(1, files.length / part));
    }

    private static Dataset<Row> withVectors(Dataset<Row> table) {
        return table.withColumn("embedding", org.apache.spark.ml.functions.array_to_vector(functions.col("embedding")));
    }

    /** A row at a time, for which Spark makes an array of floats. */
    private static Dataset<Row> byFunction(Dataset<Row> table, Encoder encoder) {
        Broadcast<BroadcastEncoder> broadcast = JavaSparkContext.fromSparkContext(
                        table.sparkSession().sparkContext())
                .broadcast(new BroadcastEncoder(encoder));
        AgnosticEncoder<float[]> floats = floats();
        UserDefinedFunction function = SparkUserDefinedFunction$.MODULE$.apply(
                new RowFunction(broadcast),
                CollectionConverters.asScala(List.<AgnosticEncoder<?>>of(floats))
                        .toSeq(),
                floats);
        return table.withColumn("reduced", function.apply(functions.col("embedding")));
    }

    @SuppressWarnings("unchecked") // what it makes are arrays of floats
    private static AgnosticEncoder<float[]> floats() {
        return (AgnosticEncoder<float[]>) (AgnosticEncoder<?>)
                AgnosticEncoders.ArrayEncoder$.MODULE$.apply(AgnosticEncoders.PrimitiveFloatEncoder$.MODULE$, false);
    }

    private static final class RowFunction extends AbstractFunction1<float[], float[]> implements Serializable {
        private static final long serialVersionUID = 1;
        private final Broadcast<BroadcastEncoder> broadcast;

        RowFunction(Broadcast<BroadcastEncoder> broadcast) {
            this.broadcast = broadcast;
        }

        @Override
        public float[] apply(float[] vector) {
            return broadcast.value().encoder().encode(vector);
        }
    }

    /** Blocks of rows, for which Spark makes an object of every number. */
    private static Dataset<Row> byPartition(Dataset<Row> table, Encoder encoder) {
        Broadcast<BroadcastEncoder> broadcast = JavaSparkContext.fromSparkContext(
                        table.sparkSession().sparkContext())
                .broadcast(new BroadcastEncoder(encoder));
        StructType schema = table.schema().add("reduced", DataTypes.createArrayType(DataTypes.FloatType, false));
        return table.mapPartitions(
                (MapPartitionsFunction<Row, Row>)
                        rows -> new Blocks(rows, broadcast.value().encoder()),
                Encoders.row(schema));
    }

    private static final class Blocks implements Iterator<Row> {
        private final Iterator<Row> source;
        private final BlockEncoder blockEncoder;
        private final float[] vectors;
        private final float[] encoded;
        private final int outputs;
        private final List<Row> block = new ArrayList<>();
        private int next;

        Blocks(Iterator<Row> source, Encoder encoder) {
            this.source = source;
            blockEncoder = BlockEncoder.of(encoder);
            outputs = encoder.outputDims();
            vectors = new float[BlockEncoder.ROWS * WIDTH];
            encoded = new float[BlockEncoder.ROWS * outputs];
        }

        @Override
        public boolean hasNext() {
            return next < block.size() || source.hasNext();
        }

        @Override
        public Row next() {
            if (next == block.size()) {
                block.clear();
                next = 0;
                while (block.size() < BlockEncoder.ROWS && source.hasNext()) {
                    Row row = source.next();
                    List<Float> vector = row.getList(row.fieldIndex("embedding"));
                    int at = block.size() * WIDTH;
                    for (float value : vector) {
                        vectors[at++] = value;
                    }
                    block.add(row);
                }
                blockEncoder.encode(vectors, block.size(), encoded);
            }
            Row row = block.get(next);
            float[] reduced = Arrays.copyOfRange(encoded, next * outputs, (next + 1) * outputs);
            next++;
            return RowFactory.create(row.get(0), row.get(1), reduced);
        }
    }

    private static void to(
            SparkSession session,
            String folder,
            String what,
            String[] files,
            UnaryOperator<Dataset<Row>> transform,
            String... formats) {
        for (String format : formats) {
            Dataset<Row> table = session.read().parquet(files);
            time(what + ", " + format, table, rows -> write(transform.apply(rows), folder, format));
        }
    }

    private static void write(Dataset<Row> table, String folder, String format) {
        table.select("id", "reduced")
                .write()
                .format(format)
                .mode(SaveMode.Overwrite)
                .save(folder + "/out");
    }

    private static List<Row> first(Dataset<Row> table) {
        return table.where("id < 1000").orderBy("id").select("reduced").collectAsList();
    }

    private static String difference(List<Row> ours, List<Row> theirs) {
        double difference = 0;
        double largest = 0;
        for (int i = 0; i < ours.size(); i++) {
            double[] a = ours.get(i).<org.apache.spark.ml.linalg.Vector>getAs(0).toArray();
            double[] b =
                    theirs.get(i).<org.apache.spark.ml.linalg.Vector>getAs(0).toArray();
            for (int j = 0; j < 64; j++) {
                difference = Math.max(difference, Math.abs(a[j] - b[j]));
                largest = Math.max(largest, Math.abs(b[j]));
            }
        }
        return ours.size() + " rows: the two differ by " + difference + " at most, of numbers up to " + largest;
    }

    private static void time(String what, Dataset<Row> table, Consumer<Dataset<Row>> work) {
        long rows = table.count();
        Clock clock = new Clock();
        work.accept(table);
        double seconds = clock.seconds();
        double processor = clock.processorSeconds();
        System.out.printf(
                Locale.ROOT,
                "%s: %,d rows %.2f s, %,.0f rows/s; processor %.2f s, %.2f µs a row%n",
                what,
                rows,
                seconds,
                rows / seconds,
                processor,
                processor / rows * 1e6);
    }

    /** Time since it was made, and what this process had of all processors: the latter says more on a busy machine. */
    private static final class Clock {
        private static final OperatingSystemMXBean SYSTEM =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

        private final long began = System.nanoTime();
        private final long used = SYSTEM.getProcessCpuTime();

        double seconds() {
            return (System.nanoTime() - began) / 1e9;
        }

        double processorSeconds() {
            return (SYSTEM.getProcessCpuTime() - used) / 1e9;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.2f s (processor %.2f s)", seconds(), processorSeconds());
        }
    }

    private static Dataset<Row> table(SparkSession session, String file, int most, int partitions) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (Vectors vectors = Vectors.open(Path.of(file))) {
            for (int i = 0; i < Math.min(most, vectors.rows()); i++) {
                float[] row = new float[vectors.dims()];
                vectors.read(i, 1, FloatBuffer.wrap(row));
                rows.add(RowFactory.create(i, "", row));
            }
        }
        return session.createDataFrame(
                JavaSparkContext.fromSparkContext(session.sparkContext()).parallelize(rows, partitions),
                LocalSpark.VECTORS);
    }

    /** quality FILE DIMS PARTITIONS OUTPUT [SETTING VALUE]...: one fit in one place, one distributed, of as many epochs. */
    private static void quality(SparkSession session, String[] arguments) throws Exception {
        Dataset<Row> table = table(session, arguments[1], Integer.MAX_VALUE, 4);
        TldrReducer reducer = new TldrReducer()
                .setInputCol("embedding")
                .setDims(Integer.parseInt(arguments[2]))
                .setPartitions(Integer.parseInt(arguments[3]));
        for (int i = 5; i < arguments.length; i += 2) {
            String text = arguments[i + 1];
            Object value = text.matches("-?\\d+")
                    ? (Object) Integer.valueOf(text)
                    : text.matches("[\\d.]+") ? (Object) Double.valueOf(text) : text;
            reducer.set(arguments[i], arguments[i].equals("seed") ? Long.valueOf(text) : value);
        }
        for (String mode : List.of("distributed", "sample")) {
            long began = System.nanoTime();
            Encoder encoder = reducer.setFitMode(mode).fit(table).encoder();
            System.out.printf("%s: %.1f s %s%n", mode, (System.nanoTime() - began) / 1e9, encoder.metadata());
            encoder.save(Path.of(arguments[4] + "-" + mode + ".safetensors"));
        }
    }

    /** neighbors FILE K CELLS CELLS_PER_ROW ... */
    private static void neighbors(SparkSession session, String[] arguments) throws Exception {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
        Dataset<Row> table = table(session, arguments[1], Integer.MAX_VALUE, 4);
        TldrReducer reducer = new TldrReducer().setInputCol("embedding");
        ColumnParams columns = new ColumnParams(reducer);
        columns.setDefaults("x");
        ContentRows rows = ContentRows.of(InputRows.of(table, columns), 4, 0);
        Vectors sample = rows.sample(100_000);
        for (int i = 3; i + 1 < arguments.length; i += 2) {
            int count = Integer.parseInt(arguments[i]);
            int perRow = Integer.parseInt(arguments[i + 1]);
            CellSearch search = new CellSearch(context, rows, Metric.L2, Integer.parseInt(arguments[2]));
            int cells = count > 0 ? count : CellLearning.cellsFor(rows.rows(), perRow, sample.rows());
            Clock clock = new Clock();
            Cells learned = search.cells(new CellLearning(sample, sample.rows(), perRow, false), cells);
            String learning = clock.toString();
            clock = new Clock();
            var found = search.neighbors(learned);
            found.count();
            String searching = clock.toString();
            System.out.printf(
                    Locale.ROOT,
                    "%d cells (%d), %d a row: cells %s, search %s, recall %.4f%n",
                    cells,
                    learned.count(),
                    perRow,
                    learning,
                    searching,
                    search.recall(found, 1000));
            found.unpersist();
        }
    }

    /** growth FOLDER ROWS...: the parts of a distributed fit, and a transform, at several sizes. */
    private static void growth(SparkSession session, String[] arguments) throws Exception {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
        // everything once, for the compiler
        grow(session, context, arguments[1], 10_000);
        for (int i = 2; i < arguments.length; i++) {
            System.out.println(grow(session, context, arguments[1], Integer.parseInt(arguments[i])));
        }
    }

    private static String grow(SparkSession session, JavaSparkContext context, String folder, int count)
            throws Exception {
        String file = folder + "/grow-" + count;
        random(session, count, 4).write().mode(SaveMode.Overwrite).parquet(file);
        Dataset<Row> table = session.read().parquet(file);
        TldrReducerModel model = TldrReducerModel.of(Encoder.affine(new float[64 * WIDTH], new float[64], Map.of()))
                .setInputCol("embedding")
                .setOutputCol("reduced");
        StringBuilder line = new StringBuilder(count + " rows:");
        Clock clock = new Clock();
        write(model.transform(table), folder, "parquet");
        line.append(" transform ").append(clock);
        TldrReducer reducer = new TldrReducer().setInputCol("embedding");
        ColumnParams columns = new ColumnParams(reducer);
        columns.setDefaults("x");
        clock = new Clock();
        ContentRows rows = ContentRows.of(InputRows.of(table, columns), 4, 0);
        line.append(", deal ").append(clock);
        Vectors sample = rows.sample(20_000);
        CellSearch search = new CellSearch(context, rows, Metric.L2, 1);
        clock = new Clock();
        Cells cells = search.cells(
                new CellLearning(sample, sample.rows(), 4, false),
                CellLearning.cellsFor(rows.rows(), 4, sample.rows()));
        line.append(", ").append(cells.count()).append(" cells ").append(clock);
        clock = new Clock();
        var found = search.neighbors(cells);
        found.count();
        line.append(", neighbours ").append(clock);
        clock = new Clock();
        var parts = PairShuffle.of(rows, found, 1).persist(org.apache.spark.storage.StorageLevel.MEMORY_AND_DISK());
        parts.count();
        line.append(", twins ").append(clock);
        parts.unpersist();
        found.unpersist();
        rows.blocks().unpersist();
        SparkExecutor.Config config = new SparkExecutor.Config(4, 20_000, 0, 4, 10, null, 1, false, 0);
        try (SparkExecutor executor = new SparkExecutor(context, config, InputRows.of(table, columns))) {
            FitResult fit = Tldr.builder()
                    .dims(64)
                    .threads(1)
                    .neighbors(1)
                    .fallback(Fallback.NONE)
                    .epochs(1)
                    .run(executor);
            line.append(", fit of one epoch ").append(fit.seconds());
        }
        return line.toString();
    }
}
