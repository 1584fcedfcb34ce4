package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Good files with some bytes changed, or an end missing, are read or refused; nothing else happens. */
@Timeout(120)
class DamagedFilesTest {
    /** More of them: -DargLine="-Dtldr4j.damaged=10000". */
    private static final int TRIES = Integer.getInteger("tldr4j.damaged", 150);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "arrow-snappy.parquet",
                "arrow-zstd-double.parquet",
                "arrow-gzip-fixed.parquet",
                "arrow-lz4-plain.parquet",
                "arrow-v2-split.parquet",
                "arrow-v2-delta.parquet",
                "arrow-delta-length.parquet",
                "arrow-constant-300-rows-of-200.parquet",
                "arrow-many-groups-300-rows.parquet",
                "duckdb-v2-double.parquet",
                "java-bag-v2.parquet",
                "ann.hdf5",
                "packed.hdf5",
                "latest.h5",
                "packed-bytes.h5"
            })
    void changedBytes(String name) throws IOException {
        tryAll(name, Files.readAllBytes(FilesOfOthersTest.file(name)));
    }

    @Test
    void changedTexts() throws IOException {
        tryAll(
                "x.jsonl",
                "{\"id\":\"a\\u00e4\",\"v\":[1.5,-2e3],\"t\":{\"x\":[null,true]}}\n{\"v\":[1,2],\"id\":3}\n"
                        .getBytes());
        tryAll("x.csv", "id,v0,v1\n\"a,\"\"b\",1.5,-2e3\n7,1,2\n".getBytes());
    }

    private void tryAll(String name, byte[] good) throws IOException {
        Random random = new Random(7);
        Path file = folder.resolve(name);
        for (int i = 0; i < TRIES; i++) {
            byte[] bytes = good.clone();
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                int at = random.nextInt(bytes.length);
                bytes[at] = switch (random.nextInt(4)) {
                    case 0 -> (byte) (bytes[at] ^ 1 << random.nextInt(8));
                    case 1 -> (byte) 0xFF;
                    case 2 -> 0x7F;
                    default -> (byte) random.nextInt();
                };
            }
            if (random.nextInt(5) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            Files.write(file, bytes);
            try (Vectors vectors = Vectors.openWithIds(file, Optional.empty(), ReadListener.NONE)) {
                TestFiles.readAll(vectors);
                vectors.ids().ifPresent(ids -> ids.get(vectors.rows() - 1));
            } catch (InvalidInputException refused) {
                assertThat(refused.getMessage()).startsWith(file.toString());
            } catch (Throwable e) {
                Path kept = Files.write(Path.of("target", "damaged-" + name), bytes);
                throw new AssertionError("try " + i + ", kept as " + kept, e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.parquet", "x.hdf5"})
    void whatIsSomethingElseIsRefused(String name) throws IOException {
        Path file = folder.resolve(name);
        for (String content : new String[] {"", "PAR1", "PAR1PAR1PAR1", "hello, this is a text file", "PAR1....PARE"}) {
            Files.writeString(file, content);
            assertThatThrownBy(() -> Vectors.open(file))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith(file.toString());
        }
    }
}
