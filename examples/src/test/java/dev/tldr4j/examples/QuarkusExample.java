package dev.tldr4j.examples;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.langchain4j.ReducingEmbeddingModel;
import io.quarkiverse.langchain4j.ModelName;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.io.IOException;
import java.io.InputStream;

/** The code of docs/how-to/use-with-quarkus.md, as it stands there. */
final class QuarkusExample {
    private QuarkusExample() {}

    static class ReducedEmbeddings {
        @Produces
        @ApplicationScoped
        EmbeddingModel reduced(@ModelName("full") EmbeddingModel full) throws IOException {
            try (InputStream file = ReducedEmbeddings.class.getResourceAsStream("/encoder.safetensors")) {
                return new ReducingEmbeddingModel(full, Encoder.load(file));
            }
        }
    }
}
