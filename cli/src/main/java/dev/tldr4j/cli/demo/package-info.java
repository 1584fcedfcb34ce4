/**
 * The command {@code demo}: a fit beside PCA on the data that {@code DemoData} brings along. Start at {@code
 * DemoCommand}.
 */
package dev.tldr4j.cli.demo;
