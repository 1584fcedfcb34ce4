package dev.tldr4j.learn.bits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.bits.ByteBudget.Way;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
    @Test
    void sixtyFourBytesHave48OfCodes() {
        assertThat(ByteBudget.ways(64, 1024)).containsExactly(new Way(384, 1), new Way(192, 2), new Way(96, 4));
        assertThat(ByteBudget.bitsOfFull(64, 384)).containsExactly(1);
    }

    @Test
    void whereAllNumbersFitTheyHaveMoreBits() {
        assertThat(ByteBudget.ways(256, 384)).containsExactly(new Way(376, 4), new Way(240, 8));
        assertThat(ByteBudget.bitsOfFull(256, 384)).containsExactly(4, 2, 1);
    }

    @Test
    void sixteenBytesAreTheCorrections() {
        assertThatThrownBy(() -> ByteBudget.ways(16, 384))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("16 bytes a vector: 16 of them are what Lucene adds")
                .hasMessageEndingWith("take at least 17");
    }

    @Property(tries = 300)
    void everyWayFitsAndReduces(
            @ForAll @IntRange(min = 17, max = 5000) int bytes, @ForAll @IntRange(min = 2, max = 4096) int fullDims) {
        assertThat(ByteBudget.ways(bytes, fullDims)).isNotEmpty().allSatisfy(way -> {
            assertThat(way.bytes()).isLessThanOrEqualTo(bytes);
            assertThat(way.dims()).isBetween(1, fullDims - 1);
        });
    }
}
