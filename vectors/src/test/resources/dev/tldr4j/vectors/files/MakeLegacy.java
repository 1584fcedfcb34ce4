import org.apache.parquet.example.data.*;
import org.apache.parquet.example.data.simple.*;
import org.apache.parquet.hadoop.example.*;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.*;
import org.apache.parquet.schema.*;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import java.nio.file.*;
/** Makes the lists of older writers, with parquet-java (parquet-floor on the class path): java MakeLegacy.java FOLDER */
class MakeLegacy {
    public static void main(String[] a) throws Exception {
        // two levels, as Avro, Thrift and older Sparks wrote them
        write(Path.of(a[0], "java-two-levels.parquet"), "message m { required binary id (UTF8); optional group vector (LIST) { repeated float array; } }", 0, WriterVersion.PARQUET_1_0);
        // Hive's and Spark's legacy form
        write(Path.of(a[0], "java-bag-v2.parquet"), "message m { required binary id (UTF8); optional group vector (LIST) { repeated group bag { optional double array; } } }", 1, WriterVersion.PARQUET_2_0);
        // no annotation at all
        write(Path.of(a[0], "java-repeated.parquet"), "message m { required binary id (UTF8); repeated float vector; }", 2, WriterVersion.PARQUET_2_0);
    }
    static void write(Path p, String schema, int form, WriterVersion v) throws Exception {
        MessageType t = MessageTypeParser.parseMessageType(schema);
        Files.deleteIfExists(p);
        try (var w = ExampleParquetWriter.builder(new LocalOutputFile(p)).withType(t).withWriterVersion(v).withCompressionCodec(form == 1 ? CompressionCodecName.ZSTD : CompressionCodecName.SNAPPY).build()) {
            for (int i = 0; i < 5; i++) {
                Group g = new SimpleGroup(t);
                g.add("id", "doc-ä-" + i);
                Group l = form == 2 ? g : g.addGroup("vector");
                for (int j = 0; j < 3; j++) {
                    double x = i + j / 4.0 - 1;
                    if (form == 0) l.add("array", (float) x);
                    else if (form == 1) l.addGroup("bag").add("array", x);
                    else l.add("vector", (float) x);
                }
                w.write(g);
            }
        }
    }
}
