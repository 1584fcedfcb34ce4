package dev.tldr4j.learn.internal;

import dev.tldr4j.encoder.internal.AtomicFile;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_full;

/**
 * Loads OpenBLAS on Linux under a name that nobody else has. Its own, {@code libopenblas.so.0}, is also that of the
 * machine's, and the linker takes whichever came first for both. On Debian and Ubuntu the machine's {@code libblas.so.3}
 * is one half of a library with {@code libopenblas.so.0} as the other: with ours in its place, of another version, its
 * functions are mistaken for each other, and Apache Spark's stages, which load {@code libblas.so.3}, compute wrong numbers or
 * crash. If theirs comes first, ours lacks LAPACKE, which ends the process. So in copies of our files the name is another one
 * of the same length.
 */
final class PrivateSoname {
    private static final String NAME = "libopentldr.so.0";

    /** Names of the library in its own file and in those that need it. */
    private static final List<String> NAMES = List.of("libopenblas.so.0", "libopenblas_nolapack.so.0");

    /** What the library needs; not everywhere all of it. */
    private static final List<String> NEEDED = List.of("libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5");

    private static final int MOST_CLASS_LOADERS = 16;

    private final int number;

    /** @param number a library belongs to one class loader, and the next that wants it needs another file */
    private PrivateSoname(int number) {
        this.number = number;
    }

    /** Loads it so that JavaCPP then finds it loaded; or leaves it to JavaCPP, where there is no copy to be made. */
    static void load() {
        for (int number = 0; Loader.getPlatform().startsWith("linux") && number < MOST_CLASS_LOADERS; number++) {
            try {
                new PrivateSoname(number).loadAll();
                return;
            } catch (UnsatisfiedLinkError e) {
                if (!String.valueOf(e.getMessage()).contains("another classloader")) {
                    return;
                }
            } catch (IOException | RuntimeException e) {
                return;
            }
        }
    }

    private void loadAll() throws IOException {
        for (String file : NEEDED) {
            Loader.cacheResource(openblas_full.class, resource(file));
        }
        // JavaCPP's names, of classes that the one we use is made of
        Path library = renamed("libopenblas.so.0");
        // says whose it is already, which JavaCPP would not
        System.load(library.toString());
        load("openblas_nolapack@.0", library);
        load("openblas@.0", library);
        for (String binding : List.of("jniopenblas_nolapack", "jniopenblas", "jniopenblas_full")) {
            load(binding, renamed("lib" + binding + ".so"));
        }
    }

    private static void load(String name, Path file) throws IOException {
        // with the sign at its end, JavaCPP does not look for a file of the machine's by that name when this one fails
        String loaded =
                Loader.loadLibrary(openblas_full.class, new URL[] {file.toUri().toURL()}, name + "#");
        if (loaded == null) {
            throw new IOException(file + " could not be loaded");
        }
    }

    /** A copy of a file beside it, once for all processes, with the other name in it. */
    private Path renamed(String name) throws IOException {
        File cached = Loader.cacheResource(openblas_full.class, resource(name));
        if (cached == null) {
            throw new IOException("no " + name + " for this machine");
        }
        Path original = cached.toPath();
        Path copy = original.resolveSibling("tldr4j-" + number + "-" + name);
        if (!Files.exists(copy)
                || Files.size(copy) != Files.size(original)
                || Files.getLastModifiedTime(copy).compareTo(Files.getLastModifiedTime(original)) < 0) {
            byte[] bytes = Files.readAllBytes(original);
            rename(bytes);
            try (AtomicFile file = new AtomicFile(copy)) {
                file.write(ByteBuffer.wrap(bytes));
                file.commit();
            }
        }
        return copy;
    }

    private static String resource(String name) {
        return "/org/bytedeco/openblas/" + Loader.getPlatform() + "/" + name;
    }

    /** Writes the new name over the old one, which stands once in a library's table of names, between zeros. */
    static void rename(byte[] library) throws IOException {
        byte[] replacement = (NAME + "\0").getBytes(StandardCharsets.US_ASCII);
        for (String name : NAMES) {
            byte[] old = ("\0" + name + "\0").getBytes(StandardCharsets.US_ASCII);
            int at = indexOf(library, old, 0);
            if (at >= 0 && indexOf(library, old, at + 1) < 0) {
                System.arraycopy(replacement, 0, library, at + 1, replacement.length);
                return;
            }
        }
        throw new IOException("not a library that names OpenBLAS once");
    }

    private static int indexOf(byte[] bytes, byte[] part, int from) {
        for (int i = from; i <= bytes.length - part.length; i++) {
            int same = 0;
            while (same < part.length && bytes[i + same] == part[same]) {
                same++;
            }
            if (same == part.length) {
                return i;
            }
        }
        return -1;
    }
}
