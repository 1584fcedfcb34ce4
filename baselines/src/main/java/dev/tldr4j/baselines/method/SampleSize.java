package dev.tldr4j.baselines.method;

/** How many rows are learned from: a number of them, or a share. */
public record SampleSize(int rows, double share) {
    public static final SampleSize ALL = new SampleSize(Integer.MAX_VALUE, 1);

    /** Reads {@code 5000} or {@code 10%}. */
    public static SampleSize parse(String text) {
        if (text.endsWith("%")) {
            double share = Double.parseDouble(text.substring(0, text.length() - 1)) / 100;
            if (!(share > 0 && share <= 1)) {
                throw new IllegalArgumentException();
            }
            return new SampleSize(Integer.MAX_VALUE, share);
        }
        int rows = Integer.parseInt(text);
        if (rows < 1) {
            throw new IllegalArgumentException();
        }
        return new SampleSize(rows, 1);
    }

    public int of(int all) {
        return Math.min(rows, (int) Math.ceil(share * all));
    }
}
