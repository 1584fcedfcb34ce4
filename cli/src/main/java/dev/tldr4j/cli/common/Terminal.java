package dev.tldr4j.cli.common;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The terminal behind stderr. */
final class Terminal {
    private static final int USUAL_COLUMNS = 80;
    private static final int SECONDS_TO_ANSWER = 1;

    private Terminal() {}

    /** How wide it is; 80 where nobody can tell. Java cannot tell by itself. */
    static int columns() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/fd/2"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(SECONDS_TO_ANSWER, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return USUAL_COLUMNS;
            }
            return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException e) {
            return USUAL_COLUMNS;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return USUAL_COLUMNS;
        }
    }

    /** @param size rows and columns; a terminal that does not know them says 0 */
    static int parse(String size) {
        String[] numbers = size.strip().split(" ");
        boolean said = numbers.length == 2 && numbers[1].matches("[1-9][0-9]{0,4}");
        return said ? Integer.parseInt(numbers[1]) : USUAL_COLUMNS;
    }
}
