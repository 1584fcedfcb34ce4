package dev.tldr4j.learn.network;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.Serializable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands between the encoder and the loss while training: {@code none}; {@code mlp-L-H} with L hidden layers of width H
 * and an output of width H; {@code linear}, which is mlp-0-2048.
 *
 * @param hiddenLayers L
 * @param width H, or 0 for none
 */
public record ProjectorShape(int hiddenLayers, int width) implements Serializable {
    private static final Pattern MLP = Pattern.compile("mlp-([0-9]{1,2})-([0-9]{1,6})");
    private static final int WIDEST = 16_384;
    private static final int LINEAR_WIDTH = 2048;

    /** The loss stands on the encoder's own output. */
    public static final ProjectorShape NONE = new ProjectorShape(0, 0);

    public static ProjectorShape parse(String text) {
        if (text.equals("none")) {
            return NONE;
        }
        if (text.equals("linear")) {
            return new ProjectorShape(0, LINEAR_WIDTH);
        }
        Matcher matcher = MLP.matcher(text);
        if (matcher.matches()) {
            int width = Integer.parseInt(matcher.group(2));
            if (width >= 1 && width <= WIDEST) {
                return new ProjectorShape(Integer.parseInt(matcher.group(1)), width);
            }
        }
        throw new InvalidInputException("a projector is none, linear or mlp-LAYERS-WIDTH with a width of 1 to " + WIDEST
                + ", such as mlp-2-2048, not " + text);
    }

    @Override
    public String toString() {
        return width == 0 ? "none" : "mlp-" + hiddenLayers + "-" + width;
    }
}
