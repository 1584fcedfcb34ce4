package dev.tldr4j.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.message.ContentType;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.listener.EmbeddingModelErrorContext;
import dev.langchain4j.model.embedding.listener.EmbeddingModelListener;
import dev.langchain4j.model.embedding.listener.EmbeddingModelResponseContext;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.embedding.response.EmbeddingResponseMetadata;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReducingEmbeddingModelTest {
    /** Takes the first two numbers of three. (3, 4, 9) becomes (3, 4) and, of length 1, (0.6, 0.8). */
    private static final Encoder ENCODER = Encoder.affine(new float[] {1, 0, 0, 0, 1, 0}, new float[2], Map.of());

    private static final float[] LONG = {3, 4, 9};
    private static final float[] SHORT = {0.6f, 0.8f};

    private final Remote remote = new Remote();
    private final EmbeddingModel reducing = new ReducingEmbeddingModel(remote, ENCODER);

    /** As models of providers are since 1.18: they implement doEmbed. */
    private static final class Remote implements EmbeddingModel {
        private final List<Integer> batches = new ArrayList<>();
        private final List<float[]> heard = new ArrayList<>();
        private float[] vector = LONG;
        private CompletableFuture<EmbeddingResponse> underWay;

        @Override
        public EmbeddingResponse doEmbed(EmbeddingRequest request) {
            batches.add(request.inputs().size());
            return EmbeddingResponse.builder()
                    .embeddings(request.inputs().stream()
                            .map(input -> Embedding.from(vector))
                            .toList())
                    .metadata(EmbeddingResponseMetadata.builder()
                            .modelName("long-3, March")
                            .tokenUsage(new TokenUsage(7 * request.inputs().size()))
                            .build())
                    .build();
        }

        @Override
        public CompletableFuture<EmbeddingResponse> doEmbedAsync(EmbeddingRequest request) {
            return underWay == null ? CompletableFuture.completedFuture(doEmbed(request)) : underWay;
        }

        @Override
        public List<EmbeddingModelListener> listeners() {
            return List.of(new EmbeddingModelListener() {
                @Override
                public void onResponse(EmbeddingModelResponseContext context) {
                    context.embeddingResponse().embeddings().forEach(embedding -> heard.add(embedding.vector()));
                }
            });
        }

        @Override
        public String modelName() {
            return "long-3";
        }

        @Override
        public ModelProvider provider() {
            return ModelProvider.MISTRAL_AI;
        }

        @Override
        public Set<EmbeddingParameter<?>> supportedParameters() {
            return Set.of(EmbeddingRequestParameters.DIMENSIONS);
        }

        @Override
        public EmbeddingRequestParameters defaultRequestParameters() {
            return EmbeddingRequestParameters.builder().dimensions(3).build();
        }

        @Override
        public Set<ContentType> supportedContentTypes() {
            return Set.of(ContentType.TEXT, ContentType.IMAGE);
        }
    }

    private static List<TextSegment> segments(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> TextSegment.from("text " + i))
                .toList();
    }

    private static EmbeddingRequest request(int texts) {
        return EmbeddingRequest.builder().textSegments(segments(texts)).build();
    }

    private static void assertShort(List<Embedding> embeddings, int count) {
        assertThat(embeddings).hasSize(count).allSatisfy(embedding -> assertThat(embedding.vector())
                .containsExactly(SHORT));
    }

    @Test
    void aPrefixOfTheEncoderGivesItsFirstNumbersAtLength1() {
        Encoder three = Encoder.affine(new float[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, new float[3], Map.of());

        ReducingEmbeddingModel shorter = new ReducingEmbeddingModel(remote, three.truncated(2));

        assertThat(shorter.dimension()).isEqualTo(2);
        assertThat(shorter.embed("a text").content().vector()).containsExactly(SHORT);
        assertThat(shorter.encoder().prefixOf()).contains(three.id());
    }

    @Test
    void everyWayToEmbedGivesShortVectorsOfLength1AndIsOneCall() {
        assertShort(List.of(reducing.embed("a text").content()), 1);
        assertShort(List.of(reducing.embed(TextSegment.from("a text")).content()), 1);
        assertShort(reducing.embedAll(segments(5)).content(), 5);
        assertShort(reducing.embed(request(4)).embeddings(), 4);
        assertShort(reducing.doEmbed(request(3)).embeddings(), 3);
        assertShort(reducing.embedAsync(request(2)).join().embeddings(), 2);
        assertShort(reducing.doEmbedAsync(request(6)).join().embeddings(), 6);

        assertThat(remote.batches).containsExactly(1, 1, 5, 4, 3, 2, 6);
    }

    @Test
    void itsDimensionIsKnownWithoutACall() {
        assertThat(reducing.dimension()).isEqualTo(2);
        assertThat(remote.batches).isEmpty();
    }

    @Test
    void whatTheModelSaysBesidesIsPassedOn() {
        EmbeddingResponse response = reducing.embed(request(2));
        assertThat(response.modelName()).isEqualTo("long-3, March");
        assertThat(response.tokenUsage().inputTokenCount()).isEqualTo(14);
        assertThat(reducing.embedAll(segments(2)).tokenUsage().inputTokenCount())
                .isEqualTo(14);
        assertThat(reducing.embed("a text").tokenUsage().inputTokenCount()).isEqualTo(7);

        assertThat(reducing.modelName()).isEqualTo("long-3");
        assertThat(reducing.provider()).isEqualTo(ModelProvider.MISTRAL_AI);
        assertThat(reducing.supportedParameters()).isEqualTo(remote.supportedParameters());
        assertThat(reducing.defaultRequestParameters().dimensions()).isEqualTo(3);
        assertThat(reducing.supportedContentTypes()).contains(ContentType.IMAGE);
    }

    @Test
    void whatAModelOfTheOldKindSaysBesidesIsPassedOnToo() {
        EmbeddingModel old = new EmbeddingModel() {
            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
                List<Embedding> embeddings =
                        segments.stream().map(s -> Embedding.from(LONG)).toList();
                return Response.from(embeddings, new TokenUsage(5), FinishReason.LENGTH, Map.of("region", "north"));
            }
        };
        EmbeddingModel reducingOld = new ReducingEmbeddingModel(old, ENCODER);

        Response<List<Embedding>> response = reducingOld.embedAll(segments(2));
        assertShort(response.content(), 2);
        assertThat(response.tokenUsage().inputTokenCount()).isEqualTo(5);
        assertThat(response.finishReason()).isEqualTo(FinishReason.LENGTH);
        assertThat(response.metadata()).containsEntry("region", "north");
        assertShort(List.of(reducingOld.embed("a text").content()), 1);
        assertShort(reducingOld.embed(request(3)).embeddings(), 3);
    }

    @Test
    void nothingToEmbedIsNoCall() {
        assertThat(reducing.embedAll(List.of()).content()).isEmpty();
        assertThat(reducing.embedAll(null).content()).isEmpty();
        assertThat(remote.batches).isEmpty();
    }

    @Test
    void aParameterThatTheModelDoesNotSupportIsRefusedByIt() {
        EmbeddingRequest asked =
                EmbeddingRequest.builder().input("a text").modelName("another").build();
        assertThatThrownBy(() -> reducing.embed(asked)).isInstanceOf(UnsupportedFeatureException.class);
    }

    @Test
    void itsOwnListenersHearOfShortVectorsAndThoseOfTheModelOnceOfLongOnes() {
        var heard = new ArrayList<float[]>();
        EmbeddingModel listened = reducing.addListener(new EmbeddingModelListener() {
            @Override
            public void onResponse(EmbeddingModelResponseContext context) {
                context.embeddingResponse().embeddings().forEach(embedding -> heard.add(embedding.vector()));
            }
        });

        listened.embedAll(segments(1));

        assertThat(heard).singleElement().satisfies(vector -> assertThat(vector).containsExactly(SHORT));
        assertThat(remote.heard).singleElement().satisfies(vector -> assertThat(vector)
                .containsExactly(LONG));
        assertThat(listened.dimension()).isEqualTo(2);
    }

    @Test
    void aModelOfAnotherWidthIsRefusedAndBothAreNamed() {
        remote.vector = new float[5];
        String told = "Remote (long-3) gave a vector of 5 dimensions, but encoder "
                + ENCODER.normalized().id() + " takes 3; ";

        assertThatThrownBy(() -> reducing.embed("a text"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(told);
        assertThatThrownBy(() -> reducing.embedAll(segments(2))).hasMessageStartingWith(told);
        assertThatThrownBy(() -> reducing.embed(request(2))).hasMessageStartingWith(told);
        assertThatThrownBy(() -> reducing.embedAsync(request(2)).join())
                .hasCauseInstanceOf(InvalidInputException.class);
    }

    @Test
    void aListenerOfItsOwnHearsOfAModelThatDoesNotFit() {
        remote.vector = new float[5];
        var errors = new ArrayList<Throwable>();
        EmbeddingModel listened = reducing.addListener(new EmbeddingModelListener() {
            @Override
            public void onError(EmbeddingModelErrorContext context) {
                errors.add(context.error());
            }
        });

        assertThatThrownBy(() -> listened.embed("a text")).isInstanceOf(InvalidInputException.class);
        assertThat(errors).singleElement().isInstanceOf(InvalidInputException.class);
    }

    @Test
    void cancellingReachesTheModel() {
        remote.underWay = new CompletableFuture<>();

        reducing.embedAsync(request(1)).cancel(true);

        assertThat(remote.underWay).isCancelled();
    }

    @Test
    void aModelThatCannotWorkInTheBackgroundStillCannot() {
        EmbeddingModel blocking = new EmbeddingModel() {
            @Override
            public EmbeddingResponse doEmbed(EmbeddingRequest request) {
                return remote.doEmbed(request);
            }
        };

        assertThat(new ReducingEmbeddingModel(blocking, ENCODER).embedAsync(request(1)))
                .isCompletedExceptionally();
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
        assertThat(Arrays.stream(EmbeddingModel.class.getMethods())
                        .filter(method -> !method.getName().startsWith("addListener"))
                        .toList())
                .allSatisfy(method -> assertThat(ReducingEmbeddingModel.class.getDeclaredMethod(
                                method.getName(), method.getParameterTypes()))
                        .isNotNull());
    }
}
