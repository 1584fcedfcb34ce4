package dev.tldr4j.encoder.internal;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** The disk failed, not the user: one line that names the file and what to do, which the system's own message does not. */
public final class FileFailure extends IOException {
    private static final long serialVersionUID = 1;

    private FileFailure(String file, String reason, String remedy, IOException cause) {
        super(file + ": " + reason + "; " + remedy, cause);
    }

    /** What went wrong with a file; as it is where it names a file already, and not the disk. */
    public static IOException of(Path file, IOException e) {
        if (e instanceof FileFailure || e instanceof java.nio.charset.CharacterCodingException) {
            return e;
        }
        if (e instanceof FileSystemException system && system.getFile() != null) {
            String reason = system.getReason();
            return reason == null || remedy(reason) == null
                    ? e
                    : new FileFailure(system.getFile(), reason, remedy(Path.of(system.getFile()), reason), e);
        }
        String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new FileFailure(file.toString(), reason, remedy(file, reason), e);
    }

    private static String remedy(Path file, String reason) {
        String remedy = remedy(reason);
        if (remedy == null) {
            return "check the disk, and try again";
        }
        return TemporaryFolder.holds(file)
                ? "make room, or name another folder for temporary files with TLDR4J_OPTS=-Djava.io.tmpdir=FOLDER"
                : remedy;
    }

    /** As Linux, macOS and Windows call it; null where it is something else. */
    private static String remedy(String reason) {
        return switch (reason) {
            case "No space left on device",
                    "Disk quota exceeded",
                    "Disc quota exceeded",
                    "There is not enough space on the disk" -> "make room there, or name another place";
            case "File too large" -> "the disk takes no file of this size; name a place on another";
            case "Input/output error" -> "check the disk, and try again";
            case "Too many open files" -> "allow more with ulimit -n, and try again";
            default -> null;
        };
    }
}
