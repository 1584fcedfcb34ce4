package dev.tldr4j.cli.common;

import java.io.PrintStream;
import java.util.function.BooleanSupplier;

/**
 * What a command talks to.
 *
 * @param out takes results
 * @param err takes progress and complaints
 * @param terminal whether somebody watches err, so that a line may be drawn over
 * @param cancelled becomes true when the user wants to stop
 */
public record Console(PrintStream out, PrintStream err, boolean terminal, BooleanSupplier cancelled) {}
