package dev.tldr4j.learn.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.Tldr;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {
    private static Stream<Setting<?>> all() {
        return Settings.all().stream();
    }

    @Test
    void everySettingThatIsDeclaredIsInTheTableOnce() {
        long declared = Arrays.stream(Settings.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == Setting.class)
                .count();
        assertThat(Settings.all()).doesNotHaveDuplicates().hasSize((int) declared);
        assertThat(Settings.all().stream().map(Setting::name)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("all")
    void everySettingSaysWhatItIsForAndWhatHoldsWithoutIt(Setting<?> setting) {
        assertThat(setting.sentence()).matches("(?s)[A-Zp].*\\.");
        assertThat(setting.byDefault()).isNotBlank();
        assertThat(setting.byPaper()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsNoValueIsRefusedInOneLineThatNamesTheSetting(Setting<?> setting) {
        for (String wrong : setting.type() == Double.class ? List.of("-1", "NaN", "many") : List.of(wrong(setting))) {
            assertThatThrownBy(() -> setting.parse(wrong))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith(setting.name())
                    .hasMessageContaining("not " + wrong)
                    .hasMessageNotContaining("\n");
        }
    }

    private static String wrong(Setting<?> setting) {
        return setting.type() == Integer.class ? "0" : "wrong";
    }

    @ParameterizedTest
    @CsvSource({
        "recall, 0, 1",
        "noise, 0, 100",
        "whitening, 1.01, 0",
        "lambda, 0, 1",
        "learning-rate, 0, 1000",
        "warm-up, 1.5, 0",
        "momentum, 1, 0.999",
        "trust, 1001, 1000",
        "batch-size, 1, 2",
        "sample, 1, 2"
    })
    void theBuilderRefusesWhatIsOutOfRangeAndTakesItsLimit(String name, String beyond, String limit) {
        Setting<?> setting = Settings.named(name);
        Tldr.Builder builder = Tldr.builder();
        assertThat(give(builder, setting, limit)).isSameAs(builder);
        assertThatThrownBy(() -> giveUnchecked(builder, setting, beyond))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(name + " must be ")
                .hasMessageNotContaining("\n");
    }

    private static <T> Tldr.Builder give(Tldr.Builder builder, Setting<T> setting, String text) {
        return builder.set(setting, setting.parse(text));
    }

    private static <T> Tldr.Builder giveUnchecked(Tldr.Builder builder, Setting<T> setting, String text) {
        Number value = setting.type() == Integer.class ? Integer.valueOf(text) : (Number) Double.valueOf(text);
        return builder.set(setting, setting.type().cast(value));
    }

    @Test
    void choicesAreReadInAnyCase() {
        assertThat(Settings.METRIC.parse("Cosine")).isEqualTo(Settings.METRIC.parse("cosine"));
        assertThatThrownBy(() -> Settings.METRIC.parse("near"))
                .hasMessage("metric must be one of l2, cosine, dot, not near");
    }
}
