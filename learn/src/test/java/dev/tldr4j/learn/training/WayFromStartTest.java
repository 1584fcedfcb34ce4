package dev.tldr4j.learn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tldr4j.encoder.Affine;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WayFromStartTest {
    // the weight says how far it is: from 2 to 12
    private final WayFromStart way = new WayFromStart(layer(2, -1), layer(12, 1), 100);

    private static Affine layer(float weight, float bias) {
        return new Affine(new float[] {weight}, new float[] {bias});
    }

    private WayFromStart.Place best(double start, double end, Map<Integer, Double> between) throws Exception {
        return way.best(start, end, layer -> between.get(Math.round(10 * layer.weight()[0])));
    }

    @Test
    void thePlaceWithTheBestFigureIsTaken() throws Exception {
        WayFromStart.Place place = best(.4, .5, Map.of(105, .55, 90, .6, 70, .52));
        assertThat(place.share()).isEqualTo(.7);
        assertThat(place.figure()).isEqualTo(.6);
        assertThat(place.layer().weight()[0]).isCloseTo(9, within(1e-6f));
        assertThat(place.layer().bias()[0]).isCloseTo(.4f, within(1e-6f));
    }

    @Test
    void ofLevelPlacesTheFurtherOneIsTaken() throws Exception {
        // the standard error of .5 over 100 rows is .05, and .35 of it .0175
        assertThat(best(.4, .483, Map.of(105, .45, 90, .45, 70, .5)).share()).isEqualTo(1);
        assertThat(best(.4, .482, Map.of(105, .45, 90, .45, 70, .5)).share()).isEqualTo(.5);
    }

    @Test
    void theStartIsTakenOnlyWhereItIsClearlyAheadOfAll() throws Exception {
        // 1.25 standard errors of .5 are .0625
        Map<Integer, Double> falling = Map.of(105, .42, 90, .43, 70, .436);
        assertThat(best(.5, .4, falling).share()).isZero();
        assertThat(best(.5, .4, falling).layer().weight()[0]).isEqualTo(2);
        assertThat(best(.5, .4, Map.of(105, .42, 90, .42, 70, .438)).share()).isEqualTo(.5);
    }

    @Test
    void ofLevelPlacesNoneIsTakenThatIsClearlyBehindTheStart() throws Exception {
        // .43 is level with .438, but .0625 is how far it may be behind .5
        assertThat(best(.5, .4, Map.of(105, .42, 90, .43, 70, .438)).share()).isEqualTo(.5);
    }

    @Test
    void aFigureOfNothingFoundAnywhereKeepsWhatWasLearned() throws Exception {
        assertThat(best(.1, 0, Map.of(105, 0.0, 90, 0.0, 70, 0.0)).share()).isZero();
        assertThat(best(0.001, 0, Map.of(105, 0.0, 90, 0.0, 70, 0.0)).share()).isEqualTo(1);
    }
}
