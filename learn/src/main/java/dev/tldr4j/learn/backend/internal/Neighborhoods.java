package dev.tldr4j.learn.backend.internal;

import dev.tldr4j.learn.internal.NativeMatrix;
import dev.tldr4j.learn.internal.OpenBlas;
import dev.tldr4j.learn.internal.Workers;
import java.util.Arrays;

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

    /** What the loss works in: for B anchors of a batch of 2B rows and outputs of d numbers. */
    private record Work(
            NativeMatrix unit,
            NativeMatrix unitTargets,
            NativeMatrix student,
            NativeMatrix teacherOfAnchors,
            NativeMatrix teacherOfNeighbors,
            NativeMatrix ofAnchors,
            NativeMatrix ofCandidates,
            float[] lengths)
            implements AutoCloseable {
        Work(int rows, int outputs, int targets) {
            this(
                    new NativeMatrix(rows, outputs),
                    new NativeMatrix(rows, targets),
                    new NativeMatrix(rows / 2, rows),
                    new NativeMatrix(rows / 2, rows / 2),
                    new NativeMatrix(rows / 2, rows / 2),
                    new NativeMatrix(rows / 2, outputs),
                    new NativeMatrix(rows, outputs),
                    new float[rows]);
        }

        boolean fits(NativeMatrix outputs, NativeMatrix targets) {
            return unit.rows() == outputs.rows()
                    && unit.cols() == outputs.cols()
                    && unitTargets.cols() == targets.cols();
        }

        @Override
        public void close() {
            unit.close();
            unitTargets.close();
            student.close();
            teacherOfAnchors.close();
            teacherOfNeighbors.close();
            ofAnchors.close();
            ofCandidates.close();
        }
    }

    double lossAndGradient(
            NativeMatrix outputs,
            NativeMatrix targets,
            int queries,
            float temperature,
            NativeMatrix logTemperature,
            NativeMatrix logTemperatureGradient,
            NativeMatrix gradient) {
        int rows = outputs.rows();
        int anchors = rows / 2;
        if (work == null || !work.fits(outputs, targets)) {
            close();
            work = new Work(rows, outputs.cols(), targets.cols());
        }
        scaleToUnit(outputs, work.unit, work.lengths);
        scaleToUnit(targets, work.unitTargets, new float[rows]);
        NativeMatrix unitAnchors = work.unit.rows(0, anchors);
        OpenBlas.multiply(workers, 1, unitAnchors, false, work.unit, true, 0, work.student);
        NativeMatrix targetAnchors = work.unitTargets.rows(0, anchors);
        NativeMatrix targetNeighbors = work.unitTargets.rows(anchors, anchors);
        // half of what a product costs
        OpenBlas.gram(workers, targetAnchors, work.teacherOfAnchors);
        OpenBlas.multiply(workers, 1, targetAnchors, false, targetNeighbors, true, 0, work.teacherOfNeighbors);
        float inverse = (float) Math.exp(-logTemperature.buffer().get(0));
        double[] losses = new double[anchors];
        double[] ofTemperature = new double[anchors];
        workers.runRanges(anchors, ROWS, (from, to) -> {
            SoftmaxRow row = new SoftmaxRow(rows, 1 / temperature, inverse);
            for (int anchor = from; anchor < to; anchor++) {
                work.teacherOfAnchors.get(anchor, 0, row.teacher, 0, anchors);
                work.teacherOfNeighbors.get(anchor, 0, row.teacher, anchors, anchors);
                work.student.get(anchor, 0, row.student, 0, rows);
                row.leaveOut(anchors - queries, anchors);
                losses[anchor] = row.divergence(1f / anchors);
                ofTemperature[anchor] = row.ofTemperature;
                work.student.put(anchor, 0, row.q, 0, rows);
            }
        });
        // an output is an anchor and a candidate of all anchors
        OpenBlas.multiply(workers, inverse, work.student, true, unitAnchors, false, 0, work.ofCandidates);
        OpenBlas.multiply(workers, inverse, work.student, false, work.unit, false, 0, work.ofAnchors);
        throughLength(gradient, anchors);
        logTemperatureGradient.buffer().put(0, (float)
                Arrays.stream(ofTemperature).sum());
        return Arrays.stream(losses).sum() / anchors;
    }

    private void scaleToUnit(NativeMatrix from, NativeMatrix unit, float[] lengths) {
        int cols = from.cols();
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
    private void throughLength(NativeMatrix gradient, int anchors) {
        int cols = gradient.cols();
        workers.runRanges(gradient.rows(), ROWS, (first, end) -> {
            float[] sum = new float[cols];
            float[] more = new float[cols];
            float[] unit = new float[cols];
            for (int row = first; row < end; row++) {
                work.ofCandidates.get(row, 0, sum, 0, cols);
                if (row < anchors) {
                    work.ofAnchors.get(row, 0, more, 0, cols);
                    for (int j = 0; j < cols; j++) {
                        sum[j] += more[j];
                    }
                }
                work.unit.get(row, 0, unit, 0, cols);
                double along = 0;
                for (int j = 0; j < cols; j++) {
                    along += (double) unit[j] * sum[j];
                }
                float part = (float) along;
                float inverse = 1 / work.lengths[row];
                for (int j = 0; j < cols; j++) {
                    sum[j] = (sum[j] - part * unit[j]) * inverse;
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
        private final float teacherInverse;
        private final float studentInverse;
        /** Cosines, then logits less the largest. */
        private final float[] teacher;

        private final float[] student;
        /** Exponentials. */
        private final float[] p;

        /** Exponentials, then the gradient of the mean divergence by the student's logits. */
        private final float[] q;

        private final Lanes lanes = new Lanes();

        /**
         * The gradient of the mean divergence by the logarithm of the student's temperature: the logits are inverse to it, and what is the
         * same for all of them does not matter.
         */
        private double ofTemperature;

        SoftmaxRow(int count, float teacherInverse, float studentInverse) {
            this.count = count;
            this.teacherInverse = teacherInverse;
            this.studentInverse = studentInverse;
            this.teacher = new float[count];
            this.student = new float[count];
            this.p = new float[count];
            this.q = new float[count];
        }

        /** These candidates shall not count. */
        void leaveOut(int from, int to) {
            Arrays.fill(teacher, from, to, 1);
        }

        /**
         * Takes the cosines to both distributions and returns how far the student's is from the teacher's: {@code KL(p ‖ q)}. Loops are
         * without branches, so that HotSpot makes vector instructions of them.
         *
         * @param share of this row in the mean divergence
         */
        double divergence(float share) {
            for (int j = 0; j < count; j++) {
                float far = Math.min(0, (ITSELF - teacher[j]) * EXCLUDED);
                teacher[j] = teacher[j] * teacherInverse + far;
                student[j] = student[j] * studentInverse + far;
            }
            Exponentials.of(teacher, most(teacher, teacherInverse), p, count);
            Exponentials.of(student, most(student, studentInverse), q, count);
            float teacherSum = lanes.sum(p, count);
            float studentSum = lanes.sum(q, count);
            if (teacherSum < NOTHING) {
                // no candidate counts
                Arrays.fill(q, 0);
                ofTemperature = 0;
                return 0;
            }
            float ofP = 1 / teacherSum;
            float ofQ = 1 / studentSum;
            // candidates that do not count have probability 0 in both
            for (int j = 0; j < count; j++) {
                float probability = p[j] * ofP;
                float difference = (q[j] * ofQ - probability) * share;
                teacher[j] = probability * (teacher[j] - student[j]);
                student[j] *= difference;
                q[j] = difference;
            }
            ofTemperature = -lanes.sum(student, count);
            return lanes.sum(teacher, count) - Math.log(teacherSum) + Math.log(studentSum);
        }

        /** The largest logit; where cosines from -1 to 1 make little difference, no logit can be larger than this. */
        private float most(float[] logits, float inverse) {
            return 2 * inverse <= FAR ? inverse : lanes.max(logits, count);
        }
    }
}
