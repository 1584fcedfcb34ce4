package dev.tldr4j.learn.backend.internal;

import dev.tldr4j.learn.backend.AnchorShare;
import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The neighbourhood loss on the CPU: products on OpenBLAS, rows of softmax in Java loops over small heap copies. */
final class Neighborhoods implements AutoCloseable {
    private static final int ROWS = 16;

    /** Shorter outputs count as this long. */
    private static final float SHORTEST = 1e-12f;

    private final Workers workers;
    /** Made for the first batch, and again for one of other sizes. */
    private Work work;

    Neighborhoods(Workers workers) {
        this.workers = workers;
    }

    /** What the loss works in: the teacher's cosines of B anchors to a batch of 2B rows, and what each prefix needs. */
    private record Work(
            NativeMatrix unitTargets,
            NativeMatrix teacherOfAnchors,
            NativeMatrix teacherOfNeighbors,
            List<Prefix> prefixes)
            implements AutoCloseable {
        Work(int rows, int[] prefixes, int targets) {
            this(
                    new NativeMatrix(rows, targets),
                    new NativeMatrix(rows / 2, rows / 2),
                    new NativeMatrix(rows / 2, rows / 2),
                    IntStream.range(0, prefixes.length)
                            .mapToObj(i -> Prefix.of(rows, prefixes[i], AnchorShare.of(i, prefixes.length, rows / 2)))
                            .toList());
        }

        boolean fits(NativeMatrix outputs, int[] sizes, NativeMatrix targets) {
            return unitTargets.rows() == outputs.rows()
                    && unitTargets.cols() == targets.cols()
                    && Arrays.equals(
                            sizes,
                            prefixes.stream()
                                    .mapToInt(prefix -> prefix.unit.cols())
                                    .toArray());
        }

        @Override
        public void close() {
            unitTargets.close();
            teacherOfAnchors.close();
            teacherOfNeighbors.close();
            prefixes.forEach(Prefix::close);
        }
    }

    /** The outputs' first numbers at length 1, cosines of some anchors, which become gradients, and the gradients by them. */
    private record Prefix(
            AnchorShare share,
            NativeMatrix unit,
            float[] lengths,
            NativeMatrix anchors,
            NativeMatrix student,
            NativeMatrix ofAnchors,
            NativeMatrix ofCandidates)
            implements AutoCloseable {
        static Prefix of(int rows, int size, AnchorShare share) {
            NativeMatrix unit = new NativeMatrix(rows, size);
            return new Prefix(
                    share,
                    unit,
                    new float[rows],
                    share.stride() == 1 ? unit.rows(0, share.count()) : new NativeMatrix(share.count(), size),
                    new NativeMatrix(share.count(), rows),
                    new NativeMatrix(share.count(), size),
                    new NativeMatrix(rows, size));
        }

        /** Where they do not lie together. */
        void gatherAnchors() {
            for (int i = 0; share.stride() > 1 && i < share.count(); i++) {
                unit.copyRow(share.anchor(i), anchors, i);
            }
        }

        @Override
        public void close() {
            unit.close();
            if (share.stride() > 1) {
                anchors.close();
            }
            student.close();
            ofAnchors.close();
            ofCandidates.close();
        }
    }

