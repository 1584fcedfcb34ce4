package dev.tldr4j.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real model, a real encoder and a real store, wired as the how-to says. */
class LangChain4jExampleTest {
    @TempDir
    static Path folder;

    private static EmbeddingModel full;
    private static EmbeddingModel model;

    @BeforeAll
    static void learn() throws IOException {
        full = new AllMiniLmL6V2QuantizedEmbeddingModel();
        Path encoder = folder.resolve("encoder.safetensors");
        LangChain4jExample.learn(full, HelpDesk.questions(), encoder);
        model = LangChain4jExample.reduced(full, encoder);
    }

    @Test
    void questionsInOtherWordsFindTheRightOnes() {
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("What is the weight of your suitcases?", "What does the suitcase weigh?");
        expected.put("my guitar stopped working", "My guitar does not work any more.");
        expected.put("You took the money for the fridge two times", "I was charged twice for the fridge.");
        expected.put("Which colours are there for the umbrella?", "Do you have the umbrella in another colour?");
        expected.put("I lost the instructions for my telescope", "Where is the manual of the telescope?");
        expected.put("The toaster came damaged", "The toaster was broken when it arrived.");
        EmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
        LangChain4jExample.fill(store, model, HelpDesk.questions());

        expected.forEach((asked, question) -> assertThat(LangChain4jExample.search(store, model, asked))
                .as(asked)
                .extracting(match -> match.embedded().text())
                .contains(question));
    }

    @Test
    void theStoredVectorsAreATwelfthAsLongAndTokensAreStillCounted() {
        assertThat(full.dimension()).isEqualTo(384);
        assertThat(model.dimension()).isEqualTo(32);
        assertThat(model.embedAll(List.of(TextSegment.from("Where is my parcel?")))
                        .tokenUsage())
                .isNotNull()
                .isEqualTo(full.embedAll(List.of(TextSegment.from("Where is my parcel?")))
                        .tokenUsage());
    }
}
