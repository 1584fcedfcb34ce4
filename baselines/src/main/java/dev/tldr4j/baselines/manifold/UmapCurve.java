package dev.tldr4j.baselines.manifold;

/**
 * How near two points are taken to be by the distance r between them: 1 / (1 + a r²ᵇ), where a and b make it as like as can be
 * to 1 up to a smallest distance and exp(smallest − r) beyond it.
 */
public final class UmapCurve {
    private static final int SAMPLES = 300;
    private static final double FARTHEST = 3;
    private static final int STEPS = 200;

    /** Bits of the mantissa that the table of powers looks at: right to 1 part in 8,000, and in the first cache. */
    private static final int BITS = 11;

    public final float a;
    public final float b;
    private final float[] ofExponent = new float[256];
    private final float[] ofMantissa = new float[1 << BITS];

    private UmapCurve(double a, double b) {
        this.a = (float) a;
        this.b = (float) b;
        for (int i = 0; i < ofExponent.length; i++) {
            ofExponent[i] = (float) Math.pow(2, b * (i - 127));
        }
        for (int i = 0; i < ofMantissa.length; i++) {
            ofMantissa[i] = (float) Math.pow(1 + (i + 0.5) / ofMantissa.length, b);
        }
    }

    /** Least squares by Gauss and Newton's steps, shortened as long as they make it worse. */
    public static UmapCurve of(double minDistance) {
        double[] now = {1, 1};
        double damping = 1e-3;
        double loss = loss(now, minDistance, null, null);
        for (int step = 0; step < STEPS; step++) {
            double[] normal = new double[3];
            double[] right = new double[2];
            loss(now, minDistance, normal, right);
            double p = normal[0] * (1 + damping);
            double q = normal[2] * (1 + damping);
            double determinant = p * q - normal[1] * normal[1];
            double[] next = {
                Math.max(1e-3, now[0] + (right[0] * q - right[1] * normal[1]) / determinant),
                Math.max(1e-3, now[1] + (right[1] * p - right[0] * normal[1]) / determinant)
            };
            double nextLoss = loss(next, minDistance, null, null);
            if (nextLoss <= loss) {
                now = next;
                loss = nextLoss;
                damping /= 3;
            } else {
                damping *= 4;
            }
        }
        return new UmapCurve(now[0], now[1]);
    }

    /** The sum of squared differences; where they are given, adds up what the next step is solved from. */
    private static double loss(double[] ab, double minDistance, double[] normal, double[] right) {
        double sum = 0;
        for (int i = 1; i < SAMPLES; i++) {
            double r = FARTHEST * i / (SAMPLES - 1);
            double power = Math.pow(r, 2 * ab[1]);
            double value = 1 / (1 + ab[0] * power);
            double difference = (r < minDistance ? 1 : Math.exp(minDistance - r)) - value;
            sum += difference * difference;
            if (normal != null) {
                double byA = -value * value * power;
                double byB = byA * ab[0] * 2 * Math.log(r);
                normal[0] += byA * byA;
                normal[1] += byA * byB;
                normal[2] += byB * byB;
                right[0] += byA * difference;
                right[1] += byB * difference;
            }
        }
        return sum;
    }

    /** x to the power of b, for x above 0, from tables: several times as fast as {@link Math#pow}. */
    private float power(float x) {
        int bits = Float.floatToRawIntBits(x);
        return ofExponent[bits >>> 23] * ofMantissa[(bits >>> 23 - BITS) & (1 << BITS) - 1];
    }

    /** The attraction to a neighbour at this squared distance above 0, as a share of the difference of the two. */
    public float attraction(float squares) {
        float power = power(squares);
        return 2 * a * b * power / (squares * (1 + a * power));
    }

    /** The repulsion from another point at this squared distance above 0, as a share of the difference of the two. */
    public float repulsion(float squares) {
        return 2 * b / ((0.001f + squares) * (1 + a * power(squares)));
    }
}
