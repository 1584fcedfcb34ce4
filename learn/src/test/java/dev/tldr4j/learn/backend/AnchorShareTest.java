package dev.tldr4j.learn.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AnchorShareTest {
    @Test
    void theWholeHasAllAndTheOthersTakeTurns() {
        assertThat(AnchorShare.of(2, 3, 5)).isEqualTo(new AnchorShare(0, 1, 5));
        assertThat(AnchorShare.of(0, 3, 5)).isEqualTo(new AnchorShare(0, 2, 3));
        assertThat(AnchorShare.of(1, 3, 5)).isEqualTo(new AnchorShare(1, 2, 2));
        assertThat(AnchorShare.of(0, 1, 5)).isEqualTo(new AnchorShare(0, 1, 5));
    }

    @Property(tries = 300)
    void everyAnchorIsSomeShorterPrefixsOnce(
            @ForAll @IntRange(min = 2, max = 9) int prefixes, @ForAll @IntRange(min = 8, max = 100) int anchors) {
        BitSet taken = new BitSet();
        for (int prefix = 0; prefix < prefixes - 1; prefix++) {
            AnchorShare share = AnchorShare.of(prefix, prefixes, anchors);
            assertThat(share.count()).isPositive();
            for (int i = 0; i < share.count(); i++) {
                int anchor = share.anchor(i);
                assertThat(taken.get(anchor)).isFalse();
                taken.set(anchor);
                assertThat(share.has(anchor)).isTrue();
                assertThat(share.index(anchor)).isEqualTo(i);
            }
            assertThat(share.has(share.anchor(share.count()))).isFalse();
        }
        assertThat(taken.cardinality()).isEqualTo(anchors);
        assertThat(taken.length()).isEqualTo(anchors);
    }

    @Test
    void aBatchOfFewerAnchorsThanPrefixesIsSharedByAll() {
        assertThat(AnchorShare.of(1, 6, 3)).isEqualTo(new AnchorShare(0, 1, 3));
    }
}
