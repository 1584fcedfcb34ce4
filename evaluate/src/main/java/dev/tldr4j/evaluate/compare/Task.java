package dev.tldr4j.evaluate.compare;

import dev.tldr4j.evaluate.VectorTransform;
import dev.tldr4j.evaluate.storage.Storage;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What reduced vectors are judged by. The vectors it was made from stay the caller's to close. */
public interface Task {
    /** In a word: {@code retrieval}, {@code labels} or {@code overlap}. */
    String kind();

    /** What encoders are learned from. */
    Vectors training();

    /** The measure that decides, the first of {@link Prepared#measure}'s. */
    String main();

    /** A label for every training row, or null. */
    default int[] trainingLabels() {
        return null;
    }

    /** What tells this task from others, for people and for continuing later. */
    Map<String, Object> describe();

    /** Encodes what is to be searched, and what it is searched with. */
    Prepared prepare(VectorTransform preparation, ProgressListener listener) throws IOException;

    /** Encoded vectors of a task, to be stored in one form after another. */
    interface Prepared extends AutoCloseable {
        Measured measure(Storage storage, long seed, ProgressListener listener);

        @Override
        void close();
    }

    /**
     * What was found.
     *
     * @param measures by name, all from 0 to 1, larger is better
     */
    record Measured(Map<String, Double> measures, double bytesPerVector, long sharedBytes) {}

    /** The names of measures in the order in which they are shown. */
    default List<String> measures() {
        return List.of(main());
    }
}
