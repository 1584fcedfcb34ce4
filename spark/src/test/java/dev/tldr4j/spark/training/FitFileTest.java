package dev.tldr4j.spark.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.training.SharedState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a fit's folder holds comes back as it was, or is refused; nothing of it is run. */
class FitFileTest {
    private static final SharedState STATE = new SharedState(7, 0.25, new float[][] {{1, 2, 3}, {}, new float[20_000]});

    private static byte[] state() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FitFile.write(STATE, out);
        return out.toByteArray();
    }

    private static byte[] part() throws IOException {
        TrainingPart part = new TrainingPart(3, 5, 2, 4);
        for (int row = 0; row < 5; row++) {
            part.setRow(row, new float[] {row, 1, 2, 3}, 0);
            part.setTwin(2 * row, new float[] {-row, 1, 2, 3}, 0);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FitFile.write(part, out);
        return out.toByteArray();
    }

    private static SharedState readState(byte[] bytes) throws IOException {
        return FitFile.readState(new ByteArrayInputStream(bytes), bytes.length, "state-7");
    }

    private static TrainingPart readPart(byte[] bytes) throws IOException {
        return FitFile.readPart(new ByteArrayInputStream(bytes), bytes.length, "parts/3");
    }

    @Test
    void aStateComesBackAsItWas() throws IOException {
        SharedState read = readState(state());
        assertThat(read.step()).isEqualTo(7);
        assertThat(read.loss()).isEqualTo(0.25);
        assertThat(read.values()).isDeepEqualTo(STATE.values());
    }

    @Test
    void aPartComesBackAsItWas() throws IOException {
        TrainingPart read = readPart(part());
        assertThat(read.partition()).isEqualTo(3);
        assertThat(read.rowsWithTwins()).isEqualTo(5);
        FloatBuffer rows = FloatBuffer.allocate(20);
        read.read(0, 5, rows);
        assertThat(rows.get(16)).isEqualTo(4);
        float[] twin = new float[4];
        read.twins(null).read(4, 0, read, twin);
        assertThat(twin).containsExactly(-4, 1, 2, 3);
    }

    @Test
    void anyFlippedBitAndAnyCutIsSeen() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 2000; i++) {
            byte[] state = state();
            state[random.nextInt(state.length)] ^= (byte) (1 << random.nextInt(8));
            assertThatThrownBy(() -> readState(state)).isInstanceOf(InvalidInputException.class);
            byte[] part = part();
            part[random.nextInt(part.length)] ^= (byte) (1 << random.nextInt(8));
            assertThatThrownBy(() -> readPart(part)).isInstanceOf(InvalidInputException.class);
            byte[] cut = Arrays.copyOf(part(), random.nextInt(part.length));
            assertThatThrownBy(() -> readPart(cut)).isInstanceOf(InvalidInputException.class);
        }
    }

    @Test
    void nothingIsAllocatedOnAClaim() {
        byte[] part = new byte[40];
        ByteBuffer.wrap(part)
                .put("TLDRPT01".getBytes())
                .putInt(0)
                .putInt(1 << 30)
                .putInt(1)
                .putInt(1 << 30);
        assertThatThrownBy(() -> readPart(part)).isInstanceOf(InvalidInputException.class);
        byte[] state = new byte[44];
        ByteBuffer.wrap(state)
                .put("TLDRST01".getBytes())
                .putInt(0)
                .putDouble(0)
                .putInt(1)
                .putInt(Integer.MAX_VALUE);
        assertThatThrownBy(() -> readState(state)).isInstanceOf(InvalidInputException.class);
    }

    /** Whoever reads this as an object runs it. */
    private static final class Planted implements java.io.Serializable {
        private static final long serialVersionUID = 1;
        private static boolean ran;

        private void readObject(java.io.ObjectInputStream in) {
            ran = true;
        }
    }

    @Test
    void aPlantedObjectIsNotRun() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(new Planted());
        }
        assertThatThrownBy(() -> readState(out.toByteArray()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("state-7: is damaged, or of another version");
        assertThatThrownBy(() -> readPart(out.toByteArray())).isInstanceOf(InvalidInputException.class);
        assertThat(Planted.ran).isFalse();
    }
}
