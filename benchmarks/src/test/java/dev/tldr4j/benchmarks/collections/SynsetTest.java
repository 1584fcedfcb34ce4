package dev.tldr4j.benchmarks.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SynsetTest {

    @Test
    void examplesAreNoPartOfTheDefinition() {
        Synset synset = Synset.parse("00002684 03 n 02 object 0 physical_object 0 001 @ 00001930 n 0000 "
                + "| a tangible and visible entity; an entity that can cast a shadow; \"it was full of rackets\"  ");
        assertThat(synset.lemmas()).containsExactly("object", "physical object");
        assertThat(synset.definition()).isEqualTo("a tangible and visible entity; an entity that can cast a shadow");
        assertThat(synset.examples()).containsExactly("it was full of rackets");
    }

    @Test
    void theNumberOfLemmasIsHexadecimal() {
        String lemmas = "a 0 b 0 c 0 d 0 e 0 f 0 g 0 h 0 i 0 j 0";
        assertThat(Synset.parse("1 03 n 0a " + lemmas + " 000 | letters").lemmas())
                .isEqualTo(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"));
    }

    @Test
    void lemmasAreInLowerCaseAndWithoutTheirPosition() {
        assertThat(Synset.parse("1 00 s 02 Galore(ip) 0 elect(ip) 0 000 | in abundance")
                        .lemmas())
                .containsExactly("galore", "elect");
    }

    @Test
    void aGlossMayHaveManyExamplesOrNone() {
        assertThat(gloss("hurriedly; \"replied offhand\"; \"threw it over\"- J. Doe")
                        .examples())
                .containsExactly("replied offhand", "threw it over");
        assertThat(gloss("European food fish").examples()).isEmpty();
    }

    @Test
    void whatLeadsToAnExampleIsNoPartOfTheDefinition() {
        assertThat(gloss("no deeper than the skin: \"skin-deep\"").definition()).isEqualTo("no deeper than the skin");
        assertThat(gloss("of rules; e.g. \"canonist communism\"").definition()).isEqualTo("of rules");
        assertThat(gloss("independent of order; as in e.g. \"a x b\"").definition())
                .isEqualTo("independent of order");
    }

    @Test
    void aQuoteWithinTheDefinitionStaysThere() {
        Synset synset = gloss("spread by scattering (\"straw\" is archaic); \"strew toys\"");
        assertThat(synset.definition()).isEqualTo("spread by scattering (\"straw\" is archaic)");
        assertThat(synset.examples()).containsExactly("strew toys");
    }

    @Test
    void aLineWithoutAGlossIsRefused() {
        assertThatThrownBy(() -> Synset.parse("1 03 n 01 entity 0 000")).hasMessageContaining("no gloss");
    }

    private static Synset gloss(String gloss) {
        return Synset.parse("1 03 n 01 word 0 000 | " + gloss + "  ");
    }
}
