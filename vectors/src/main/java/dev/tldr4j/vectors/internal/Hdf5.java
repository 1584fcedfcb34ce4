package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.ElementType;
import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.api.dataset.ContiguousDataset;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import io.jhdf.object.datatype.OrderedDataType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * HDF5, of which one dataset is read. One that lies in the file in one piece, as those of ann-benchmarks do, is mapped
 * where it lies; one in chunks, packed or not, is decoded.
 */
final class Hdf5 {
    /** What ann-benchmarks calls the vectors to search in. */
    private static final String USUAL = "train";
    /** Chunks are mostly some kilobytes, packed ones a megabyte at most. */
    private static final long MAX_CHUNK = 1 << 28;

    private static final long BLOCK_BYTES = 1 << 22;
    private static final int MAX_DEPTH = 8;
    private static final int MAX_DATASETS = 10_000;
    /** A dataset of one number all over can be packed well, but not so well. */
    private static final double BEST_PACKING = 10_000;

    private static final double ALWAYS_ALLOWED = 1 << 26;

    private Hdf5() {}

    static MappedRows read(Reading reading) throws IOException {
        if (reading.idColumn() != null) {
            throw new InvalidInputException(
                    reading.name() + ": no ids are read from HDF5; leave out " + Json.quote(reading.idColumn()));
        }
        try (HdfFile file = new HdfFile(reading.path())) {
            Dataset dataset = dataset(reading, file);
            long[] shape = dataset.getDimensionsAsLong();
            ElementType type = type(dataset.getDataType());
            return dataset instanceof ContiguousDataset whole && type != null
                    ? MappedRows.of(layout(reading, file, whole, shape, type), null)
                    : decode(reading, dataset, shape);
        } catch (InvalidInputException | UncheckedIOException | CancellationException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            // what jhdf meets in a damaged file; of memory, too, a damaged file can ask for any amount
            throw new InvalidInputException(
                    reading.name() + ": is not an HDF5 file, is damaged, or is of a kind that is not read ("
                            + Json.quote(reason(e)) + ")",
                    e);
        }
    }

