package dev.tldr4j.learn.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class PrivateSonameTest {
    @Test
    void aNameIsReplacedWhereItStandsBetweenZeros() throws IOException {
        assertThat(renamed("dgemm_\0libopenblas.so.0\0libm.so.6\0")).isEqualTo("dgemm_\0libopentldr.so.0\0libm.so.6\0");
        // of a longer name the end stays, which nothing points to
        assertThat(renamed("\0libopenblas_nolapack.so.0\0")).isEqualTo("\0libopentldr.so.0\0ack.so.0\0");
    }

    @Test
    void aFileWithoutTheNameOrWithSeveralIsRefused() {
        assertThatThrownBy(() -> renamed("\0libm.so.6\0")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> renamed("\0xlibopenblas.so.0\0")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> renamed("\0libopenblas.so.0\0libopenblas.so.0\0"))
                .isInstanceOf(IOException.class);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void everyClassLoaderLoadsACopyOfItsOwn() throws Exception {
        OpenBlas.load();
        String[] paths = System.getProperty("java.class.path").split(File.pathSeparator);
        URL[] urls = new URL[paths.length];
        for (int i = 0; i < paths.length; i++) {
            urls[i] = new File(paths[i]).toURI().toURL();
        }
        try (URLClassLoader other = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            Object eigenvalues = other.loadClass(OpenBlas.class.getName())
                    .getMethod("eigen", double[].class, int.class, int.class)
                    .invoke(null, new double[] {2, 1, 1, 2}, 2, 1);
            assertThat((double[]) eigenvalues).containsExactly(new double[] {1, 3}, within(1e-12));
        }
        assertThat(Files.readString(Path.of("/proc/self/maps")))
                .contains("/tldr4j-0-libopenblas.so.0", "/tldr4j-1-libopenblas.so.0")
                .doesNotContain("/libopenblas.so.0");
    }

    private static String renamed(String file) throws IOException {
        byte[] bytes = file.getBytes(StandardCharsets.US_ASCII);
        PrivateSoname.rename(bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
