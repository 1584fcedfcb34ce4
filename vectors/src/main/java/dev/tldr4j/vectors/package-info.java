/**
 * Files of vectors, labels and neighbour graphs: reading them mapped into memory, writing, converting, checking.
 * Start at {@link dev.tldr4j.vectors.Vectors#open} and {@link dev.tldr4j.vectors.VectorWriter#create}.
 */
package dev.tldr4j.vectors;
