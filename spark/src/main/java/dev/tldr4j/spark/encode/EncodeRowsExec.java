package dev.tldr4j.spark.encode;

import dev.tldr4j.spark.rows.ColumnParams;
import dev.tldr4j.spark.rows.VectorColumn;
import java.util.List;
import java.util.Objects;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** How {@link EncodeRows} is done. Not for users: public only because Spark makes copies of it. */
public final class EncodeRowsExec extends SparkPlan {
    private static final long serialVersionUID = 1;

    private final SparkPlan child;
    // a sort asks for the columns of the plan before it on executors, too
    private final Attribute vector;
    private final Attribute reduced;
    // only the driver knows it
    private final transient Encoding encoding;

    /** Public, and with the product's elements as arguments, for Spark to make copies. */
    public EncodeRowsExec(SparkPlan child, Attribute vector, Attribute reduced, Encoding encoding) {
        this.child = child;
        this.vector = vector;
        this.reduced = reduced;
        this.encoding = encoding;
    }

    @Override
    public RDD<InternalRow> doExecute() {
        VectorColumn column = VectorColumn.of(child.schema(), vector.name());
        StructField[] fields = schema().fields();
        DataType[] types = new DataType[fields.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = fields[i].dataType();
        }
        EncodePartition encode = new EncodePartition(
                encoding.broadcast(sparkContext()),
                column,
                child.schema(),
                types,
                encoding.givesVectors(),
                encoding.handleInvalid());
        return child.execute().toJavaRDD().mapPartitions(encode, true).rdd();
    }

    /** Where the rows come in columns they stay in them; only a batch that loses rows would have to be made anew. */
    @Override
    public boolean supportsColumnar() {
        return child.supportsColumnar() && !encoding.handleInvalid().equals(ColumnParams.SKIP);
    }

    @Override
    public RDD<ColumnarBatch> doExecuteColumnar() {
        EncodeBatches encode = new EncodeBatches(
                encoding.broadcast(sparkContext()),
                VectorColumn.of(child.schema(), vector.name()),
                child.schema(),
                reduced.dataType(),
                encoding.givesVectors(),
                encoding.handleInvalid().equals(ColumnParams.KEEP));
        return child.executeColumnar().toJavaRDD().mapPartitions(encode, true).rdd();
    }

    @Override
    public Seq<Attribute> output() {
        return EncodeRows.appended(child.output(), reduced);
    }

    @Override
    public AttributeSet producedAttributes() {
        return org.apache.spark.sql.catalyst.expressions.AttributeSet$.MODULE$.apply(reduced);
    }

    /** Rows stay where they are, in their order. */
    @Override
    public Partitioning outputPartitioning() {
        return child.outputPartitioning();
    }

    @Override
    public Seq<SortOrder> outputOrdering() {
        return child.outputOrdering();
    }

    @Override
    public Seq<SparkPlan> children() {
        return CollectionConverters.asScala(List.of(child)).toSeq();
    }

    @Override
    public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> children) {
        return new EncodeRowsExec(children.apply(0), vector, reduced, encoding);
    }

    @Override
    public int productArity() {
        return 4;
    }

    @Override
    public Object productElement(int n) {
        return switch (n) {
            case 0 -> child;
            case 1 -> vector;
            case 2 -> reduced;
            case 3 -> encoding;
            default -> throw new IndexOutOfBoundsException(n);
        };
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof EncodeRowsExec;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EncodeRowsExec that
                && child.equals(that.child)
                && vector.equals(that.vector)
                && reduced.equals(that.reduced)
                && encoding.equals(that.encoding);
    }

    @Override
    public int hashCode() {
        return Objects.hash(child, vector, reduced, encoding);
    }
}
