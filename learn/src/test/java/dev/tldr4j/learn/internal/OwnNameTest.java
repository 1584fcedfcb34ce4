package dev.tldr4j.learn.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OwnNameTest {
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

    private static String renamed(String file) throws IOException {
        byte[] bytes = file.getBytes(StandardCharsets.US_ASCII);
        OwnName.rename(bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
