/**
 * Methods that place rows by eigenvectors of a graph of neighbours: Isomap, LLE, LTSA and Laplacian eigenmaps. Start
 * at {@code EigenMethod}. It uses {@code baselines.manifold} for how new rows are placed.
 */
package dev.tldr4j.baselines.spectral;
