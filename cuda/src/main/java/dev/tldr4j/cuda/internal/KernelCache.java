package dev.tldr4j.cuda.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Our kernels as machine code: compiled once for a kind of card, then kept among the user's cached files. */
final class KernelCache {
    private KernelCache() {}

    /**
     * @param computeCapability such as 90
     * @param driver its version, such as 13000
     */
    static byte[] code(String name, int computeCapability, int driver) {
        String source = source(name);
        Nvrtc compiler = new Nvrtc(driver);
        String key = hash(source + "\n" + compiler.version() + "\n" + computeCapability);
        Path file = folder().resolve(name.replace(".cu", "-" + key + ".cubin"));
        try {
            if (Files.isRegularFile(file)) {
                return Files.readAllBytes(file);
            }
        } catch (IOException e) {
            // compiled again
        }
        byte[] code = compiler.compile(name, source, computeCapability);
        keep(file, code);
        return code;
    }

    static String source(String name) {
        try (InputStream in = KernelCache.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base =
                cache == null || cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return base.resolve("tldr4j");
    }

    /** Where it cannot be kept, it is compiled the next time, too. */
    private static void keep(Path file, byte[] code) {
        try {
            Files.createDirectories(file.getParent());
            Path partial = Files.createTempFile(file.getParent(), "kernels", ".partial");
            Files.write(partial, code);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // a second of compiling is no reason to fail
        }
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
