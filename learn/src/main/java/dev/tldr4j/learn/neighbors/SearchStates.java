package dev.tldr4j.learn.neighbors;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.learn.checkpoint.CheckpointFolder;
import dev.tldr4j.vectors.IntRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The states of a search in a folder, from which it goes on after an interruption. */
final class SearchStates implements AutoCloseable {
    private static final String CANDIDATES = "candidates.npy";
    private static final String SCORES = "scores.npy";
    private static final String STATE = "state.json";
    private static final String SECOND = "second";

    private final CheckpointFolder folder;
    private final Map<String, String> search;
    private final Duration every;
    private final Consumer<String> notes;
    private long savedAt = System.nanoTime();

    private SearchStates(CheckpointFolder folder, Map<String, String> search, Duration every, Consumer<String> notes) {
        this.folder = folder;
        this.search = search;
        this.every = every;
        this.notes = notes;
    }

    /**
     * @param search what tells this search from others
     * @param notes hears when a state cannot be written
     */
    static SearchStates open(
            Path folder, Map<String, String> search, boolean resume, Duration every, Consumer<String> notes)
            throws IOException {
        return new SearchStates(
                CheckpointFolder.open(folder, search, resume, Set.of(SECOND), notes), search, every, notes);
    }

    /** The states of another search that this one ended in. */
    SearchStates second() throws IOException {
        return open(folder.path().resolve(SECOND), search, true, every, notes);
    }

    /** Every row's candidates after so many steps. */
    record State(int step, TopK top) {}

    /** The newest state, or the beginning: where there is none, or no folder for them at all. */
    static State begin(SearchStates states, int rows, int kept) throws IOException {
        Optional<State> newest = states == null ? Optional.empty() : states.folder.readNewest(SearchStates::read);
        return newest.orElseGet(() -> new State(0, new TopK(rows, kept)));
    }

    private static State read(Path state) throws IOException {
        IntRows candidates = IntRows.read(state.resolve(CANDIDATES));
        IntRows bits = IntRows.read(state.resolve(SCORES));
        try {
            Map<?, ?> text = (Map<?, ?>) Json.parse(AtomicFile.readText(state.resolve(STATE)));
            int step = Math.toIntExact((Long) text.get("step"));
            if (bits.values().length != candidates.values().length) {
                throw new IllegalStateException(bits.values().length + " scores of " + candidates.values().length);
            }
            float[] scores = new float[bits.values().length];
            for (int i = 0; i < scores.length; i++) {
                scores[i] = Float.intBitsToFloat(bits.values()[i]);
            }
            return new State(step, new TopK(candidates.width(), scores, candidates.values()));
        } catch (RuntimeException e) {
            throw new InvalidInputException(state + ": is not the state of a search", e);
        }
    }

    void saveWhenDue(int step, TopK top) {
        if (System.nanoTime() - savedAt >= every.toNanos()) {
            folder.add(step, state -> write(state, step, top));
            savedAt = System.nanoTime();
        }
    }

    private static void write(Path state, int step, TopK top) throws IOException {
        int[] candidates = top.candidates();
        int rows = candidates.length / top.k();
        new IntRows(CANDIDATES, rows, top.k(), candidates).write(state.resolve(CANDIDATES));
        // as bits: what no row came for has a score of minus infinity, which no file of vectors takes
        float[] scores = top.scores();
        int[] bits = new int[scores.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Float.floatToRawIntBits(scores[i]);
        }
        new IntRows(SCORES, rows, top.k(), bits).write(state.resolve(SCORES));
        AtomicFile.writeText(state.resolve(STATE), Json.write(Map.of("step", step)));
    }

    @Override
    public void close() {
        folder.close();
    }
}
