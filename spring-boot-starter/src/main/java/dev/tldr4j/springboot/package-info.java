/**
 * For Spring Boot: a property wraps the application's embedding model. Start at {@code
 * ReducedEmbeddingsAutoConfiguration}.
 */
package dev.tldr4j.springboot;
