package dev.tldr4j.learn.training;

/** Training left the finite numbers: there is no encoder to give. */
public final class DivergedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public DivergedException(String how) {
        super("training diverged: " + how + "; lower the learning rate");
    }

    /** @param remark what else there is to know */
    public DivergedException(DivergedException cause, String remark) {
        super(cause.getMessage() + "; " + remark, cause);
    }
}
