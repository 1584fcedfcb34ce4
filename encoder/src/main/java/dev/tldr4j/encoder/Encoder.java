package dev.tldr4j.encoder;

import dev.tldr4j.encoder.internal.FloatVectors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Turns long vectors into short ones: one affine map, or several with a ReLU between each two.
 *
 * <p>Immutable and safe for use by many threads. The same vector gives the same output bit for bit, on every machine,
 * alone or in a batch. NaN and infinities in a vector are not looked for: they go through the arithmetic, and so appear
 * in the output as NaN or infinity.
 */
public final class Encoder {
    private static final float[][] NO_HIDDEN_ROWS = {};

    private final List<Affine> layers;
    private final boolean normalize;
    private final List<Integer> prefixes;
    private final Map<String, String> metadata;

    private Encoder(List<Affine> layers, Map<String, String> given) {
        this(layers, given, null);
    }

    /** With its id where that is known already, or null: making one takes a while. */
    Encoder(List<Affine> layers, Map<String, String> given, String id) {
        this.layers = List.copyOf(layers);
        checkLayers(this.layers);
        Map<String, String> sorted = Metadata.checkedCopy(given);
        this.normalize = Metadata.normalize(sorted);
        this.prefixes = Metadata.prefixes(sorted, outputDims());
        sorted.put(Metadata.FORMAT, Metadata.THIS_FORMAT);
        sorted.put(Metadata.FORMAT_VERSION, Metadata.THIS_VERSION);
        sorted.put(Metadata.INPUT_DIMS, Integer.toString(inputDims()));
        sorted.put(Metadata.OUTPUT_DIMS, Integer.toString(outputDims()));
        sorted.put(Metadata.NORMALIZE, Boolean.toString(normalize));
        sorted.put(Metadata.ID, id == null ? EncoderId.of(this.layers, normalize) : id);
        this.metadata = Collections.unmodifiableMap(sorted);
    }

    /**
     * One affine map {@code weight · x + bias}.
     *
     * @param weight row-major [bias.length × inputDims]; copied
     * @param bias one number for each output dimension; copied
     * @param metadata what to keep with the encoder, in its file too. {@code normalize} = {@code "true"} makes outputs
     *     unit vectors; {@code format}, {@code format_version}, {@code input_dims}, {@code output_dims} and {@code id}
     *     are set by the encoder, whatever is given, and {@code checksum} by its file
     * @return an encoder of one layer
     * @throws InvalidInputException if sizes do not fit or a number is not finite
     */
    public static Encoder affine(float[] weight, float[] bias, Map<String, String> metadata) {
        return new Encoder(List.of(new Affine(weight, bias)), metadata);
    }

    /**
     * Affine layers with a ReLU between each two of them, and none after the last.
     *
     * @param layers first to last
     * @param metadata as for {@link #affine}
     * @return an encoder of these layers
     * @throws InvalidInputException if there is no layer, or one does not take as many numbers as the one before gives
     */
    public static Encoder mlp(List<Affine> layers, Map<String, String> metadata) {
        return new Encoder(layers, metadata);
    }

    /**
     * Reads an encoder from its file.
     *
     * @param file as {@link #save} or {@code tldr4j fit} wrote it
     * @return the encoder that was saved, with the same id
     * @throws InvalidInputException if the file does not exist, or is not an encoder that this version can read, whole
     *     and unchanged
     * @throws IOException if reading fails
     */
    public static Encoder load(Path file) throws IOException {
        return EncoderFile.load(file);
    }

    /**
     * Reads an encoder from a stream, to its end; for an encoder among the resources of a jar, say. Does not close the
     * stream. Memory grows with what the stream really holds, to 1 GiB of weights at most.
     *
     * @param in the bytes of an encoder's file, and nothing else
     * @return the encoder that was saved, with the same id
     * @throws InvalidInputException if the stream is not an encoder that this version can read, whole and unchanged
     * @throws IOException if reading fails
     */
    public static Encoder load(InputStream in) throws IOException {
        return EncoderFile.load(in);
    }

    /**
     * Writes the encoder's file (safetensors), replacing what was there. It appears under its name only when complete.
     * The same encoder gives the same bytes.
     *
     * @param file by custom {@code *.safetensors}
     * @throws InvalidInputException if the folder does not exist or is not writable, or the encoder is too large for
     *     its file: 1 MiB of metadata, 1 GiB of weights
     * @throws IOException if writing fails
     */
    public void save(Path file) throws IOException {
        EncoderFile.save(this, file);
    }

