package dev.tldr4j.baselines.manifold;

/** Where a manifold method put the rows it learned from, and its rule for others. */
public interface Embedding {
    /** The coordinates of the rows it learned from, one row after the other. */
    float[] points();

    /**
     * The coordinates of other rows.
     *
     * @param near their nearest among the rows it learned from
     */
    float[] place(NewRows near);

    /** Refuses where there is no such rule, before anything is searched for. */
    default void requireRule() {}

    /** Rows to be placed, and what they are near to. */
    record NewRows(MetricRows rows, Neighborhoods near, int threads) {}
}
