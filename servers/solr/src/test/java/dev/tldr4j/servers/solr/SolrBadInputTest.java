package dev.tldr4j.servers.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.servers.Rest;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.SolrClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What Solr makes of vectors that do not belong into a field, and what the page's code says before it comes to that. */
@ExtendWith(Solr.Extension.class)
class SolrBadInputTest {
    /** Takes the first two numbers of three. */
    private static final Encoder ENCODER = Encoder.affine(new float[] {1, 0, 0, 0, 1, 0}, new float[2], Map.of())
            .normalized();
    /** Takes the last two. */
    private static final Encoder OTHER = Encoder.affine(new float[] {0, 1, 0, 0, 0, 1}, new float[2], Map.of())
            .normalized();

    private static final float[] EMBEDDING = {3, 4, 9};
    private static final float[] TOO_LONG = {3, 4, 9, 1};

    private static Rest made(Solr solr, String collection, String encoder) throws Exception {
        Rest rest = new Rest(solr.address(collection));
        rest.ask("POST", "/schema", """
                {"add-field-type": {"name": "vector_2", "class": "solr.DenseVectorField",
                                    "vectorDimension": 2, "similarityFunction": "dot_product"},
                 "add-field": {"name": "vector", "type": "vector_2"}}
                """);
        if (encoder != null) {
            rest.ask("POST", "/config", "{\"set-user-property\": {\"tldr4j.encoder\": \"" + encoder + "\"}}");
        }
        return rest;
    }

    private static Rest.Answer addProcessor(Rest rest) throws Exception {
        return rest.send("POST", "/config", """
                {"add-updateprocessor": {"name": "reduce", "class": "com.example.ReduceVectors",
                                         "encoder": "encoder.safetensors", "from": "full", "to": "vector"}}
                """);
    }

    @Test
    void aDocumentOfTheFullWidthIsRefusedWithoutSayingWhy(Solr solr) throws Exception {
        try (SolrClient client = solr.create("full-width")) {
            Rest rest = made(solr, "full-width", ENCODER.id());

            Rest.Answer answer = rest.send("POST", "/update", "[{\"id\": \"a\", \"vector\": [3, 4, 9]}]");
            assertThat(answer.status()).isEqualTo(500);
            assertThat((String) answer.at("error", "msg"))
                    .startsWith("ERROR: [doc=a] Error adding field 'vector'='[3, 4, 9]'")
                    .doesNotContain("dimension");
            assertThatThrownBy(() -> SolrExample.add(client, ENCODER, "a", TOO_LONG))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("4");
        }
    }

    @Test
    void aQueryOfTheFullWidthIsRefused(Solr solr) throws Exception {
        try (SolrClient client = solr.create("full-query")) {
            Rest rest = made(solr, "full-query", ENCODER.id());

            Rest.Answer answer = rest.send("POST", "/select", "{\"query\": \"{!knn f=vector}[3, 4, 9]\"}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat((String) answer.at("error", "msg"))
                    .isEqualTo("incorrect vector dimension. The vector value has size 3 while it is expected a vector"
                            + " with size 2");
            assertThatThrownBy(() -> SolrExample.search(client, ENCODER, TOO_LONG, 10))
                    .isInstanceOf(InvalidInputException.class);
        }
    }

    @Test
    void aQueryByAnotherEncoderIsAnsweredUnlessTheIdIsCompared(Solr solr) throws Exception {
        try (SolrClient client = solr.create("another")) {
            made(solr, "another", ENCODER.id());
            SolrExample.add(client, ENCODER, "a", EMBEDDING);
            client.commit();

            assertThat(SolrExample.search(client, OTHER, EMBEDDING, 10)).isEqualTo(List.of("a"));
            assertThatCode(() -> SolrExample.requireEncoderOf(client, ENCODER)).doesNotThrowAnyException();
            assertThatThrownBy(() -> SolrExample.requireEncoderOf(client, OTHER))
                    .hasMessage("the collection was written by " + ENCODER.id() + ", but queries are encoded by "
                            + OTHER.id());
        }
    }

    @Test
    void aCollectionWithoutAnIdIsRefused(Solr solr) throws Exception {
        try (SolrClient client = solr.create("without")) {
            made(solr, "without", null);

            assertThatThrownBy(() -> SolrExample.requireEncoderOf(client, ENCODER))
                    .hasMessageStartingWith("the collection was written by no encoder that is known");
        }
    }

    @Test
    void theProcessorRefusesFullVectorsOfAnotherLength(Solr solr) throws Exception {
        solr.create("length").close();
        Rest rest = made(solr, "length", ENCODER.id());
        ENCODER.save(solr.folder("length").resolve("encoder.safetensors"));
        assertThat(addProcessor(rest).status()).isEqualTo(200);

        Rest.Answer answer = rest.send("POST", "/update?processor=reduce", "[{\"id\": \"a\", \"full\": [3, 4, 9, 1]}]");
        assertThat(answer.status()).isEqualTo(400);
        assertThat((String) answer.at("error", "msg")).startsWith("full: encoder " + ENCODER.id());
    }

    @Test
    void theProcessorOfAnotherEncoderDoesNotLoad(Solr solr) throws Exception {
        solr.create("wrong").close();
        Rest rest = made(solr, "wrong", ENCODER.id());
        OTHER.save(solr.folder("wrong").resolve("encoder.safetensors"));

        Rest.Answer answer = addProcessor(rest);
        assertThat(answer.status()).isEqualTo(500);
        assertThat((String) answer.at("errorMessages", 0))
                .contains("this collection is for the encoder " + ENCODER.id() + ", not " + OTHER.id());
    }
}
