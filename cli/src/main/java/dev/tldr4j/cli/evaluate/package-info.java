/**
 * The commands {@code evaluate knn}, {@code retrieval} and {@code overlap}, a class each, and the options of judgments
 * and tasks, which {@code cli.compare} and {@code cli.lucene} use, too.
 */
package dev.tldr4j.cli.evaluate;
