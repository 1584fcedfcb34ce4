package dev.tldr4j.learn.backend;

/**
 * The steps of a training. Each does the same operations on the same matrices, so that a backend may record them once and
 * repeat them. What differs from step to step is kept here: the batch and the learning rate go in, the loss comes out.
 */
public interface Steps extends AutoCloseable {
    /** The operations of a step. */
    @FunctionalInterface
    interface Step {
        /** @param steps for the operations that take the learning rate from it or give it a loss */
        void run(Steps steps);
    }

    /** How many to run at once: more than one where coming back after each takes time. */
    int maxStepsPerCall();

    /** Fills the batch as for a step, and does nothing else. */
    void fill(int step);

    /**
     * Runs steps one after the other.
     *
     * @param first the number of the first of them, from 0
     * @param rates each one's learning rate
     * @return each one's loss
     */
    double[] run(int first, double[] rates);

    @Override
    void close();
}
