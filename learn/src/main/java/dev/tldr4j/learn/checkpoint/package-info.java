/**
 * States of interrupted work: {@code CheckpointFolder} keeps the newest two of a kind and finds the last whole one.
 * What is in a state is the business of those who keep it; it uses nothing of {@code learn}.
 */
package dev.tldr4j.learn.checkpoint;
