package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that pyarrow, pandas, Polars, DuckDB, parquet-java and h5py wrote: see make.py beside them. */
class FilesOfOthersTest {
    static Path file(String name) {
        try {
            return Path.of(FilesOfOthersTest.class.getResource("files/make.py").toURI())
                    .resolveSibling(name);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static float[] expected(int rows) {
        float[] values = new float[rows * 3];
        for (int i = 0; i < values.length; i++) {
            values[i] = i / 3 + i % 3 / 4f - 1;
        }
        return values;
    }

    @ParameterizedTest
    @CsvSource({
        "arrow-snappy.parquet, f4, text",
        "arrow-zstd-double.parquet, f8, number",
        "arrow-gzip-fixed.parquet, f4, number",
        "arrow-lz4-plain.parquet, f4, text",
        "arrow-none-large.parquet, f4, text",
        "arrow-v2-split.parquet, f4, text",
        "arrow-v2-delta.parquet, f4, number",
        "arrow-delta-length.parquet, f4, text",
        "arrow-half.parquet, f2, text",
        "arrow-required.parquet, f4, text",
        "arrow-struct.parquet, f4, text",
        "arrow-tokens.parquet, f4, text",
        "arrow-many-groups-300-rows.parquet, f4, text",
        "pandas.parquet, f8, text",
        "polars-list.parquet, f4, text",
        "polars-array.parquet, f4, number",
        "duckdb-list.parquet, f4, text",
        "duckdb-array-zstd.parquet, f4, number",
        "duckdb-v2-double.parquet, f8, text",
        "java-two-levels.parquet, f4, text",
        "java-bag-v2.parquet, f8, text",
        "java-repeated.parquet, f4, text"
    })
    void parquetIsReadWithItsIds(String name, String type, String ids) throws IOException {
        int rows = name.contains("300") ? 300 : 5;
        try (Vectors vectors = Vectors.openWithIds(file(name), Optional.empty(), ReadListener.NONE)) {
            assertThat(vectors.type()).hasToString(type);
            assertThat(vectors.dims()).isEqualTo(3);
            assertThat(vectors.rows()).isEqualTo(rows);
            assertThat(TestFiles.readAll(vectors)).isEqualTo(expected(rows));
            RowIds read = vectors.ids().orElseThrow();
            assertThat(read.areNumbers()).isEqualTo(ids.equals("number"));
            assertThat(read.column()).isEqualTo("id");
            assertThat(IntStream.range(0, rows).mapToObj(read::get))
                    .isEqualTo(IntStream.range(0, rows)
                            .mapToObj(i -> ids.equals("number") ? "" + (100 + i) : "doc-ä-" + i)
                            .toList());
        }
        assertThat(TestFiles.readAll(file(name))).isEqualTo(expected(rows));
    }

    @Test
    void aColumnOfOneNumberAllOverIsRead() throws IOException {
        try (Vectors vectors = Vectors.open(file("arrow-constant-300-rows-of-200.parquet"))) {
            assertThat(vectors.dims()).isEqualTo(200);
            assertThat(TestFiles.readAll(vectors)).hasSize(60_000).containsOnly(0.5f);
        }
    }

    @Test
    void aColumnIsChosenByItsName() throws IOException {
        assertThat(TestFiles.readAll(file("bad-two-lists.parquet#body"))).isEqualTo(expected(5));
        assertThat(TestFiles.readAll(file("arrow-struct.parquet#doc.vector"))).isEqualTo(expected(5));
        assertThat(TestFiles.readAll(file("arrow-tokens.parquet#tokens"))).containsOnly(1, 2);
        assertThat(IntRows.read(file("arrow-tokens.parquet#tokens")).width()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bad-null-vector.parquet | row 1 has no vector in column \"vector\"",
                "bad-empty-vector.parquet | row 2 has no vector",
                "bad-null-number.parquet | row 1 has a number that is null",
                "bad-unequal.parquet | row 1 has 1 numbers where row 0 has 2",
                "bad-no-rows.parquet | is empty",
                "bad-two-lists.parquet | (\"title\", \"body\"); choose one: ",
                "bad-two-lists.parquet#head | there is no column \"head\"; there are \"title\", \"body\"",
                "bad-no-list.parquet | no column holds lists of numbers; there are \"id\", \"score\"",
                "bad-no-list.parquet#score | does not hold a list of numbers for each row",
                "bad-brotli.parquet | is compressed with brotli",
                "two.h5 | several hold rows of numbers (\"one\", \"two\"); choose one: ",
                "two.h5#three | there is no dataset \"three\"; there are \"one\", \"two\"",
                "texts.h5 | none holds rows of numbers; there are \"names\"",
                "texts.h5#names | does not hold numbers",
                "latest.h5#labels | has one dimension of 5 i8 numbers, which makes it labels",
            })
    void whatIsNotAVectorForEveryRowIsRefused(String name, String message) {
        assertThatThrownBy(() -> Vectors.open(file(name)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void numbersThatAreNotFiniteAreReadAndRefusedWhereTheyAreElsewhere() throws IOException {
        try (Vectors vectors = Vectors.open(file("bad-nan.parquet"))) {
            assertThatThrownBy(() -> vectors.requireFinite(0, 2)).hasMessageContaining("row 1, column 1 is NaN");
        }
    }

    @Test
    void everyRowNeedsAnIdWhereIdsAreWanted() throws IOException {
        assertThat(TestFiles.readAll(file("bad-null-id.parquet"))).isEqualTo(expected(3));
        assertThatThrownBy(() -> Vectors.openWithIds(file("bad-null-id.parquet"), Optional.empty(), ReadListener.NONE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("row 1 has no id in column \"id\"");
        assertThatThrownBy(() -> Vectors.openWithIds(file("arrow-half.parquet"), Optional.of("key"), ReadListener.NONE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("there is no column \"key\"; there are \"id\", \"vector\"");
        assertThatThrownBy(() -> Vectors.openWithIds(file("bad-date-id.parquet"), Optional.of("id"), ReadListener.NONE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("does not hold a text or a whole number");
    }

    @ParameterizedTest
    @CsvSource({
        "ann.hdf5, f4",
        "packed.hdf5, f8",
        "latest.h5, f8",
        "latest.h5#a/b/vectors, f8",
        "two.h5#one, f4",
        "two.h5#two, f2"
    })
    void hdf5IsRead(String name, String type) throws IOException {
        try (Vectors vectors = Vectors.open(file(name))) {
            assertThat(vectors.type()).hasToString(type);
            assertThat(vectors.dims()).isEqualTo(3);
            assertThat(TestFiles.readAll(vectors)).isEqualTo(expected(5));
        }
    }

    @Test
    void everyDatasetOfAnHdf5FileCanBeChosen() throws IOException {
        assertThat(TestFiles.readAll(file("ann.hdf5#test"))).isEqualTo(expected(2));
        assertThat(IntRows.read(file("ann.hdf5#neighbors")).values()).containsExactly(1, 2, 0, 3);
        assertThat(IntRows.read(file("latest.h5#labels")).values()).containsExactly(0, 1, 2, 3, 4);
        assertThat(TestFiles.readAll(file("packed-bytes.h5"))).hasSize(15).endsWith(13 * 17, 14 * 17);
    }
}
