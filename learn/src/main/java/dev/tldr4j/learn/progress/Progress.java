package dev.tldr4j.learn.progress;

/**
 * How far some long work has come.
 *
 * @param stage what is being done, in a word or two
 * @param done how much of it is done, in the stage's own unit
 * @param total how much there is to do
 * @param loss the training loss of the last step, or NaN where there is none
 */
public record Progress(String stage, long done, long total, double loss) {

    public static Progress of(String stage, long done, long total) {
        return new Progress(stage, done, total, Double.NaN);
    }
}
