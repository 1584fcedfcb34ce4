/**
 * UMAP and t-SNE: they place the rows themselves, and new rows between those nearest to them. Start at {@code
 * ManifoldMethod}, which all such methods are, those of {@code baselines.spectral} included. It uses {@code
 * baselines.method} and {@code learn}.
 */
package dev.tldr4j.baselines.manifold;