    /** {@return how long the vectors are that it takes} */
    public int inputDims() {
        return layers.get(0).inputDims();
    }

    /** {@return how long the vectors are that it gives} */
    public int outputDims() {
        return layers.get(layers.size() - 1).outputDims();
    }

    /** {@return the affine maps, first to last; one, unless this is an MLP} */
    public List<Affine> layers() {
        return layers;
    }

    /**
     * The name of this encoder: 16 hex digits made from its weights and whether it normalizes. Two encoders with the
     * same id give the same outputs.
     *
     * @return the same for the same encoder, everywhere and for ever
     */
    public String id() {
        return metadata.get(Metadata.ID);
    }

    /** {@return what is known about this encoder, sorted by key; cannot be changed} */
    public Map<String, String> metadata() {
        return metadata;
    }

    /** {@return whether outputs have length 1 (L2)} */
    public boolean isNormalized() {
        return normalize;
    }

    /**
     * The same encoder with outputs scaled to length 1 (L2); an output of zeros stays zeros. It has another id, and its
     * metadata says {@code normalize} = {@code true}. One that is normalized already is returned as it is.
     *
     * @return an encoder that {@link #isNormalized()}
     */
    public Encoder normalized() {
        if (normalize) {
            return this;
        }
        Map<String, String> changed = new TreeMap<>(metadata);
        changed.put(Metadata.NORMALIZE, "true");
        return new Encoder(layers, changed);
    }

    /**
     * The sizes that this encoder was learned for: the first numbers of an output, so many of them, are a good shorter
     * output ({@code fit --nested}).
     *
     * @return ascending, the last is {@link #outputDims()}; empty if only the whole output was learned
     */
    public List<Integer> prefixes() {
        return prefixes;
    }

    /** {@return the id of the encoder of which this is a {@link #truncated prefix}; empty if it is whole} */
    public Optional<String> prefixOf() {
        return Optional.ofNullable(metadata.get(Metadata.PREFIX_OF));
    }

    /**
     * The encoder that gives the first numbers of this one's outputs; where outputs have length 1, so have its. It has an
     * id of its own, and {@link #prefixOf()} says whose prefix it is. Any size from 1 to {@link #outputDims()} is
     * possible; those in {@link #prefixes()} were learned, and with PCA and other methods that order their outputs every
     * size is good.
     *
     * @param dims how many numbers
     * @return this encoder, if these are all
     * @throws InvalidInputException if dims is not from 1 to {@link #outputDims()}
     */
    public Encoder truncated(int dims) {
        if (dims < 1 || dims > outputDims()) {
            throw new InvalidInputException("encoder " + id() + ": gives " + outputDims()
                    + " numbers, which cannot be truncated to " + dims + "; take 1 to " + outputDims());
        }
        if (dims == outputDims()) {
            return this;
        }
        List<Affine> shorter = new ArrayList<>(layers);
        int last = layers.size() - 1;
        shorter.set(last, layers.get(last).truncated(dims));
        Map<String, String> changed = new TreeMap<>(metadata);
        changed.putIfAbsent(Metadata.PREFIX_OF, id());
        changed.keySet().removeIf(key -> key.startsWith(Metadata.SCORE_OF_WHOLE));
        changed.put(
                Metadata.PREFIXES,
                prefixes.stream()
                        .filter(size -> size <= dims)
                        .map(String::valueOf)
                        .collect(Collectors.joining(",")));
        return new Encoder(shorter, changed);
    }

    /**
     * Encodes one vector.
     *
     * @param vector of exactly {@link #inputDims()} numbers
     * @return a new array of {@link #outputDims()} numbers
     * @throws InvalidInputException if the vector is not {@link #inputDims()} long
     */
    public float[] encode(float[] vector) {
        float[] output = new float[outputDims()];
        encode(vector, output);
        return output;
    }

    /**
     * Encodes one vector into an array of the caller's. An encoder of one layer allocates nothing; an MLP allocates
     * room for its hidden layers for the time of the call (it keeps none per thread, which would stay behind in pools
     * and with virtual threads).
     *
     * @param vector of exactly {@link #inputDims()} numbers
     * @param into of exactly {@link #outputDims()} numbers; must not be the array of the vector
     * @throws InvalidInputException if one of the lengths is wrong
     */
    public void encode(float[] vector, float[] into) {
        if (vector.length != inputDims()) {
            throw wrongLength("", vector.length);
        }
        if (into.length != outputDims()) {
            throw new InvalidInputException("encoder " + id() + ": gives vectors of " + outputDims()
                    + " dimensions, but the output array holds " + into.length + "; pass one of " + outputDims());
        }
        if (vector == into) {
            throw sameArray();
        }
        encodeRow(vector, 0, into, hiddenRows());
    }

