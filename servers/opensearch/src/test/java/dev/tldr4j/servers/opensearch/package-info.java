/**
 * The how-to guide for OpenSearch, run against OpenSearch. {@link dev.tldr4j.servers.opensearch.OpenSearch} starts it in the
 * tests' own process from its jars on Maven Central.
 */
package dev.tldr4j.servers.opensearch;
