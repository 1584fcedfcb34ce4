package dev.tldr4j.springboot;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.springai.ReducingEmbeddingModel;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;

/** The code of docs/how-to/use-with-spring-ai.md, as it stands there. */
final class SpringAiExample {
    private SpringAiExample() {}

    static void learn(EmbeddingModel full, List<String> texts, Path file) throws IOException {
        float[][] rows = full.embed(texts).toArray(float[][]::new);
        Encoder encoder = Tldr.builder().dims(32).fit(Vectors.of(rows));
        encoder.save(file);
    }

    static VectorStore store(EmbeddingModel model, List<Document> documents) {
        VectorStore store = SimpleVectorStore.builder(model).build();
        store.add(documents);
        return store;
    }

    static List<Document> search(VectorStore store, String question) {
        List<Document> found = store.similaritySearch(
                SearchRequest.builder().query(question).topK(3).build());
        return found;
    }

    static EmbeddingModel reduced(EmbeddingModel full, Path file) throws IOException {
        EmbeddingModel model = new ReducingEmbeddingModel(full, Encoder.load(file));
        return model;
    }
}
