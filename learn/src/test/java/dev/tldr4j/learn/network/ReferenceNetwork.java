package dev.tldr4j.learn.network;

import dev.tldr4j.learn.backend.AnchorShare;
import dev.tldr4j.learn.recipe.LossKind;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The network and its loss once more, in double precision and straight from the definitions: what the real one is tested
 * against. Its gradients are finite differences.
 */
final class ReferenceNetwork {
    static final double LAMBDA = 0.02f;
    static final double UNIT = 2;
    static final double MARGIN = 3;
    static final double TEMPERATURE = 0.3;

    /** The last so many anchors of a batch are queries. */
    static final int QUERIES = 1;

    private static final double EPSILON = 1e-5;

    private final EncoderShape encoder;
    private final ProjectorShape projector;
    private final LossKind loss;
    private final List<Integer> prefixes;

    /** @param prefixes of the outputs, for the neighbourhood loss */
    ReferenceNetwork(EncoderShape encoder, ProjectorShape projector, LossKind loss, List<Integer> prefixes) {
        this.encoder = encoder;
        this.projector = projector;
        this.loss = loss;
        this.prefixes = prefixes;
    }

    /** @param parameters in the order of {@link TwinNetwork#parameters()} */
    double loss(double[][] twins, List<double[][]> parameters) {
        Iterator<double[][]> next = parameters.iterator();
        double[][] encoded = timesTransposed(twins, next.next());
        for (int layer = 0; layer < encoder.hiddenLayers(); layer++) {
            normalizeScaleShift(encoded, next.next()[0], next.next()[0], encoder.relu());
            encoded = timesTransposed(encoded, next.next());
        }
        double[][] projected = projected(encoded, next);
        return switch (loss) {
            case BARLOW -> {
                normalizeViews(projected);
                yield barlowTwins(projected, LAMBDA);
            }
            case MSE -> reconstruction(projected, twins, UNIT);
            case CONTRASTIVE -> contrastive(projected);
            case NEIGHBORHOOD -> nestedNeighborhoods(projected, twins, next.next()[0]);
        };
    }

    private double[][] projected(double[][] encoded, Iterator<double[][]> next) {
        double[][] x = encoded;
        for (int layer = 0; layer < projector.hiddenLayers(); layer++) {
            x = timesTransposed(x, next.next());
            normalizeScaleShift(x, next.next()[0], next.next()[0], true);
        }
        return projector.width() > 0 ? timesTransposed(x, next.next()) : x;
    }

    private static double reconstruction(double[][] outputs, double[][] targets, double unit) {
        double sum = 0;
        for (int i = 0; i < outputs.length; i++) {
            for (int j = 0; j < outputs[0].length; j++) {
                sum += Math.pow(outputs[i][j] - targets[i][j] / unit, 2) / outputs.length / outputs[0].length;
            }
        }
        return sum;
    }

    private static double contrastive(double[][] views) {
        int batch = views.length / 2;
        double sum = 0;
        for (int i = 0; i < batch; i++) {
            double pair = distance(views[i], views[batch + i]);
            double apart = distance(views[i], views[batch + (i + 1) % batch]);
            sum += (pair * pair + Math.pow(Math.max(0, MARGIN - apart), 2)) / 2 / batch;
        }
        return sum;
    }

    private double nestedNeighborhoods(double[][] outputs, double[][] targets, double[] logTemperatures) {
        double sum = 0;
        for (int i = 0; i < prefixes.size(); i++) {
            int size = prefixes.get(i);
            double[][] prefix =
                    Arrays.stream(outputs).map(row -> Arrays.copyOf(row, size)).toArray(double[][]::new);
            AnchorShare share = AnchorShare.of(i, prefixes.size(), outputs.length / 2);
            sum += neighborhoods(prefix, targets, TEMPERATURE, Math.exp(logTemperatures[i]), share);
        }
        return sum / prefixes.size();
    }

