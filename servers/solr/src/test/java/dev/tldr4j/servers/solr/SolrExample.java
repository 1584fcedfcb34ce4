package dev.tldr4j.servers.solr;

import dev.tldr4j.encoder.Encoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.SolrRequest.METHOD;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.common.SolrInputDocument;

/** The code for Solr in docs/how-to, as it stands there. */
final class SolrExample {
    private SolrExample() {}

    static void add(SolrClient client, Encoder encoder, String id, float[] embedding)
            throws IOException, SolrServerException {
        List<Float> vector = new ArrayList<>();
        for (float number : encoder.encode(embedding)) {
            vector.add(number);
        }
        SolrInputDocument document = new SolrInputDocument("id", id);
        document.setField("vector", vector);
        client.add(document);
    }

    static List<Object> search(SolrClient client, Encoder encoder, float[] embedding, int k)
            throws IOException, SolrServerException {
        SolrQuery query = new SolrQuery("{!knn f=vector topK=100}" + Arrays.toString(encoder.encode(embedding)));
        query.setFields("id").setRows(k);
        List<Object> ids = client.query(query, METHOD.POST).getResults().stream()
                .map(document -> document.getFieldValue("id"))
                .toList();
        return ids;
    }

    static List<Object> searchAndRerank(SolrClient client, Encoder encoder, float[] embedding, int k)
            throws IOException, SolrServerException {
        SolrQuery query = new SolrQuery("{!knn f=vector topK=100}" + Arrays.toString(encoder.encode(embedding)));
        query.setFields("id").setRows(k);
        query.set("rq", "{!rerank reRankQuery=$byFull reRankDocs=100 reRankOperator=replace}");
        query.set("byFull", "{!func}vectorSimilarity(full," + Arrays.toString(embedding) + ")");
        return client.query(query, METHOD.POST).getResults().stream()
                .map(document -> document.getFieldValue("id"))
                .toList();
    }

    static void requireEncoderOf(SolrClient client, Encoder encoder) throws IOException, SolrServerException {
        var request = new GenericSolrRequest(METHOD.GET, "/config/overlay").setRequiresCollection(true);
        Object written = request.process(client)
                .getResponse()
                ._get(List.of("overlay", "userProps", "tldr4j.encoder"), "no encoder that is known");
        if (!written.equals(encoder.id())) {
            throw new IllegalStateException(
                    "the collection was written by " + written + ", but queries are encoded by " + encoder.id());
        }
    }
}
