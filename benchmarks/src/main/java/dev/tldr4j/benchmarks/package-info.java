/**
 * Measurements, each a class with a {@code main} that {@code benchmarks/run} starts by its name. They print figures
 * for docs/performance.md, as ratios to a limit or a peer of the same run. Nothing depends on them, and they are not
 * published.
 */
package dev.tldr4j.benchmarks;
