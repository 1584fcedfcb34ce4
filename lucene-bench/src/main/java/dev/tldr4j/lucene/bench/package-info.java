/** Lucene as {@code tldr4j lucene-bench} measures it; found by the command when it runs on Java 21 or newer. */
package dev.tldr4j.lucene.bench;
