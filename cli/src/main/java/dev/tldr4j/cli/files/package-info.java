/**
 * Commands that make a file of a file, or look into one: {@code convert}, {@code encode}, {@code export}, {@code
 * inspect} and {@code neighbors}, a class each.
 */
package dev.tldr4j.cli.files;
