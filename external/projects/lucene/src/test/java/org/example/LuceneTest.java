package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.lucene.ReducedVectorField;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.Test;

class LuceneTest {
    @Test
    void theNearestVectorIsFound() throws Exception {
        Encoder encoder = Encoder.affine(new float[] {1, 0, 0, 0, 1, 0}, new float[2], Map.of("normalize", "true"));
        ReducedVectorField field = ReducedVectorField.of("embedding", encoder);
        try (Directory directory = new ByteBuffersDirectory();
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            for (float[] vector : new float[][] {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}}) {
                Document document = new Document();
                field.addTo(document, vector);
                writer.addDocument(document);
            }
            try (DirectoryReader reader = DirectoryReader.open(writer)) {
                IndexSearcher searcher = new IndexSearcher(reader);

                assertEquals(1, searcher.search(field.query(new float[] {0.1f, 2, 5}, 3), 1).scoreDocs[0].doc);
            }
        }
    }
}
