/**
 * The transform as a plan of Spark's: {@code EncodeRows} says what is done, {@code EncodeRowsExec} does it on rows or
 * on batches of columns, {@code FilterFirst} lets Spark choose rows before they are encoded. It leans on Spark's inner
 * classes; docs/decisions/our-own-plan-in-spark.md says why.
 */
package dev.tldr4j.spark.encode;
