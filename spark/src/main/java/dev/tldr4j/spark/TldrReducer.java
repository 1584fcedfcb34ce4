package dev.tldr4j.spark;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.learn.FitSummary;
import dev.tldr4j.learn.Tldr;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.spark.encode.Encoding.Weights;
import dev.tldr4j.spark.rows.ColumnParams;
import dev.tldr4j.spark.rows.InputRows;
import dev.tldr4j.spark.training.SparkExecutor;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns to reduce a column of vectors, as a stage of an ML pipeline.
 *
 * <pre>{@code
 * TldrReducerModel model = new TldrReducer()
 *         .setInputCol("embedding").setOutputCol("reduced").setDims(64)
 *         .fit(table);
 * model.transform(table).write().parquet("reduced.parquet");
 * }</pre>
 *
 * With {@code fitMode} {@code sample} it learns on the driver from a sample; the sample depends on the rows and the seed, not
 * on how the table is cut into partitions. With {@code distributed} all rows stay on the executors.
 */
public final class TldrReducer extends TldrParams implements DefaultParamsWritable {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = LoggerFactory.getLogger(TldrReducer.class);
    private static final String SAMPLE = "sample";
    private static final String DISTRIBUTED = "distributed";

    private final transient ColumnParams columns;
    private final Param<String> fitMode;
    private final IntParam maxTrainingRows;
    private final IntParam partitions;
    private final IntParam cells;
    private final IntParam cellsPerRow;
    private final IntParam roundSteps;
    private final Param<String> checkpointDir;
    private final IntParam checkpointEvery;
    private final BooleanParam resume;

    public TldrReducer() {
        this(Identifiable$.MODULE$.randomUID("tldr"));
    }

    public TldrReducer(String uid) {
        super(uid);
        columns = new ColumnParams(this);
        fitMode = new Param<>(
                this,
                "fitMode",
                "where learning happens: sample (the driver) or distributed (the executors)",
                ParamValidators.inArray(List.of(SAMPLE, DISTRIBUTED)));
        maxTrainingRows = new IntParam(
                this,
                "maxTrainingRows",
                "the most rows that come to the driver: all that sample learns from; where distributed finds principal"
                        + " components and cells",
                ParamValidators.gtEq(2));
        partitions = new IntParam(
                this,
                "partitions",
                "with fitMode distributed: how many tasks learn side by side; as many as the cluster has cores unless set,"
                        + " and another number is another outcome",
                ParamValidators.gtEq(1));
        cells = new IntParam(
                this,
                "cells",
                "with fitMode distributed: into how many cells the rows are divided to search for neighbours; by their"
                        + " number unless set",
                ParamValidators.gtEq(1));
        cellsPerRow = new IntParam(
                this,
                "cellsPerRow",
                "with fitMode distributed: to how many of its nearest cells a row goes; more find more neighbours and cost"
                        + " as many times the shuffle",
                ParamValidators.gtEq(1));
        roundSteps = new IntParam(
                this,
                "roundSteps",
                "with fitMode distributed: how many steps every partition makes before all are averaged",
                ParamValidators.gtEq(1));
        checkpointDir = new Param<>(
                this,
                "checkpointDir",
                "with fitMode distributed: a folder on the cluster's file system to resume from");
        checkpointEvery = new IntParam(
                this, "checkpointEvery", "after how many rounds the state is saved", ParamValidators.gtEq(1));
        resume = new BooleanParam(
                this, "resume", "whether to continue from what checkpointDir holds; without it, it must be empty");
        columns.setDefaults(uid);
        setDefault(fitMode, SAMPLE);
        setDefault(maxTrainingRows, 100_000);
        setDefault(cellsPerRow, 4);
        setDefault(roundSteps, 10);
        setDefault(checkpointEvery, 5);
        setDefault(resume, false);
    }

