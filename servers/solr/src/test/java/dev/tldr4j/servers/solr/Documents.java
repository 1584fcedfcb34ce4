package dev.tldr4j.servers.solr;

import dev.tldr4j.servers.Judged;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrInputDocument;

/** All documents of a collection, sent many at a time. */
record Documents(Judged judged) {
    private static final int BATCH = 1_000;

    /** Sends fields, each made from the full vector, through an update processor or, by null, none. */
    void send(SolrClient client, String processor, Map<String, Function<float[], List<? extends Number>>> fields)
            throws IOException, SolrServerException {
        int rows = judged.docs().rows();
        for (int first = 0; first < rows; first += BATCH) {
            UpdateRequest batch = new UpdateRequest();
            if (processor != null) {
                batch.setParam("processor", processor);
            }
            for (int row = first; row < Math.min(rows, first + BATCH); row++) {
                float[] vector = judged.doc(row);
                SolrInputDocument document = new SolrInputDocument("id", Integer.toString(row));
                fields.forEach((field, numbers) -> document.setField(field, numbers.apply(vector)));
                batch.add(document);
            }
            batch.process(client);
        }
        client.commit();
    }

    static List<Float> numbers(float[] vector) {
        List<Float> numbers = new ArrayList<>(vector.length);
        for (float number : vector) {
            numbers.add(number);
        }
        return numbers;
    }

    /** The rows of documents, by their ids. */
    static int[] rows(List<Object> ids) {
        return ids.stream().mapToInt(id -> Integer.parseInt((String) id)).toArray();
    }
}
