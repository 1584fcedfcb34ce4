package dev.tldr4j.cuda.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.device.DeviceChoice;
import dev.tldr4j.learn.device.Precision;
import dev.tldr4j.learn.encode.BatchEncoder;
import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.learn.recipe.LossKind;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole fits and files. */
class CudaFitTest {
    private static final int ROWS = 600;
    private static final int DIMS = 24;

    @BeforeAll
    static void aCardIsHere() {
        Card.require();
    }

    @Test
    void aFitGivesWhatItGivesOnTheCpu() throws IOException {
        for (Recipe recipe : Recipe.values()) {
            Encoder onCpu = fit(recipe, DeviceChoice.CPU, Precision.FP32).fit(vectors());
            Encoder onCard = fit(recipe, DeviceChoice.CUDA, Precision.FP32).fit(vectors());
            assertThat(likeness(onCpu, onCard)).as(recipe.name()).isGreaterThan(0.999);
            Encoder halves = fit(recipe, DeviceChoice.CUDA, Precision.BF16).fit(vectors());
            assertThat(likeness(onCpu, halves)).as(recipe.name()).isGreaterThan(0.9);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "2,4"})
    void aFitByNeighborhoodsGivesWhatItGivesOnTheCpuAndTheSameBitsAgain(String nested) throws IOException {
        Encoder onCpu = byNeighborhoods(nested, DeviceChoice.CPU, Precision.FP32);
        assertThat(likeness(onCpu, byNeighborhoods(nested, DeviceChoice.CUDA, Precision.FP32)))
                .isGreaterThan(0.999);
        Encoder halves = byNeighborhoods(nested, DeviceChoice.CUDA, Precision.BF16);
        assertThat(likeness(onCpu, halves)).isGreaterThan(0.9);
        Encoder again = byNeighborhoods(nested, DeviceChoice.CUDA, Precision.BF16);
        assertThat(encoded(again, DeviceChoice.CPU)).containsExactly(encoded(halves, DeviceChoice.CPU));
    }

    private static Encoder byNeighborhoods(String nested, DeviceChoice device, Precision precision) throws IOException {
        return fit(Recipe.DEFAULT, device, precision)
                .loss(LossKind.NEIGHBORHOOD)
                .projector("none")
                .set(Settings.NESTED, nested)
                .fit(vectors());
    }

    @Test
    void theFileNamesDeviceAndPrecision() throws IOException {
        Encoder encoder =
                fit(Recipe.DEFAULT, DeviceChoice.CUDA, Precision.TF32).steps(3).fit(vectors());
        try (Gpu gpu = Gpu.open()) {
            assertThat(encoder.metadata()).containsEntry("device", gpu.name()).containsEntry("precision", "tf32");
        }
    }

    @Test
    void aFitMovesFromTheCpuToTheCardAndBack(@TempDir Path folder) throws IOException {
        Encoder whole =
                fit(Recipe.DEFAULT, DeviceChoice.CPU, Precision.FP32).steps(200).fit(vectors());
        DeviceChoice[] devices = {DeviceChoice.CPU, DeviceChoice.CUDA, DeviceChoice.CPU};
        Encoder moved = null;
        for (int i = 0; i < devices.length; i++) {
            int stopAt = i == 2 ? Integer.MAX_VALUE : 40 * (i + 1);
            try {
                moved = fit(Recipe.DEFAULT, devices[i], Precision.FP32)
                        .steps(200)
                        .checkpoint(folder)
                        .resume(i > 0)
                        .listener(stoppingAfter(stopAt))
                        .fit(vectors());
            } catch (CancellationException e) {
                assertThat(i).isLessThan(2);
            }
        }
        assertThat(likeness(whole, moved)).isGreaterThan(0.999);
    }

    @Test
    void aFileIsEncodedAsOnTheCpu() throws IOException {
        for (String shape : new String[] {"linear", "mlp-1-40"}) {
            for (Metric metric : new Metric[] {Metric.L2, Metric.COSINE}) {
                Encoder encoder = fit(Recipe.DEFAULT, DeviceChoice.CPU, Precision.FP32)
                        .encoder(shape)
                        .metric(metric)
                        .steps(5)
                        .fit(vectors());
                float[] expected = encoded(encoder, DeviceChoice.CPU);
                assertThat(encoded(encoder, DeviceChoice.CUDA)).containsExactly(expected, within(1e-4f));
            }
        }
    }

