package dev.tldr4j.spark.encode;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * "Add the reduced vector to every row" in a query plan. A plan of its own, since what Spark offers otherwise sees one row at a
 * time or makes an object of every number. The optimizer treats it as any other: columns that nobody asks for are not read.
 *
 * <p>Not for users: public only because Spark makes copies of it.
 */
public final class EncodeRows extends LogicalPlan {
    private final LogicalPlan child;
    private final Attribute vector;
    private final Attribute reduced;
    private final Encoding encoding;

    /**
     * The arguments are also the product's elements, from which Spark makes copies; so it must be public.
     *
     * @param vector the column to reduce
     * @param reduced the column that is added
     */
    public EncodeRows(LogicalPlan child, Attribute vector, Attribute reduced, Encoding encoding) {
        this.child = child;
        this.vector = vector;
        this.reduced = reduced;
        this.encoding = encoding;
    }

    LogicalPlan child() {
        return child;
    }

    Attribute vector() {
        return vector;
    }

    Attribute reduced() {
        return reduced;
    }

    Encoding encoding() {
        return encoding;
    }

    @Override
    public Seq<Attribute> output() {
        return appended(child.output(), reduced);
    }

    static Seq<Attribute> appended(Seq<Attribute> attributes, Attribute last) {
        List<Attribute> all = new java.util.ArrayList<>(CollectionConverters.asJava(attributes));
        all.add(last);
        return CollectionConverters.asScala(all).toSeq();
    }

    @Override
    public AttributeSet producedAttributes() {
        return org.apache.spark.sql.catalyst.expressions.AttributeSet$.MODULE$.apply(reduced);
    }

    @Override
    public Seq<LogicalPlan> children() {
        return CollectionConverters.asScala(List.of(child)).toSeq();
    }

    @Override
    public LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> children) {
        return new EncodeRows(children.apply(0), vector, reduced, encoding);
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
        return other instanceof EncodeRows;
    }

    /** By what it does: Spark uses a cached table again where plans are equal. */
    @Override
    public boolean equals(Object other) {
        return other instanceof EncodeRows that
                && child.equals(that.child)
                && vector.equals(that.vector)
                && reduced.equals(that.reduced)
                && encoding.equals(that.encoding);
    }

    @Override
    public int hashCode() {
        return java.util.Objects.hash(child, vector, reduced, encoding);
    }
}
