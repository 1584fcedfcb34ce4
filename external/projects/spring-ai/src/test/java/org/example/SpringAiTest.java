package org.example;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.tldr4j.encoder.Encoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class SpringAiTest {
    private static final class Lengths implements EmbeddingModel {
        @Override
        public EmbeddingResponse call(EmbeddingRequest request) {
            return new EmbeddingResponse(request.getInstructions().stream()
                    .map(text -> new Embedding(new float[] {text.length(), 0, 0}, 0))
                    .toList());
        }

        @Override
        public float[] embed(Document document) {
            return embed(document.getText());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        @Bean
        EmbeddingModel model() {
            return new Lengths();
        }
    }

    @Test
    void thePropertyMakesTheModelReturnShortVectors(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("encoder.safetensors");
        Encoder.affine(new float[] {1, 0, 0, 0, 1, 0}, new float[2], Map.of("normalize", "true"))
                .save(file);

        try (var context = SpringApplication.run(Application.class, "--tldr4j.encoder=" + file.toUri())) {
            EmbeddingModel model = context.getBean(EmbeddingModel.class);

            assertArrayEquals(
                    new float[] {1, 0}, model.embed(List.of("text")).get(0));
        }
    }
}
