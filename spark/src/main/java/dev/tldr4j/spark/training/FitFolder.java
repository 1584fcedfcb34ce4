package dev.tldr4j.spark.training;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.learn.training.SharedState;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.SerializableConfiguration;

/**
 * A distributed fit's folder on the cluster's file system: what fit it is of, the rows with their twins once these are found,
 * and the newest states. A file appears under its name only when complete.
 */
final class FitFolder {
    private static final String IDENTITY = "fit.txt";
    private static final String PARTS = "parts";
    private static final String COMPLETE = "complete";
    private static final String STATE = "state-";
    private static final int STATES_KEPT = 2;
    private static final int MAX_NOTES = 1 << 20;

    private final Path folder;
    private final JavaSparkContext context;
    private final FileSystem files;

    private FitFolder(Path folder, JavaSparkContext context) throws IOException {
        this.folder = folder;
        this.context = context;
        this.files = folder.getFileSystem(context.hadoopConfiguration());
    }

    /** Refuses a folder of another fit, and one that holds anything where the fit shall begin anew. */
    static FitFolder open(String name, JavaSparkContext context, Map<String, String> identity, boolean resume)
            throws IOException {
        FitFolder folder = new FitFolder(new Path(name), context);
        Path file = new Path(folder.folder, IDENTITY);
        String own = new TreeMap<>(identity).toString();
        if (!folder.files.exists(file)) {
            folder.files.mkdirs(folder.folder);
            if (folder.files.listStatus(folder.folder).length > 0) {
                throw new InvalidInputException(name + " is not the folder of a fit, and not empty; name another");
            }
            folder.writeWhole(file, out -> out.write(own.getBytes(StandardCharsets.UTF_8)));
        } else if (!resume) {
            throw new InvalidInputException(
                    name + " holds an interrupted fit; set resume to continue it, or name another folder");
        } else {
            try (BufferedInputStream in = new BufferedInputStream(folder.files.open(file))) {
                if (!own.equals(new String(in.readAllBytes(), StandardCharsets.UTF_8))) {
                    throw new InvalidInputException(
                            name + " holds a fit of other rows or settings; name another folder");
                }
            }
        }
        return folder;
    }

    @FunctionalInterface
    private interface Content {
        void writeTo(BufferedOutputStream out) throws IOException;
    }

    private void writeWhole(Path file, Content content) throws IOException {
        writeWhole(files, file, "driver", content);
    }

    /** Beside and then moved into place; where another attempt was first, its file is as good. */
    private static void writeWhole(FileSystem files, Path file, String attempt, Content content) throws IOException {
        Path beside = file.suffix("." + attempt + ".part");
        try (BufferedOutputStream out = new BufferedOutputStream(files.create(beside, true), 1 << 20)) {
            content.writeTo(out);
        }
        if (!files.rename(beside, file)) {
            files.delete(beside, false);
            if (!files.exists(file)) {
                throw new IOException(file + " could not be written");
            }
        }
    }

    private interface Reading<T> {
        T from(InputStream in, long length, String name) throws IOException;
    }

    private static <T> T read(FileSystem files, Path file, Reading<T> reading) throws IOException {
        try (InputStream in = new BufferedInputStream(files.open(file), 1 << 20)) {
            return reading.from(in, files.getFileStatus(file).getLen(), file.toString());
        }
    }

    /** The rows with their twins, if all of them were saved. */
    Optional<JavaRDD<TrainingPart>> parts(int count) throws IOException {
        if (!files.exists(new Path(folder, PARTS + "/" + COMPLETE))) {
            return Optional.empty();
        }
        return Optional.of(read(count));
    }

    /** What was noted with them. */
    Map<String, String> notes() throws IOException {
        return read(files, new Path(folder, PARTS + "/" + COMPLETE), (in, length, name) -> {
            byte[] text = in.readNBytes(MAX_NOTES + 1);
            try {
                Map<String, String> notes = new TreeMap<>();
                if (text.length <= MAX_NOTES
                        && Json.parse(new String(text, StandardCharsets.UTF_8)) instanceof Map<?, ?> known) {
                    known.forEach((key, value) -> notes.put((String) key, String.valueOf(value)));
                    return notes;
                }
            } catch (Json.SyntaxException e) {
                // refused below
            }
            throw new InvalidInputException(
                    name + ": is damaged, or of another version of tldr4j; begin anew in another folder");
        });
    }

    private JavaRDD<TrainingPart> read(int count) {
        SerializableConfiguration configuration = new SerializableConfiguration(context.hadoopConfiguration());
        String parts = new Path(folder, PARTS).toString();
        List<Integer> numbers = IntStream.range(0, count).boxed().toList();
        return context.parallelize(numbers, count).map(number -> {
            Path file = new Path(parts, number.toString());
            return read(file.getFileSystem(configuration.value()), file, FitFile::readPart);
        });
    }

    /**
     * Saves the rows with their twins, and gives them as they are read from here.
     *
     * @param notes what is known of the search
     */
    JavaRDD<TrainingPart> save(JavaRDD<TrainingPart> parts, int count, TreeMap<String, String> notes)
            throws IOException {
        SerializableConfiguration configuration = new SerializableConfiguration(context.hadoopConfiguration());
        Path target = new Path(folder, PARTS);
        String name = target.toString();
        files.mkdirs(target);
        parts.foreach(part -> {
            Path file = new Path(name, Integer.toString(part.partition()));
            Configuration own = configuration.value();
            String attempt = Long.toString(TaskContext.get().taskAttemptId());
            writeWhole(file.getFileSystem(own), file, attempt, out -> FitFile.write(part, out));
        });
        writeWhole(
                new Path(target, COMPLETE), out -> out.write(Json.write(notes).getBytes(StandardCharsets.UTF_8)));
        return read(count);
    }

    void save(SharedState state) throws IOException {
        writeWhole(new Path(folder, STATE + String.format("%09d", state.step())), out -> FitFile.write(state, out));
        FileStatus[] states = states();
        for (int i = 0; i < states.length - STATES_KEPT; i++) {
            files.delete(states[i].getPath(), false);
        }
    }

    Optional<SharedState> newest() throws IOException {
        FileStatus[] states = states();
        return states.length == 0
                ? Optional.empty()
                : Optional.of(read(files, states[states.length - 1].getPath(), FitFile::readState));
    }

    private FileStatus[] states() throws IOException {
        FileStatus[] states = files.listStatus(
                folder,
                path -> path.getName().startsWith(STATE) && !path.getName().endsWith(".part"));
        Arrays.sort(states);
        return states;
    }
}