    double lossAndGradient(
            NativeMatrix outputs,
            int[] sizes,
            NativeMatrix targets,
            int queries,
            float temperature,
            NativeMatrix logTemperatures,
            NativeMatrix logTemperatureGradients,
            NativeMatrix gradient) {
        int rows = outputs.rows();
        int anchors = rows / 2;
        if (work == null || !work.fits(outputs, sizes, targets)) {
            close();
            work = new Work(rows, sizes, targets.cols());
        }
        teach(targets, anchors);
        int count = sizes.length;
        float[] inverses = new float[count];
        for (int i = 0; i < count; i++) {
            inverses[i] = (float) Math.exp(-logTemperatures.buffer().get(i));
            Prefix prefix = work.prefixes.get(i);
            scaleToUnit(outputs, prefix.unit, prefix.lengths);
            prefix.gatherAnchors();
            OpenBlas.multiply(workers, 1, prefix.anchors, false, prefix.unit, true, 0, prefix.student);
        }
        double[][] losses = new double[count][anchors];
        double[][] slopes = new double[count][anchors];
        workers.runRanges(anchors, ROWS, (from, to) -> {
            SoftmaxRow row = new SoftmaxRow(rows);
            for (int anchor = from; anchor < to; anchor++) {
                work.teacherOfAnchors.get(anchor, 0, row.teacher, 0, anchors);
                work.teacherOfNeighbors.get(anchor, 0, row.teacher, anchors, anchors);
                row.leaveOut(anchors - queries, anchors);
                row.teach(1 / temperature);
                for (int i = 0; i < count; i++) {
                    Prefix prefix = work.prefixes.get(i);
                    if (prefix.share.has(anchor)) {
                        int own = prefix.share.index(anchor);
                        prefix.student.get(own, 0, row.student, 0, rows);
                        losses[i][own] = row.divergence(inverses[i], 1f / (prefix.share.count() * count));
                        slopes[i][own] = row.ofTemperature;
                        prefix.student.put(own, 0, row.q, 0, rows);
                    }
                }
            }
        });
        double loss = 0;
        // the whole first: it sets the gradient to which the others add
        for (int i = count - 1; i >= 0; i--) {
            Prefix prefix = work.prefixes.get(i);
            // an output may be an anchor, and is a candidate of all anchors
            OpenBlas.multiply(
                    workers, inverses[i], prefix.student, true, prefix.anchors, false, 0, prefix.ofCandidates);
            OpenBlas.multiply(workers, inverses[i], prefix.student, false, prefix.unit, false, 0, prefix.ofAnchors);
            throughLength(prefix, i < count - 1, gradient);
            logTemperatureGradients.buffer().put(i, (float)
                    Arrays.stream(slopes[i]).sum());
            loss += Arrays.stream(losses[i]).sum() / prefix.share.count() / count;
        }
        return loss;
    }

    /** The cosines of anchors and candidates among the targets. */
    private void teach(NativeMatrix targets, int anchors) {
        scaleToUnit(targets, work.unitTargets, new float[targets.rows()]);
        NativeMatrix ofAnchors = work.unitTargets.rows(0, anchors);
        NativeMatrix ofNeighbors = work.unitTargets.rows(anchors, anchors);
        // half of what a product costs
        OpenBlas.gram(workers, ofAnchors, work.teacherOfAnchors);
        OpenBlas.multiply(workers, 1, ofAnchors, false, ofNeighbors, true, 0, work.teacherOfNeighbors);
    }

    /** The first numbers of rows, as many as the unit vectors have. */
    private void scaleToUnit(NativeMatrix from, NativeMatrix unit, float[] lengths) {
        int cols = unit.cols();
        workers.runRanges(from.rows(), ROWS, (first, end) -> {
            float[] values = new float[cols];
            float[] squares = new float[cols];
            Lanes lanes = new Lanes();
            for (int row = first; row < end; row++) {
                from.get(row, 0, values, 0, cols);
                for (int j = 0; j < cols; j++) {
                    squares[j] = values[j] * values[j];
                }
                lengths[row] = Math.max((float) Math.sqrt(lanes.sum(squares, cols)), SHORTEST);
                float inverse = 1 / lengths[row];
                for (int j = 0; j < cols; j++) {
                    values[j] *= inverse;
                }
                unit.put(row, 0, values, 0, cols);
            }
        });
    }

    /** From the gradient by unit vectors z to that by outputs y: (g − z · (z · g)) / ‖y‖. */
    private void throughLength(Prefix prefix, boolean adds, NativeMatrix gradient) {
        int cols = prefix.unit.cols();
        workers.runRanges(gradient.rows(), ROWS, (first, end) -> {
            float[] sum = new float[cols];
            float[] more = new float[cols];
            float[] unit = new float[cols];
            for (int row = first; row < end; row++) {
                prefix.ofCandidates.get(row, 0, sum, 0, cols);
                if (prefix.share.has(row)) {
                    prefix.ofAnchors.get(prefix.share.index(row), 0, more, 0, cols);
                    for (int j = 0; j < cols; j++) {
                        sum[j] += more[j];
                    }
                }
                prefix.unit.get(row, 0, unit, 0, cols);
                double along = 0;
                for (int j = 0; j < cols; j++) {
                    along += (double) unit[j] * sum[j];
                }
                float part = (float) along;
                float inverse = 1 / prefix.lengths[row];
                Arrays.fill(more, 0);
                if (adds) {
                    gradient.get(row, 0, more, 0, cols);
                }
                for (int j = 0; j < cols; j++) {
                    sum[j] = more[j] + (sum[j] - part * unit[j]) * inverse;
                }
                gradient.put(row, 0, sum, 0, cols);
            }
        });
    }

