package dev.tldr4j.learn.training;

/** Training left the finite numbers. */
final class DivergedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    DivergedException(String how) {
        super("training diverged: " + how + "; lower the learning rate or the encoder's pace");
    }
}
