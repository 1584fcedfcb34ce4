package dev.tldr4j.spark.encode;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.encode.BlockEncoder;
import dev.tldr4j.spark.rows.BroadcastEncoder;
import dev.tldr4j.spark.rows.RowText;
import dev.tldr4j.spark.rows.VectorColumn;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.TaskCompletionListener;

/**
 * What {@link EncodePartition} does, where Spark has the rows of a table in columns, as its reader of Parquet does: the vectors are
 * taken from there, no row is ever made, and columns that nobody asks for are not copied.
 */
final class EncodeBatches implements FlatMapFunction<Iterator<ColumnarBatch>, ColumnarBatch>, Serializable {
    private static final long serialVersionUID = 1;

    private final Broadcast<BroadcastEncoder> encoder;
    private final VectorColumn column;
    private final StructType schema;
    private final DataType reducedType;
    private final boolean givesVectors;
    private final boolean keepsInvalid;

    /**
     * @param schema the batches' columns
     * @param reducedType that of the new one
     */
    EncodeBatches(
            Broadcast<BroadcastEncoder> encoder,
            VectorColumn column,
            StructType schema,
            DataType reducedType,
            boolean givesVectors,
            boolean keepsInvalid) {
        this.encoder = encoder;
        this.column = column;
        this.schema = schema;
        this.reducedType = reducedType instanceof UserDefinedType<?> type ? type.sqlType() : reducedType;
        this.givesVectors = givesVectors;
        this.keepsInvalid = keepsInvalid;
    }

    @Override
    public Iterator<ColumnarBatch> call(Iterator<ColumnarBatch> batches) {
        return new Batches(batches, encoder.value().encoder());
    }

    private final class Batches implements Iterator<ColumnarBatch> {
        private final Iterator<ColumnarBatch> source;
        private final BlockEncoder blockEncoder;
        private final int inputs;
        private final int outputs;
        private final float[] vectors;
        private final float[] encoded;
        private final double[] line;
        /** For every row of a block where its vector stands, or -1. */
        private final int[] places = new int[BlockEncoder.ROWS];

        private WritableColumnVector reduced;

        Batches(Iterator<ColumnarBatch> source, Encoder encoder) {
            this.source = source;
            this.inputs = encoder.inputDims();
            this.outputs = encoder.outputDims();
            this.vectors = new float[BlockEncoder.ROWS * inputs];
            this.encoded = new float[BlockEncoder.ROWS * outputs];
            this.line = new double[outputs];
            this.blockEncoder = BlockEncoder.of(encoder);
            TaskContext.get().addTaskCompletionListener((TaskCompletionListener) context -> {
                blockEncoder.close();
                if (reduced != null) {
                    reduced.close();
                }
            });
        }

        @Override
        public boolean hasNext() {
            return source.hasNext();
        }

        /** The source's columns and the new one; both are the next batch's as soon as that is asked for. */
        @Override
        public ColumnarBatch next() {
            ColumnarBatch batch = source.next();
            int rows = batch.numRows();
            if (reduced == null) {
                reduced = new OnHeapColumnVector(rows, reducedType);
            }
            reduced.reset();
            reduced.reserve(rows);
            VectorColumn here = column.of(batch);
            for (int from = 0; from < rows; from += BlockEncoder.ROWS) {
                encode(batch, here, from, Math.min(BlockEncoder.ROWS, rows - from));
            }
            ColumnVector[] columns = new ColumnVector[batch.numCols() + 1];
            for (int i = 0; i < batch.numCols(); i++) {
                columns[i] = batch.column(i);
            }
            columns[batch.numCols()] = reduced;
            return new ColumnarBatch(columns, rows);
        }

        private void encode(ColumnarBatch batch, VectorColumn here, int from, int count) {
            int valid = 0;
            for (int i = 0; i < count; i++) {
                String wrong = here.read(batch.getRow(from + i), inputs, vectors, valid * inputs);
                if (wrong != null && !keepsInvalid) {
                    throw RowText.refusal(wrong, batch.getRow(from + i), schema);
                }
                places[i] = wrong == null ? valid++ : -1;
            }
            blockEncoder.encode(vectors, valid, encoded);
            for (int i = 0; i < count; i++) {
                if (places[i] < 0) {
                    putNull(from + i);
                } else if (givesVectors) {
                    putVector(from + i, places[i] * outputs);
                } else {
                    reduced.putArray(
                            from + i, reduced.arrayData().appendFloats(outputs, encoded, places[i] * outputs), outputs);
                }
            }
        }

        private void putNull(int row) {
            reduced.putNull(row);
            for (int field = 0; givesVectors && field < VectorColumn.VECTOR_FIELDS; field++) {
                reduced.getChild(field).putNull(row);
            }
        }

        private void putVector(int row, int at) {
            for (int j = 0; j < outputs; j++) {
                line[j] = encoded[at + j];
            }
            byte dense = 1;
            reduced.getChild(0).putByte(row, dense);
            reduced.getChild(1).putNull(row);
            reduced.getChild(2).putNull(row);
            WritableColumnVector values = reduced.getChild(3);
            values.putArray(row, values.arrayData().appendDoubles(outputs, line, 0), outputs);
        }
    }
}
