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
            NativeMatrix teacher,
            NativeMatrix ofAnchors,
            NativeMatrix ofCandidates,
            float[] lengths)
            implements AutoCloseable {
        Work(int rows, int outputs, int targets) {
            this(
                    new NativeMatrix(rows, outputs),
                    new NativeMatrix(rows, targets),
                    new NativeMatrix(rows / 2, rows),
                    new NativeMatrix(rows / 2, rows),
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
            teacher.close();
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
        OpenBlas.multiply(
                workers, 1, work.unitTargets.rows(0, anchors), false, work.unitTargets, true, 0, work.teacher);
        float inverse = (float) Math.exp(-logTemperature.buffer().get(0));
        double[] losses = new double[anchors];
        double[] ofTemperature = new double[anchors];
        workers.runRanges(anchors, ROWS, (from, to) -> {
            SoftmaxRow row = new SoftmaxRow(rows, 1 / temperature, inverse);
            for (int anchor = from; anchor < to; anchor++) {
                work.teacher.get(anchor, 0, row.teacher, 0, rows);
                work.student.get(anchor, 0, row.student, 0, rows);
                row.leaveOut(anchors - queries, anchors);
                losses[anchor] = row.divergence();
                ofTemperature[anchor] = row.gradient(anchors);
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
            for (int row = first; row < end; row++) {
                from.get(row, 0, values, 0, cols);
                double squares = 0;
                for (float value : values) {
                    squares += (double) value * value;
                }
                lengths[row] = Math.max((float) Math.sqrt(squares), SHORTEST);
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

        private static final float NOWHERE = -1e6f;

        private final int count;
        private final float teacherInverse;
        private final float studentInverse;
        /** Cosines, then logits less the largest. */
        private final float[] teacher;

        private final float[] student;
        /** Exponentials, then probabilities. */
        private final float[] p;

        private final float[] q;

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

        /** Takes the cosines to both distributions and returns how far the student's is from the teacher's: {@code KL(p ‖ q)}. */
        double divergence() {
            int counting = 0;
            for (int j = 0; j < count; j++) {
                float far = teacher[j] >= ITSELF ? NOWHERE : 0;
                counting += far == 0 ? 1 : 0;
                teacher[j] = teacher[j] * teacherInverse + far;
                student[j] = student[j] * studentInverse + far;
            }
            if (counting == 0) {
                Arrays.fill(p, 0);
                Arrays.fill(q, 0);
                return 0;
            }
            double logTeacher = softmax(teacher, p);
            double logStudent = softmax(student, q);
            // candidates that do not count have probability 0 in both
            for (int j = 0; j < count; j++) {
                teacher[j] = p[j] * (teacher[j] - student[j]);
            }
            return Lanes.sum(teacher, count) - logTeacher + logStudent;
        }

        /** Leaves the logits less the largest in place, sets their softmax and returns the logarithm of what it was divided by. */
        private double softmax(float[] logits, float[] probabilities) {
            float most = Lanes.max(logits, count);
            for (int j = 0; j < count; j++) {
                logits[j] = Math.max(logits[j] - most, Exponentials.LEAST);
            }
            Exponentials.of(logits, probabilities, count);
            float sum = Lanes.sum(probabilities, count);
            float inverse = 1 / sum;
            for (int j = 0; j < count; j++) {
                probabilities[j] *= inverse;
            }
            return Math.log(sum);
        }

        /**
         * Leaves the gradient of the mean divergence by the student's logits in {@link #q}, and returns that by the logarithm of its
         * temperature: the logits are inverse to it, and what is the same for all of them does not matter.
         */
        double gradient(int anchors) {
            float each = 1f / anchors;
            for (int j = 0; j < count; j++) {
                q[j] = (q[j] - p[j]) * each;
                teacher[j] = q[j] * student[j];
            }
            return -Lanes.sum(teacher, count);
        }
    }
}
