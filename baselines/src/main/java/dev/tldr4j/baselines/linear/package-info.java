/**
 * Methods whose result is an encoder: PCA, ICA, LPP, random projections, truncation and tldr4j's own. Each is a
 * class named after its method, such as {@code PcaMethod}; {@code Projection} makes an encoder of a matrix. It uses
 * {@code baselines.method} and {@code learn}.
 */
package dev.tldr4j.baselines.linear;