    /** Mean KL(p ‖ q) over some of the first view's rows; p by cosines of the targets, q by those of the outputs; over all but queries. */
    private static double neighborhoods(
            double[][] outputs,
            double[][] targets,
            double targetTemperature,
            double outputTemperature,
            AnchorShare anchors) {
        int batch = outputs.length / 2;
        double sum = 0;
        for (int index = 0; index < anchors.count(); index++) {
            int i = anchors.anchor(index);
            double[] p = new double[outputs.length];
            double[] q = new double[outputs.length];
            double allP = 0;
            double allQ = 0;
            for (int j = 0; j < outputs.length; j++) {
                if (j != i && !(j >= batch - QUERIES && j < batch)) {
                    p[j] = Math.exp(cosine(targets[i], targets[j]) / targetTemperature);
                    q[j] = Math.exp(cosine(outputs[i], outputs[j]) / outputTemperature);
                    allP += p[j];
                    allQ += q[j];
                }
            }
            for (int j = 0; j < outputs.length; j++) {
                if (j != i && !(j >= batch - QUERIES && j < batch)) {
                    sum += p[j] / allP * Math.log(p[j] / allP / (q[j] / allQ)) / anchors.count();
                }
            }
        }
        return sum;
    }

    private static double cosine(double[] a, double[] b) {
        double dot = 0;
        double squaresA = 0;
        double squaresB = 0;
        for (int j = 0; j < a.length; j++) {
            dot += a[j] * b[j];
            squaresA += a[j] * a[j];
            squaresB += b[j] * b[j];
        }
        return dot / Math.sqrt(squaresA * squaresB);
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += (a[j] - b[j]) * (a[j] - b[j]);
        }
        return Math.sqrt(sum);
    }

    private static void normalizeScaleShift(double[][] x, double[] scale, double[] shift, boolean relu) {
        normalizeViews(x);
        for (double[] row : x) {
            for (int j = 0; j < row.length; j++) {
                double value = row[j] * scale[j] + shift[j];
                row[j] = relu ? Math.max(0, value) : value;
            }
        }
    }

    static double barlowTwins(double[][] views, double lambda) {
        int batch = views.length / 2;
        int width = views[0].length;
        double loss = 0;
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < width; j++) {
                double c = 0;
                for (int b = 0; b < batch; b++) {
                    c += views[b][i] * views[batch + b][j] / batch;
                }
                loss += i == j ? (1 - c) * (1 - c) : lambda * c * c;
            }
        }
        return loss;
    }

    private static void normalizeViews(double[][] x) {
        int batch = x.length / 2;
        for (int view = 0; view < 2; view++) {
            for (int j = 0; j < x[0].length; j++) {
                double mean = 0;
                for (int b = 0; b < batch; b++) {
                    mean += x[view * batch + b][j] / batch;
                }
                double variance = 0;
                for (int b = 0; b < batch; b++) {
                    double centred = x[view * batch + b][j] - mean;
                    variance += centred * centred / batch;
                }
                for (int b = 0; b < batch; b++) {
                    x[view * batch + b][j] = (x[view * batch + b][j] - mean) / Math.sqrt(variance + EPSILON);
                }
            }
        }
    }

    private static double[][] timesTransposed(double[][] x, double[][] weight) {
        double[][] y = new double[x.length][weight.length];
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < weight.length; j++) {
                for (int l = 0; l < x[0].length; l++) {
                    y[i][j] += x[i][l] * weight[j][l];
                }
            }
        }
        return y;
    }

    /** Central differences with respect to every number of one parameter. */
    double[][] gradient(double[][] twins, List<double[][]> parameters, int which) {
        double step = 1e-5;
        double[][] parameter = parameters.get(which);
        double[][] gradient = new double[parameter.length][parameter[0].length];
        for (int i = 0; i < parameter.length; i++) {
            for (int j = 0; j < parameter[0].length; j++) {
                double value = parameter[i][j];
                parameter[i][j] = value + step;
                double above = loss(twins, parameters);
                parameter[i][j] = value - step;
                double below = loss(twins, parameters);
                parameter[i][j] = value;
                gradient[i][j] = (above - below) / (2 * step);
            }
        }
        return gradient;
    }
}
