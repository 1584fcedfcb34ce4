package dev.tldr4j.evaluate.report;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The points of a map as a page takes them: two bytes a coordinate, as text. 60,000 points are 320 kB, and one can look into
 * the map until it is 65,000 points wide.
 *
 * @param points x and y of every point in turn, little-endian, from 0 to {@link #FARTHEST}, which is the larger side of the
 *     map, in Base64; a point that is not finite is {@link #NOWHERE}
 * @param width as a part of the larger side
 */
record PackedPoints(String points, double width, double height) {
    private static final int FARTHEST = 65534;
    private static final int NOWHERE = 65535;

    /** @param pairs lists of two */
    static PackedPoints of(List<?> pairs) {
        double[] low = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        double[] high = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (Object pair : pairs) {
            for (int c = 0; c < 2 && isPlace(pair); c++) {
                low[c] = Math.min(low[c], coordinate(pair, c));
                high[c] = Math.max(high[c], coordinate(pair, c));
            }
        }
        double side = Math.max(high[0] - low[0], high[1] - low[1]);
        double scale = side > 0 ? FARTHEST / side : 0; // one point, or none
        ByteBuffer bytes = ByteBuffer.allocate(pairs.size() * 2 * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (Object pair : pairs) {
            for (int c = 0; c < 2; c++) {
                bytes.putShort((short) (isPlace(pair) ? Math.round((coordinate(pair, c) - low[c]) * scale) : NOWHERE));
            }
        }
        return new PackedPoints(
                Base64.getEncoder().encodeToString(bytes.array()),
                side > 0 ? (high[0] - low[0]) / side : 0,
                side > 0 ? (high[1] - low[1]) / side : 0);
    }

    /** One that is not finite is null in JSON. */
    private static boolean isPlace(Object pair) {
        return Double.isFinite(coordinate(pair, 0)) && Double.isFinite(coordinate(pair, 1));
    }

    private static double coordinate(Object pair, int c) {
        return ((List<?>) pair).get(c) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** For the page's data. */
    Map<String, Object> named(String name) {
        return Map.of("name", name, "points", points, "extent", List.of(width, height));
    }
}
