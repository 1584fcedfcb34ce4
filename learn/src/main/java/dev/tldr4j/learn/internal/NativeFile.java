package dev.tldr4j.learn.internal;

import dev.tldr4j.encoder.internal.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.jar.JarEntry;
import java.util.zip.CRC32;

/**
 * A native library, unpacked once and found again. Each time its content is compared with the jar's, by the checksum that
 * the jar holds of it, and by that of the file as it was written: a file cut by a full disk, changed, or of another version is
 * written anew. A checksum finds accidents; others' hands are kept off by {@link NativeFolder}.
 */
final class NativeFile {
    /** Changes a library on its way out of the jar. */
    interface Change {
        void make(byte[] library) throws IOException;
    }

    private NativeFile() {}

    /** The file of this name in the folder, as the resource has it after the change. */
    static Path of(URL resource, Path folder, String name, Change change) throws IOException {
        Path file = folder.resolve(name);
        Path checksums = folder.resolve(name + ".crc32");
        String inJar = inJar(resource);
        if (inJar == null || !isWhole(file, checksums, inJar)) {
            byte[] bytes;
            try (InputStream in = resource.openStream()) {
                bytes = in.readAllBytes();
            }
            change.make(bytes);
            try (AtomicFile out = new AtomicFile(file)) {
                out.write(ByteBuffer.wrap(bytes));
                out.commit();
            } catch (IOException e) {
                throw new IOException(file + ": " + e.getMessage(), e);
            }
            AtomicFile.writeText(checksums, inJar + " " + checksum(ByteBuffer.wrap(bytes)));
        }
        return file;
    }

    private static boolean isWhole(Path file, Path checksums, String inJar) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isRegularFile(checksums)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            return Files.readString(checksums).equals(inJar + " " + checksum(bytes));
        }
    }

    /** Null where the resource is in no jar, or in one that does not say. */
    private static String inJar(URL resource) throws IOException {
        URLConnection connection = resource.openConnection();
        JarEntry entry = connection instanceof JarURLConnection jar ? jar.getJarEntry() : null;
        return entry == null || entry.getCrc() < 0 ? null : Long.toHexString(entry.getCrc());
    }

    private static String checksum(ByteBuffer bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return Long.toHexString(checksum.getValue());
    }
}
