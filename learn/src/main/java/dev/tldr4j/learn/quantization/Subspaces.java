package dev.tldr4j.learn.quantization;

/** How the dimensions are split: neighbouring ones together, into parts whose widths differ by one at most. */
record Subspaces(int dims, int count) {
    int first(int subspace) {
        return (int) ((long) dims * subspace / count);
    }

    int width(int subspace) {
        return first(subspace + 1) - first(subspace);
    }
}
