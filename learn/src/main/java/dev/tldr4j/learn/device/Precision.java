package dev.tldr4j.learn.device;

/** In which form the tensor cores read the numbers of large matrix products. Sums are floats in all of them. */
public enum Precision {
    /** Eight bits of precision: the fastest. */
    BF16,
    /** Eleven bits. */
    TF32,
    /** All 24 bits of a float; no tensor cores. */
    FP32
}
