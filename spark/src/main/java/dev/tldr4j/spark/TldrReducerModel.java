package dev.tldr4j.spark;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.internal.TemporaryFolder;
import dev.tldr4j.spark.encode.EncodeRows;
import dev.tldr4j.spark.encode.EncodeRowsStrategy;
import dev.tldr4j.spark.encode.Encoding;
import dev.tldr4j.spark.encode.Encoding.Weights;
import dev.tldr4j.spark.rows.ColumnParams;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Reduces a column of vectors by an encoder, which {@link TldrReducer} has fitted or a file holds. Saved, it is a folder in
 * which {@value #ENCODER} is the encoder's file as all of tldr4j reads it.
 */
public final class TldrReducerModel extends Model<TldrReducerModel> implements MLWritable {
    private static final long serialVersionUID = 1;

    /** The name of the encoder's file in a saved model. */
    public static final String ENCODER = "encoder.safetensors";

    private final String uid;
    private final transient Weights weights;
    private final transient ColumnParams columns;

    TldrReducerModel(String uid, Weights weights) {
        this.uid = uid;
        this.weights = weights;
        this.columns = new ColumnParams(this);
        columns.setDefaults(uid);
    }

    /** A model of an encoder that was learned elsewhere. */
    public static TldrReducerModel of(Encoder encoder) {
        return new TldrReducerModel(Identifiable$.MODULE$.randomUID("tldr"), new Weights(encoder));
    }

    /** A model of an encoder's file, on any file system that Spark reads. */
    public static TldrReducerModel ofFile(String file) throws IOException {
        return of(readEncoder(new Path(file), SparkSession.active()));
    }

    private static Encoder readEncoder(Path file, SparkSession session) throws IOException {
        FileSystem system = file.getFileSystem(session.sparkContext().hadoopConfiguration());
        try (InputStream in = system.open(file)) {
            return Encoder.load(in);
        }
    }

    /** What reduces. */
    public Encoder encoder() {
        return weights.encoder();
    }

    /** The same model with only the first numbers of the outputs; see {@link Encoder#truncated}. */
    public TldrReducerModel truncated(int dims) {
        TldrReducerModel shorter = of(encoder().truncated(dims));
        copyValues(shorter, ParamMap.empty());
        return shorter.setParent(parent());
    }

    public Param<String> inputCol() {
        return columns.inputCol;
    }

    public Param<String> outputCol() {
        return columns.outputCol;
    }

    public Param<String> outputType() {
        return columns.outputType;
    }

    public Param<String> handleInvalid() {
        return columns.handleInvalid;
    }

    public BooleanParam dropInput() {
        return columns.dropInput;
    }

    public TldrReducerModel setInputCol(String column) {
        set(inputCol(), column);
        return this;
    }

    public TldrReducerModel setOutputCol(String column) {
        set(outputCol(), column);
        return this;
    }

    /** {@code array} or {@code vector}. */
    public TldrReducerModel setOutputType(String type) {
        set(outputType(), type);
        return this;
    }

    /** {@code error}, {@code skip} or {@code keep}. */
    public TldrReducerModel setHandleInvalid(String how) {
        set(handleInvalid(), how);
        return this;
    }

    /** Whether the column of long vectors is left out of the table. */
    public TldrReducerModel setDropInput(boolean drops) {
        set(dropInput(), drops);
        return this;
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public StructType transformSchema(StructType schema) {
        return columns.addOutput(schema);
    }

    @Override
    public Dataset<Row> transform(Dataset<?> dataset) {
        transformSchema(dataset.schema());
        org.apache.spark.sql.classic.SparkSession session =
                (org.apache.spark.sql.classic.SparkSession) dataset.sparkSession();
        EncodeRowsStrategy.addTo(session);
        LogicalPlan plan = ((org.apache.spark.sql.classic.Dataset<?>) dataset)
                .queryExecution()
                .analyzed();
        Attribute vector = CollectionConverters.asJava(plan.output()).stream()
                .filter(attribute -> attribute.name().equals(columns.input()))
                .findFirst()
                .orElseThrow();
        Attribute reduced = new AttributeReference(
                columns.output(),
                columns.outputDataType(),
                columns.mayBeNull(),
                Metadata.empty(),
                NamedExpression.newExprId(),
                noStrings());
        Encoding encoding = new Encoding(weights, columns.givesVectors(), columns.invalid());
        LogicalPlan encoded = new EncodeRows(plan, vector, reduced, encoding);
        return org.apache.spark.sql.classic.Dataset.ofRows(session, new Project(named(plan, vector, reduced), encoded));
    }

    /** The new column under an identity of its own, which Spark can tell apart where a table is joined with itself. */
    private Seq<NamedExpression> named(LogicalPlan plan, Attribute vector, Attribute reduced) {
        List<NamedExpression> named = new ArrayList<>(CollectionConverters.asJava(plan.output()));
        if (columns.dropsInput()) {
            named.remove(vector);
        }
        named.add(new Alias(
                reduced,
                reduced.name(),
                NamedExpression$.MODULE$.newExprId(),
                noStrings(),
                Option.empty(),
                noStrings()));
        return CollectionConverters.asScala(named).toSeq();
    }

    private static Seq<String> noStrings() {
        return CollectionConverters.asScala(List.<String>of()).toSeq();
    }

    @Override
    public TldrReducerModel copy(ParamMap extra) {
        TldrReducerModel copy = new TldrReducerModel(uid, weights);
        copyValues(copy, extra);
        return copy.setParent(parent());
    }

    @Override
    public MLWriter write() {
        return new Writer(this);
    }

    public static MLReader<TldrReducerModel> read() {
        return new Reader();
    }

    public static TldrReducerModel load(String path) {
        return read().load(path);
    }

    @Override
    public String toString() {
        return uid + ": " + encoder();
    }

    private static final class Writer extends MLWriter {
        private final TldrReducerModel model;

        Writer(TldrReducerModel model) {
            this.model = model;
        }

        @Override
        public void saveImpl(String path) {
            DefaultParamsWriter$.MODULE$.saveMetadata(model, path, sparkSession());
            try {
                try (TemporaryFolder local = new TemporaryFolder("encoder")) {
                    java.nio.file.Path file = local.file(ENCODER);
                    model.encoder().save(file);
                    Path target = new Path(path, ENCODER);
                    target.getFileSystem(sparkSession().sparkContext().hadoopConfiguration())
                            .copyFromLocalFile(true, true, new Path(file.toUri()), target);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Reader extends MLReader<TldrReducerModel> {
        @Override
        public TldrReducerModel load(String path) {
            DefaultParamsReader$ reader = DefaultParamsReader$.MODULE$;
            var metadata = reader.loadMetadata(path, sparkSession(), TldrReducerModel.class.getName());
            try {
                Encoder encoder = readEncoder(new Path(path, ENCODER), sparkSession());
                TldrReducerModel model = new TldrReducerModel(metadata.uid(), new Weights(encoder));
                metadata.getAndSetParams(model, metadata.getAndSetParams$default$2());
                return model;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
