package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntRowsTest {
    @TempDir
    Path folder;

    @Test
    void everyWholeNumberTypeIsRead() throws IOException {
        Path file = folder.resolve("x.npy");
        TestFiles.write(file, TestFiles.npyHeader("|u1", false, "(2,)"), TestFiles.bytes(255, 1));
        assertThat(IntRows.read(file).values()).containsExactly(255, 1);
        TestFiles.write(file, TestFiles.npyHeader("|i1", false, "(2,)"), TestFiles.bytes(255, 1));
        assertThat(IntRows.read(file).values()).containsExactly(-1, 1);
        TestFiles.write(file, TestFiles.npyHeader("<i4", false, "(1, 2)"), TestFiles.ints(Integer.MIN_VALUE, 16777217));
        IntRows graph = IntRows.read(file);
        assertThat(graph.rows()).isEqualTo(1);
        assertThat(graph.width()).isEqualTo(2);
        assertThat(graph.values()).containsExactly(Integer.MIN_VALUE, 16777217);
        assertThat(graph.name()).isEqualTo(file.toString());
        TestFiles.write(file, TestFiles.npyHeader("<i8", false, "(2,)"), longs(Integer.MAX_VALUE, Integer.MIN_VALUE));
        assertThat(IntRows.read(file).values()).containsExactly(Integer.MAX_VALUE, Integer.MIN_VALUE);
        Path bvecs = TestFiles.write(folder.resolve("x.bvecs"), TestFiles.bytes(1, 0, 0, 0, 200));
        assertThat(IntRows.read(bvecs).values()).containsExactly(200);
    }

    @Test
    void aNumberPastAnIntIsNamed() throws IOException {
        Path file = TestFiles.write(
                folder.resolve("x.npy"), TestFiles.npyHeader("<i8", false, "(2, 2)"), longs(1, 2, 3, 1L << 31));
        assertThatThrownBy(() -> IntRows.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("x.npy", "row 1, column 1 is 2147483648");
    }

    @Test
    void floatsAreRefused() throws IOException {
        Path file = folder.resolve("x.fvecs");
        TestFiles.writeAll(file, ElementType.F4, 1, 1, 2);
        assertThatThrownBy(() -> IntRows.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("holds f4 numbers; labels and graphs must be whole numbers");
    }

    @Test
    void rowsMustBeWhole() {
        int[] five = new int[5];
        assertThatThrownBy(() -> new IntRows("g", 2, 3, five)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> new IntRows("g", 0, 3, new int[0])).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> new IntRows("g", 1 << 16, 1 << 16, new int[0]))
                .isInstanceOf(InvalidInputException.class);
        assertThat(new IntRows("g", 5, 1, five).values()).isSameAs(five);
    }

    @Test
    void otherFormatsAreNotWritten() {
        IntRows rows = new IntRows("g", 1, 1, new int[] {1});
        for (String name : new String[] {"x.fvecs", "x.bvecs", "x.idx", "x.txt"}) {
            assertThatThrownBy(() -> rows.write(folder.resolve(name))).isInstanceOf(InvalidInputException.class);
        }
        assertThat(folder).isEmptyDirectory();
    }

    private static byte[] longs(long... values) {
        ByteBuffer out = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        out.asLongBuffer().put(values);
        return out.array();
    }

    @Test
    void someRowsInAnyOrder() {
        IntRows pairs = new IntRows("pairs", 3, 2, new int[] {1, 2, 3, 4, 5, 6});
        IntRows some = pairs.select(new int[] {2, 0, 2});
        assertThat(some.rows()).isEqualTo(3);
        assertThat(some.values()).containsExactly(5, 6, 1, 2, 5, 6);
    }
}
