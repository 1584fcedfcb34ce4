package dev.tldr4j.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A whole application that cannot start, and what it shows instead of a stack trace. */
class FailureTest {
    /** Spring Boot finds it beside the one that writes to the console. */
    static final class Shown implements FailureAnalysisReporter {
        private static FailureAnalysis last;

        @Override
        public void report(FailureAnalysis analysis) {
            last = analysis;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        @Bean
        TrigramModel model() {
            return new TrigramModel();
        }

        @Bean
        ApplicationRunner firstCall(EmbeddingModel model) {
            return arguments -> model.embed("a text");
        }
    }

    private static String shownWith(String encoder) {
        Shown.last = null;
        assertThatThrownBy(() -> SpringApplication.run(
                                Application.class, "--spring.main.banner-mode=off", "--tldr4j.encoder=" + encoder)
                        .close())
                .hasStackTraceContaining(InvalidInputException.class.getName());
        assertThat(Shown.last).as("a failure that is explained").isNotNull();
        return Shown.last.getDescription();
    }

    @Test
    void aMissingFileIsToldInOneLine() {
        assertThat(shownWith("classpath:nowhere.safetensors"))
                .isEqualTo("tldr4j.encoder, class path resource [nowhere.safetensors]: there is no such file;"
                        + " check its name, and whether it begins with classpath: or file:");
    }

    @Test
    void anEncoderOfAnotherModelIsToldAtTheFirstCall(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("encoder.safetensors");
        Encoder encoder = Encoder.affine(new float[6], new float[2], Map.of());
        encoder.save(file);

        assertThat(shownWith(file.toUri().toString()))
                .hasLineCount(1)
                .startsWith("TrigramModel gave a vector of 256 dimensions, but encoder "
                        + encoder.normalized().id() + " takes 3; ");
    }
}
