/** The command {@code tldr4j}. */
package dev.tldr4j.cli;
