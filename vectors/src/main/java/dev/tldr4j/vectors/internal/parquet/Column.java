package dev.tldr4j.vectors.internal.parquet;

import java.util.List;

/**
 * A column of plain values, in a table or inside its lists and structs.
 *
 * @param index its place among all columns of the file
 * @param name what users call it: without the parts of the path that say only that it is a list
 * @param path of all the names from the root on
 * @param type how its values are stored
 * @param length the bytes of a value, for a type of fixed length
 * @param kind what the values mean beyond their type
 * @param maxDefinition the definition level of a value that is there
 * @param listDefinition the definition level of a list that is not empty; 0 outside of lists
 * @param maxRepetition how many lists it is inside
 */
public record Column(
        int index,
        String name,
        List<String> path,
        Type type,
        int length,
        Kind kind,
        int maxDefinition,
        int listDefinition,
        int maxRepetition) {
    /** Parquet's own types, in the order of their numbers. */
    public enum Type {
        BOOLEAN,
        INT32,
        INT64,
        INT96,
        FLOAT,
        DOUBLE,
        BYTE_ARRAY,
        FIXED_LEN_BYTE_ARRAY;

        /** The bytes of a number of this type; 0 where values are no numbers. */
        int bytes() {
            return switch (this) {
                case INT32, FLOAT -> 4;
                case INT64, DOUBLE -> 8;
                default -> 0;
            };
        }
    }

    /** What values mean. */
    public enum Kind {
        /** What their type says. */
        PLAIN,
        /** Without a sign. */
        UNSIGNED,
        TEXT,
        HALF_FLOAT,
        /** A date, a decimal, … */
        OTHER
    }

    /** The bytes of a number in this column; 0 if its values are no numbers. */
    public int numberBytes() {
        return kind == Kind.HALF_FLOAT ? 2 : type.bytes();
    }

    /** Whether there is one list of numbers for each row. */
    public boolean isVectors() {
        return maxRepetition == 1 && numberBytes() > 0 && (kind == Kind.PLAIN || kind == Kind.HALF_FLOAT);
    }

    /** Whether there is one text or whole number for each row. */
    public boolean isIds() {
        boolean whole = (type == Type.INT32 || type == Type.INT64) && (kind == Kind.PLAIN || kind == Kind.UNSIGNED);
        return maxRepetition == 0 && (whole || type == Type.BYTE_ARRAY && (kind == Kind.PLAIN || kind == Kind.TEXT));
    }
}
