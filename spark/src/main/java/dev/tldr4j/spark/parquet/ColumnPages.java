package dev.tldr4j.spark.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * The pages of one column of a Parquet file, one after another in the same memory, which stays in the processor's cache. Parquet's
 * own reader brings a column of a whole group of rows to memory first, some hundred megabytes, and takes new memory for each page.
 */
final class ColumnPages implements Closeable {
    private final FSDataInputStream file;
    private final CodecFactory codecs;
    private BytesInputDecompressor decompressor;
    private long left;

    /** What the group's part of the file has of the column at most: a page that says more than that is broken. */
    private long packedSize;

    private long unpackedSize;
    private byte[] packed = new byte[0];
    private byte[] bytes = new byte[0];
    private int length;
    private int values;

    ColumnPages(Path path, Configuration settings) throws IOException {
        this.file = path.getFileSystem(settings).open(path);
        this.codecs = new CodecFactory(settings, 0);
    }

    void startGroup(ColumnChunkMetaData column) throws IOException {
        file.seek(column.getStartingPos());
        left = column.getValueCount();
        packedSize = column.getTotalSize();
        unpackedSize = column.getTotalUncompressedSize();
        decompressor = codecs.getDecompressor(column.getCodec());
    }

    /** Goes to the next page with values, if there is one. */
    boolean next() throws IOException {
        while (left > 0) {
            PageHeader header = Util.readPageHeader(file);
            int size = header.getCompressed_page_size();
            packed = atLeast(size, packed, packedSize);
            file.readFully(packed, 0, size);
            if (header.getType() == PageType.DATA_PAGE) {
                unpack(size, header.getUncompressed_page_size());
                values = header.getData_page_header().getNum_values();
                left -= values;
                return true;
            }
        }
        return false;
    }

    private void unpack(int size, int whole) throws IOException {
        length = whole;
        bytes = atLeast(length, bytes, unpackedSize);
        BytesInput page = decompressor.decompress(BytesInput.from(packed, 0, size), length);
        try (InputStream in = page.toInputStream()) {
            if (in.readNBytes(bytes, 0, length) < length) {
                throw new ParquetDecodingException("a page breaks off");
            }
        }
    }

    private static byte[] atLeast(int size, byte[] memory, long most) {
        if (size < 0 || size > most) {
            throw new ParquetDecodingException("a page of " + size + " bytes, in a column of " + most);
        }
        return memory.length < size ? new byte[size] : memory;
    }

    /** What the page holds, from 0 to {@link #length}. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    int values() {
        return values;
    }

    @Override
    public void close() throws IOException {
        codecs.release();
        file.close();
    }
}
