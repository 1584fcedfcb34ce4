package dev.tldr4j.spark.rows;

import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The parameters that estimator and model share: where vectors come from and go to, and what happens to odd rows. */
public final class ColumnParams {
    static final String ARRAY = "array";
    static final String VECTOR = "vector";
    static final String ERROR = "error";
    public static final String SKIP = "skip";
    public static final String KEEP = "keep";

    public final Param<String> inputCol;
    public final Param<String> outputCol;
    public final Param<String> outputType;
    public final Param<String> handleInvalid;
    public final BooleanParam dropInput;
    private final Params of;

    /** Gives them all but the input column a default in the stage they belong to. */
    public ColumnParams(Params of) {
        this.of = of;
        inputCol = new Param<>(of, "inputCol", "the column of vectors: array<float>, array<double> or ML's vector");
        outputCol = new Param<>(of, "outputCol", "the column for the reduced vectors");
        outputType = new Param<>(
                of,
                "outputType",
                "what the reduced vectors are: array (of floats) or vector (ML's, for other stages)",
                ParamValidators.inArray(List.of(ARRAY, VECTOR)));
        handleInvalid = new Param<>(
                of,
                "handleInvalid",
                "what happens to a row whose vector is null, of another width or not finite: error (the job fails and"
                        + " names it), skip (it is left out) or keep (it gets null)",
                ParamValidators.inArray(List.of(ERROR, SKIP, KEEP)));
        dropInput = new BooleanParam(
                of, "dropInput", "whether the column of long vectors is left out; outputCol may then have its name");
    }

    /** What holds where nothing is set; to be called once the stage knows these parameters. */
    public void setDefaults(String uid) {
        of.setDefault(outputCol, uid + "__output");
        of.setDefault(outputType, ARRAY);
        of.setDefault(handleInvalid, ERROR);
        of.setDefault(dropInput, false);
    }

    public String input() {
        return of.getOrDefault(inputCol);
    }

    public String output() {
        return of.getOrDefault(outputCol);
    }

    public String invalid() {
        return of.getOrDefault(handleInvalid);
    }

    public boolean givesVectors() {
        return of.getOrDefault(outputType).equals(VECTOR);
    }

    public boolean dropsInput() {
        return (Boolean) of.getOrDefault(dropInput);
    }

    /** The type of the new column. */
    public DataType outputDataType() {
        return givesVectors() ? SQLDataTypes.VectorType() : DataTypes.createArrayType(DataTypes.FloatType, false);
    }

    /** A table's columns with the new one added, and the old one dropped if asked; refuses a table that does not fit. */
    public StructType addOutput(StructType schema) {
        VectorColumn.of(schema, input());
        StructType output = new StructType();
        for (StructField field : schema.fields()) {
            if (dropsInput() && field.name().equals(input())) {
                continue;
            }
            if (field.name().equals(output())) {
                throw new IllegalArgumentException("there is a column " + output() + " already; set another outputCol");
            }
            output = output.add(field);
        }
        return output.add(
                new StructField(output(), outputDataType(), mayBeNull(), org.apache.spark.sql.types.Metadata.empty()));
    }

    public boolean mayBeNull() {
        return invalid().equals(KEEP);
    }
}
