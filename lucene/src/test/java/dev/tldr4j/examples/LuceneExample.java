package dev.tldr4j.examples;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.lucene.ReducedVectorField;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** The code of docs/how-to/search-with-lucene.md, as it stands there. */
final class LuceneExample {
    private LuceneExample() {}

    static ReducedVectorField field(Path model) throws IOException {
        Encoder encoder = Encoder.load(model);
        ReducedVectorField embedding = ReducedVectorField.of("embedding", encoder);
        return embedding;
    }

    static void write(Path folder, ReducedVectorField embedding, Map<String, float[]> vectors) throws IOException {
        try (Directory directory = FSDirectory.open(folder);
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            for (Map.Entry<String, float[]> text : vectors.entrySet()) {
                Document document = new Document();
                document.add(new StringField("id", text.getKey(), Field.Store.YES));
                embedding.addTo(document, text.getValue()); // the full vector
                writer.addDocument(document);
            }
        }
    }

    static List<String> search(Path folder, ReducedVectorField embedding, float[] question) throws IOException {
        List<String> ids = new ArrayList<>();
        try (Directory directory = FSDirectory.open(folder);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            TopDocs top = searcher.search(embedding.query(question, 100), 10);
            for (ScoreDoc hit : top.scoreDocs) {
                ids.add(searcher.storedFields().document(hit.doc).get("id"));
            }
        }
        return ids;
    }

    static TopDocs among(IndexSearcher searcher, ReducedVectorField embedding, float[] question) throws IOException {
        Query english = new TermQuery(new Term("language", "en"));
        TopDocs top = searcher.search(embedding.query(question, 100, english), 10);
        return top;
    }

    static ReducedVectorField keepingFull(Encoder encoder) {
        ReducedVectorField embedding =
                ReducedVectorField.of("embedding", encoder).keepingFull();
        return embedding;
    }

    static TopDocs reranked(IndexSearcher searcher, ReducedVectorField embedding, float[] question) throws IOException {
        TopDocs top = searcher.search(embedding.rerankedQuery(question, 100), 10);
        return top;
    }

    static ReducedVectorField shortlisted(Encoder encoder) {
        ReducedVectorField embedding =
                ReducedVectorField.of("embedding", encoder).shortlistedBy(32);
        return embedding;
    }

    static TopDocs inTwoStages(IndexSearcher searcher, ReducedVectorField embedding, float[] question)
            throws IOException {
        int wanted = 10;
        int oversampling = 3;
        TopDocs top = searcher.search(embedding.rerankedQuery(question, oversampling * wanted), wanted);
        return top;
    }

    static void check(IndexWriter writer, ReducedVectorField embedding) throws IOException {
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
            embedding.check(reader);
        }
    }
}
