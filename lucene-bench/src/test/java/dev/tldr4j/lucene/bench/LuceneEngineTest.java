package dev.tldr4j.lucene.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.engine.EngineIndex;
import dev.tldr4j.evaluate.engine.IndexPlan;
import dev.tldr4j.evaluate.engine.IndexPlan.Graph;
import dev.tldr4j.evaluate.engine.IndexPlan.Quantization;
import dev.tldr4j.evaluate.engine.IndexPlan.Segments;
import dev.tldr4j.evaluate.engine.Reranking;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LuceneEngineTest {
    private static final int ROWS = 1_000;
    private static final int DIMS = 32;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Quantization.class)
    void aDocumentsNumberIsItsRowAndItFindsItself(Quantization quantization) throws IOException {
        float[] values = gaussian(ROWS, DIMS);
        for (Encoder encoder : new Encoder[] {null, half()}) {
            try (EngineIndex index = build(values, DIMS, encoder, quantization)) {
                for (int row : new int[] {0, 17, ROWS - 1}) {
                    float[] vector = Arrays.copyOfRange(values, row * DIMS, (row + 1) * DIMS);
                    for (Reranking reranking : index.rerankings()) {
                        if (reranking != Reranking.NONE || encoder == null && quantization == Quantization.NONE) {
                            assertThat(index.search(vector, 50, 10, reranking))
                                    .hasSize(10)
                                    .startsWith(row);
                        }
                    }
                    assertThat(index.visited(vector, 50)).isBetween(50L, (long) ROWS);
                }
            }
        }
    }

    @Test
    void theBytesOfAnIndexAreThoseOfItsFiles() throws IOException {
        try (EngineIndex index = build(gaussian(ROWS, DIMS), DIMS, half(), Quantization.INT8)) {
            Map<String, Long> parts = index.bytesByPart();
            long onDisk;
            try (Stream<Path> files = Files.list(folder.resolve("16-INT8"))) {
                onDisk = files.mapToLong(LuceneEngineTest::size).sum();
            }

            assertThat(parts.values().stream().mapToLong(bytes -> bytes).sum() + index.columnBytes())
                    .isEqualTo(onDisk);
            assertThat(parts.get("vectors")).isBetween(4L * ROWS * 16, 4L * ROWS * 16 + 200);
            assertThat(parts).containsKeys("quantized vectors", "graph", "rest");
            // a byte for each of the full vector's numbers
            assertThat(index.columnBytes()).isBetween((long) ROWS * DIMS, (long) ROWS * DIMS + 1_000);
            // the floats stay on disk
            long searched = parts.get("quantized vectors") + parts.get("graph");
            assertThat(index.memory().total()).isBetween(searched * 9 / 10, searched);
            // a byte a number, three floats and a sum of corrections
            assertThat(index.memory().codes()).isEqualTo(16L * ROWS);
            assertThat(index.memory().corrections()).isEqualTo(16L * ROWS);
        }
    }

    @Test
    void withoutQuantizationTheVectorsThemselvesAreSearched() throws IOException {
        try (EngineIndex index = build(gaussian(ROWS, DIMS), DIMS, null, Quantization.NONE)) {
            assertThat(index.rerankings()).containsExactly(Reranking.NONE);
            assertThat(index.columnBytes()).isZero();
            assertThat(index.memory().total()).isGreaterThan(4L * ROWS * DIMS);
            assertThat(index.memory().codes()).isEqualTo(4L * ROWS * DIMS);
            assertThat(index.memory().corrections()).isZero();
            assertThat(index.segments()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Quantization.class)
    void aShortlistIsOrderedByTheWholeOutputs(Quantization quantization) throws IOException {
        float[] values = gaussian(ROWS, DIMS);
        Path own = Files.createDirectory(folder.resolve("shortlist-" + quantization));
        IndexPlan plan = new IndexPlan(half(), quantization, 8, false, new Graph(16, 100, Segments.ONE));
        try (EngineIndex index =
                new LuceneEngine().build(own, Vectors.of(values, DIMS), plan, ProgressListener.SILENT)) {
            assertThat(index.rerankings()).contains(Reranking.WHOLE).doesNotContain(Reranking.FULL);
            assertThat(index.search(Arrays.copyOf(values, DIMS), 100, 10, Reranking.WHOLE))
                    .startsWith(0);
            // 8 of 16 numbers are searched, and a byte of each of the 16 is kept
            assertThat(index.memory().codes()).isLessThanOrEqualTo(4L * 8 * ROWS);
            assertThat(index.columnBytes()).isBetween(16L * ROWS, 16L * ROWS + 1_000);
        }
    }

    @Test
    void whatIsNotMergedHasSeveralSegmentsAndTheSameRows() throws IOException {
        int rows = 2_600;
        int dims = 2_000; // more than Lucene's buffer of 16 MB
        float[] values = gaussian(rows, dims);
        Path own = Files.createDirectory(folder.resolve("several"));
        IndexPlan plan = new IndexPlan(null, Quantization.NONE, 0, false, new Graph(4, 10, Segments.SEVERAL));
        try (EngineIndex index =
                new LuceneEngine().build(own, Vectors.of(values, dims), plan, ProgressListener.SILENT)) {
            assertThat(index.segments()).isGreaterThan(1);
            assertThat(index.mergeSeconds()).isZero();
            assertThat(index.memory().codes()).isEqualTo(4L * rows * dims);
            for (int row : new int[] {0, rows - 1}) {
                float[] vector = Arrays.copyOfRange(values, row * dims, (row + 1) * dims);
                assertThat(index.search(vector, 50, 10, Reranking.NONE)).startsWith(row);
            }
        }
    }

    @Test
    void fullVectorsMayBeLongerThanLuceneAllowsByItself() throws IOException {
        try (EngineIndex index = build(gaussian(20, 3_072), 3_072, null, Quantization.NONE)) {
            assertThat(index.search(gaussian(1, 3_072), 10, 10, Reranking.NONE)).startsWith(0);
        }
    }

    @Test
    void aVectorOfZerosIsRefused() {
        assertThatThrownBy(() -> build(new float[20 * DIMS], DIMS, null, Quantization.NONE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 0: a vector has no direction");
    }

    private EngineIndex build(float[] values, int dims, Encoder encoder, Quantization quantization) throws IOException {
        Path own = Files.createDirectory(
                folder.resolve((encoder == null ? dims : encoder.outputDims()) + "-" + quantization));
        return new LuceneEngine()
                .build(
                        own,
                        Vectors.of(values, dims),
                        new IndexPlan(encoder, quantization, 0, true, new Graph(16, 100, Segments.ONE)),
                        ProgressListener.SILENT);
    }

    /** The first half of a vector. */
    private static Encoder half() {
        float[] weight = new float[DIMS / 2 * DIMS];
        for (int i = 0; i < DIMS / 2; i++) {
            weight[i * DIMS + i] = 1;
        }
        return Encoder.affine(weight, new float[DIMS / 2], Map.of());
    }

    private static float[] gaussian(int rows, int dims) {
        Random random = new Random(1);
        float[] values = new float[rows * dims];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private static long size(Path file) {
        try {
            return file.endsWith("write.lock") ? 0 : Files.size(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
