package dev.tldr4j.springboot;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.Resource;

/**
 * What an application says in its properties. The comments below are what editors show.
 *
 * @param encoder Encoder file by which the vectors of the embedding model are reduced, such as
 *     "classpath:encoder.safetensors".
 * @param dims Size of the reduced vectors, where the encoder is nested and gives more. By default all that it gives.
 * @param embeddingModel Name of the embedding model's bean, where there are several and the one to reduce is not the
 *     primary one.
 */
@ConfigurationProperties("tldr4j")
record ReducedEmbeddingsProperties(Resource encoder, Integer dims, String embeddingModel) {}
