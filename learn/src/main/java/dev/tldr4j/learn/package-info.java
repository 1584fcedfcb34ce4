/**
 * Learns encoders. {@code Tldr} is the builder, and {@code Fit.run} all that a fit does, step by step; {@code
 * FitExecutor} is what one machine and Spark do differently. It is the entry to the packages below, none of which uses
 * it.
 */
package dev.tldr4j.learn;
