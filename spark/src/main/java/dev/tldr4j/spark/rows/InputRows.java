package dev.tldr4j.spark.rows;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/**
 * The vectors of a table to learn from.
 *
 * @param width how many numbers each has: as many as the first row that has a vector
 */
public record InputRows(JavaRDD<float[]> vectors, int width) {
    /**
     * A vector that is there more often is learned from this many times: more would be pairs of a row with itself, and a table
     * in which one is everywhere must not fill a sample or a task with it.
     */
    public static final int MOST_COPIES = 8;

    /** Refuses a wrong row where rows must be right, and otherwise leaves it out. */
    public static InputRows of(Dataset<?> dataset, ColumnParams columns) {
        Dataset<?> only = dataset.select(functions.col("`" + columns.input() + "`"));
        StructType schema = only.schema();
        VectorColumn column = VectorColumn.of(schema, columns.input());
        JavaRDD<InternalRow> rows = ((org.apache.spark.sql.classic.Dataset<?>) only)
                .queryExecution()
                .toRdd()
                .toJavaRDD();
        List<Integer> first =
                rows.map(column::length).filter(length -> length > 0).take(1);
        if (first.isEmpty()) {
            throw new InvalidInputException("column " + columns.input() + " has no vector to learn from");
        }
        int width = first.get(0);
        boolean refuse = columns.invalid().equals(ColumnParams.ERROR);
        return new InputRows(rows.mapPartitions(part -> read(part, column, width, refuse, schema)), width);
    }

    private static Iterator<float[]> read(
            Iterator<InternalRow> rows, VectorColumn column, int width, boolean refuse, StructType schema) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED), false)
                .map(row -> {
                    float[] vector = new float[width];
                    String wrong = column.read(row, width, vector, 0);
                    if (wrong != null && refuse) {
                        throw RowText.refusal(wrong, row, schema);
                    }
                    return wrong == null ? vector : null;
                })
                .filter(vector -> vector != null)
                .iterator();
    }

    /** At most so many rows, brought here: those with the smallest hashes. */
    public Vectors sample(int most, long seed) {
        long rows = vectors.count();
        // a few more than wanted, since chance gives a few more or less
        double share = rows <= most ? 1 : (most + 6 * Math.sqrt(most)) / rows;
        JavaRDD<float[]> drawn = vectors.mapPartitions(part -> draw(part, share, seed));
        List<Drawn> candidates = new ArrayList<>();
        for (float[] vector : drawn.collect()) {
            candidates.add(new Drawn(ContentHash.of(vector, seed), vector));
        }
        candidates.sort(
                Comparator.comparing(Drawn::hash, Long::compareUnsigned).thenComparing(Drawn::vector, Arrays::compare));
        Map<Long, Integer> copies = new HashMap<>();
        candidates.removeIf(candidate -> copies.merge(candidate.hash, 1, Integer::sum) > MOST_COPIES);
        int count = Math.min(most, candidates.size());
        if (count < 2) {
            throw new InvalidInputException("there are " + rows + " rows to learn from; learning needs at least 2");
        }
        float[][] sample = new float[count][];
        for (int i = 0; i < count; i++) {
            sample[i] = candidates.get(i).vector;
        }
        return new HeapVectors("the sample", sample, width);
    }

    private record Drawn(long hash, float[] vector) {}

    private static Iterator<float[]> draw(Iterator<float[]> rows, double share, long seed) {
        Map<Long, Integer> copies = new HashMap<>();
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED), false)
                .filter(vector -> {
                    long hash = ContentHash.of(vector, seed);
                    double place = (hash >>> 11) * 0x1p-53;
                    return place < share && copies.merge(hash, 1, Integer::sum) <= MOST_COPIES;
                })
                .iterator();
    }
}
