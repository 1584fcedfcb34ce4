package dev.tldr4j.evaluate.inspect;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.progress.ProgressListener;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.Vectors;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What a look at vectors finds. Rows with NaN or infinity are counted, and left out of everything else.
 *
 * @param scanned how many rows were looked at; lengths, odd rows, copies and constant dimensions are of these
 * @param notFinite rows with NaN, infinity, or an f8 beyond the range of f4
 * @param zero rows of zeros
 * @param constant the dimensions in which no two rows differ; all of them where there is only one row
 * @param spread of some of these rows, drawn at random; null where none is finite
 * @param neighborRows among how many rows the neighbours were searched for the intrinsic dimension: some of these, without copies
 *     and without rows more than {@value #FAR} times as long as the median
 * @param intrinsicDims the intrinsic dimension by TwoNN; NaN where there are too few different rows
 */
public record Inspection(
        int rows,
        int dims,
        ElementType type,
        int scanned,
        Lengths lengths,
        OddRows notFinite,
        OddRows zero,
        Copies copies,
        List<Integer> constant,
        Spread spread,
        int neighborRows,
        double intrinsicDims) {
    /** Numbers looked at unless told otherwise: 4 GiB of floats, a second or two where memory holds the file. */
    private static final long NUMBERS = 1L << 30;

    /** Rows looked at unless told otherwise: of each, 16 bytes are remembered. */
    private static final int ROWS = 10_000_000;

    private static final int SPREAD_ROWS = 20_000;
    private static final int NEIGHBOR_ROWS = 5_000;

    /** Two neighbours of fewer say nothing. */
    private static final int LEAST_NEIGHBOR_ROWS = 10;

    /** Numbers held in memory at most: 256 MiB. */
    private static final int HELD_NUMBERS = 1 << 26;

    /** A row so many times as long as others would make their distances vanish in rounding. */
    static final double FAR = 1_000;

    /**
     * Looks at as many rows as takes a few seconds.
     *
     * @param seed decides which rows are drawn
     */
    public static Inspection of(Vectors vectors, int threads, long seed, ProgressListener listener) {
        return of(vectors, (int) Math.max(1, Math.min(ROWS, NUMBERS / vectors.dims())), threads, seed, listener);
    }

    /**
     * Looks at so many rows, spread evenly over the file, or at all where there are no more.
     *
     * @param sample at least 1
     */
    public static Inspection of(Vectors vectors, int sample, int threads, long seed, ProgressListener listener) {
        if (sample < 1) {
            throw new InvalidInputException("the sample must have at least 1 row, not " + sample);
        }
        Scan scan = new Scan(vectors, sample, threads, listener);
        Lengths lengths = Lengths.of(scan);
        int mostHeld = Math.max(1, HELD_NUMBERS / vectors.dims());
        int[] spread = scan.draw(Math.min(SPREAD_ROWS, mostHeld), seed);
        double far = lengths.median() > 0 ? Math.min(lengths.max(), FAR * lengths.median()) : lengths.max();
        int[] near = near(scan, scan.draw(Math.min(NEIGHBOR_ROWS, mostHeld), seed), far);
        return new Inspection(
                vectors.rows(),
                vectors.dims(),
                vectors.type(),
                scan.rows(),
                lengths,
                OddRows.of(scan, place -> !scan.isFinite(place)),
                OddRows.of(scan, place -> scan.length(place) == 0),
                Copies.among(scan),
                constant(vectors, scan),
                spread.length == 0 ? null : Spread.of(scan.read(spread, lengths.max()), threads, listener),
                near.length,
                near.length < LEAST_NEIGHBOR_ROWS
                        ? Double.NaN
                        : TwoNn.intrinsicDimension(scan.read(near, far), threads, listener));
    }

    /** Without copies, whose distance is none, and without rows that are far off. */
    private static int[] near(Scan scan, int[] places, double far) {
        Set<Long> seen = new HashSet<>();
        return Arrays.stream(places)
                .filter(place -> scan.length(place) <= far && seen.add(scan.hash(place)))
                .toArray();
    }

    private static List<Integer> constant(Vectors vectors, Scan scan) {
        return scan.firstFinite() < 0
                ? List.of()
                : IntStream.range(0, vectors.dims())
                        .filter(dimension -> !scan.varies(dimension))
                        .boxed()
                        .toList();
    }

    /** Whether every row was looked at. */
    public boolean isOfAll() {
        return scanned == rows;
    }

    /** The rows that can be learned from and differ, as far as was looked. */
    public int usableRows() {
        return scanned - notFinite.rows() - copies.rows();
    }
}
