package dev.tldr4j.encoder.internal;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** What lies at a path. Where the disk fails to tell, that is said: {@link Files#exists} calls a file absent whatever goes wrong. */
public enum FileState {
    ABSENT,
    FILE,
    FOLDER,
    /** A device, a pipe. */
    OTHER;

    public static FileState of(Path path) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            return ABSENT;
        } catch (IOException e) {
            // below a file there is nothing
            if (e instanceof FileSystemException system && "Not a directory".equals(system.getReason())) {
                return ABSENT;
            }
            throw FileFailure.of(path, e);
        }
        return attributes.isRegularFile() ? FILE : attributes.isDirectory() ? FOLDER : OTHER;
    }

    public static boolean exists(Path path) throws IOException {
        return of(path) != ABSENT;
    }
}
