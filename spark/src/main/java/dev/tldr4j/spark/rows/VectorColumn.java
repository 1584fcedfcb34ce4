package dev.tldr4j.spark.rows;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Reads a column of vectors from Spark's own rows, where an array is one piece of memory. In the rows that users see it is an
 * object for every number.
 */
public final class VectorColumn implements Serializable {
    private static final long serialVersionUID = 1;

    private enum Kind {
        FLOATS,
        DOUBLES,
        VECTOR
    }

    /** Fields of ML's vector in Spark's rows: kind, size, indices, values. */
    public static final int VECTOR_FIELDS = 4;

    private final String name;
    private final int ordinal;
    private final Kind kind;
    private final boolean mayHoldNulls;

    private VectorColumn(String name, int ordinal, Kind kind, boolean mayHoldNulls) {
        this.name = name;
        this.ordinal = ordinal;
        this.kind = kind;
        this.mayHoldNulls = mayHoldNulls;
    }

    /** Refuses a column that is not there or holds no vectors, as Spark's own stages do. */
    public static VectorColumn of(StructType schema, String name) {
        StructField[] fields = schema.fields();
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].name().equals(name)) {
                return of(i, name, fields[i].dataType());
            }
        }
        throw new IllegalArgumentException(
                "there is no column " + name + " among " + String.join(", ", schema.fieldNames()));
    }

    private static VectorColumn of(int ordinal, String name, DataType type) {
        if (type.equals(SQLDataTypes.VectorType())) {
            return new VectorColumn(name, ordinal, Kind.VECTOR, false);
        }
        if (type instanceof ArrayType array) {
            if (array.elementType().equals(DataTypes.FloatType)) {
                return new VectorColumn(name, ordinal, Kind.FLOATS, array.containsNull());
            }
            if (array.elementType().equals(DataTypes.DoubleType)) {
                return new VectorColumn(name, ordinal, Kind.DOUBLES, array.containsNull());
            }
        }
        throw new IllegalArgumentException("column " + name + " is " + type.catalogString()
                + "; vectors are array<float>, array<double> or ML's vector");
    }

    /** The same column in a batch, whose arrays may be known to hold no null. */
    public VectorColumn of(ColumnarBatch batch) {
        boolean nulls = mayHoldNulls && batch.column(ordinal).getChild(0).hasNull();
        return new VectorColumn(name, ordinal, kind, nulls);
    }

    /** How long a row's vector is, or -1 for null. */
    int length(InternalRow row) {
        if (row.isNullAt(ordinal)) {
            return -1;
        }
        if (kind != Kind.VECTOR) {
            return row.getArray(ordinal).numElements();
        }
        InternalRow vector = row.getStruct(ordinal, VECTOR_FIELDS);
        return isSparse(vector) ? vector.getInt(1) : vector.getArray(3).numElements();
    }

    /**
     * Copies a row's vector to {@code into[at…]}.
     *
     * @return what is wrong with it, or null
     */
    public String read(InternalRow row, int width, float[] into, int at) {
        int length = length(row);
        if (length < 0) {
            return "column " + name + " is null";
        }
        if (length != width) {
            return "column " + name + " has " + length + " numbers, not " + width;
        }
        if (kind == Kind.VECTOR) {
            readVector(row.getStruct(ordinal, VECTOR_FIELDS), into, at);
        } else {
            ArrayData array = row.getArray(ordinal);
            for (int j = 0; mayHoldNulls && j < length; j++) {
                if (array.isNullAt(j)) {
                    return "column " + name + " has null for number " + j;
                }
            }
            if (kind == Kind.FLOATS) {
                System.arraycopy(array.toFloatArray(), 0, into, at, length);
            } else {
                round(array.toDoubleArray(), into, at);
            }
        }
        return notFinite(into, at, length);
    }

    private static boolean isSparse(InternalRow vector) {
        return vector.getByte(0) == 0;
    }

    private static void readVector(InternalRow vector, float[] into, int at) {
        double[] values = vector.getArray(3).toDoubleArray();
        if (isSparse(vector)) {
            int[] indices = vector.getArray(2).toIntArray();
            Arrays.fill(into, at, at + vector.getInt(1), 0);
            for (int i = 0; i < indices.length; i++) {
                into[at + indices[i]] = (float) values[i];
            }
        } else {
            round(values, into, at);
        }
    }

    private static void round(double[] values, float[] into, int at) {
        for (int j = 0; j < values.length; j++) {
            into[at + j] = (float) values[j];
        }
    }

    private String notFinite(float[] values, int at, int length) {
        // the sum of large numbers may be infinite, too
        boolean suspicious = !Float.isFinite(sum(values, at, length));
        for (int j = 0; suspicious && j < length; j++) {
            if (!Float.isFinite(values[at + j])) {
                return "column " + name + " has " + values[at + j] + " for number " + j;
            }
        }
        return null;
    }

    /** Not finite if a number is not. Four sums at a time, since the processor waits for each addition to the same one. */
    private static float sum(float[] values, int at, int length) {
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        int j = at;
        for (; j + 4 <= at + length; j += 4) {
            a += values[j];
            b += values[j + 1];
            c += values[j + 2];
            d += values[j + 3];
        }
        for (; j < at + length; j++) {
            a += values[j];
        }
        return a + b + c + d;
    }
}
