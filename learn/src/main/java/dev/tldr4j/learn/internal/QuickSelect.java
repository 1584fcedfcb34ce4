package dev.tldr4j.learn.internal;

/** Puts small values before large ones without sorting them. */
public final class QuickSelect {
    private QuickSelect() {}

    /**
     * Moves the smallest values of the range {@code from … to − 1} before {@code middle} and the others behind it, and the
     * numbers that go with them in the same way (Hoare's quickselect). Many equal values do not slow it down.
     */
    public static void partition(float[] values, int[] numbers, int from, int middle, int to) {
        int low = from;
        int high = to - 1;
        while (low < high) {
            float pivot = median(values[low], values[(low + high) >>> 1], values[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (values[i] < pivot) {
                    i++;
                }
                while (values[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    swap(values, numbers, i, j);
                    i++;
                    j--;
                }
            }
            // low … j are at most the pivot, i … high at least, and what is between equals it
            if (middle <= j) {
                high = j;
            } else if (middle >= i) {
                low = i;
            } else {
                return;
            }
        }
    }

    private static float median(float a, float b, float c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    private static void swap(float[] values, int[] numbers, int i, int j) {
        float value = values[i];
        values[i] = values[j];
        values[j] = value;
        int number = numbers[i];
        numbers[i] = numbers[j];
        numbers[j] = number;
    }
}
