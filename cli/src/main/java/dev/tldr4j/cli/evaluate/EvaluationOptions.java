package dev.tldr4j.cli.evaluate;

import dev.tldr4j.cli.common.Format;
import dev.tldr4j.cli.common.PrefixOption;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.VectorTransform;
import dev.tldr4j.evaluate.storage.Storage;
import dev.tldr4j.evaluate.storage.Storages;
import dev.tldr4j.evaluate.storage.StoredVectors;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is searched, and how: the same for every task. */
@Command
final class EvaluationOptions {
    private static final long SEED = 0;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "Reduce the vectors with this encoder first; the vectors as they are unless given.")
    private Path model;

    @Mixin
    private PrefixOption prefix;

    @Option(names = "--normalize", description = "Scale every vector, after reducing it, to length 1.")
    private boolean normalize;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            description =
                    "The metric: l2, cosine or dot. Unless given, the one the encoder was learned by, else cosine.")
    private Metric metric;

    @Option(
            names = "--storage",
            paramLabel = "FORM",
            defaultValue = Storages.FLOAT,
            description = "The form in which the vectors that are searched are stored: float, half, int8, bit,"
                    + " bit-rerank, pqN or opqN (N bytes, such as pq16). ${DEFAULT-VALUE} unless given.")
    private String storage;

    private Encoder encoder;

    /** The metric of the search: the one the encoder was learned by. */
    Metric metric() {
        if (metric != null) {
            return metric;
        }
        return encoder == null ? Metric.COSINE : learnedBy(encoder);
    }

    private static Metric learnedBy(Encoder encoder) {
        String said = encoder.metadata().get("metric");
        return Settings.METRIC.choices().contains(said) ? Settings.METRIC.parse(said) : Metric.COSINE;
    }

    /** For a task that is defined for angles only. */
    void requireCosine(String task) {
        if (metric != null && metric != Metric.COSINE) {
            throw new InvalidInputException(
                    task + " compares by cosine; leave out --metric " + metric() + " or say --metric cosine");
        }
        metric = Metric.COSINE;
    }

    /** Whether what is asked about has length 1; an encoder may have been made so. */
    boolean isNormalized() {
        return normalize || encoder != null && encoder.isNormalized();
    }

    /** Whether what is asked about is anything but the vectors as they are. */
    boolean changesVectors() {
        return model != null || !storage.equals(Storages.FLOAT);
    }

    /** What is done to vectors before they are searched, and the form in which they are stored. */
    record Form(VectorTransform preparation, Storage storage, Metric metric) {
        /** Close the result after use. */
        Vectors prepare(Vectors vectors, int threads, ProgressListener listener) throws IOException {
            return preparation.apply(vectors, threads, listener);
        }

        StoredVectors store(Vectors prepared, int threads, ProgressListener listener) {
            return storage.store(prepared, metric, threads, SEED, listener);
        }
    }

    /** What is asked about. */
    Form asked() throws IOException {
        Storage stored = Storages.named(storage);
        if (model == null && prefix.isGiven()) {
            throw new InvalidInputException("--dims: the first numbers of an encoder's outputs; give --model, too");
        }
        encoder = model == null ? null : prefix.load(model);
        VectorTransform plain =
                encoder == null ? VectorTransform.full() : VectorTransform.encodedBy(encoder, model.toString());
        return new Form(normalize ? plain.normalized() : plain, stored, metric());
    }

    void noteUnlearned(ProgressListener progress) {
        if (encoder != null) {
            prefix.noteUnlearned(encoder, model, progress);
        }
    }

    /** What it is compared with: the vectors as they are, of length 1 only where that was asked for by name. */
    Form full() {
        VectorTransform plain = VectorTransform.full();
        return new Form(normalize ? plain.normalized() : plain, Storages.named(Storages.FLOAT), metric());
    }

    /** Puts what is said of the vectors asked about. */
    void describe(StoredVectors stored, Map<String, Object> json) {
        json.put("dims", stored.dims());
        json.put("metric", metric().toString());
        json.put("normalized", isNormalized());
        json.put("storage", storage);
        json.put("bytesPerVector", stored.bytesPerVector());
        json.put("sharedBytes", stored.sharedBytes());
    }

    /** How the vectors asked about are called in a table. */
    String title(int dims) {
        return fullTitle(dims)
                + (model == null ? "" : ", by " + model.getFileName())
                + (storage.equals(Storages.FLOAT) ? "" : ", as " + storage);
    }

    /** How the full vectors are called in a table. */
    String fullTitle(int dims) {
        return Format.count(dims) + " numbers";
    }

    /** How the search was done, for a table. */
    String search() {
        String scaled =
                normalize ? ", vectors scaled to length 1" : isNormalized() ? ", the encoder scales to length 1" : "";
        return "exact search by " + metric() + scaled;
    }
}
