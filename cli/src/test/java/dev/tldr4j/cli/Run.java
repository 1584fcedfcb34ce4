package dev.tldr4j.cli;

import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.learn.device.Blas;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** What came of one command, run inside the test. */
public record Run(int code, String out, String err) {

    public static Run tldr4j(Object... args) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = Main.run(
                Arrays.stream(args).map(Object::toString).toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        String said = err.toString(StandardCharsets.UTF_8);
        if (Blas.warning().isPresent()) {
            // a test is not of the kernels that it runs on; KernelsTest is
            said = said.replace("note: " + Blas.warning().get() + "\n", "");
        }
        return new Run(code, out.toString(StandardCharsets.UTF_8), said);
    }

    /** The same, where everything must go well. */
    public static Run succeeds(Object... args) {
        Run run = tldr4j(args);
        if (run.code != 0) {
            throw new AssertionError("exit code " + run.code + ": " + run.err);
        }
        return run;
    }

    @SuppressWarnings("unchecked")
    public Map<String, Object> json() {
        return (Map<String, Object>) Json.parse(out);
    }
}
