package dev.tldr4j.learn.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

class TemporaryVectorsTest {
    @Test
    void holdWhatWasWritten() throws Exception {
        float[] read = new float[4];
        try (Vectors vectors = TemporaryVectors.write(
                "docs", 2, 2, writer -> writer.write(FloatBuffer.wrap(new float[] {1, 2, 3, 4})))) {
            assertThat(vectors.name()).isEqualTo("docs");
            vectors.read(0, 2, FloatBuffer.wrap(read));
        }
        assertThat(read).containsExactly(1, 2, 3, 4);
    }

    @Test
    void refuseAtOnceWhatTheDiskHasNoRoomFor() {
        assertThatThrownBy(() -> TemporaryVectors.write("docs", 1L << 50, 1000, writer -> {
                    throw new AssertionError("begins to write");
                }))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("docs")
                .hasMessageContaining("java.io.tmpdir");
    }
}
