/**
 * Vectors in Spark's rows: {@code VectorColumn} reads them, {@code InputRows} are those to learn from, {@code
 * ColumnParams} the parameters that both stages share. It uses no other package of this module.
 */
package dev.tldr4j.spark.rows;
