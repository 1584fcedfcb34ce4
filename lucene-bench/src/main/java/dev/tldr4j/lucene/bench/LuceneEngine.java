package dev.tldr4j.lucene.bench;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.evaluate.engine.EngineIndex;
import dev.tldr4j.evaluate.engine.IndexPlan;
import dev.tldr4j.evaluate.engine.SearchEngine;
import dev.tldr4j.learn.progress.Progress;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Version;

/** Indexes of Lucene, with nothing in them but vectors. */
public final class LuceneEngine implements SearchEngine {
    /** As large as Lucene takes, where there is room: then there is one segment from the start. */
    private static final double LARGEST_BUFFER_MB = 2_000;

    private static final int ROWS_BETWEEN_NEWS = 500;

    /** Kept, since a level is forgotten with its logger. Lucene's greetings are no news of the command's. */
    private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

    static {
        LUCENE.setLevel(Level.WARNING);
    }

    @Override
    public String name() {
        return "Lucene " + Version.LATEST;
    }

    @Override
    public EngineIndex build(Path folder, Vectors docs, IndexPlan plan, ProgressListener listener) throws IOException {
        VectorField field = plan.encoder() == null
                ? new FullField(plan.quantization() != IndexPlan.Quantization.NONE)
                : ReducedField.of(plan);
        boolean one = plan.graph().segments() == IndexPlan.Segments.ONE;
        Directory directory = FSDirectory.open(folder);
        try {
            long begin = System.nanoTime();
            long written;
            try (IndexWriter writer = new IndexWriter(directory, config(plan))) {
                write(docs, field, writer, listener);
                writer.flush();
                written = System.nanoTime();
                if (one) {
                    writer.forceMerge(1);
                }
                writer.commit();
            }
            double mergeSeconds = one ? (System.nanoTime() - written) / 1e9 : 0;
            return new LuceneIndex(directory, field, plan.quantization(), (written - begin) / 1e9, mergeSeconds);
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    private static void write(Vectors docs, VectorField field, IndexWriter writer, ProgressListener listener)
            throws IOException {
        String stage = "indexing";
        for (int row = 0; row < docs.rows(); row++) {
            FloatBuffer vector = FloatBuffer.allocate(docs.dims());
            docs.read(row, 1, vector);
            writer.addDocument(document(docs, row, vector.array(), field));
            if (row % ROWS_BETWEEN_NEWS == 0) {
                listener.progress(Progress.of(stage, row, docs.rows()));
            }
        }
        listener.progress(Progress.of(stage, docs.rows(), docs.rows()));
    }

    private static Document document(Vectors docs, int row, float[] vector, VectorField field) {
        Document document = new Document();
        try {
            field.addTo(document, vector);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(docs.name() + ": row " + docs.sourceRow(row) + ": " + e.getMessage(), e);
        }
        return document;
    }

    /** Merges only neighbouring segments, so that a document's number is its row. */
    private static IndexWriterConfig config(IndexPlan plan) {
        LogDocMergePolicy inOrder = new LogDocMergePolicy();
        inOrder.setNoCFSRatio(0);
        double quarterOfHeap = Runtime.getRuntime().maxMemory() / 4e6;
        double buffer = plan.graph().segments() == IndexPlan.Segments.ONE
                ? Math.min(LARGEST_BUFFER_MB, quarterOfHeap)
                : IndexWriterConfig.DEFAULT_RAM_BUFFER_SIZE_MB;
        return new IndexWriterConfig()
                .setCodec(new GraphCodec(plan))
                .setRAMBufferSizeMB(buffer)
                .setMergePolicy(inOrder)
                .setMergeScheduler(new SerialMergeScheduler())
                .setUseCompoundFile(false)
                .setCommitOnClose(false); // who stops half-way need not wait for what is thrown away
    }
}
