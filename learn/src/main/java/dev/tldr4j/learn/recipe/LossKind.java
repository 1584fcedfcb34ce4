package dev.tldr4j.learn.recipe;

/** What is made small while learning. */
public enum LossKind {
    /** Twins agree and outputs are decorrelated: Barlow Twins (Zbontar et al., 2021), the paper's choice. */
    BARLOW,
    /** The projector's output is the input again, in the mean square: an autoencoder. It does not look at twins. */
    MSE,
    /**
     * Twins are near and others at least a margin apart (Hadsell, Chopra and LeCun, 2006); without a projector this is their
     * DrLIM.
     */
    CONTRASTIVE,
    /**
     * A row's whole neighbourhood stays: the distribution over other rows that softmax makes of its cosines is as it was before
     * encoding (Hinton and Roweis, 2002).
     */
    NEIGHBORHOOD
}
