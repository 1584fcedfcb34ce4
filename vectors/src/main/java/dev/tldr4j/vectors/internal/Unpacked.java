package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;

/** How much a file may hold when it is unpacked, by its size, so that a small one can neither fill the disk nor take long. */
final class Unpacked {
    private static final long ALWAYS_ALLOWED = 1 << 26;
    /** Embeddings are hardly packed at all, and vectors of mostly zeros 100 times smaller. */
    private static final long BEST_PACKING = 256;

    private static final long ALWAYS_ALLOWED_OF_IDS = 1 << 22;
    private static final long BEST_PACKING_OF_IDS = 16;
    /** What an id takes beside its text. */
    private static final int BYTES_OF_AN_ID = 64;

    private Unpacked() {}

    /** Refuses numbers of more bytes than a file of this size may have. */
    static void requireNumbers(String name, double bytes, long fileBytes) {
        long most = ALWAYS_ALLOWED + BEST_PACKING * fileBytes;
        if (bytes > most) {
            throw new InvalidInputException(name + ": claims " + (long) bytes
                    + " bytes of numbers, and a file of its size may have " + most
                    + "; it is damaged, or packed too well: write it again without packing");
        }
    }

    /** Refuses more ids, or longer ones. */
    static void requireIds(String name, double ids, double textBytes, long fileBytes) {
        if (ids * BYTES_OF_AN_ID + textBytes > ALWAYS_ALLOWED_OF_IDS + BEST_PACKING_OF_IDS * fileBytes) {
            throw new InvalidInputException(name + ": claims " + (long) ids + " ids of " + (long) textBytes
                    + " bytes, more than a file of its size may have"
                    + "; it is damaged, or packed too well: write it again without packing");
        }
    }
}
