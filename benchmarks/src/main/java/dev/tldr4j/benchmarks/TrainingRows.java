package dev.tldr4j.benchmarks;

import dev.tldr4j.learn.internal.RandomRows;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The rows of a collection to learn from: TrainingRows DOCS EXCLUDE PARTS OUT. Leaves out the documents that EXCLUDE, a table of
 * query and document rows that need not be there, names: they are the queries' own texts. Of the others it draws one of so many
 * parts at random.
 */
public final class TrainingRows {
    private TrainingRows() {}

    public static void main(String[] args) throws IOException {
        int parts = Integer.parseInt(args[2]);
        try (Vectors docs = Vectors.open(Path.of(args[0]))) {
            BitSet excluded = excluded(Path.of(args[1]));
            int[] others = IntStream.range(0, docs.rows())
                    .filter(row -> !excluded.get(row))
                    .toArray();
            int[] rows = IntStream.of(RandomRows.draw(others.length, others.length / parts, 0))
                    .map(i -> others[i])
                    .toArray();
            try (VectorWriter writer = VectorWriter.create(Path.of(args[3]), ElementType.F4, docs.dims())) {
                float[] row = new float[docs.dims()];
                for (int number : rows) {
                    docs.read(number, 1, FloatBuffer.wrap(row));
                    writer.write(FloatBuffer.wrap(row));
                }
                writer.finish();
            }
            System.err.println(args[3] + ": " + rows.length + " of " + docs.rows() + " rows");
        }
    }

    private static BitSet excluded(Path table) throws IOException {
        BitSet excluded = new BitSet();
        if (Files.exists(table)) {
            for (String line : Files.readAllLines(table)) {
                String[] columns = line.split("\t");
                if (columns.length > 1 && columns[1].matches("\\d+")) {
                    excluded.set(Integer.parseInt(columns[1]));
                }
            }
        }
        return excluded;
    }
}