    /**
     * Encodes many vectors in flat arrays, one after another. Allocates room for a single row, however many there are.
     *
     * @param vectors at least {@code count} × {@link #inputDims()} numbers; what follows is left alone
     * @param count how many vectors
     * @param into at least {@code count} × {@link #outputDims()} numbers; what follows is left alone; must not be the
     *     array of the vectors
     * @throws InvalidInputException if count is negative or an array is too short
     */
    public void encode(float[] vectors, int count, float[] into) {
        if (count < 0) {
            throw new InvalidInputException("encoder " + id() + ": cannot encode " + count + " vectors");
        }
        checkHolds(vectors, count, inputDims(), "input");
        checkHolds(into, count, outputDims(), "output");
        if (vectors == into) {
            throw sameArray();
        }
        float[][] hidden = hiddenRows();
        float[] row = new float[outputDims()];
        for (int i = 0; i < count; i++) {
            encodeRow(vectors, i * inputDims(), row, hidden);
            System.arraycopy(row, 0, into, i * row.length, row.length);
        }
    }

    /**
     * Encodes many vectors.
     *
     * @param vectors each of exactly {@link #inputDims()} numbers
     * @return new arrays, in the order of the vectors
     * @throws InvalidInputException naming the first row that is not {@link #inputDims()} long
     */
    public float[][] encodeAll(float[][] vectors) {
        for (int i = 0; i < vectors.length; i++) {
            if (vectors[i].length != inputDims()) {
                throw wrongLength("row " + i + ": ", vectors[i].length);
            }
        }
        float[][] hidden = hiddenRows();
        float[][] outputs = new float[vectors.length][outputDims()];
        for (int i = 0; i < vectors.length; i++) {
            encodeRow(vectors[i], 0, outputs[i], hidden);
        }
        return outputs;
    }

    /** For people: the id and the shape. */
    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder("encoder ").append(id()).append(": ").append(inputDims());
        for (Affine layer : layers) {
            text.append(" → ").append(layer.outputDims());
        }
        return text.append(normalize ? ", normalized" : "").toString();
    }

    /** The one path that every vector takes, so that a batch gives what single calls give. */
    private void encodeRow(float[] vectors, int from, float[] into, float[][] hidden) {
        float[] input = vectors;
        int start = from;
        for (int i = 0; i < hidden.length; i++) {
            layers.get(i).apply(input, start, hidden[i]);
            relu(hidden[i]);
            input = hidden[i];
            start = 0;
        }
        layers.get(hidden.length).apply(input, start, into);
        if (normalize) {
            FloatVectors.toLengthOne(into);
        }
    }

    private float[][] hiddenRows() {
        if (layers.size() == 1) {
            return NO_HIDDEN_ROWS;
        }
        float[][] hidden = new float[layers.size() - 1][];
        for (int i = 0; i < hidden.length; i++) {
            hidden[i] = new float[layers.get(i).outputDims()];
        }
        return hidden;
    }

    /** Math.max lets NaN through. */
    private static void relu(float[] row) {
        for (int i = 0; i < row.length; i++) {
            row[i] = Math.max(row[i], 0f);
        }
    }

    private static void checkLayers(List<Affine> layers) {
        if (layers.isEmpty()) {
            throw new InvalidInputException("an encoder needs at least one layer");
        }
        for (int i = 1; i < layers.size(); i++) {
            int given = layers.get(i - 1).outputDims();
            int taken = layers.get(i).inputDims();
            if (given != taken) {
                throw new InvalidInputException("layer " + i + " takes " + taken + " numbers, but layer " + (i - 1)
                        + " gives " + given + "; they must be the same");
            }
        }
    }

    private void checkHolds(float[] rows, int count, int dims, String what) {
        long needed = (long) count * dims;
        if (rows.length < needed) {
            throw new InvalidInputException("encoder " + id() + ": " + count + " vectors of " + dims
                    + " dimensions need " + needed + " numbers, but the " + what + " array holds " + rows.length);
        }
    }

    private InvalidInputException wrongLength(String where, int actual) {
        return new InvalidInputException(
                "encoder " + id() + ": " + where + "expects vectors of " + inputDims() + " dimensions, but got one of "
                        + actual + "; use the embedding model that this encoder was learned for");
    }

    private InvalidInputException sameArray() {
        return new InvalidInputException("encoder " + id() + ": the output array is the input array; pass another");
    }
}