    @Override
    public void close() {
        if (work != null) {
            work.close();
        }
    }

    /** One anchor's distributions over the candidates, the teacher's and the student's. */
    private static final class SoftmaxRow {
        /** As near to the anchor as this in the space, a candidate is the anchor itself or a copy of it, and does not count. */
        private static final float ITSELF = 1 - 1e-5f;

        /** Times how much nearer a candidate is: no logit that counts is as low, be the excess one rounding. */
        private static final float EXCLUDED = 1e13f;

        /** The sum of exponentials of which none counts is less. */
        private static final float NOTHING = 1e-30f;

        /** So far from the largest logit, exponentials keep four digits. */
        private static final float FAR = 60;

        private final int count;
        /** Cosines, then logits less the largest. */
        private final float[] teacher;

        private final float[] student;
        /** What a candidate that does not count adds to its logits; 0 of others. */
        private final float[] far;

        /** The teacher's probabilities. */
        private final float[] p;

        /** Exponentials, then the gradient of the mean divergence by the student's logits. */
        private final float[] q;

        private final float[] terms;
        private final Lanes lanes = new Lanes();
        private float teacherSum;

        /**
         * The gradient of the mean divergence by the logarithm of the student's temperature: the logits are inverse to it, and what is the
         * same for all of them does not matter.
         */
        private double ofTemperature;

        SoftmaxRow(int count) {
            this.count = count;
            this.teacher = new float[count];
            this.student = new float[count];
            this.far = new float[count];
            this.p = new float[count];
            this.q = new float[count];
            this.terms = new float[count];
        }

        /** These candidates shall not count. */
        void leaveOut(int from, int to) {
            Arrays.fill(teacher, from, to, 1);
        }

        /** Turns the teacher's cosines into its distribution. Loops are without branches, so that HotSpot makes vector instructions of them. */
        void teach(float inverse) {
            for (int j = 0; j < count; j++) {
                far[j] = Math.min(0, (ITSELF - teacher[j]) * EXCLUDED);
                teacher[j] = teacher[j] * inverse + far[j];
            }
            Exponentials.of(teacher, most(teacher, inverse), p, count);
            teacherSum = lanes.sum(p, count);
            float part = teacherSum < NOTHING ? 0 : 1 / teacherSum;
            for (int j = 0; j < count; j++) {
                p[j] *= part;
            }
        }

        /**
         * Takes the student's cosines to its distribution and returns how far it is from the teacher's: {@code KL(p ‖ q)}.
         *
         * @param share of this row in the mean divergence
         */
        double divergence(float inverse, float share) {
            if (teacherSum < NOTHING) {
                // no candidate counts
                Arrays.fill(q, 0);
                ofTemperature = 0;
                return 0;
            }
            for (int j = 0; j < count; j++) {
                student[j] = student[j] * inverse + far[j];
            }
            Exponentials.of(student, most(student, inverse), q, count);
            float studentSum = lanes.sum(q, count);
            float ofQ = 1 / studentSum;
            // candidates that do not count have probability 0 in both
            for (int j = 0; j < count; j++) {
                float difference = (q[j] * ofQ - p[j]) * share;
                terms[j] = p[j] * (teacher[j] - student[j]);
                student[j] *= difference;
                q[j] = difference;
            }
            ofTemperature = -lanes.sum(student, count);
            return lanes.sum(terms, count) - Math.log(teacherSum) + Math.log(studentSum);
        }

        /** The largest logit; where cosines from -1 to 1 make little difference, no logit can be larger than this. */
        private float most(float[] logits, float inverse) {
            return 2 * inverse <= FAR ? inverse : lanes.max(logits, count);
        }
    }
}
