/** Learns and applies encoders on Apache Spark: an estimator, its model, and a job. */
package dev.tldr4j.spark;
