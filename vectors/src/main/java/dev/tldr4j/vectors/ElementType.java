package dev.tldr4j.vectors;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How one number is stored. {@link #toString()} is the short name that users write, such as {@code f4}. */
public enum ElementType {
    /** 16-bit floating point. */
    F2(2),
    /** 32-bit floating point. */
    F4(4),
    /** 64-bit floating point. */
    F8(8),
    /** Whole numbers from 0 to 255. */
    U1(0, 255, 1),
    /** Whole numbers from -128 to 127. */
    I1(Byte.MIN_VALUE, Byte.MAX_VALUE, 1),
    /** 32-bit whole numbers. */
    I4(Integer.MIN_VALUE, Integer.MAX_VALUE, 4),
    /** 64-bit whole numbers. */
    I8(Long.MIN_VALUE, Long.MAX_VALUE, 8);

    private final boolean whole;
    private final long min;
    private final long max;
    private final int bytes;

    ElementType(int bytes) {
        this.whole = false;
        this.min = 0;
        this.max = 0;
        this.bytes = bytes;
    }

    ElementType(long min, long max, int bytes) {
        this.whole = true;
        this.min = min;
        this.max = max;
        this.bytes = bytes;
    }

    /** The type with this short name ({@code f4}, {@code u1}, …), in either case. */
    public static ElementType of(String name) {
        for (ElementType type : values()) {
            if (type.name().equalsIgnoreCase(name)) {
                return type;
            }
        }
        throw new InvalidInputException("unknown element type " + name + "; choose one of "
                + Arrays.stream(values()).map(ElementType::toString).collect(Collectors.joining(", ")));
    }

    /** The bytes one number takes. */
    public int bytes() {
        return bytes;
    }

    /** Whether the type holds whole numbers only. */
    public boolean isWhole() {
        return whole;
    }

    /** The least whole number it holds; 0 for floating point. */
    public long min() {
        return min;
    }

    /** The greatest whole number it holds; 0 for floating point. */
    public long max() {
        return max;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
