package dev.tldr4j.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0.0 s",
        "0.44, 0.4 s",
        "9.94, 9.9 s",
        "9.96, 10 s",
        "59.4, 59 s",
        "59.6, 1 min 00 s",
        "252, 4 min 12 s",
        "3599.7, 1 h 00 min",
        "11100, 3 h 05 min"
    })
    void secondsInTheUnitThatPeopleWouldUse(double seconds, String text) {
        assertThat(Format.seconds(seconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"999, 999 bytes", "1000, 1.0 kB", "999949, 999.9 kB", "999951, 1.0 MB", "7200000000, 7.2 GB"})
    void bytesInTheUnitThatPeopleWouldUse(long bytes, String text) {
        assertThat(Format.bytes(bytes)).isEqualTo(text);
    }

    @Test
    void numbersLookTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(Format.count(12345)).isEqualTo("12,345");
            assertThat(Format.score(0.81234)).isEqualTo("0.8123");
            assertThat(Format.share(0.45, 0.9)).isEqualTo("50.0 %");
            assertThat(Format.times(784, 32)).isEqualTo("24.5 times");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aShareOfNothingIsNoNumber() {
        assertThat(Format.share(0.5, 0)).isEqualTo("-");
        assertThat(Format.share(0.98996, 1)).as("short of 99 %").isEqualTo("98.9 %");
        assertThat(Format.share(0.99, 1)).isEqualTo("99.0 %");
    }
}
