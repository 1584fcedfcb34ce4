package dev.tldr4j.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import org.junit.jupiter.api.Test;

class ElementTypeTest {
    @Test
    void everyTypeIsFoundByItsShortName() {
        for (ElementType type : ElementType.values()) {
            assertThat(ElementType.of(type.toString())).isEqualTo(type);
            assertThat(ElementType.of(type.name())).isEqualTo(type);
            assertThat(type.toString()).endsWith(String.valueOf(type.bytes()));
        }
    }

    @Test
    void anUnknownNameIsAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> ElementType.of("float"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("unknown element type float; choose one of f2, f4, f8, u1, i1, i4, i8");
    }
}
