package dev.tldr4j.evaluate.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DataNameTest {
    @Test
    void aFileIsCalledByItsNameWithoutTheFormat() {
        assertThat(DataName.of(Path.of("some", "where", "wikipedia.npy"))).isEqualTo("wikipedia");
        assertThat(DataName.of(Path.of("glove.hdf5#train"))).isEqualTo("glove");
        assertThat(DataName.of(Path.of("train-images-idx3-ubyte.gz"))).isEqualTo("train-images-idx3-ubyte");
    }

    @Test
    void aNameThatCouldBeAnybodysIsNone() {
        assertThat(DataName.of(Path.of("arguana", "docs.npy"))).isEqualTo("arguana");
        assertThat(DataName.of(Path.of("arguana", "Train.parquet"))).isEqualTo("arguana");
        assertThat(DataName.of(Path.of("docs.npy")))
                .as("of the folder one works in")
                .isEqualTo(Path.of("").toAbsolutePath().getFileName().toString());
    }
}
