package dev.tldr4j.spark.encode;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.spark.rows.BroadcastEncoder;
import java.util.Objects;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** What is done to rows: by which encoder, and how. It stays on the driver; executors get the broadcast weights. */
public final class Encoding {
    private final Weights weights;
    private final boolean givesVectors;
    private final String handleInvalid;

    public Encoding(Weights weights, boolean givesVectors, String handleInvalid) {
        this.weights = weights;
        this.givesVectors = givesVectors;
        this.handleInvalid = handleInvalid;
    }

    /** An encoder, sent to the executors when it is first used and never again; all copies of a model share it. */
    public static final class Weights {
        private final Encoder encoder;
        private SparkContext context;
        private Broadcast<BroadcastEncoder> broadcast;

        public Weights(Encoder encoder) {
            this.encoder = encoder;
        }

        public Encoder encoder() {
            return encoder;
        }

        private synchronized Broadcast<BroadcastEncoder> broadcast(SparkContext wanted) {
            if (context != wanted) {
                context = wanted;
                broadcast = JavaSparkContext.fromSparkContext(wanted).broadcast(new BroadcastEncoder(encoder));
            }
            return broadcast;
        }
    }

    Broadcast<BroadcastEncoder> broadcast(SparkContext context) {
        return weights.broadcast(context);
    }

    boolean givesVectors() {
        return givesVectors;
    }

    String handleInvalid() {
        return handleInvalid;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Encoding that
                && weights.encoder.id().equals(that.weights.encoder.id())
                && givesVectors == that.givesVectors
                && handleInvalid.equals(that.handleInvalid);
    }

    @Override
    public int hashCode() {
        return Objects.hash(weights.encoder.id(), givesVectors, handleInvalid);
    }

    /** What a plan says of it. */
    @Override
    public String toString() {
        return weights.encoder.toString();
    }
}
