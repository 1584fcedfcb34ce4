/**
 * For Spring AI: {@code ReducingEmbeddingModel} wraps an embedding model and reduces what that returns. It uses the
 * encoder and Spring AI's own interfaces.
 */
package dev.tldr4j.springai;
