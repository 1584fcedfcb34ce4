package dev.tldr4j.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.learn.recipe.Recipe;
import dev.tldr4j.learn.settings.Setting;
import dev.tldr4j.learn.settings.Settings;
import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the settings say that holds without them is what a fit does, and what the reference says. */
class SettingDefaultsTest {
    /** A property of the machine, and one whose default is not of its kind. */
    private static final Set<String> WITHOUT_VALUE = Set.of("threads", "whitening");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `--([a-z-]+)` \\|(.*?)\\|(.*?)\\| ");
    private static final Pattern ITEM = Pattern.compile("(?m)^- `--([a-z-]+)` \\((.*?)\\): ");

    @ParameterizedTest
    @EnumSource(Recipe.class)
    void aFitTakesTheValuesThatTheSettingsSay(Recipe recipe) {
        FitOptions options = new FitOptions();
        options.set(Settings.RECIPE, recipe);
        options.set(Settings.DIMS, 4);
        Map<String, String> taken = options.resolve(Vectors.of(new float[80_000], 8), null, null, null, false)
                .describe();
        for (Setting<?> setting : Settings.all()) {
            String value = taken.get(setting.name().replace('-', '_'));
            if (value != null && !setting.equals(Settings.RECIPE) && !WITHOUT_VALUE.contains(setting.name())) {
                String said = recipe == Recipe.DEFAULT ? setting.byDefault() : setting.byPaper();
                assertThat(Arrays.stream(said.split("[ ,:;]+")).map(word -> parsed(setting, word)))
                        .as(setting + ": " + said)
                        .contains(setting.parse(value));
            }
        }
    }

    private static Object parsed(Setting<?> setting, String word) {
        try {
            return setting.parse(word);
        } catch (InvalidInputException e) {
            return word;
        }
    }

    @Test
    void theReferenceHasEverySettingWithItsDefaultsAndNoOther() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "settings.md"))
                .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
        Map<String, List<String>> said = new LinkedHashMap<>();
        for (Matcher row = ROW.matcher(page); row.find(); ) {
            String byDefault = plain(row.group(2));
            said.put(row.group(1), List.of(byDefault, row.group(3).isBlank() ? byDefault : plain(row.group(3))));
        }
        for (Matcher item = ITEM.matcher(page); item.find(); ) {
            said.put(item.group(1), List.of(plain(item.group(2)), plain(item.group(2))));
        }
        // files are given beside the settings
        said.keySet()
                .removeAll(Set.of(
                        "graph",
                        "labels",
                        "queries",
                        "from",
                        "from-projector",
                        "keep-projector",
                        "checkpoint",
                        "checkpoint-every",
                        "resume"));
        Map<String, List<String>> declared = new LinkedHashMap<>();
        Settings.all()
                .forEach(setting -> declared.put(setting.name(), List.of(setting.byDefault(), setting.byPaper())));
        assertThat(said).containsExactlyInAnyOrderEntriesOf(declared);
    }

    private static String plain(String cell) {
        return cell.replace("`", "").strip();
    }
}