    @Test
    void aRowThatIsNotFiniteIsNamed() {
        float[] values = values();
        values[7 * DIMS + 3] = Float.NaN;
        assertThatThrownBy(() ->
                        fit(Recipe.DEFAULT, DeviceChoice.CUDA, Precision.FP32).fit(Vectors.of(values, DIMS)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 7");
    }

    /** It looks at what is free on the whole card: where another program takes or gives memory meanwhile, it fails. */
    @Test
    void aHundredFitsLeaveNothingOnTheCard() throws IOException {
        fit(Recipe.DEFAULT, DeviceChoice.CUDA, Precision.BF16).steps(3).fit(vectors());
        long before = freeBytes();
        for (int i = 0; i < 100; i++) {
            Tldr.Builder fit =
                    fit(Recipe.DEFAULT, DeviceChoice.CUDA, Precision.BF16).steps(3);
            if (i % 10 == 9) {
                assertThatThrownBy(() -> fit.listener(stoppingAfter(1)).fit(vectors()))
                        .isInstanceOf(CancellationException.class);
            } else {
                fit.fit(vectors());
            }
        }
        // the driver keeps a little for itself
        assertThat(freeBytes()).isCloseTo(before, within(4L << 20));
    }

    private static long freeBytes() {
        try (Gpu gpu = Gpu.open()) {
            return gpu.freeBytes();
        }
    }

    private static ProgressListener stoppingAfter(int steps) {
        return (Progress progress) -> {
            if (progress.stage().equals("training") && progress.done() >= steps) {
                throw new CancellationException("stopped by the test");
            }
        };
    }

    private static Tldr.Builder fit(Recipe recipe, DeviceChoice device, Precision precision) {
        return Tldr.builder()
                .dims(6)
                .recipe(recipe)
                .projector("mlp-2-64")
                .batchSize(128)
                .steps(40)
                .threads(2)
                .device(device)
                .set(Settings.PRECISION, precision);
    }

    private static float[] encoded(Encoder encoder, DeviceChoice device) throws IOException {
        try (Vectors encoded = new BatchEncoder(encoder, 2, device).encode(vectors(), ProgressListener.SILENT)) {
            float[] values = new float[encoded.rows() * encoded.dims()];
            encoded.read(0, encoded.rows(), FloatBuffer.wrap(values));
            return values;
        }
    }

    /** The mean cosine between what two encoders make of the same rows, less their means. */
    private static double likeness(Encoder one, Encoder other) {
        double[][] a = centred(one);
        double[][] b = centred(other);
        double sum = 0;
        for (int i = 0; i < ROWS; i++) {
            double dot = 0;
            double aa = 0;
            double bb = 0;
            for (int j = 0; j < a[i].length; j++) {
                dot += a[i][j] * b[i][j];
                aa += a[i][j] * a[i][j];
                bb += b[i][j] * b[i][j];
            }
            sum += dot / Math.sqrt(aa * bb);
        }
        return sum / ROWS;
    }

    private static double[][] centred(Encoder encoder) {
        float[] values = values();
        double[][] rows = new double[ROWS][encoder.outputDims()];
        double[] mean = new double[encoder.outputDims()];
        float[] row = new float[DIMS];
        for (int i = 0; i < ROWS; i++) {
            System.arraycopy(values, i * DIMS, row, 0, DIMS);
            float[] output = encoder.encode(row);
            for (int j = 0; j < output.length; j++) {
                rows[i][j] = output[j];
                mean[j] += output[j] / (double) ROWS;
            }
        }
        for (double[] each : rows) {
            for (int j = 0; j < mean.length; j++) {
                each[j] -= mean[j];
            }
        }
        return rows;
    }

    private static Vectors vectors() {
        return Vectors.of(values(), DIMS);
    }

    /** Thirty groups. */
    private static float[] values() {
        SplittableRandom random = new SplittableRandom(8);
        float[] centres = new float[30 * DIMS];
        for (int i = 0; i < centres.length; i++) {
            centres[i] = (float) (2 * random.nextGaussian() / (1 + i % DIMS));
        }
        float[] values = new float[ROWS * DIMS];
        for (int i = 0; i < values.length; i++) {
            int row = i / DIMS;
            values[i] = (float) (centres[row % 30 * DIMS + i % DIMS] + 0.5 * random.nextGaussian() / (1 + i % DIMS));
        }
        return values;
    }
}
