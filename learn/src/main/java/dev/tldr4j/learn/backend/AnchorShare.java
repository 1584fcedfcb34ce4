package dev.tldr4j.learn.backend;

/**
 * Which anchors of a batch a prefix of the outputs has: all of them for the whole outputs; the other prefixes share them, each one
 * anchor in turn, so that all of them together cost no more than the whole.
 *
 * @param first the number of the first
 * @param stride from one to the next
 * @param count how many
 */
public record AnchorShare(int first, int stride, int count) {
    /** @param prefix its number; the last is that of the whole outputs */
    public static AnchorShare of(int prefix, int prefixes, int anchors) {
        int others = prefixes - 1;
        // a batch of very few has none to share
        if (prefix == others || others > anchors) {
            return new AnchorShare(0, 1, anchors);
        }
        return new AnchorShare(prefix, others, (anchors - prefix + others - 1) / others);
    }

    /** The number of an anchor in the batch. */
    public int anchor(int index) {
        return first + index * stride;
    }

    /** Whether a row of the batch is one of its anchors. */
    public boolean has(int row) {
        return row >= first && (row - first) % stride == 0 && (row - first) / stride < count;
    }

    /** The index of a row that is. */
    public int index(int row) {
        return (row - first) / stride;
    }
}
