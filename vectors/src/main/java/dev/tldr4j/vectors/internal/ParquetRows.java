package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.internal.parquet.Column;
import dev.tldr4j.vectors.internal.parquet.MissingException;
import dev.tldr4j.vectors.internal.parquet.ParquetException;
import dev.tldr4j.vectors.internal.parquet.ParquetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Reads a column of lists from a Parquet file, or from the files of a table, and a column of ids. */
final class ParquetRows implements ParquetFile.NumberListener {
    private final DecodedRows rows;
    private long begun;

    private ParquetRows(DecodedRows rows) {
        this.rows = rows;
    }

    static MappedRows read(Reading reading) throws IOException {
        List<Reading> parts = ParquetTable.parts(reading);
        Column vectors;
        Column ids;
        try (ParquetFile first = ParquetFile.open(parts.get(0).path())) {
            vectors = vectors(reading, first.columns());
            ids = reading.withIds() ? ids(reading, first.columns()) : null;
        } catch (ParquetException e) {
            throw new InvalidInputException(parts.get(0).name() + ": " + e.getMessage(), e);
        }
        try (DecodedRows rows = new DecodedRows(reading, type(vectors), ids == null ? null : ids.name())) {
            for (Reading part : parts) {
                try (ParquetFile file = ParquetFile.open(part.path())) {
                    new ParquetRows(rows).read(part, file, vectors, ids);
                } catch (ParquetException e) {
                    throw new InvalidInputException(part.name() + ": " + e.getMessage(), e);
                }
            }
            return rows.map();
        }
    }

    /** Columns are looked up again by their names: another file of the table may have them elsewhere. */
    private void read(Reading part, ParquetFile file, Column vectorsOfFirst, Column idsOfFirst) throws IOException {
        Column vectors =
                named(part, file.columns(), vectorsOfFirst.name(), Column::isVectors, "a list of numbers for each row");
        if (type(vectors) != type(vectorsOfFirst)) {
            throw new InvalidInputException(part.name() + ": the column " + Json.quote(vectors.name()) + " holds "
                    + type(vectors) + " numbers where the first file of the table holds " + type(vectorsOfFirst)
                    + "; write the table again with one type");
        }
        Column ids = idsOfFirst == null
                ? null
                : named(
                        part,
                        file.columns(),
                        idsOfFirst.name(),
                        Column::isIds,
                        "a text or a whole number for each row");
        double bytes = file.values(vectors) * vectors.numberBytes();
        long size = Files.size(part.path());
        Unpacked.requireNumbers(part.name(), bytes, size);
        Unpacked.requireIds(part.name(), ids == null ? 0 : file.rows(), 0, size);
        rows.requireRoomFor(bytes);
        read(part, file, size, vectors, ids);
    }

    private void read(Reading reading, ParquetFile file, long size, Column vectors, Column ids) throws IOException {
        long[] idCount = {0};
        for (int group = 0; group < file.rowGroups(); group++) {
            long before = begun;
            try {
                file.readNumbers(
                        group, vectors, this, place -> reading.listener().read(place, size));
            } catch (MissingException e) {
                throw missing(
                        reading, vectors, begun - 1 + e.rows(), e.isNumber() ? "a number that is null" : "no vector");
            }
            if (begun - before != file.rows(group)) {
                throw new ParquetException("has " + (begun - before) + " vectors in a group of " + file.rows(group)
                        + " rows; the file is damaged, make it again");
            }
            if (ids != null) {
                try {
                    file.readIds(
                            group,
                            ids,
                            (id, number) -> {
                                rows.id(id, number);
                                idCount[0]++;
                            },
                            place -> {});
                } catch (MissingException e) {
                    throw missing(reading, ids, idCount[0] - 1 + e.rows(), "no id");
                }
            }
        }
        if (begun > 0) {
            rows.endRow();
        }
        reading.listener().read(size, size);
    }

    private static InvalidInputException missing(Reading reading, Column column, long row, String what) {
        return new InvalidInputException(reading.name() + ": row " + row + " has " + what + " in column "
                + Json.quote(column.name()) + "; remove or fill that row");
    }

    @Override
    public void row() throws IOException {
        if (begun++ > 0) {
            rows.endRow();
        }
    }

    @Override
    public void numbers(byte[] numbers, int from, int count) throws IOException {
        rows.put(numbers, from, count);
    }

    private static ElementType type(Column column) {
        return switch (column.type()) {
            case FLOAT -> ElementType.F4;
            case DOUBLE -> ElementType.F8;
            case INT32 -> ElementType.I4;
            case INT64 -> ElementType.I8;
            default -> ElementType.F2;
        };
    }

    private static Column vectors(Reading reading, List<Column> columns) {
        if (reading.column() != null) {
            return named(reading, columns, reading.column(), Column::isVectors, "a list of numbers for each row");
        }
        List<Column> lists = columns.stream().filter(Column::isVectors).toList();
        // beside vectors there may be lists of whole numbers, such as tokens
        List<Column> fractions =
                lists.stream().filter(column -> !type(column).isWhole()).toList();
        List<Column> candidates = fractions.isEmpty() ? lists : fractions;
        if (candidates.isEmpty()) {
            throw new InvalidInputException(
                    reading.name() + ": no column holds lists of numbers; there are " + names(columns.stream()));
        }
        if (candidates.size() > 1) {
            throw new InvalidInputException(reading.name() + ": several columns hold lists of numbers ("
                    + names(candidates.stream()) + "); choose one: " + reading.path() + "#"
                    + candidates.get(0).name());
        }
        return candidates.get(0);
    }

    /** Null where none was named and none is of the usual name. */
    private static Column ids(Reading reading, List<Column> columns) {
        if (reading.idColumn() != null) {
            return named(reading, columns, reading.idColumn(), Column::isIds, "a text or a whole number for each row");
        }
        return columns.stream()
                .filter(column -> column.name().equals(Reading.USUAL_ID) && column.isIds())
                .findFirst()
                .orElse(null);
    }

    private static Column named(
            Reading reading, List<Column> columns, String name, Predicate<Column> fit, String wanted) {
        List<Column> found =
                columns.stream().filter(column -> column.name().equals(name)).toList();
        if (found.isEmpty()) {
            throw new InvalidInputException(reading.name() + ": there is no column " + Json.quote(name) + "; there are "
                    + names(columns.stream()));
        }
        return found.stream()
                .filter(fit)
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        reading.name() + ": the column " + Json.quote(name) + " does not hold " + wanted));
    }

    private static String names(Stream<Column> columns) {
        return Choices.of(columns.map(Column::name).distinct().toList());
    }
}
