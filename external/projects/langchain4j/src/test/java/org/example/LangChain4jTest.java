package org.example;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.langchain4j.ReducingEmbeddingModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LangChain4jTest {
    private static final class Lengths implements EmbeddingModel {
        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
            return Response.from(segments.stream()
                    .map(segment -> Embedding.from(new float[] {segment.text().length(), 0, 0}))
                    .toList());
        }
    }

    @Test
    void aModelReturnsShortVectors() {
        Encoder encoder = Encoder.affine(new float[] {1, 0, 0, 0, 1, 0}, new float[2], Map.of("normalize", "true"));

        EmbeddingModel model = new ReducingEmbeddingModel(new Lengths(), encoder);

        assertArrayEquals(new float[] {1, 0}, model.embed("text").content().vector());
    }
}
