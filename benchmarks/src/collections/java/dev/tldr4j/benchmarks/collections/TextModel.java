package dev.tldr4j.benchmarks.collections;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * An embedding model out of LangChain4j's jars; may be called by several threads. Its weights are run here rather than by
 * LangChain4j, which cannot hold a call to one core; several texts at once, each on its own core, are done sooner.
 */
final class TextModel implements AutoCloseable {
    private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
    private final OrtSession session;
    private final HuggingFaceTokenizer tokenizer;
    private final boolean mean;
    private final int batchSize;

    private TextModel(String name, boolean mean, int batchSize) throws IOException, OrtException {
        try (InputStream words = resource(name + "-tokenizer.json");
                InputStream weights = resource(name + ".onnx");
                OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            tokenizer = HuggingFaceTokenizer.newInstance(words, Map.of("padding", "false"));
            // the callers are the threads
            options.setIntraOpNumThreads(1);
            session = environment.createSession(weights.readAllBytes(), options);
        }
        this.mean = mean;
        this.batchSize = batchSize;
    }

    static TextModel load(String name) throws IOException, OrtException {
        return switch (name) {
            case "all-minilm-l6-v2" -> new TextModel(name, true, 32);
            // quantized: its scales are those of a batch, so that texts would change each other's vectors
            case "bge-small-en-v1.5-q" -> new TextModel(name, false, 1);
            case "e5-small-v2-q" -> new TextModel(name, true, 1);
            default -> throw new IllegalArgumentException("no model " + name);
        };
    }

    private static InputStream resource(String name) {
        return TextModel.class.getResourceAsStream("/" + name);
    }

    /** How many texts to embed at once. */
    int batchSize() {
        return batchSize;
    }

    /** A vector of length 1 for each text. */
    float[][] embed(List<String> texts) throws OrtException {
        Encoding[] encodings = tokenizer.batchEncode(texts);
        int tokens = Arrays.stream(encodings)
                .mapToInt(encoding -> encoding.getIds().length)
                .max()
                .orElseThrow();
        long[] ids = new long[texts.size() * tokens];
        long[] mask = new long[texts.size() * tokens];
        for (int i = 0; i < encodings.length; i++) {
            long[] own = encodings[i].getIds();
            System.arraycopy(own, 0, ids, i * tokens, own.length);
            Arrays.fill(mask, i * tokens, i * tokens + own.length, 1);
        }
        long[] shape = {texts.size(), tokens};
        try (OnnxTensor idsTensor = tensor(ids, shape);
                OnnxTensor maskTensor = tensor(mask, shape);
                OnnxTensor types = tensor(new long[ids.length], shape);
                OrtSession.Result result = session.run(
                        Map.of("input_ids", idsTensor, "attention_mask", maskTensor, "token_type_ids", types))) {
            OnnxTensor states = (OnnxTensor) result.get(0);
            int dims = (int) states.getInfo().getShape()[2];
            FloatBuffer buffer = states.getFloatBuffer();
            float[][] vectors = new float[texts.size()][];
            for (int i = 0; i < vectors.length; i++) {
                // the first token stands for the whole text where the model was trained so
                int used = mean ? encodings[i].getIds().length : 1;
                vectors[i] = direction(buffer, i * tokens * dims, used, dims);
            }
            return vectors;
        }
    }

    private OnnxTensor tensor(long[] values, long[] shape) throws OrtException {
        return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape);
    }

    /** The sum of some rows of a buffer, with length 1. */
    private static float[] direction(FloatBuffer buffer, int from, int rows, int dims) {
        double[] sum = new double[dims];
        for (int i = 0; i < rows * dims; i++) {
            sum[i % dims] += buffer.get(from + i);
        }
        double length = Math.sqrt(Arrays.stream(sum).map(x -> x * x).sum());
        float[] direction = new float[dims];
        for (int j = 0; j < dims; j++) {
            direction[j] = (float) (sum[j] / length);
        }
        return direction;
    }

    @Override
    public void close() throws OrtException {
        session.close();
        tokenizer.close();
    }
}
