/**
 * The command {@code fit}: start at {@code FitCommand}. Each class of options holds one part of a fit's; {@code
 * MethodFit} fits the methods other than the default one.
 */
package dev.tldr4j.cli.fit;
