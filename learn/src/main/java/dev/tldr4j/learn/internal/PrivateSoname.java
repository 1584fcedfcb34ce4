package dev.tldr4j.learn.internal;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    private static final String LIBRARY = "libopenblas.so.0";

    /** Names of the library in its own file and in those that need it. */
    private static final List<String> NAMES = List.of(LIBRARY, "libopenblas_nolapack.so.0");

    /** What the library needs, by JavaCPP's names, each after what it needs itself; not everywhere all of it. */
    private static final List<String> NEEDED = List.of("gcc_s@.1", "quadmath@.0", "gfortran@.5");

    private static final List<String> BINDINGS = List.of("jniopenblas_nolapack", "jniopenblas", "jniopenblas_full");
    private static final int ROOM_MEGABYTES = 100;
    /** Says that all of them are there. */
    private static final String UNPACKED = "unpacked";

    private static final int MOST_CLASS_LOADERS = 16;

    private final Path folder;
    private final int number;

    /** @param number a library belongs to one class loader, and the next that wants it needs another file */
    private PrivateSoname(Path folder, int number) {
        this.folder = folder;
        this.number = number;
    }

    /**
     * Loads it so that JavaCPP then finds it loaded; or leaves it to JavaCPP, where there is none for this machine.
     *
     * @throws UnsatisfiedLinkError if there is no folder from which it can be loaded
     */
    static void load() {
        if (!Loader.getPlatform().startsWith("linux") || resource(openblas_full.class, LIBRARY) == null) {
            return;
        }
        List<String> reasons = new ArrayList<>();
        boolean chosen = System.getProperty(NativeFolder.PROPERTY) != null;
        for (NativeFolder.Choice choice : NativeFolder.choices()) {
            try {
                Path folder = choice.open();
                requireRoom(folder);
                if (!chosen) {
                    // JavaCPP's own choice is not looked at by anybody
                    System.setProperty(NativeFolder.PROPERTY, folder.toString());
                }
                loadFrom(folder);
                return;
            } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
                // the linker names the file twice
                String reason = String.valueOf(e.getMessage()).replaceFirst("^(/.*): \\1: ", "$1: ");
                if (!reasons.contains(reason)) {
                    reasons.add(reason);
                }
            }
        }
        throw new UnsatisfiedLinkError(String.join("; ", reasons)
                + "; name a folder that has " + ROOM_MEGABYTES + " MB of room and is not mounted noexec: TLDR4J_OPTS=-D"
                + NativeFolder.PROPERTY + "=FOLDER");
    }

    /** Asked once, before the first library: what JavaCPP cannot write later is an error without a remedy. */
    private static void requireRoom(Path folder) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        if (!Files.exists(folder.resolve(UNPACKED)) && free < ROOM_MEGABYTES * 1_000_000L) {
            throw new IOException(folder + " has only " + free / 1_000_000 + " MB of room");
        }
    }

    /** Where class loaders have their parts of it, each in its way, it is left to JavaCPP, which then uses this folder. */
    private static void loadFrom(Path folder) throws IOException {
        for (int number = 0; number < MOST_CLASS_LOADERS; number++) {
            try {
                new PrivateSoname(folder, number).loadAll();
                return;
            } catch (UnsatisfiedLinkError e) {
                if (!String.valueOf(e.getMessage()).contains("another classloader")) {
                    throw e;
                }
            }
        }
    }

    private void loadAll() throws IOException {
        for (String name : NEEDED) {
            String file = "lib" + name.replace("@", ".so");
            URL resource = resource(openblas_full.class, file);
            if (resource != null) {
                load(openblas_full.class, name, NativeFile.of(resource, folder, copy(file), library -> {}));
            }
        }
        // JavaCPP's names, of classes that the one we use is made of
        Path library = renamed(LIBRARY);
        // says whose it is already, which JavaCPP would not
        System.load(library.toString());
        load(openblas_full.class, "openblas_nolapack@.0", library);
        load(openblas_full.class, "openblas@.0", library);
        URL own = resource(Loader.class, "libjnijavacpp.so");
        if (own != null) {
            load(Loader.class, "jnijavacpp", NativeFile.of(own, folder, copy("libjnijavacpp.so"), bytes -> {}));
        }
        for (String binding : BINDINGS) {
            load(openblas_full.class, binding, renamed("lib" + binding + ".so"));
        }
        Loader.load(openblas_full.class);
        if (Files.isWritable(folder)) {
            Files.writeString(folder.resolve(UNPACKED), "");
        }
    }

    private static void load(Class<?> owner, String name, Path file) throws IOException {
        // with the sign at its end, JavaCPP does not look for a file of the machine's by that name when this one fails
        String loaded = Loader.loadLibrary(owner, new URL[] {file.toUri().toURL()}, name + "#");
        if (loaded == null) {
            System.load(file.toString()); // which says why
            throw new IOException(file + " could not be loaded");
        }
    }

    /** A copy of a file, once for all processes, with the other name in it. */
    private Path renamed(String name) throws IOException {
        URL resource = resource(openblas_full.class, name);
        if (resource == null) {
            throw new IOException("no " + name + " for this machine");
        }
        return NativeFile.of(resource, folder, copy(name), PrivateSoname::rename);
    }

    private String copy(String name) {
        return "tldr4j-" + number + "-" + name;
    }

    private static URL resource(Class<?> owner, String name) {
        String artifact = owner == Loader.class ? "javacpp" : "openblas";
        return owner.getResource("/org/bytedeco/" + artifact + "/" + Loader.getPlatform() + "/" + name);
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
