package dev.tldr4j.spark.encode;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.encode.BlockEncoder;
import dev.tldr4j.spark.rows.BroadcastEncoder;
import dev.tldr4j.spark.rows.ColumnParams;
import dev.tldr4j.spark.rows.RowText;
import dev.tldr4j.spark.rows.VectorColumn;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Adds the reduced vector to every row of a partition. Rows are gathered into blocks, and a block is one matrix product on
 * this task's thread.
 */
final class EncodePartition implements FlatMapFunction<Iterator<InternalRow>, InternalRow>, Serializable {
    private static final long serialVersionUID = 1;

    private final Broadcast<BroadcastEncoder> encoder;
    private final VectorColumn column;
    private final StructType schema;
    private final DataType[] outputTypes;
    private final boolean givesVectors;
    private final String handleInvalid;

    /**
     * @param schema the rows' columns
     * @param outputTypes those of the columns with the new one
     */
    EncodePartition(
            Broadcast<BroadcastEncoder> encoder,
            VectorColumn column,
            StructType schema,
            DataType[] outputTypes,
            boolean givesVectors,
            String handleInvalid) {
        this.encoder = encoder;
        this.column = column;
        this.schema = schema;
        this.outputTypes = outputTypes;
        this.givesVectors = givesVectors;
        this.handleInvalid = handleInvalid;
    }

    @Override
    public Iterator<InternalRow> call(Iterator<InternalRow> rows) {
        return new Blocks(rows, encoder.value().encoder());
    }

    private final class Blocks implements Iterator<InternalRow> {
        private final Iterator<InternalRow> source;
        private final BlockEncoder blockEncoder;
        private final int inputs;
        private final int outputs;
        private final float[] vectors;
        private final float[] encoded;
        /** The block's rows, and for each where its vector stands in the block, or -1. */
        private final InternalRow[] rows = new InternalRow[BlockEncoder.ROWS];

        private final int[] places = new int[BlockEncoder.ROWS];
        private final UnsafeProjection projection = UnsafeProjection.create(outputTypes);
        private final JoinedRow joined = new JoinedRow();
        private final GenericInternalRow added = new GenericInternalRow(1);
        private int count;
        private int next;

        Blocks(Iterator<InternalRow> source, Encoder encoder) {
            this.source = source;
            this.inputs = encoder.inputDims();
            this.outputs = encoder.outputDims();
            this.vectors = new float[BlockEncoder.ROWS * inputs];
            this.encoded = new float[BlockEncoder.ROWS * outputs];
            this.blockEncoder = BlockEncoder.of(encoder);
            TaskContext task = TaskContext.get();
            if (task != null) {
                task.addTaskCompletionListener((TaskCompletionListener) context -> blockEncoder.close());
            }
        }

        @Override
        public boolean hasNext() {
            if (next == count) {
                fill();
            }
            return next < count;
        }

        @Override
        public InternalRow next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int place = places[next];
            added.update(0, place < 0 ? null : reduced(place * outputs));
            return projection.apply(joined.apply(rows[next++], added));
        }

        private void fill() {
            count = 0;
            next = 0;
            int valid = 0;
            while (count < rows.length && source.hasNext()) {
                InternalRow row = source.next();
                String wrong = column.read(row, inputs, vectors, valid * inputs);
                if (wrong == null) {
                    places[count] = valid++;
                } else if (handleInvalid.equals(ColumnParams.KEEP)) {
                    places[count] = -1;
                } else if (handleInvalid.equals(ColumnParams.SKIP)) {
                    continue;
                } else {
                    throw RowText.refusal(wrong, row, schema);
                }
                // the source gives every row in the same memory
                rows[count++] = row.copy();
            }
            blockEncoder.encode(vectors, valid, encoded);
        }

        private Object reduced(int at) {
            if (!givesVectors) {
                return UnsafeArrayData.fromPrimitiveArray(Arrays.copyOfRange(encoded, at, at + outputs));
            }
            double[] values = new double[outputs];
            for (int j = 0; j < outputs; j++) {
                values[j] = encoded[at + j];
            }
            byte dense = 1;
            return new GenericInternalRow(new Object[] {dense, null, null, UnsafeArrayData.fromPrimitiveArray(values)});
        }
    }
}
