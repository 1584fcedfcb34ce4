/**
 * Encoding of many rows: {@code BatchEncoder} encodes files on all cores, {@code BlockEncoder} blocks on the caller's
 * thread. A single vector needs {@code Encoder} alone.
 */
package dev.tldr4j.learn.encode;
