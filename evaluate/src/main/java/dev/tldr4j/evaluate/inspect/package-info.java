/**
 * A look at vectors before anything is learned from them: {@link dev.tldr4j.evaluate.inspect.Inspection} has the figures, {@link
 * dev.tldr4j.evaluate.inspect.Advice} what they suggest to try first.
 */
package dev.tldr4j.evaluate.inspect;
