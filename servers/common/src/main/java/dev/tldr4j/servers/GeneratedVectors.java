package dev.tldr4j.servers;

import dev.tldr4j.evaluate.Exclusions;
import dev.tldr4j.evaluate.Judgments;
import dev.tldr4j.vectors.Vectors;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Vectors of length 1 around topics that lie in few directions, as embeddings do: documents of a query's topic are relevant. */
final class GeneratedVectors {
    private static final int DIMS = 384;
    private static final int DIRECTIONS = 96;
    private static final int TOPICS = 300;
    private static final int DOCS_OF_A_TOPIC = 5;
    /** Of a vector beside its topic, so large that some documents of other topics are nearer. */
    private static final double NOISE = 1.3;

    private GeneratedVectors() {}

    static Judged judged() {
        Random random = new Random(1);
        double[][] directions = new double[DIRECTIONS][];
        for (int i = 0; i < DIRECTIONS; i++) {
            directions[i] = gaussian(random, DIMS, 1 / Math.sqrt(Math.sqrt(1 + i)));
        }
        float[][] docs = new float[TOPICS * DOCS_OF_A_TOPIC][];
        float[][] queries = new float[TOPICS][];
        Map<Integer, Map<Integer, Integer>> grades = new HashMap<>();
        for (int topic = 0; topic < TOPICS; topic++) {
            double[] center = gaussian(random, DIRECTIONS, 1);
            queries[topic] = around(center, directions, random);
            Map<Integer, Integer> relevant = new TreeMap<>();
            for (int i = 0; i < DOCS_OF_A_TOPIC; i++) {
                int row = i * TOPICS + topic;
                docs[row] = around(center, directions, random);
                relevant.put(row, 1);
            }
            grades.put(topic, relevant);
        }
        return new Judged("generated", Vectors.of(docs), Vectors.of(queries), Judgments.of(grades), Exclusions.none());
    }

    private static double[] gaussian(Random random, int length, double scale) {
        return random.doubles(length).map(x -> scale * random.nextGaussian()).toArray();
    }

    private static float[] around(double[] center, double[][] directions, Random random) {
        double[] sum = gaussian(random, DIMS, 0.05);
        for (int i = 0; i < directions.length; i++) {
            double weight = center[i] + NOISE * random.nextGaussian();
            for (int j = 0; j < DIMS; j++) {
                sum[j] += weight * directions[i][j];
            }
        }
        double squares = 0;
        for (double number : sum) {
            squares += number * number;
        }
        float[] vector = new float[DIMS];
        for (int j = 0; j < DIMS; j++) {
            vector[j] = (float) (sum[j] / Math.sqrt(squares));
        }
        return vector;
    }
}
