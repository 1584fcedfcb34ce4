/**
 * How each format lays out its numbers. Every readable file is reduced to one {@code Layout}, and one mapped reader
 * serves them all.
 */
package dev.tldr4j.vectors.internal;
