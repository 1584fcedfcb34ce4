package dev.tldr4j.benchmarks;

import java.util.Arrays;

/** Measures two pieces of work in turn and says how many times the second's time the first takes. */
final class Ratio {
    private Ratio() {}

    /** Prints every round and the medians; returns the ratio of the medians. */
    static double measure(String what, Runnable work, String comparedWith, Runnable peer, int rounds, double atMost) {
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
        double median = median(times);
        double peerMedian = median(peerTimes);
        double ratio = median / peerMedian;
        System.out.printf("%s: %.3f s%n%s: %.3f s%n", what, median, comparedWith, peerMedian);
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
