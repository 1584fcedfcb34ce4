package dev.tldr4j.cli.common;

import java.util.Locale;

/** Numbers for people, the same in every locale. */
public final class Format {
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int SECONDS_PER_HOUR = 3600;

    private Format() {}

    /** 12,345. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** 0.8123: a score between 0 and 1. */
    public static String score(double score) {
        return String.format(Locale.ROOT, "%.4f", score);
    }

    /** A score in percent of another one, rounded down as in the report: what falls short of 99 % is never called 99 %. */
    public static String share(double score, double of) {
        return of == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", Math.floor(1000 * score / of + 1e-9) / 10);
    }

    /** How many times the first is of the second: 24.5 times. */
    static String times(double first, double second) {
        return String.format(Locale.ROOT, "%.1f times", first / second);
    }

    /** 4 significant digits or so, for a loss. */
    public static String loss(double loss) {
        return String.format(Locale.ROOT, "%.4g", loss);
    }

    /** 0.4 s, 37 s, 4 min 12 s, 3 h 05 min. */
    public static String seconds(double seconds) {
        if (seconds < 9.95) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        if (whole < SECONDS_PER_MINUTE) {
            return whole + " s";
        }
        if (whole < SECONDS_PER_HOUR) {
            return whole / SECONDS_PER_MINUTE + " min "
                    + String.format(Locale.ROOT, "%02d s", whole % SECONDS_PER_MINUTE);
        }
        long minutes = Math.round(seconds / SECONDS_PER_MINUTE);
        return minutes / SECONDS_PER_MINUTE + " h "
                + String.format(Locale.ROOT, "%02d min", minutes % SECONDS_PER_MINUTE);
    }

    /** 512 bytes, 1.5 kB, 3.0 MB, 7.2 GB, in powers of 1,000. */
    public static String bytes(long bytes) {
        if (bytes < 1_000) {
            return bytes + " bytes";
        }
        double value = bytes;
        for (String unit : new String[] {"kB", "MB", "GB"}) {
            value /= 1_000;
            if (value < 999.95) {
                return String.format(Locale.ROOT, "%.1f %s", value, unit);
            }
        }
        return String.format(Locale.ROOT, "%.1f TB", value / 1_000);
    }
}
