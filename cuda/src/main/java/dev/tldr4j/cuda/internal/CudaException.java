package dev.tldr4j.cuda.internal;

/** What went wrong on the GPU or on the way to it, with the call's name. */
public final class CudaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CudaException(String message) {
        super(message);
    }

    CudaException(String message, Throwable cause) {
        super(message, cause);
    }
}
