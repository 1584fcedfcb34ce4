package dev.tldr4j.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.EmbeddingMatch;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The code of docs/how-to/use-with-langchain4j.md, as it stands there. */
final class LangChain4jExample {
    private LangChain4jExample() {}

    static void learn(EmbeddingModel full, List<TextSegment> texts, Path file) throws IOException {
        float[][] rows =
                full.embedAll(texts).content().stream().map(Embedding::vector).toArray(float[][]::new);
        Encoder encoder = Tldr.builder().dims(32).fit(Vectors.of(rows));
        encoder.save(file);
    }

    static EmbeddingModel reduced(EmbeddingModel full, Path file) throws IOException {
        EmbeddingModel model = new ReducingEmbeddingModel(full, Encoder.load(file));
        return model;
    }

    static void fill(EmbeddingStore<TextSegment> store, EmbeddingModel model, List<TextSegment> texts) {
        store.addAll(model.embedAll(texts).content(), texts);
    }

    static List<EmbeddingMatch<TextSegment>> search(
            EmbeddingStore<TextSegment> store, EmbeddingModel model, String question) {
        EmbeddingSearchRequest request = EmbeddingSearchRequest.builder()
                .queryEmbedding(model.embed(question).content())
                .maxResults(3)
                .build();
        List<EmbeddingMatch<TextSegment>> found = store.search(request).matches();
        return found;
    }
}
