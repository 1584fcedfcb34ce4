/**
 * The how-to guide for Elasticsearch, run against Elasticsearch. {@link dev.tldr4j.servers.elasticsearch.Elasticsearch} starts
 * it in the tests' own process from its jars on Maven Central, under the Elastic License 2.0, and nothing of it is shipped.
 */
package dev.tldr4j.servers.elasticsearch;
