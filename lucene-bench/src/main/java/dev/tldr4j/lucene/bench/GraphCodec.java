package dev.tldr4j.lucene.bench;

import dev.tldr4j.evaluate.engine.IndexPlan;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene104.Lucene104HnswScalarQuantizedVectorsFormat;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.util.quantization.QuantizedByteVectorValues.ScalarEncoding;

/** Lucene's own codec with another graph or quantization. What it writes, Lucene reads without it. */
final class GraphCodec extends FilterCodec {
    /** Lucene's own limit is 1,024, which is no limit of the format; full embeddings are longer. */
    private static final int MOST_DIMS = 8_192;

    private final KnnVectorsFormat vectors;

    GraphCodec(IndexPlan plan) {
        super("Lucene104", new Lucene104Codec());
        KnnVectorsFormat format = format(plan);
        this.vectors = new PerFieldKnnVectorsFormat() {
            @Override
            public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
                return new LongVectors(format);
            }
        };
    }

    private static KnnVectorsFormat format(IndexPlan plan) {
        int connections = plan.graph().maxConnections();
        int beam = plan.graph().beamWidth();
        return encoding(plan.quantization())
                .<KnnVectorsFormat>map(to -> new Lucene104HnswScalarQuantizedVectorsFormat(to, connections, beam))
                .orElseGet(() -> new Lucene99HnswVectorsFormat(connections, beam));
    }

    /** Empty for vectors that are searched as they are. */
    static Optional<ScalarEncoding> encoding(IndexPlan.Quantization quantization) {
        return switch (quantization) {
            case NONE -> Optional.empty();
            case INT8 -> Optional.of(ScalarEncoding.UNSIGNED_BYTE);
            case INT4 -> Optional.of(ScalarEncoding.PACKED_NIBBLE);
            case INT2 -> Optional.of(ScalarEncoding.DIBIT_QUERY_NIBBLE);
            case BIT -> Optional.of(ScalarEncoding.SINGLE_BIT_QUERY_NIBBLE);
        };
    }

    @Override
    public KnnVectorsFormat knnVectorsFormat() {
        return vectors;
    }

    private static final class LongVectors extends KnnVectorsFormat {
        private final KnnVectorsFormat format;

        LongVectors(KnnVectorsFormat format) {
            super(format.getName());
            this.format = format;
        }

        @Override
        public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
            return format.fieldsWriter(state);
        }

        @Override
        public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
            return format.fieldsReader(state);
        }

        @Override
        public int getMaxDimensions(String field) {
            return MOST_DIMS;
        }
    }
}
