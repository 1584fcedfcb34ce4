package dev.tldr4j.learn.network;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.Serializable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an encoder is made of (the paper's Section 2): {@code linear}, one matrix; {@code flinear-L-H}, factorised linear: L
 * hidden layers of width H, each linear and then batch-normalised, and a linear one, which all fold into one matrix after
 * training; {@code mlp-L-H}, the same with a ReLU after every batch normalisation, which does not fold.
 *
 * @param hiddenLayers L, 0 for linear
 * @param width H, 0 for linear
 * @param relu whether hidden layers end in a ReLU
 */
public record EncoderShape(int hiddenLayers, int width, boolean relu) implements Serializable {
    private static final Pattern DEEP = Pattern.compile("(f?)(linear|mlp)-([1-9][0-9]?)-([1-9][0-9]{0,4})");
    private static final int WIDEST = 16_384;

    /** One matrix. */
    public static final EncoderShape LINEAR = new EncoderShape(0, 0, false);

    public static EncoderShape parse(String text) {
        if (text.equals("linear")) {
            return LINEAR;
        }
        Matcher matcher = DEEP.matcher(text);
        if (matcher.matches()
                && matcher.group(1).equals("f") == matcher.group(2).equals("linear")) {
            int width = Integer.parseInt(matcher.group(4));
            if (width <= WIDEST) {
                return new EncoderShape(
                        Integer.parseInt(matcher.group(3)),
                        width,
                        matcher.group(2).equals("mlp"));
            }
        }
        throw new InvalidInputException(
                "an encoder is linear, flinear-LAYERS-WIDTH or mlp-LAYERS-WIDTH with at least one"
                        + " layer and a width of 1 to " + WIDEST + ", such as mlp-1-2048, not " + text);
    }

    /** Whether it is one matrix while it is learned, too. */
    public boolean isLinear() {
        return hiddenLayers == 0;
    }

    @Override
    public String toString() {
        return isLinear() ? "linear" : (relu ? "mlp-" : "flinear-") + hiddenLayers + "-" + width;
    }
}
