package dev.tldr4j.lucene.bench;

import dev.tldr4j.evaluate.engine.EngineIndex;
import dev.tldr4j.evaluate.engine.IndexPlan;
import dev.tldr4j.evaluate.engine.Reranking;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.quantization.QuantizedByteVectorValues.ScalarEncoding;

/** One of Lucene's indexes, open for searches. */
final class LuceneIndex implements EngineIndex {
    private static final String COLUMN = "column";
    private static final String FLOATS = "vec";
    private static final String QUANTIZED = "veq";
    private static final String GRAPH = "vex";

    /** The files of Lucene's formats by their extensions; what is not here is small. */
    private static final Map<String, String> PARTS =
            Map.of(FLOATS, "vectors", QUANTIZED, "quantized vectors", GRAPH, "graph", "dvd", COLUMN, "dvm", COLUMN);

    private final Directory directory;
    private final VectorField field;
    private final IndexPlan.Quantization quantization;
    private final double indexSeconds;
    private final double mergeSeconds;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;
    private final Map<String, Long> parts = new TreeMap<>();

    /** Takes the directory over. */
    LuceneIndex(
            Directory directory,
            VectorField field,
            IndexPlan.Quantization quantization,
            double indexSeconds,
            double mergeSeconds)
            throws IOException {
        this.directory = directory;
        this.field = field;
        this.quantization = quantization;
        this.indexSeconds = indexSeconds;
        this.mergeSeconds = mergeSeconds;
        this.reader = DirectoryReader.open(directory);
        this.searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        for (String file : directory.listAll()) {
            if (!file.equals(IndexWriter.WRITE_LOCK_NAME)) {
                String part = PARTS.getOrDefault(String.valueOf(IndexFileNames.getExtension(file)), "rest");
                parts.merge(part, directory.fileLength(file), Long::sum);
            }
        }
    }

    @Override
    public double indexSeconds() {
        return indexSeconds;
    }

    @Override
    public double mergeSeconds() {
        return mergeSeconds;
    }

    @Override
    public int segments() {
        return reader.leaves().size();
    }

    @Override
    public Map<String, Long> bytesByPart() {
        Map<String, Long> others = new TreeMap<>(parts);
        others.remove(COLUMN);
        return others;
    }

    @Override
    public long columnBytes() {
        return parts.getOrDefault(COLUMN, 0L);
    }

    /** What Lucene says it reads, less the full-precision vectors where it searches quantized ones. */
    @Override
    public Memory memory() {
        long graph = 0;
        long codes = 0;
        long searched = 0;
        for (LeafReaderContext leaf : reader.leaves()) {
            CodecReader segment = (CodecReader) leaf.reader();
            FieldInfo info = segment.getFieldInfos().fieldInfo(VectorField.NAME);
            Map<String, Long> read = segment.getVectorReader().getOffHeapByteSize(info);
            graph += read.get(GRAPH);
            Optional<ScalarEncoding> encoding = GraphCodec.encoding(quantization);
            if (encoding.isEmpty()) {
                codes += read.get(FLOATS);
                searched += read.get(FLOATS);
            } else {
                int discrete = encoding.get().getDiscreteDimensions(info.getVectorDimension());
                codes += (long) segment.maxDoc() * encoding.get().getDocPackedLength(discrete);
                searched += read.get(QUANTIZED);
            }
        }
        return new Memory(codes, searched - codes, graph);
    }

    @Override
    public Set<Reranking> rerankings() {
        return field.rerankings();
    }

    @Override
    public int[] search(float[] vector, int candidates, int k, Reranking reranking) throws IOException {
        return Arrays.stream(searcher.search(field.query(vector, candidates, reranking), k).scoreDocs)
                .mapToInt(hit -> hit.doc)
                .toArray();
    }

    @Override
    public long visited(float[] vector, int candidates) throws IOException {
        CountingQuery query = new CountingQuery(field.searched(vector), candidates);
        searcher.search(query, 1);
        return query.visited();
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
    }
}