    @Override
    public TldrReducerModel fit(Dataset<?> dataset) {
        transformSchema(dataset.schema());
        try {
            long begin = System.nanoTime();
            InputRows rows = InputRows.of(dataset, columns);
            Encoder encoder = getOrDefault(fitMode).equals(SAMPLE) ? fitSample(rows) : fitDistributed(rows);
            LOG.info(FitSummary.sentence(encoder, (System.nanoTime() - begin) / 1e9));
            TldrReducerModel model = new TldrReducerModel(uid(), new Weights(encoder));
            copyValues(model, ParamMap.empty());
            return model.setParent(this);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Encoder fitSample(InputRows rows) throws IOException {
        Vectors sample = rows.sample(whole(maxTrainingRows), (Long) getOrDefault(seed()));
        return builder().listener(new LoggedProgress(LOG)).fit(sample);
    }

    private Encoder fitDistributed(InputRows rows) throws IOException {
        JavaSparkContext context =
                JavaSparkContext.fromSparkContext(rows.vectors().context());
        Tldr.Builder builder = builder().listener(new LoggedProgress(LOG));
        if (!isSet(Settings.THREADS)) {
            // so that the outcome does not depend on the driver's machine
            builder.threads(1);
        }
        SparkExecutor.Config config = new SparkExecutor.Config(
                isSet(partitions) ? whole(partitions) : context.defaultParallelism(),
                whole(maxTrainingRows),
                isSet(cells) ? whole(cells) : 0,
                whole(cellsPerRow),
                whole(roundSteps),
                isSet(checkpointDir) ? getOrDefault(checkpointDir) : null,
                whole(checkpointEvery),
                (Boolean) getOrDefault(resume),
                (Long) getOrDefault(seed()));
        try (SparkExecutor executor = new SparkExecutor(context, config, rows)) {
            return builder.run(executor).encoder();
        }
    }

    private int whole(IntParam param) {
        return (Integer) getOrDefault(param);
    }

    @Override
    public StructType transformSchema(StructType schema) {
        return columns.addOutput(schema);
    }

    @Override
    public TldrReducer copy(ParamMap extra) {
        return defaultCopy(extra);
    }

    @Override
    TldrReducer self() {
        return this;
    }

    public static MLReader<TldrReducer> read() {
        return new DefaultParamsReader<>();
    }

    public static TldrReducer load(String path) {
        return read().load(path);
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

    public Param<String> fitMode() {
        return fitMode;
    }

    public IntParam maxTrainingRows() {
        return maxTrainingRows;
    }

    public IntParam partitions() {
        return partitions;
    }

    public IntParam cells() {
        return cells;
    }

    public IntParam cellsPerRow() {
        return cellsPerRow;
    }

    public IntParam roundSteps() {
        return roundSteps;
    }

    public Param<String> checkpointDir() {
        return checkpointDir;
    }

    public IntParam checkpointEvery() {
        return checkpointEvery;
    }

    public BooleanParam resume() {
        return resume;
    }

    public TldrReducer setInputCol(String column) {
        set(inputCol(), column);
        return this;
    }

    public TldrReducer setOutputCol(String column) {
        set(outputCol(), column);
        return this;
    }

    /** {@code array} or {@code vector}. */
    public TldrReducer setOutputType(String type) {
        set(outputType(), type);
        return this;
    }

    /** {@code error}, {@code skip} or {@code keep}. */
    public TldrReducer setHandleInvalid(String how) {
        set(handleInvalid(), how);
        return this;
    }

    /** Whether the column of long vectors is left out of the table. */
    public TldrReducer setDropInput(boolean drops) {
        set(dropInput(), drops);
        return this;
    }

    /** {@code sample} or {@code distributed}. */
    public TldrReducer setFitMode(String mode) {
        set(fitMode, mode);
        return this;
    }

    public TldrReducer setMaxTrainingRows(int rows) {
        set(maxTrainingRows, rows);
        return this;
    }

    public TldrReducer setPartitions(int count) {
        set(partitions, count);
        return this;
    }

    public TldrReducer setCells(int count) {
        set(cells, count);
        return this;
    }

    public TldrReducer setCellsPerRow(int count) {
        set(cellsPerRow, count);
        return this;
    }

    public TldrReducer setRoundSteps(int steps) {
        set(roundSteps, steps);
        return this;
    }

    public TldrReducer setCheckpointDir(String folder) {
        set(checkpointDir, folder);
        return this;
    }

    public TldrReducer setCheckpointEvery(int rounds) {
        set(checkpointEvery, rounds);
        return this;
    }

    public TldrReducer setResume(boolean value) {
        set(resume, value);
        return this;
    }
}
