package dev.tldr4j.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.message.ContentType;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.listener.EmbeddingModelListener;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.output.Response;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * An embedding model that reduces what another one returns, to vectors of length 1.
 *
 * <p>Every call is one call to the other model, by the same method, with all its texts: batches stay batches. Token usage,
 * finish reason, metadata, model name and provider are those of the other model, and so are the parameters and content
 * types that it supports. Its own listeners hear of its own, long vectors; listeners added to this one by
 * {@link #addListener} hear of the short ones.
 *
 * <p>LangChain4j's interface cannot tell how long a model's vectors are without, perhaps, a call to a remote service. So a
 * model that does not fit the encoder is refused at the first call, not before.
 *
 * <p>As safe for many threads as the other model is.
 */
public final class ReducingEmbeddingModel implements EmbeddingModel {
    private final EmbeddingModel model;
    private final Encoder encoder;

    /**
     * Reduces the vectors of this model by this encoder, which should have been learned from vectors of the same model.
     *
     * @param encoder scaled to length 1 ({@link Encoder#normalized()}), whether it was before or not
     */
    public ReducingEmbeddingModel(EmbeddingModel model, Encoder encoder) {
        this.model = Objects.requireNonNull(model, "model");
        this.encoder = encoder.normalized();
    }

    /** The encoder with outputs of length 1. Keep its {@link Encoder#id()} with what is stored. */
    public Encoder encoder() {
        return encoder;
    }

    /** How long the reduced vectors are. Asks nobody. */
    @Override
    public int dimension() {
        return encoder.outputDims();
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidInputException if the model's vectors are not of the length that the encoder takes
     */
    @Override
    public Response<Embedding> embed(String text) {
        return reduceOne(model.embed(text));
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidInputException if the model's vectors are not of the length that the encoder takes
     */
    @Override
    public Response<Embedding> embed(TextSegment segment) {
        return reduceOne(model.embed(segment));
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidInputException if the model's vectors are not of the length that the encoder takes
     */
    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        Response<List<Embedding>> response = model.embedAll(segments);
        return Response.from(
                reduce(response.content()), response.tokenUsage(), response.finishReason(), response.metadata());
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidInputException if the model's vectors are not of the length that the encoder takes
     */
    @Override
    public EmbeddingResponse embed(EmbeddingRequest request) {
        return reduce(model.embed(request));
    }

    /** {@inheritDoc} */
    @Override
    public EmbeddingResponse doEmbed(EmbeddingRequest request) {
        return reduce(model.doEmbed(request));
    }

    /** {@inheritDoc} Fails where the other model cannot do it either. */
    @Override
    public CompletableFuture<EmbeddingResponse> embedAsync(EmbeddingRequest request) {
        return reduce(model.embedAsync(request));
    }

    /** {@inheritDoc} */
    @Override
    public CompletableFuture<EmbeddingResponse> doEmbedAsync(EmbeddingRequest request) {
        return reduce(model.doEmbedAsync(request));
    }

    /** None: what the other model's listeners should hear, they hear from it. */
    @Override
    public List<EmbeddingModelListener> listeners() {
        return List.of();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public String modelName() {
        return model.modelName();
    }

    @Override
    public EmbeddingRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public Set<EmbeddingParameter<?>> supportedParameters() {
        return model.supportedParameters();
    }

    @Override
    public Set<ContentType> supportedContentTypes() {
        return model.supportedContentTypes();
    }

    /** For people: both parts. */
    @Override
    public String toString() {
        return name() + " reduced by " + encoder;
    }

    private CompletableFuture<EmbeddingResponse> reduce(CompletableFuture<EmbeddingResponse> response) {
        CompletableFuture<EmbeddingResponse> reduced = response.thenApply(this::reduce);
        // A future knows its successors only: without this, cancelling would leave the call running.
        reduced.whenComplete((done, error) -> {
            if (reduced.isCancelled()) {
                response.cancel(true);
            }
        });
        return reduced;
    }

    private EmbeddingResponse reduce(EmbeddingResponse response) {
        return EmbeddingResponse.builder()
                .embeddings(reduce(response.embeddings()))
                .metadata(response.metadata())
                .build();
    }

    private Response<Embedding> reduceOne(Response<Embedding> response) {
        return Response.from(
                reduce(response.content()), response.tokenUsage(), response.finishReason(), response.metadata());
    }

    private List<Embedding> reduce(List<Embedding> embeddings) {
        return embeddings.stream().map(this::reduce).toList();
    }

    private Embedding reduce(Embedding embedding) {
        if (embedding.dimension() != encoder.inputDims()) {
            throw new InvalidInputException(name() + " gave a vector of " + embedding.dimension()
                    + " dimensions, but encoder " + encoder.id() + " takes " + encoder.inputDims()
                    + "; use the embedding model, and its setting for dimensions, that this encoder was learned for");
        }
        return Embedding.from(encoder.encode(embedding.vector()));
    }

    /** The class says something even where the model has no name. */
    private String name() {
        return model.getClass().getSimpleName() + " (" + model.modelName() + ")";
    }
}
