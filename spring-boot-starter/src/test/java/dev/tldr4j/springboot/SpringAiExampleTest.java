package dev.tldr4j.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A model, an encoder learned from its vectors, and Spring's own store, wired by Spring Boot as the how-to says. */
class SpringAiExampleTest {
    private static final String[] DISHES = {
        "potato",
        "tomato",
        "pumpkin",
        "mushroom",
        "chicken",
        "salmon",
        "lentil",
        "spinach",
        "onion",
        "carrot",
        "rhubarb",
        "apple",
        "cherry",
        "almond",
        "chocolate",
        "lemon",
        "barley",
        "chestnut",
        "celery",
        "fennel"
    };
    private static final String[] WAYS = {
        "%s soup with fresh herbs",
        "a cake of %s for twelve people",
        "how to grill %s over charcoal",
        "%s salad in a mustard dressing",
        "preserving %s for the winter",
        "a pie filled with %s and cream",
        "growing %s in your own garden",
        "%s on the menu of a school",
        "what the vitamins of %s are good for",
        "a sauce of %s to go with noodles"
    };

    private static List<String> texts() {
        var texts = new ArrayList<String>();
        for (String dish : DISHES) {
            for (String way : WAYS) {
                texts.add(way.formatted(dish));
            }
        }
        return texts;
    }

    /** As an application's own, beside which the starter is on the class path. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        @Bean
        TrigramModel model() {
            return new TrigramModel();
        }
    }

    @Test
    void aPropertyGivesTheReducedModelAndItsStoreFindsTheRightTexts(@TempDir Path folder) throws IOException {
        Path encoder = folder.resolve("encoder.safetensors");
        SpringAiExample.learn(new TrigramModel(), texts(), encoder);
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("pumpkins, preserved for winter", "preserving pumpkin for the winter");
        expected.put("grilled salmon, over charcoal", "how to grill salmon over charcoal");
        expected.put("mushroom sauce, to go with noodles", "a sauce of mushroom to go with noodles");
        expected.put("which vitamins are in spinach?", "what the vitamins of spinach are good for");
        expected.put("a cherry cake for many people", "a cake of cherry for twelve people");

        try (var application = SpringApplication.run(
                Application.class, "--spring.main.banner-mode=off", "--tldr4j.encoder=" + encoder.toUri())) {
            EmbeddingModel model = application.getBean(EmbeddingModel.class);
            assertThat(model.dimensions()).isEqualTo(32);

            VectorStore store = SpringAiExample.store(
                    model, texts().stream().map(Document::new).toList());
            expected.forEach((asked, text) -> assertThat(SpringAiExample.search(store, asked))
                    .as(asked)
                    .extracting(Document::getText)
                    .contains(text));
        }
    }

    @Test
    void theHandWrittenModelIsTheSame(@TempDir Path folder) throws IOException {
        Path encoder = folder.resolve("encoder.safetensors");
        SpringAiExample.learn(new TrigramModel(), texts(), encoder);
        EmbeddingModel byHand = SpringAiExample.reduced(new TrigramModel(), encoder);

        try (var application = SpringApplication.run(
                Application.class, "--spring.main.banner-mode=off", "--tldr4j.encoder=" + encoder.toUri())) {
            assertThat(application.getBean(EmbeddingModel.class).embed("salmon"))
                    .containsExactly(byHand.embed("salmon"));
        }
    }
}
