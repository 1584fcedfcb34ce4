/**
 * Which encoder a fit returns: {@code HeldOut} rows, which training does not see, score the {@code Candidates}, and
 * {@code ModelSelection} takes the simplest good one. {@code Validation} measures a task of the user's.
 */
package dev.tldr4j.learn.selection;
