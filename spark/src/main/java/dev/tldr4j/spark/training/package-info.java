/**
 * A fit on executors: {@code SparkExecutor} is the {@code FitExecutor} that does its steps there, {@code TrainingPart}
 * one partition's share, {@code TreeMean} the average of their states.
 */
package dev.tldr4j.spark.training;
