package dev.tldr4j.springai;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.BatchingStrategy;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingOptions;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;

/**
 * An embedding model that reduces what another one returns, to vectors of length 1.
 *
 * <p>Every call is one call to the other model, by the same method, with all its texts: batches stay batches. Indices,
 * metadata, the model's name and its token usage are passed on. What text of a document is embedded, the other model says.
 *
 * <p>Spring AI's interface cannot tell how long a model's vectors are without, perhaps, a call to a remote service. So a
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
    public int dimensions() {
        return encoder.outputDims();
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidInputException if the model's vectors are not of the length that the encoder takes
     */
    @Override
    public EmbeddingResponse call(EmbeddingRequest request) {
        return reduce(model.call(request));
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidInputException if the model's vectors are not of the length that the encoder takes
     */
    @Override
    public EmbeddingResponse embedForResponse(List<String> texts) {
        return reduce(model.embedForResponse(texts));
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidInputException if the model's vectors are not of the length that the encoder takes
     */
    @Override
    public float[] embed(String text) {
        return reduce(model.embed(text));
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidInputException if the model's vectors are not of the length that the encoder takes
     */
    @Override
    public float[] embed(Document document) {
        return reduce(model.embed(document));
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidInputException if the model's vectors are not of the length that the encoder takes
     */
    @Override
    public List<float[]> embed(List<String> texts) {
        return reduce(model.embed(texts));
    }

    /**
     * {@inheritDoc}
     *
     * @throws InvalidInputException if the model's vectors are not of the length that the encoder takes
     */
    @Override
    public List<float[]> embed(List<Document> documents, EmbeddingOptions options, BatchingStrategy batching) {
        return reduce(model.embed(documents, options, batching));
    }

    @Override
    public String getEmbeddingContent(Document document) {
        return model.getEmbeddingContent(document);
    }

    /** For people: both parts. */
    @Override
    public String toString() {
        return model.getClass().getSimpleName() + " reduced by " + encoder;
    }

    private EmbeddingResponse reduce(EmbeddingResponse response) {
        List<Embedding> reduced = response.getResults().stream()
                .map(embedding ->
                        new Embedding(reduce(embedding.getOutput()), embedding.getIndex(), embedding.getMetadata()))
                .toList();
        return new EmbeddingResponse(reduced, response.getMetadata());
    }

    private List<float[]> reduce(List<float[]> vectors) {
        return vectors.stream().map(this::reduce).toList();
    }

    private float[] reduce(float[] vector) {
        if (vector.length != encoder.inputDims()) {
            throw new InvalidInputException(model.getClass().getSimpleName() + " gave a vector of " + vector.length
                    + " dimensions, but encoder " + encoder.id() + " takes " + encoder.inputDims()
                    + "; use the embedding model, and its setting for dimensions, that this encoder was learned for");
        }
        return encoder.encode(vector);
    }
}
