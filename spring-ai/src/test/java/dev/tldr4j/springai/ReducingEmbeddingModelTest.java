package dev.tldr4j.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.BatchingStrategy;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingOptions;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.ai.embedding.EmbeddingResponseMetadata;
import org.springframework.ai.embedding.EmbeddingResultMetadata;
import org.springframework.util.MimeTypeUtils;

class ReducingEmbeddingModelTest {
    /** Takes the first two numbers of three. (3, 4, 9) becomes (3, 4) and, of length 1, (0.6, 0.8). */
    private static final Encoder ENCODER = Encoder.affine(new float[] {1, 0, 0, 0, 1, 0}, new float[2], Map.of());

    private static final float[] SHORT = {0.6f, 0.8f};

    private final Remote remote = new Remote();
    private final EmbeddingModel reducing = new ReducingEmbeddingModel(remote, ENCODER);

    /** Embeds a document with its title, as models that know metadata do. */
    private static final class Remote implements EmbeddingModel {
        private final List<List<String>> batches = new ArrayList<>();
        private float[] vector = {3, 4, 9};

        @Override
        public EmbeddingResponse call(EmbeddingRequest request) {
            batches.add(request.getInstructions());
            List<Embedding> embeddings = IntStream.range(
                            0, request.getInstructions().size())
                    .mapToObj(i -> new Embedding(
                            vector,
                            10 + i,
                            new EmbeddingResultMetadata(
                                    "doc-" + i,
                                    EmbeddingResultMetadata.ModalityType.TEXT,
                                    MimeTypeUtils.TEXT_PLAIN,
                                    "of " + i)))
                    .toList();
            return new EmbeddingResponse(
                    embeddings,
                    new EmbeddingResponseMetadata("long-3", new DefaultUsage(7, 0), Map.of("region", "north")));
        }

        @Override
        public float[] embed(Document document) {
            return embed(getEmbeddingContent(document));
        }

        @Override
        public String getEmbeddingContent(Document document) {
            return document.getMetadata().get("title") + ": " + document.getText();
        }
    }

    private static Document document(String title, String text) {
        return new Document(text, Map.of("title", title));
    }

    @Test
    void aPrefixOfTheEncoderGivesItsFirstNumbersAtLength1() {
        Encoder three = Encoder.affine(new float[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, new float[3], Map.of());

        ReducingEmbeddingModel shorter = new ReducingEmbeddingModel(remote, three.truncated(2));

        assertThat(shorter.dimensions()).isEqualTo(2);
        assertThat(shorter.embed("a text")).containsExactly(SHORT);
        assertThat(shorter.encoder().prefixOf()).contains(three.id());
    }

    @Test
    void everyWayToEmbedGivesShortVectorsOfLength1AndIsOneCall() {
        assertThat(reducing.embed("a")).containsExactly(SHORT);
        assertThat(reducing.embed(document("T", "b"))).containsExactly(SHORT);
        assertThat(reducing.embed(List.of("c", "d"))).hasSize(2).allSatisfy(vector -> assertThat(vector)
                .containsExactly(SHORT));
        assertThat(reducing.embedForResponse(List.of("e", "f")).getResults())
                .hasSize(2)
                .allSatisfy(embedding -> assertThat(embedding.getOutput()).containsExactly(SHORT));
        assertThat(reducing.call(new EmbeddingRequest(
                                List.of("g"), EmbeddingOptions.builder().build()))
                        .getResult()
                        .getOutput())
                .containsExactly(SHORT);

        assertThat(remote.batches)
                .containsExactly(List.of("a"), List.of("T: b"), List.of("c", "d"), List.of("e", "f"), List.of("g"));
    }

    @Test
    void documentsAreEmbeddedInTheBatchesAskedForAndAsTheModelReadsThem() {
        BatchingStrategy pairs = documents -> List.of(documents.subList(0, 2), documents.subList(2, documents.size()));
        List<Document> documents = List.of(document("T", "a"), document("U", "b"), document("V", "c"));

        List<float[]> vectors =
                reducing.embed(documents, EmbeddingOptions.builder().build(), pairs);

        assertThat(vectors).hasSize(3).allSatisfy(vector -> assertThat(vector).containsExactly(SHORT));
        assertThat(remote.batches).containsExactly(List.of("T: a", "U: b"), List.of("V: c"));
        assertThat(reducing.getEmbeddingContent(documents.get(0))).isEqualTo("T: a");
    }

    @Test
    void itsDimensionsAreKnownWithoutACall() {
        assertThat(reducing.dimensions()).isEqualTo(2);
        assertThat(remote.batches).isEmpty();
    }

    @Test
    void whatTheModelSaysBesidesIsPassedOn() {
        EmbeddingResponse response = reducing.embedForResponse(List.of("a", "b"));

        assertThat(response.getMetadata().getModel()).isEqualTo("long-3");
        assertThat(response.getMetadata().getUsage().getPromptTokens()).isEqualTo(7);
        assertThat(response.getMetadata().<String>get("region")).isEqualTo("north");
        assertThat(response.getResults()).extracting(Embedding::getIndex).containsExactly(10, 11);
        assertThat(response.getResults())
                .extracting(embedding -> embedding.getMetadata().getDocumentId())
                .containsExactly("doc-0", "doc-1");
    }

    @Test
    void nothingToEmbedIsNoVectors() {
        assertThat(reducing.embed(List.<String>of())).isEmpty();
        assertThat(reducing.embedForResponse(List.of()).getResults()).isEmpty();
        assertThatThrownBy(() -> reducing.embed((String) null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aModelOfAnotherWidthIsRefusedAndBothAreNamed() {
        remote.vector = new float[5];
        String told = "Remote gave a vector of 5 dimensions, but encoder "
                + ENCODER.normalized().id() + " takes 3; ";

        assertThatThrownBy(() -> reducing.embed("a"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(told);
        assertThatThrownBy(() -> reducing.embed(document("T", "a"))).hasMessageStartingWith(told);
        assertThatThrownBy(() -> reducing.embed(List.of("a", "b"))).hasMessageStartingWith(told);
        assertThatThrownBy(() -> reducing.embedForResponse(List.of("a"))).hasMessageStartingWith(told);
    }

    @Test
    void theIdToKeepIsThatOfTheEncoderWithOutputsOfLength1() {
        assertThat(new ReducingEmbeddingModel(remote, ENCODER).encoder().id())
                .isEqualTo(ENCODER.normalized().id())
                .isNotEqualTo(ENCODER.id());
    }

    /** A default method that is new in the interface must be looked at: it may give long vectors, or ask the model. */
    @Test
    void everyMethodOfTheInterfaceIsItsOwn() {
        assertThat(Arrays.stream(EmbeddingModel.class.getMethods()).filter(method -> !method.isBridge()))
                .allSatisfy(method -> assertThat(ReducingEmbeddingModel.class.getDeclaredMethod(
                                method.getName(), method.getParameterTypes()))
                        .isNotNull());
    }
}
