/**
 * Neighbours on executors: rows go to the cells near them and are compared there. Start at {@code CellSearch}; {@code
 * CellLearning} finds the cells on a sample, {@code ContentRows} deals rows out by their content.
 */
package dev.tldr4j.spark.neighbors;
