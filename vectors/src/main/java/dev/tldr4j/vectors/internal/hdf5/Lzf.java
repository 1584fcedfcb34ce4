package dev.tldr4j.vectors.internal.hdf5;

/** LibLZF, the packing that h5py brings: runs of bytes, and copies of what was there before. */
final class Lzf {
    private static final int LONGEST_RUN = 32;

    private Lzf() {}

    /** Unpacks all of it; gives how many bytes there are, of at most so many. */
    static int unpack(byte[] from, int length, byte[] into, int most) {
        int in = 0;
        int out = 0;
        while (in < length) {
            int control = from[in++] & 0xFF;
            if (control < LONGEST_RUN) {
                int run = control + 1;
                if (run > length - in || run > most - out) {
                    throw Filters.cannotBeUnpacked();
                }
                System.arraycopy(from, in, into, out, run);
                in += run;
                out += run;
            } else {
                int copied = control >> 5;
                if (copied == 7) {
                    copied += in < length ? from[in++] & 0xFF : 0;
                }
                copied += 2;
                int back = in < length ? ((control & 0x1F) << 8 | from[in++] & 0xFF) + 1 : Integer.MAX_VALUE;
                if (back > out || copied > most - out) {
                    throw Filters.cannotBeUnpacked();
                }
                for (int i = 0; i < copied; i++, out++) {
                    into[out] = into[out - back]; // byte by byte, since what is copied may be part of the copy
                }
            }
        }
        return out;
    }
}
