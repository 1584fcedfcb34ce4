package dev.tldr4j.cli.common;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.vectors.VectorFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sees before hours of work whether their result can be written. */
public final class Outputs {
    private Outputs() {}

    /** Refuses an output that cannot be written, or that would replace one of the inputs. */
    public static void check(Path output, Path... inputs) throws IOException {
        for (Path named : inputs) {
            Path input = named == null ? null : VectorFile.of(named).path();
            if (input != null && Files.exists(input) && Files.exists(output) && Files.isSameFile(input, output)) {
                throw new InvalidInputException(output + ": is also an input; name another output");
            }
        }
        // permissions alone do not tell: the disk may be mounted read-only
        try {
            new AtomicFile(output).close();
        } catch (IOException e) {
            throw new InvalidInputException(
                    output + ": nothing can be written in its folder" + reason(e) + "; name another output", e);
        }
    }

    /** What the system says, such as that the disk is read-only, in brackets; nothing where it says nothing. */
    public static String reason(IOException e) {
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        return reason == null ? "" : " (" + reason + ")";
    }
}