    /** What jhdf found first; the exceptions around it say only where. */
    private static String reason(Throwable e) {
        Throwable cause = e;
        for (int i = 0; i < 20 && cause.getCause() != null; i++) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private static Dataset dataset(Reading reading, HdfFile file) {
        Map<String, Dataset> datasets = new LinkedHashMap<>();
        collect(file, "", 0, datasets);
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
                .filter(name -> isTable(datasets.get(name)))
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

    /** All datasets by their paths. Links are not followed: they may lead out of the file, or round and round. */
    private static void collect(Group group, String path, int depth, Map<String, Dataset> into) {
        if (depth > MAX_DEPTH) {
            return;
        }
        for (Map.Entry<String, Node> child : group.getChildren().entrySet()) {
            Node node = child.getValue();
            if (node.isLink() || into.size() > MAX_DATASETS) {
                continue;
            }
            if (node instanceof Group inner) {
                collect(inner, path + child.getKey() + "/", depth + 1, into);
            } else if (node instanceof Dataset dataset) {
                into.put(path + child.getKey(), dataset);
            }
        }
    }

    private static boolean isTable(Dataset dataset) {
        DataType type = dataset.getDataType();
        return (type instanceof FixedPoint || type instanceof FloatingPoint)
                && dataset.getDimensionsAsLong().length > 1;
    }

    /** The type of numbers that can be mapped as they are; null for others. */
    private static ElementType type(DataType type) {
        if (type instanceof FloatingPoint number) {
            return switch (number.getSize() * 100 + number.getExponentSize()) {
                case 205 -> ElementType.F2;
                case 408 -> ElementType.F4;
                case 811 -> ElementType.F8;
                default -> null;
            };
        }
        if (type instanceof FixedPoint number) {
            return switch (number.getSize()) {
                case 1 -> number.isSigned() ? ElementType.I1 : ElementType.U1;
                case 4 -> number.isSigned() ? ElementType.I4 : null;
                case 8 -> number.isSigned() ? ElementType.I8 : null;
                default -> null;
            };
        }
        return null;
    }

    private static Layout layout(
            Reading reading, HdfFile file, ContiguousDataset dataset, long[] shape, ElementType type)
            throws IOException {
        ByteOrder order = ((OrderedDataType) dataset.getDataType()).getByteOrder();
        long offset = dataset.getDataAddress() + file.getUserBlockSize();
        Layout layout = Layout.dense(reading.path(), type, order, shape, offset).named(reading.name());
        long size = Files.size(reading.path());
        if (offset < 0 || layout.end() < 0 || layout.end() > size) {
            throw layout.wrongSize(Long.toString(size), true);
        }
        return layout;
    }

    private static MappedRows decode(Reading reading, Dataset dataset, long[] shape) throws IOException {
        Class<?> java = dataset.getJavaType();
        ElementType type = java == float.class
                ? ElementType.F4
                : java == double.class
                        ? ElementType.F8
                        : java == long.class
                                ? ElementType.I8
                                : java == int.class || java == short.class || java == byte.class
                                        ? ElementType.I4
                                        : null;
        if (type == null || !(dataset.getDataType() instanceof OrderedDataType)) {
            throw new InvalidInputException(
                    reading.name() + ": the dataset " + Json.quote(dataset.getPath()) + " does not hold numbers");
        }
        // checks the shape as that of an array
        Layout claimed = Layout.dense(reading.path(), type, ByteOrder.LITTLE_ENDIAN, shape, 0);
        if (claimed.end() > ALWAYS_ALLOWED && claimed.end() > BEST_PACKING * Files.size(reading.path())) {
            throw new InvalidInputException(reading.name() + ": claims " + claimed.end()
                    + " bytes of numbers, which cannot be in so small a file; the file is damaged, make it again");
        }
        int step = step(reading, dataset, shape, claimed);
        try (DecodedRows rows = new DecodedRows(reading, type, null)) {
            rows.requireRoomFor(claimed.end());
            long[] from = new long[shape.length];
            int[] count = new int[shape.length];
            for (int i = 1; i < shape.length; i++) {
                count[i] = (int) shape[i];
            }
            ByteBuffer row = ByteBuffer.allocate(Math.multiplyExact(claimed.width(), type.bytes()))
                    .order(ByteOrder.LITTLE_ENDIAN);
            for (long first = 0; first < shape[0]; first += step) {
                from[0] = first;
                count[0] = (int) Math.min(step, shape[0] - first);
                Object block = dataset.getData(from, count);
                for (int i = 0; i < count[0]; i++) {
                    row.clear();
                    put(Array.get(block, i), type, row);
                    rows.put(row.array(), 0, claimed.width());
                    rows.endRow();
                }
                reading.listener().read(first + count[0], shape[0]);
            }
            return claimed.flat() ? rows.mapFlat() : rows.map();
        }
    }

    /** How many rows to read at once: those of whole chunks, since every chunk is unpacked anew. */
    private static int step(Reading reading, Dataset dataset, long[] shape, Layout claimed) {
        long rows = Math.max(1, BLOCK_BYTES / claimed.stride());
        if (dataset instanceof ChunkedDataset chunked) {
            int[] chunk = chunked.getChunkDimensions();
            double bytes = Arrays.stream(chunk)
                    .asDoubleStream()
                    .reduce(dataset.getDataType().getSize(), (a, b) -> a * b);
            if (chunk.length != shape.length
                    || bytes > MAX_CHUNK
                    || Arrays.stream(chunk).anyMatch(n -> n < 1)) {
                throw new InvalidInputException(reading.name() + ": its chunks have the shape " + Arrays.toString(chunk)
                        + "; at most " + MAX_CHUNK + " bytes are read at once");
            }
            rows = Math.max(chunk[0], rows / chunk[0] * chunk[0]);
        }
        if (rows * claimed.stride() > MAX_CHUNK && rows > 1) {
            rows = Math.max(1, MAX_CHUNK / claimed.stride());
        }
        return (int) Math.min(rows, shape[0]);
    }

    /** Puts an array of numbers, of any depth, or a single number. */
    private static void put(Object numbers, ElementType type, ByteBuffer into) {
        if (numbers instanceof float[] floats) {
            into.asFloatBuffer().put(floats);
            into.position(into.position() + floats.length * Float.BYTES);
        } else if (numbers instanceof double[] doubles) {
            into.asDoubleBuffer().put(doubles);
            into.position(into.position() + doubles.length * Double.BYTES);
        } else if (numbers instanceof Number number) {
            switch (type) {
                case F4 -> into.putFloat(number.floatValue());
                case F8 -> into.putDouble(number.doubleValue());
                case I4 -> into.putInt(number.intValue());
                default -> into.putLong(number.longValue());
            }
        } else {
            for (int i = 0; i < Array.getLength(numbers); i++) {
                put(Array.get(numbers, i), type, into);
            }
        }
    }
}
