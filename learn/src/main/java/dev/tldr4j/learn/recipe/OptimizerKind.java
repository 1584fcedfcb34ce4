package dev.tldr4j.learn.recipe;

/** How the weights follow their gradients. */
public enum OptimizerKind {
    /** Adam (Kingma and Ba, 2015). */
    ADAM,
    /** Layer-wise adaptive rate scaling (You et al., 2017), as Barlow Twins and the paper use it. */
    LARS
}
