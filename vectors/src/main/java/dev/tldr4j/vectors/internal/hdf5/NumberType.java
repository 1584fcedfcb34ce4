package dev.tldr4j.vectors.internal.hdf5;

import dev.tldr4j.vectors.ElementType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The numbers of a dataset.
 *
 * @param type as which they are read: the same, or the next wider one where there is none
 * @param bytes how many each of them has in the file
 * @param signed whether whole numbers narrower than the type have a sign
 */
public record NumberType(ElementType type, int bytes, boolean signed, ByteOrder order) {
    private static final int WHOLE = 0;
    private static final int FLOATING = 1;

    /** Whether the numbers can be read where they lie. */
    public boolean isStoredAsRead() {
        return type.bytes() == bytes;
    }

    /** Null where these are no numbers, or none of a width that is read. */
    static NumberType of(Piece in) {
        int kind = in.u1() & 0x0F;
        int bits = in.u1();
        in.skip(2);
        long bytes = in.u4();
        if (kind != WHOLE && kind != FLOATING || bytes > 8) {
            return null;
        }
        boolean filled = in.u2() == 0 && in.u2() == 8 * bytes;
        boolean signed = (bits & 8) != 0;
        ElementType type =
                switch (kind == WHOLE ? (int) bytes : 10 * in.u1() + in.u1()) {
                    case 1 -> signed ? ElementType.I1 : ElementType.U1;
                    case 2 -> ElementType.I4;
                    case 4 -> signed ? ElementType.I4 : ElementType.I8;
                    case 8 -> signed ? ElementType.I8 : null;
                    // where the exponent begins, and how long it is
                    case 10 * 10 + 5 -> ElementType.F2;
                    case 10 * 23 + 8 -> ElementType.F4;
                    case 10 * 52 + 11 -> ElementType.F8;
                    default -> null;
                };
        ByteOrder order = (bits & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        boolean usual = filled && type != null && (kind == WHOLE || bytes == type.bytes() && (bits & 0x40) == 0);
        return usual ? new NumberType(type, (int) bytes, signed, order) : null;
    }

    /** Turns numbers as they lie in the file into little-endian ones of the type. */
    public void decode(ByteBuffer from, int at, int count, ByteBuffer into) {
        ByteBuffer in = from.order(order);
        for (int i = 0, place = at; i < count; i++, place += bytes) {
            switch (bytes) {
                case 1 -> into.put(in.get(place));
                case 2 -> {
                    short number = in.getShort(place);
                    if (type == ElementType.F2) {
                        into.putShort(number);
                    } else {
                        into.putInt(signed ? number : number & 0xFFFF);
                    }
                }
                case 4 -> {
                    int number = in.getInt(place);
                    if (type == ElementType.I8) {
                        into.putLong(number & 0xFFFFFFFFL);
                    } else {
                        into.putInt(number);
                    }
                }
                default -> into.putLong(in.getLong(place));
            }
        }
    }
}
