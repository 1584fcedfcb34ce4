package dev.tldr4j.benchmarks;

import dev.tldr4j.vectors.IntRows;
import dev.tldr4j.vectors.Vectors;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;

/**
 * Maps as one picture, side by side, with a legend. Its colours are a dozen, so that a page with it stays small.
 *
 * <p>Arguments: the picture to write; the file with the rows' labels; the labels' names, with commas between them; a title and
 * a file with two numbers a row, for every map.
 */
public final class MapPicture {
    private static final int SIZE = 380;
    private static final int MARGIN = 10;
    private static final int TITLE = 24;
    private static final int LEGEND = 30;

    /** A few points far out must not make the rest small: so many of a thousand may be cut off on every side. */
    private static final int CUT = 1;

    /** Paul Tol's ten-colour set, made to be told apart, also by those who see fewer; then paper, frame and text. */
    private static final int[] COLORS = {
        0x4477AA, 0xEE6677, 0x228833, 0xCCBB44, 0x66CCEE, 0xAA3377, 0x999999, 0xEE8866, 0x44BB99, 0x222255, 0xFFFFFF,
        0x000000
    };

    private static final int PAPER = 10;
    private static final int INK = 11;

    private final BufferedImage image;
    private final Graphics2D pen;

    private MapPicture(int maps) {
        byte[][] parts = new byte[3][COLORS.length];
        for (int i = 0; i < COLORS.length; i++) {
            parts[0][i] = (byte) (COLORS[i] >> 16);
            parts[1][i] = (byte) (COLORS[i] >> 8);
            parts[2][i] = (byte) COLORS[i];
        }
        this.image = new BufferedImage(
                maps * (SIZE + MARGIN) + MARGIN,
                TITLE + SIZE + LEGEND,
                BufferedImage.TYPE_BYTE_BINARY,
                new IndexColorModel(4, COLORS.length, parts[0], parts[1], parts[2]));
        this.pen = image.createGraphics();
        pen.setColor(new Color(COLORS[PAPER]));
        pen.fillRect(0, 0, image.getWidth(), image.getHeight());
        pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    }

    public static void main(String[] args) throws IOException {
        System.setProperty("java.awt.headless", "true");
        int[] labels = IntRows.read(Path.of(args[1])).values();
        MapPicture picture = new MapPicture((args.length - 3) / 2);
        for (int i = 3; i + 1 < args.length; i += 2) {
            try (Vectors map = Vectors.open(Path.of(args[i + 1]))) {
                float[] points = new float[map.rows() * 2];
                map.read(0, map.rows(), FloatBuffer.wrap(points));
                picture.draw((i - 3) / 2, args[i], points, labels);
            }
        }
        picture.legend(args[2].split(","));
        ImageIO.write(picture.image, "png", Path.of(args[0]).toFile());
    }

    private void draw(int place, String title, float[] points, int[] labels) {
        int left = MARGIN + place * (SIZE + MARGIN);
        pen.setColor(new Color(COLORS[INK]));
        pen.drawString(title, left + (SIZE - pen.getFontMetrics().stringWidth(title)) / 2, TITLE - 8);
        double[] x = range(points, 0);
        double[] y = range(points, 1);
        double scale = (SIZE - 2 * MARGIN) / Math.max(x[1] - x[0], y[1] - y[0]);
        for (int i : shuffled(labels.length)) {
            long column = Math.round(SIZE / 2.0 + (points[2 * i] - (x[0] + x[1]) / 2) * scale);
            long row = Math.round(SIZE / 2.0 - (points[2 * i + 1] - (y[0] + y[1]) / 2) * scale);
            if (column >= 0 && column < SIZE && row >= 0 && row < SIZE) {
                image.setRGB(left + (int) column, TITLE + (int) row, 0xFF000000 | COLORS[labels[i] % PAPER]);
            }
        }
        pen.drawRect(left, TITLE, SIZE - 1, SIZE - 1);
    }

    private static double[] range(float[] points, int axis) {
        double[] sorted = new double[points.length / 2];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = points[2 * i + axis];
        }
        Arrays.sort(sorted);
        int cut = sorted.length * CUT / 1000;
        return new double[] {sorted[cut], sorted[sorted.length - 1 - cut]};
    }

    /** In the file's order, the last label would lie over all others. */
    private static int[] shuffled(int count) {
        SplittableRandom random = new SplittableRandom(0);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    private void legend(String[] names) {
        int width = image.getWidth() / names.length;
        int line = TITLE + SIZE + 20;
        for (int i = 0; i < names.length; i++) {
            pen.setColor(new Color(COLORS[i % PAPER]));
            pen.fillRect(MARGIN + i * width, line - 10, 10, 10);
            pen.setColor(new Color(COLORS[INK]));
            pen.drawString(names[i], MARGIN + i * width + 15, line);
        }
    }
}
