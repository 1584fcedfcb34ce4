/**
 * Judged collections to measure on, made from public packages: texts, their pairs, and who belongs to whom. {@code
 * benchmarks/collections} starts them. {@code Texts} writes a collection; each other class knows one source.
 */
package dev.tldr4j.benchmarks.collections;
