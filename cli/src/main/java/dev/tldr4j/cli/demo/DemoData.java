package dev.tldr4j.cli.demo;

import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.TemporaryFolder;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The sample of Fashion-MNIST in the jar, laid out as files in a folder. */
record DemoData(TemporaryFolder temporary) implements AutoCloseable {
    static final String TRAIN = "train-images-idx3-ubyte.gz";
    static final String TRAIN_LABELS = "train-labels-idx1-ubyte.gz";
    static final String TEST = "test-images-idx3-ubyte.gz";
    static final String TEST_LABELS = "test-labels-idx1-ubyte.gz";
    private static final List<String> FILES = List.of(TRAIN, TRAIN_LABELS, TEST, TEST_LABELS, "NOTICE.txt");

    /** Writes the files into a folder of their own, to be closed after use. */
    static DemoData unpack() throws IOException {
        var data = new DemoData(new TemporaryFolder("demo"));
        try {
            data.copyTo(data.folder());
        } catch (IOException e) {
            data.close();
            throw e;
        }
        return data;
    }

    Path folder() {
        return temporary.path();
    }

    /** Writes the files into a folder. */
    void copyTo(Path target) throws IOException {
        for (String name : FILES) {
            try (var in = DemoData.class.getResourceAsStream(name);
                    var file = new AtomicFile(target.resolve(name))) {
                if (in == null) {
                    throw new FileNotFoundException("demo/" + name + " is missing in this build of tldr4j");
                }
                in.transferTo(file.stream());
                file.commit();
            }
        }
    }

    Vectors train() throws IOException {
        return Vectors.open(folder().resolve(TRAIN));
    }

    IntRows trainLabels() throws IOException {
        return IntRows.read(folder().resolve(TRAIN_LABELS));
    }

    Vectors test() throws IOException {
        return Vectors.open(folder().resolve(TEST));
    }

    IntRows testLabels() throws IOException {
        return IntRows.read(folder().resolve(TEST_LABELS));
    }

    @Override
    public void close() {
        temporary.close();
    }
}
