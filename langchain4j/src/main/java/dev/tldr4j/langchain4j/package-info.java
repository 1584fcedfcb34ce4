/**
 * For LangChain4j: {@code ReducingEmbeddingModel} wraps an embedding model and reduces what that returns. It uses the
 * encoder and LangChain4j's own interfaces.
 */
package dev.tldr4j.langchain4j;
