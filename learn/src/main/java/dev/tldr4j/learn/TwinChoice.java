package dev.tldr4j.learn;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.selection.HeldOut;
import dev.tldr4j.learn.training.Twins;
import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;

/**
 * Which neighbours of a row may be its twin: those that are learned from, and with an oracle those of its own label.
 *
 * @param labels of all rows, or null
 */
record TwinChoice(FitPlan settings, IntRows labels, HeldOut heldOut, ProgressListener listener) {

    Twins twins(Vectors vectors, NeighborGraph neighbors) {
        int k = settings.neighbors();
        if (labels == null && settings.heldOut() == 0) {
            return Twins.neighbors(neighbors, k);
        }
        int[] label = labels == null ? null : labels.values();
        Twins twins = Twins.neighbors(
                neighbors,
                k,
                (row, neighbor) -> heldOut.isLearned(row)
                        && heldOut.isLearned(neighbor)
                        && (label == null || label[row] == label[neighbor]));
        String missing = label == null ? "neighbour to learn with" : "neighbour of their own label";
        if (twins.rows() < 2) {
            throw new InvalidInputException((label == null ? "" : labels.name() + ": ") + "no row of " + vectors.name()
                    + " has a " + missing + "; ask for more neighbours"
                    + (label == null ? " or hold out fewer rows" : ", or leave out the labels"));
        }
        int without = heldOut.learned().rows() - twins.rows();
        if (without > 0 && !settings.selects()) {
            listener.note(
                    without + " of " + heldOut.learned().rows() + " rows have no " + missing + " and are left out");
        }
        return twins;
    }
}
