package dev.tldr4j.lucene.bench;

import dev.tldr4j.evaluate.engine.EngineIndex;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;

/** One of Lucene's indexes, open for searches. */
final class LuceneIndex implements EngineIndex {
    private static final String COLUMN = "column";
    private static final String FLOATS = "vec";

    /** The files of Lucene's formats by their extensions; what is not here is small. */
    private static final Map<String, String> PARTS =
            Map.of(FLOATS, "vectors", "veq", "quantized vectors", "vex", "graph", "dvd", COLUMN, "dvm", COLUMN);

    private final Directory directory;
    private final VectorField field;
    private final double seconds;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;
    private final Map<String, Long> parts = new TreeMap<>();

    /** Takes the directory over. */
    LuceneIndex(Directory directory, VectorField field, double seconds) throws IOException {
        this.directory = directory;
        this.field = field;
        this.seconds = seconds;
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
    public double seconds() {
        return seconds;
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
    public long searchBytes() {
        CodecReader segment = (CodecReader) reader.leaves().get(0).reader();
        Map<String, Long> read = segment.getVectorReader()
                .getOffHeapByteSize(segment.getFieldInfos().fieldInfo(VectorField.NAME));
        boolean quantized = !Set.of(FLOATS, "vex").containsAll(read.keySet());
        return read.entrySet().stream()
                .filter(part -> !(quantized && part.getKey().equals(FLOATS)))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    @Override
    public boolean canRerank() {
        return field.canRerank();
    }

    @Override
    public int[] search(float[] vector, int candidates, int k, boolean rerank) throws IOException {
        Query query = rerank ? field.rerankedQuery(vector, candidates) : field.query(vector, candidates);
        return Arrays.stream(searcher.search(query, k).scoreDocs)
                .mapToInt(hit -> hit.doc)
                .toArray();
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
    }
}
