package dev.tldr4j.learn.bits;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The ways to spend a number of bytes on a vector: the fewer bits a number has, the more numbers there are. The bytes are those
 * that Lucene keeps in memory, codes and corrections, without the graph.
 */
public final class ByteBudget {
    /** Of the quantizers of Lucene, Elasticsearch and OpenSearch. */
    public static final List<Integer> BITS = List.of(1, 2, 4, 8);

    private static final int MOST_BITS = 8;

    /** From so many numbers on, they are counted in eights: bits fill bytes, and engines compute faster. */
    private static final int MANY = 64;

    private ByteBudget() {}

    /** So many numbers of so many bits each. */
    public record Way(int dims, int bits) {
        /** What a vector takes. */
        public int bytes() {
            return ScalarQuantizer.bytes(dims, bits);
        }

        @Override
        public String toString() {
            return dims + " numbers of " + bits + (bits == 1 ? " bit" : " bits");
        }
    }

    /**
     * The numbers of bits that can be best, each with as many numbers as fit, fewer than the full vector has. Half of the bits and
     * twice the numbers keep more than 8 bits do; and where all numbers fit, more bits for each keep more.
     *
     * @throws InvalidInputException where no number fits beside the corrections
     */
    public static List<Way> ways(int bytes, int fullDims) {
        List<Way> ways = new ArrayList<>();
        int codes = bytes - ScalarQuantizer.CORRECTION_BYTES;
        int most = fullDims - 1;
        for (int bits : BITS) {
            int fitting = Byte.SIZE * codes / bits;
            boolean fewerBitsKeepMore = bits == MOST_BITS && fitting * 2 < most;
            int dims = rounded(Math.min(most, fitting));
            if (dims > 0 && !fewerBitsKeepMore) {
                ways.removeIf(fewerBits -> fewerBits.dims <= dims);
                ways.add(new Way(dims, bits));
            }
        }
        if (ways.isEmpty()) {
            throw new InvalidInputException(bytes + " bytes a vector: " + ScalarQuantizer.CORRECTION_BYTES
                    + " of them are what Lucene adds to quantized numbers, and none are left for these; take at least "
                    + (ScalarQuantizer.CORRECTION_BYTES + 1));
        }
        return ways;
    }

    private static int rounded(int dims) {
        return dims < MANY ? dims : dims / Byte.SIZE * Byte.SIZE;
    }

    /** The bits with which full vectors fit, most first. */
    public static List<Integer> bitsOfFull(int bytes, int fullDims) {
        return Stream.of(8, 4, 2, 1)
                .filter(bits -> ScalarQuantizer.bytes(fullDims, bits) <= bytes)
                .toList();
    }
}
