package dev.tldr4j.encoder.internal;

/** 16-bit floating point (IEEE 754 binary16): 1 sign bit, 5 bits of exponent, 10 of mantissa. */
public final class Half {
    /** The first number that would round to infinity: half-way from 65,504, the largest, to what would come next. */
    public static final double OVERFLOW = 65_520;

    /** Every half there is; looking it up is quicker than taking it apart. */
    private static final float[] FLOATS = new float[1 << 16];

    static {
        for (int bits = 0; bits < FLOATS.length; bits++) {
            FLOATS[bits] = decode(bits);
        }
    }

    private Half() {}

    /** Exact. */
    public static float toFloat(short bits) {
        return FLOATS[bits & 0xFFFF];
    }

    private static float decode(int bits) {
        int exponent = bits >> 10 & 31;
        int mantissa = bits & 1023;
        float size;
        if (exponent == 31) {
            size = mantissa == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
        } else if (exponent == 0) {
            size = mantissa * 0x1p-24f;
        } else {
            size = Math.scalb(1024f + mantissa, exponent - 25);
        }
        return bits < 1 << 15 ? size : -size;
    }

    /** The nearest half, ties to even; the number must be finite and its size below {@link #OVERFLOW}. */
    public static short of(double value) {
        double size = Math.abs(value);
        int bits;
        if (size < 0x1p-14) { // subnormal: a multiple of 2^-24
            bits = (int) Math.rint(size * 0x1p24);
        } else {
            int exponent = Math.getExponent(size);
            // from 1024 to 2048; its leading bit adds one to the exponent, and a carry one more, as it should
            int mantissa = (int) Math.rint(Math.scalb(size, 10 - exponent));
            bits = (exponent + 14 << 10) + mantissa;
        }
        boolean negative = Double.doubleToRawLongBits(value) < 0;
        return (short) (negative ? bits | 1 << 15 : bits);
    }
}
