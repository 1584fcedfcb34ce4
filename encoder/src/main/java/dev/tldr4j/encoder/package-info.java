/**
 * The encoder: turns long embeddings into short ones, on the JDK alone.
 *
 * <pre>{@code
 * Encoder encoder = Encoder.load(Path.of("encoder.safetensors")); // once; safe for many threads
 *
 * float[] small = encoder.encode(embedding);        // a new array
 * encoder.encode(embedding, small);                 // into one of yours
 * float[][] many = encoder.encodeAll(embeddings);
 * }</pre>
 *
 * <p>Encode documents and queries with the same encoder: {@link dev.tldr4j.encoder.Encoder#id()} names it, and belongs
 * beside every index made with it.
 */
package dev.tldr4j.encoder;
