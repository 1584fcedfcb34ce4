/**
 * Outputs for search engines that store each number in few bits: start at {@code QuantizationRotation}. {@code ByteBudget} says how
 * a number of bytes can be spent.
 */
package dev.tldr4j.learn.bits;
