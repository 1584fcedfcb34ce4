/**
 * The command {@code compare}: {@code CompareCommand} reads the options, {@code ComparisonOutput} prints what {@code
 * evaluate.compare} found.
 */
package dev.tldr4j.cli.compare;
