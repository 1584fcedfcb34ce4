package dev.tldr4j.spark.rows;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.StringJoiner;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A row in words, short enough for a message: so that people find the row that was wrong. */
public final class RowText {
    private static final int LONGEST = 60;
    private static final int NUMBERS = 3;

    private RowText() {}

    /** What is said of a wrong row. */
    public static InvalidInputException refusal(String wrong, InternalRow row, StructType schema) {
        return new InvalidInputException(
                wrong + " in the row " + of(row, schema) + "; repair it, or set handleInvalid to skip or keep");
    }

    static String of(InternalRow row, StructType schema) {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        StructField[] fields = schema.fields();
        for (int i = 0; i < fields.length; i++) {
            text.add(fields[i].name() + "=" + value(row, i, fields[i].dataType()));
        }
        return text.toString();
    }

    private static String value(InternalRow row, int ordinal, DataType type) {
        if (row.isNullAt(ordinal)) {
            return "null";
        }
        if (type instanceof ArrayType array) {
            return numbers(row.getArray(ordinal), array.elementType());
        }
        String text = String.valueOf(row.get(ordinal, type));
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    private static String numbers(ArrayData array, DataType type) {
        StringJoiner text = new StringJoiner(", ", "(", ")");
        for (int i = 0; i < Math.min(NUMBERS, array.numElements()); i++) {
            text.add(array.isNullAt(i) ? "null" : String.valueOf(array.get(i, type)));
        }
        if (array.numElements() > NUMBERS) {
            text.add("… " + array.numElements() + " in all");
        }
        return text.toString();
    }
}
