package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.internal.hdf5.Dataset;
import dev.tldr4j.vectors.internal.hdf5.Hdf5Exception;
import dev.tldr4j.vectors.internal.hdf5.Hdf5File;
import dev.tldr4j.vectors.internal.hdf5.NumberType;
import dev.tldr4j.vectors.internal.hdf5.RowBlocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/**
 * HDF5, of which one dataset is read. One that lies in the file in one piece, as those of ann-benchmarks do, is mapped
 * where it lies; one in chunks, packed or not, is decoded.
 */
final class Hdf5 {
    /** What ann-benchmarks calls the vectors to search in. */
    private static final String USUAL = "train";

    private static final int BATCH = 4096;

    private Hdf5() {}

    static MappedRows read(Reading reading) throws IOException {
        if (reading.idColumn() != null) {
            throw new InvalidInputException(
                    reading.name() + ": no ids are read from HDF5; leave out " + Json.quote(reading.idColumn()));
        }
        try (Hdf5File file = Hdf5File.open(reading.path())) {
            Dataset dataset = dataset(reading, file.datasets());
            NumberType type = dataset.type();
            if (type == null) {
                throw new Hdf5Exception("its dataset does not hold numbers of a type that is read");
            }
            long place = dataset.place();
            // checks the shape as that of an array
            Layout claimed = Layout.dense(
                            reading.path(), type.type(), type.order(), dataset.shape(), Math.max(0, place))
                    .named(reading.name());
            return place >= 0 && type.isStoredAsRead()
                    ? MappedRows.of(whole(reading, claimed), null)
                    : decode(reading, dataset, type, claimed);
        } catch (Hdf5Exception e) {
            throw new InvalidInputException(reading.name() + ": " + e.getMessage(), e);
        }
    }

    private static Dataset dataset(Reading reading, Map<String, Dataset> datasets) {
        if (reading.column() != null) {
            Dataset chosen = datasets.get(reading.column());
            if (chosen == null) {
                throw new InvalidInputException(reading.name() + ": there is no dataset " + Json.quote(reading.column())
                        + "; there are " + Choices.of(List.copyOf(datasets.keySet())));
            }
            return chosen;
        }
        if (datasets.containsKey(USUAL)) {
            return datasets.get(USUAL);
        }
        List<String> tables = datasets.keySet().stream()
                .filter(name -> datasets.get(name).isTable())
                .toList();
        if (tables.size() != 1) {
            throw new InvalidInputException(reading.name() + ": there is no dataset " + USUAL + ", and "
                    + (tables.isEmpty()
                            ? "none holds rows of numbers; there are " + Choices.of(List.copyOf(datasets.keySet()))
                            : "several hold rows of numbers (" + Choices.of(tables) + "); choose one: " + reading.path()
                                    + "#" + tables.get(0)));
        }
        return datasets.get(tables.get(0));
    }

    private static Layout whole(Reading reading, Layout layout) throws IOException {
        long size = Files.size(reading.path());
        if (layout.end() > size) {
            throw layout.wrongSize(Long.toString(size), true);
        }
        return layout;
    }

    private static MappedRows decode(Reading reading, Dataset dataset, NumberType type, Layout claimed)
            throws IOException {
        long size = Files.size(reading.path());
        Unpacked.requireNumbers(reading.name(), (double) claimed.rows() * claimed.stride(), size);
        try (RowBlocks blocks = dataset.rows();
                DecodedRows rows = new DecodedRows(reading, type.type(), null)) {
            Unpacked.requireNumbers(reading.name(), blocks.bytes(), size);
            rows.requireRoomFor((double) claimed.rows() * claimed.stride());
            int width = claimed.width();
            byte[] numbers = new byte[Math.min(BATCH, width) * type.type().bytes()];
            ByteBuffer into = ByteBuffer.wrap(numbers).order(ByteOrder.LITTLE_ENDIAN);
            for (int first = 0, count; first < claimed.rows(); first += count) {
                ByteBuffer block = blocks.read(first);
                count = Math.min(blocks.blockRows(), claimed.rows() - first);
                for (int i = 0; i < count; i++) {
                    for (int at = 0, batch; at < width; at += batch) {
                        batch = Math.min(BATCH, width - at);
                        type.decode(block, (i * width + at) * type.bytes(), batch, into.clear());
                        rows.put(numbers, 0, batch);
                    }
                    rows.endRow();
                }
                reading.listener().read(first + count, claimed.rows());
            }
            return claimed.flat() ? rows.mapFlat() : rows.map();
        }
    }
}
