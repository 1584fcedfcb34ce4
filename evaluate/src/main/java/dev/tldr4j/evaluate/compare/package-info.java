/** Many ways to reduce and store vectors, measured on one task. */
package dev.tldr4j.evaluate.compare;
