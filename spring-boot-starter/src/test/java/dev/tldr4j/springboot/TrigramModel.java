package dev.tldr4j.springboot;

import java.util.Locale;
import java.util.stream.IntStream;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;

/** Counts the groups of three letters in a text: a small model that needs no weights, and texts alike are near. */
final class TrigramModel implements EmbeddingModel {
    static final int DIMS = 256;

    @Override
    public EmbeddingResponse call(EmbeddingRequest request) {
        return new EmbeddingResponse(IntStream.range(
                        0, request.getInstructions().size())
                .mapToObj(i -> new Embedding(count(request.getInstructions().get(i)), i))
                .toList());
    }

    @Override
    public float[] embed(Document document) {
        return count(document.getText());
    }

    @Override
    public int dimensions() {
        return DIMS;
    }

    private static float[] count(String text) {
        float[] counts = new float[DIMS];
        String letters = "  " + text.toLowerCase(Locale.ROOT) + " ";
        for (int i = 0; i + 3 <= letters.length(); i++) {
            counts[Math.floorMod(letters.substring(i, i + 3).hashCode() * 0x9E3779B9 >>> 7, DIMS)]++;
        }
        return counts;
    }
}
