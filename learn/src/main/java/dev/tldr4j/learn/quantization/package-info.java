/**
 * Vectors as codes of a few bytes: start at {@code ProductQuantizer} (PQ and OPQ). {@code KMeans} finds the centroids
 * of all parts of a vector at once. It uses {@code learn.internal}.
 */
package dev.tldr4j.learn.quantization;
