package dev.tldr4j.learn.recipe;

import dev.tldr4j.learn.neighbors.Metric;
import dev.tldr4j.learn.selection.ModelSelection;
import dev.tldr4j.learn.space.NeighborWhitening;

/**
 * One space, one loss. A linear encoder learns to keep every row's neighbourhood, the distribution over other rows that softmax
 * makes of their cosines, as it is in a space that is whitened by the differences between nearest neighbours
 * ({@link NeighborWhitening}, with its own two constants). It starts at that space's first components.
 * Held-out rows then choose between it, its start and PCA ({@link ModelSelection}).
 *
 * <p>The constants are the same for every collection, number of rows and of dimensions; docs/explanation/recipe.md has what each one
 * brings.
 */
public final class DefaultRecipe {
    /** Candidates of a batch are its rows and one neighbour of each, of so many. */
    static final int NEIGHBORS = 10;

    /** So many rows, on the mean, share a row's teacher distribution (perplexity, as in van der Maaten and Hinton, 2008). */
    public static final double PERPLEXITY = 60;

    static final int STEPS = 400;
    public static final int BATCH = 1024;

    /** Of Adam (Kingma and Ba, 2015), along a cosine. */
    static final double LEARNING_RATE = 3e-3;

    static final double WARM_UP = 0.05;
    static final double FINAL_RATE = 1e-3;

    private DefaultRecipe() {}

    public static RecipeSettings settings(int rows) {
        return new RecipeSettings(
                LossKind.NEIGHBORHOOD,
                Metric.COSINE,
                Math.min(NEIGHBORS, rows - 1),
                "none",
                OptimizerKind.ADAM,
                Initialization.PCA,
                Whitening.NEIGHBORS,
                LEARNING_RATE,
                WARM_UP,
                FINAL_RATE,
                STEPS,
                0,
                Math.max(1, Math.min(BATCH, rows / 2)));
    }
}
