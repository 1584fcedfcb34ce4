package dev.tldr4j.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The encoder on the module path. All other tests have it on the class path. */
class ModuleTest {
    private static final String NAME = "dev.tldr4j.encoder";

    @Test
    void needsNothingButTheJdkAndOpensItsPublicPackagesAlone() throws Exception {
        ModuleDescriptor module = finder().find(NAME).orElseThrow().descriptor();

        assertThat(module.isAutomatic()).isFalse();
        assertThat(module.requires())
                .extracting(ModuleDescriptor.Requires::name)
                .containsExactly("java.base");
        assertThat(module.exports().stream().filter(exports -> !exports.isQualified()))
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder(NAME, NAME + ".export");
    }

    @Test
    void encodesOnTheModulePath() throws Exception {
        Configuration configuration =
                ModuleLayer.boot().configuration().resolve(finder(), ModuleFinder.of(), Set.of(NAME));
        ClassLoader loader = ModuleLayer.boot()
                .defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader())
                .findLoader(NAME);

        Class<?> type = loader.loadClass("dev.tldr4j.encoder.Encoder");
        assertThat(type.getModule().getName()).isEqualTo(NAME);
        Object encoder = type.getMethod("affine", float[].class, float[].class, Map.class)
                .invoke(null, new float[] {2, 3}, new float[] {4}, Map.of());
        assertThat(type.getMethod("encode", float[].class).invoke(encoder, (Object) new float[] {5, 6}))
                .isEqualTo(new float[] {32});

        var internal = loader.loadClass("dev.tldr4j.encoder.internal.Json").getMethod("parse", String.class);
        assertThatThrownBy(() -> internal.invoke(null, "{}")).isInstanceOf(IllegalAccessException.class);
    }

    private static ModuleFinder finder() throws URISyntaxException {
        return ModuleFinder.of(Path.of(Encoder.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI()));
    }
}
