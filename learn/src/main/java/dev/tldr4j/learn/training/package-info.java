/**
 * The loop: {@code Training} makes the batches, the steps and the states of a run, {@code TrainingRun} makes one,
 * alone or as one of several that share their state. It uses the network and a backend.
 */
package dev.tldr4j.learn.training;
