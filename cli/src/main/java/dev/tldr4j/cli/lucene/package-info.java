/**
 * The command {@code lucene-bench}: start at {@code LuceneBenchCommand}. Lucene itself is in a module of its own,
 * which {@code evaluate.engine} finds where there is a Java for it.
 */
package dev.tldr4j.cli.lucene;
