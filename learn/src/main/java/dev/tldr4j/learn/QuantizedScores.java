package dev.tldr4j.learn;

import dev.tldr4j.learn.bits.ByteBudget;
import java.util.OptionalDouble;

/**
 * The held-out recall@30 of an encoder's outputs as a search engine has them that stores each number in few bits.
 *
 * @param way how many numbers and bits
 * @param score of the outputs
 * @param full of full vectors, quantized to the bytes that were given, where they fit
 */
public record QuantizedScores(ByteBudget.Way way, double score, OptionalDouble full) {}
