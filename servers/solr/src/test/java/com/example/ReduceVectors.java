package com.example;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrException.ErrorCode;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.core.SolrCore;
import org.apache.solr.request.SolrQueryRequest;
import org.apache.solr.response.SolrQueryResponse;
import org.apache.solr.update.AddUpdateCommand;
import org.apache.solr.update.processor.UpdateRequestProcessor;
import org.apache.solr.update.processor.UpdateRequestProcessorFactory;
import org.apache.solr.util.plugin.SolrCoreAware;

/** Fills the field {@code to} of each document with the reduced vector of its field {@code from}. */
public final class ReduceVectors extends UpdateRequestProcessorFactory implements SolrCoreAware {
    private String file;
    private String from;
    private String to;
    private Encoder encoder;

    @Override
    public void init(NamedList<?> settings) {
        file = (String) settings.get("encoder");
        from = (String) settings.get("from");
        to = (String) settings.get("to");
    }

    @Override
    public void inform(SolrCore core) {
        try {
            encoder = Encoder.load(core.getInstancePath().resolve(file)).normalized();
        } catch (IOException e) {
            throw new SolrException(ErrorCode.SERVER_ERROR, file + ": cannot be read", e);
        }
        Object written = core.getSolrConfig().getOverlay().getUserProps().get("tldr4j.encoder");
        if (!encoder.id().equals(written)) {
            throw new SolrException(
                    ErrorCode.SERVER_ERROR, "this collection is for the encoder " + written + ", not " + encoder.id());
        }
    }

    @Override
    public UpdateRequestProcessor getInstance(
            SolrQueryRequest request, SolrQueryResponse response, UpdateRequestProcessor next) {
        return new UpdateRequestProcessor(next) {
            @Override
            public void processAdd(AddUpdateCommand command) throws IOException {
                reduce(command.getSolrInputDocument());
                super.processAdd(command);
            }
        };
    }

    private void reduce(SolrInputDocument document) {
        Collection<Object> numbers = document.getFieldValues(from);
        if (numbers == null) {
            return;
        }
        float[] vector = new float[numbers.size()];
        int i = 0;
        for (Object number : numbers) {
            vector[i++] = ((Number) number).floatValue();
        }
        List<Float> reduced = new ArrayList<>();
        try {
            for (float number : encoder.encode(vector)) {
                reduced.add(number);
            }
        } catch (InvalidInputException e) {
            throw new SolrException(ErrorCode.BAD_REQUEST, from + ": " + e.getMessage());
        }
        document.setField(to, reduced);
    }
}
