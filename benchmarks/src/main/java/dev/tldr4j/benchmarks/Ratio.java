package dev.tldr4j.benchmarks;

import java.util.Arrays;

/** Measures two pieces of work in turn and says how many times the second's time the first takes. */
final class Ratio {
    private Ratio() {}

    /** The same, and how near the work is to what the cores can do at best, of which it needs so many operations. */
    static double measure(
            String what,
            double gigaflop,
            int threads,
            Runnable work,
            String comparedWith,
            Runnable peer,
            int rounds,
            double atMost) {
        double before = CoreLimit.gigaflops(threads);
        double[] medians = medians(work, peer, rounds);
        double limit = Math.max(before, CoreLimit.gigaflops(threads));
        double ratio = report(what, comparedWith, medians, atMost);
        System.out.printf(
                "%.0f GFLOP at what %d cores can do at best, %.0f GFLOP/s: %.3f s, %.0f %% of the time taken%n",
                gigaflop, threads, limit, gigaflop / limit, 100 * gigaflop / limit / medians[0]);
        return ratio;
    }

    /** Prints every round and the medians; returns the ratio of the medians. */
    static double measure(String what, Runnable work, String comparedWith, Runnable peer, int rounds, double atMost) {
        return report(what, comparedWith, medians(work, peer, rounds), atMost);
    }

    private static double[] medians(Runnable work, Runnable peer, int rounds) {
        for (int warmUp = 0; warmUp < 4; warmUp++) {
            work.run();
            peer.run();
        }
        double[] times = new double[rounds];
        double[] peerTimes = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            times[round] = seconds(work);
            peerTimes[round] = seconds(peer);
            System.out.printf(
                    "round %d: %.3f s, peer %.3f s, ratio %.3f%n",
                    round + 1, times[round], peerTimes[round], times[round] / peerTimes[round]);
        }
        return new double[] {median(times), median(peerTimes)};
    }

    private static double report(String what, String comparedWith, double[] medians, double atMost) {
        double ratio = medians[0] / medians[1];
        System.out.printf("%s: %.3f s%n%s: %.3f s%n", what, medians[0], comparedWith, medians[1]);
        System.out.printf("ratio %.3f (at most %.2f wanted: %s)%n", ratio, atMost, ratio <= atMost ? "met" : "MISSED");
        return ratio;
    }

    private static double seconds(Runnable work) {
        // threads of OpenBLAS's own spin for a while after their last call and would take part in the next measurement
        pause();
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / 1e9;
    }

    private static void pause() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
