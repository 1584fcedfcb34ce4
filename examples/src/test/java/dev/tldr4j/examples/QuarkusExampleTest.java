package dev.tldr4j.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import io.quarkiverse.langchain4j.ModelName;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The beans of the how-to in a CDI container, and what takes them by injection. The container is Weld, as Quarkus brings
 * its own only with a build.
 */
class QuarkusExampleTest {
    /** Quarkus makes this bean from the properties of the model "full". */
    static class Configured {
        private static float[] vector = {3, 4, 9};

        @Produces
        @ApplicationScoped
        @ModelName("full")
        EmbeddingModel model() {
            return new EmbeddingModel() {
                @Override
                public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
                    return Response.from(segments.stream()
                            .map(segment -> Embedding.from(vector))
                            .toList());
                }
            };
        }
    }

    @ApplicationScoped
    static class Search {
        @Inject
        EmbeddingModel model;

        @Inject
        @ModelName("full")
        EmbeddingModel full;

        int dims() {
            return model.dimension();
        }

        float[] embed(String text) {
            return model.embed(text).content().vector();
        }

        float[] embedInFull(String text) {
            return full.embed(text).content().vector();
        }
    }

    /** Takes the first two numbers of three. (3, 4, 9) becomes (3, 4) and, of length 1, (0.6, 0.8). */
    private static final Encoder ENCODER = Encoder.affine(new float[] {1, 0, 0, 0, 1, 0}, new float[2], Map.of());

    private static Path resource;
    private static SeContainer application;

    @BeforeAll
    static void start() throws Exception {
        resource = Path.of(QuarkusExampleTest.class.getResource("/").toURI()).resolve("encoder.safetensors");
        ENCODER.save(resource);
        application = SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addBeanClasses(QuarkusExample.ReducedEmbeddings.class, Configured.class, Search.class)
                .initialize();
    }

    @AfterAll
    static void stop() throws IOException {
        application.close();
        Files.delete(resource);
    }

    private static Search search() {
        return application.select(Search.class).get();
    }

    @Test
    void injectedModelsAreReduced() {
        assertThat(search().dims()).isEqualTo(2);
        assertThat(search().embed("a text")).containsExactly(0.6f, 0.8f);
    }

    @Test
    void theFullModelIsThereByItsName() {
        assertThat(search().embedInFull("a text")).containsExactly(3, 4, 9);
    }

    @Test
    void anEncoderOfAnotherModelIsToldAtTheFirstCall() {
        Configured.vector = new float[5];
        try {
            assertThatThrownBy(() -> search().embed("a text"))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("gave a vector of 5 dimensions, but encoder "
                            + ENCODER.normalized().id() + " takes 3");
        } finally {
            Configured.vector = new float[] {3, 4, 9};
        }
    }
}
