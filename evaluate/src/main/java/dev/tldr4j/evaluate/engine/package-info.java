/**
 * Real indexes of vectors, measured: how large they are, how long a query takes and what it finds. {@link
 * dev.tldr4j.evaluate.engine.SearchEngine} is what a search engine must do for that. It is an interface because Lucene
 * needs a newer Java than this module; {@link java.util.ServiceLoader} finds it.
 */
package dev.tldr4j.evaluate.engine;
