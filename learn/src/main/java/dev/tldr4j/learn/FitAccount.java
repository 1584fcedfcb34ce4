package dev.tldr4j.learn;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.device.OpenDevice;
import dev.tldr4j.learn.internal.Provenance;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.training.Training;
import dev.tldr4j.vectors.Vectors;
import java.util.Locale;
import java.util.Map;

/** What is told of a fit: the metadata of the encoder, and notes to the user. */
final class FitAccount {
    private final Settings settings;
    private final Continued from;
    private final String figureName;
    private final ProgressListener listener;

    /**
     * An account of one fit.
     *
     * @param from what it goes on from, or null
     * @param figureName of what is measured
     */
    FitAccount(Settings settings, Continued from, String figureName, ProgressListener listener) {
        this.settings = settings;
        this.from = from;
        this.figureName = figureName;
        this.listener = listener;
    }

    /** What is known before training. */
    Map<String, String> metadata(Vectors vectors, Basis basis) {
        Map<String, String> metadata = settings.describe();
        if (basis.whitening() != null) {
            metadata.put("whitening", Double.toString(basis.whitening().power()));
            if (basis.whitening().damping() > 0) {
                metadata.put("damping", Double.toString(basis.whitening().damping()));
            }
        }
        if (basis.agreementPower() > 0) {
            metadata.put("coordinate_power", Double.toString(basis.agreementPower()));
        }
        if (settings.pairs() == PairKind.NEIGHBORS) {
            metadata.put("neighbors", Integer.toString(basis.neighbors(settings)));
        }
        metadata.putAll(Provenance.of(vectors));
        metadata.put("method", "tldr");
        metadata.put("normalize", Boolean.toString(settings.normalizesOutputs()));
        if (from != null) {
            metadata.remove("init");
            metadata.put("continued_from", from.encoder().id());
            metadata.put("continued_projector", Boolean.toString(from.projector() != null));
        } else if (!settings.startsAtPca()) {
            metadata.put("init", "random");
        }
        return metadata;
    }

    /** Puts how the neighbours were found. */
    static void putNeighbors(NeighborSearch.Found neighbors, Basis basis, Map<String, String> metadata) {
        // a graph that was given does not say how
        if (neighbors != null && neighbors.method() != null) {
            metadata.put("neighbor_space", basis.neighborSpace().isPresent() ? "evened" : "vectors");
            metadata.put("neighbor_search", neighbors.method().toString());
            metadata.put("neighbor_recall", Double.toString(neighbors.recall()));
        }
    }

    /** Puts what came of the training. */
    void putOutcome(Training training, Training.Outcome outcome, Map<String, String> metadata) {
        metadata.put("steps", Integer.toString(outcome.step()));
        metadata.put("batch_size", Integer.toString(training.batchSize()));
        metadata.put("final_loss", Double.toString(outcome.loss()));
        if (settings.earlyStop()) {
            metadata.put("planned_steps", Integer.toString(training.steps()));
            metadata.put("figure", Double.toString(outcome.figures().best()));
            metadata.put("figure_name", figureName);
        }
        if (settings.comparesWithPca()) {
            metadata.put(
                    "nearest_found_by_pca", Double.toString(outcome.figures().first()));
            if (outcome.step() == 0) {
                metadata.put("method", "pca");
                metadata.put("nearest_found", Double.toString(outcome.figures().last()));
            } else {
                metadata.put("learned_share", Double.toString(outcome.share()));
                metadata.put("nearest_found", Double.toString(outcome.figures().best()));
            }
        }
    }

    /** Puts where it was computed. */
    void putDevice(OpenDevice device, Map<String, String> metadata) {
        metadata.put("device", device == null ? "cpu" : device.name());
        metadata.put(
                "precision",
                device == null ? "fp32" : settings.compute().precision().name().toLowerCase(Locale.ROOT));
    }

    /** Notes what the user may not expect of the outcome. */
    void noteOutcome(Training training, Training.Outcome outcome, Basis basis) {
        noteLength();
        noteEarlyEnd(outcome, training.steps());
        noteComparison(outcome, basis);
    }

    private void noteLength() {
        if (from != null && from.encoder().isNormalized() && !settings.normalizesOutputs()) {
            listener.note("the encoder to go on from scales its outputs to length 1, and this one will not; for that,"
                    + " measure by cosine");
        }
    }

    private void noteEarlyEnd(Training.Outcome outcome, int steps) {
        if (settings.earlyStop()) {
            listener.note("the best encoder is that after " + outcome.step() + " of " + steps + " steps"
                    + (outcome.steps() < steps ? "; training ended after " + outcome.steps() : ""));
        }
    }

    private void noteComparison(Training.Outcome outcome, Basis basis) {
        if (settings.comparesWithPca()) {
            boolean learned = outcome.step() > 0;
            String given = "";
            if (!learned) {
                DampedWhitening whitening = basis.whitening();
                given = String.format(
                                Locale.ROOT, ": PCA is enough here, and you get it (whitening %.2f", whitening.power())
                        + (whitening.damping() > 0
                                ? String.format(Locale.ROOT, ", damping %.2f", whitening.damping())
                                : "")
                        + (basis.agreementPower() > 0 ? ", less of what neighbours do not agree on" : "")
                        + "; --fallback none gives what was learned)";
            } else if (outcome.share() < 1) {
                given = "; that is after " + outcome.share()
                        + " of the way from there to what was learned, further is worse (--fallback none goes all of it)";
            }
            listener.note(String.format(
                    Locale.ROOT,
                    "%d rows that were not learned from find their nearest neighbour again with a mean reciprocal rank of"
                            + " %.3f, and of %.3f by the PCA that training started at%s",
                    settings.heldOut(),
                    learned ? outcome.figures().best() : outcome.figures().last(),
                    outcome.figures().first(),
                    given));
        }
    }

    void noteCollapse(Encoder encoder, Vectors vectors) {
        int collapsed = CollapsedOutputs.count(encoder, vectors);
        if (collapsed > 0) {
            listener.note(collapsed + " of " + encoder.outputDims()
                    + " outputs are the same for all rows and tell nothing; ask for fewer dimensions, or another loss");
        }
    }
}
