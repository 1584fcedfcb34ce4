package dev.tldr4j.benchmarks.collections;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DebianPackageTest {

    @Test
    void theFirstLineIsTheSynopsisAndTheOthersAreTheDescription() {
        String stanza = """
                Package: 7zip
                Description-md5: 302b8ff813071cfed09d7b23ac4a0cb3
                Description-en: 7-Zip file archiver
                 7-Zip is a file archiver. The main features
                 are:
                  * High compression ratio
                 .
                 Note: without unRAR.
                """;
        assertThat(DebianPackage.parse(stanza))
                .contains(new DebianPackage(
                        "7-Zip file archiver",
                        "7-Zip is a file archiver. The main features are: * High compression ratio"
                                + " Note: without unRAR."));
    }

    @Test
    void otherFieldsAreNoPartOfTheDescription() {
        String stanza = "Package: a\nTag: x,\n y\nDescription-en: short\n long\nSection: games\n more\n";
        assertThat(DebianPackage.parse(stanza)).contains(new DebianPackage("short", "long"));
    }

    @Test
    void aPackageWithoutALongDescriptionIsNone() {
        assertThat(DebianPackage.parse("Package: a\nDescription-en: short\n")).isEmpty();
        assertThat(DebianPackage.parse("Package: a\nDescription-en: short\n .\n"))
                .isEmpty();
        assertThat(DebianPackage.parse("Package: a\n")).isEmpty();
    }
}
