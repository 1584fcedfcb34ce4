package dev.tldr4j.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.springai.ReducingEmbeddingModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.target.SingletonTargetSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.core.Ordered;

/** What the properties do to applications with no, one and several embedding models. */
class ReducedEmbeddingsTest {
    @TempDir
    Path folder;

    private Encoder nested;
    private ApplicationContextRunner application;

    @BeforeEach
    void write() throws IOException {
        float[] weight = new float[3 * TrigramModel.DIMS];
        for (int i = 0; i < weight.length; i++) {
            weight[i] = (i * 7919 % 101) / 101f;
        }
        nested = Encoder.affine(weight, new float[3], Map.of("prefixes", "2,3"));
        Path file = folder.resolve("encoder.safetensors");
        nested.save(file);
        application = withoutEncoder().withPropertyValues("tldr4j.encoder=" + file.toUri());
    }

    private static ApplicationContextRunner withoutEncoder() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReducedEmbeddingsAutoConfiguration.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class OneModel {
        /** By its class, as Spring AI's starters declare theirs. */
        @Bean
        TrigramModel model() {
            return new TrigramModel();
        }

        @Bean
        Search search(EmbeddingModel model, @Qualifier("model") EmbeddingModel named, List<EmbeddingModel> all) {
            return new Search(model, named, all);
        }
    }

    /** An application's class, with every way to have a model injected. */
    private record Search(EmbeddingModel model, EmbeddingModel named, List<EmbeddingModel> all) {}

    @Configuration(proxyBeanMethods = false)
    static class TwoModels {
        @Bean
        EmbeddingModel texts() {
            return new TrigramModel();
        }

        @Bean
        EmbeddingModel titles() {
            return new TrigramModel();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoModelsOfWhichOneIsPrimary {
        @Bean
        @Primary
        EmbeddingModel texts() {
            return new TrigramModel();
        }

        @Bean
        EmbeddingModel titles() {
            return new TrigramModel();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnReducedModel {
        @Bean
        EmbeddingModel reduced() {
            Encoder one = Encoder.affine(new float[TrigramModel.DIMS], new float[1], Map.of());
            return new ReducingEmbeddingModel(new TrigramModel(), one);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LazyModels {
        @Bean
        @Lazy
        @Scope("prototype")
        EmbeddingModel model() {
            return new TrigramModel();
        }
    }

    /** As aspects do it: a proxy around every model. */
    @Configuration(proxyBeanMethods = false)
    static class Aspects {
        @Bean
        static BeanPostProcessor proxies() {
            class Proxies implements BeanPostProcessor, Ordered {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    if (!(bean instanceof EmbeddingModel)) {
                        return bean;
                    }
                    assertThat(bean).isInstanceOf(TrigramModel.class);
                    return ProxyFactory.getProxy(EmbeddingModel.class, new SingletonTargetSource(bean));
                }

                @Override
                public int getOrder() {
                    return Ordered.LOWEST_PRECEDENCE;
                }
            }
            return new Proxies();
        }
    }

    private static int dims(AssertableApplicationContext context, String name) {
        EmbeddingModel model = context.getBean(name, EmbeddingModel.class);
        assertThat(model.embed("a text")).hasSize(model.dimensions());
        return model.dimensions();
    }

    /** What the application shows instead of a stack trace. */
    private static ContextConsumer<AssertableApplicationContext> saying(String... parts) {
        return context -> {
            FailureAnalysis shown = new InvalidInputFailureAnalyzer().analyze(context.getStartupFailure());
            assertThat(shown.getDescription()).hasLineCount(1).contains(parts);
        };
    }

    @Test
    void theModelIsReducedWhereverItIsInjected() {
        application.withUserConfiguration(OneModel.class).run(context -> {
            Search search = context.getBean(Search.class);
            assertThat(search.model().embed("a text")).hasSize(3);
            assertThat(search.named()).isSameAs(search.model());
            assertThat(search.all()).containsExactly(search.model());
        });
    }

    @Test
    void theEncoderIsABeanSoThatItsIdCanBeKept() {
        application.withUserConfiguration(OneModel.class).run(context -> assertThat(
                        context.getBean(Encoder.class).id())
                .isEqualTo(((ReducingEmbeddingModel) context.getBean(EmbeddingModel.class))
                        .encoder()
                        .id())
                .isEqualTo(nested.normalized().id()));
    }

    @Test
    void withoutThePropertyNothingChanges() {
        withoutEncoder().withUserConfiguration(OneModel.class).run(context -> assertThat(context)
                .hasSingleBean(TrigramModel.class)
                .doesNotHaveBean(Encoder.class)
                .doesNotHaveBean(ReducingPostProcessor.class));
    }

    @Test
    void dimsTakesAPrefixOfTheEncoder() {
        application
                .withUserConfiguration(OneModel.class)
                .withPropertyValues("tldr4j.dims=2")
                .run(context -> {
                    assertThat(dims(context, "model")).isEqualTo(2);
                    assertThat(context.getBean(Encoder.class).prefixOf()).contains(nested.id());
                });
    }

    @Test
    void ofSeveralModelsThePrimaryOneIsReduced() {
        application.withUserConfiguration(TwoModelsOfWhichOneIsPrimary.class).run(context -> {
            assertThat(dims(context, "texts")).isEqualTo(3);
            assertThat(dims(context, "titles")).isEqualTo(TrigramModel.DIMS);
        });
    }

    @Test
    void ofSeveralModelsTheNamedOneIsReduced() {
        for (Class<?> models : new Class<?>[] {TwoModels.class, TwoModelsOfWhichOneIsPrimary.class}) {
            application
                    .withUserConfiguration(models)
                    .withPropertyValues("tldr4j.embedding-model=titles")
                    .run(context -> {
                        assertThat(dims(context, "texts")).isEqualTo(TrigramModel.DIMS);
                        assertThat(dims(context, "titles")).isEqualTo(3);
                    });
        }
    }

    @Test
    void severalModelsOfWhichNoneStandsOutAreRefusedAndNamed() {
        application
                .withUserConfiguration(TwoModels.class)
                .run(saying("several embedding models", "texts, titles", "tldr4j.embedding-model"));
        application
                .withUserConfiguration(TwoModels.class)
                .withPropertyValues("tldr4j.embedding-model=pictures")
                .run(saying("tldr4j.embedding-model=pictures", "no embedding model of this name", "texts, titles"));
    }

    @Test
    void anApplicationWithoutAModelDoesNotStart() {
        application.run(saying("tldr4j.encoder is set, but the application has no EmbeddingModel bean"));
    }

    @Test
    void aModelThatTheApplicationReducesItselfIsNotReducedTwice() {
        application.withUserConfiguration(OwnReducedModel.class).run(context -> assertThat(dims(context, "reduced"))
                .isEqualTo(1));
    }

    @Test
    void modelsThatAreMadeLateAndOftenAreReducedByOneEncoder() {
        application.withUserConfiguration(LazyModels.class).run(context -> {
            var one = (ReducingEmbeddingModel) context.getBean(EmbeddingModel.class);
            var other = (ReducingEmbeddingModel) context.getBean(EmbeddingModel.class);
            assertThat(one).isNotSameAs(other);
            assertThat(one.encoder()).isSameAs(other.encoder());
        });
    }

    @Test
    void aspectsSeeTheApplicationsOwnModel() {
        application
                .withUserConfiguration(OneModel.class, Aspects.class)
                .run(context -> assertThat(dims(context, "model")).isEqualTo(3));
    }

    @Test
    void aFileThatIsMissingEmptyOrNoEncoderIsToldInOneLine() throws IOException {
        Path text = Files.writeString(folder.resolve("readme.txt"), "an encoder is not what this is");
        ApplicationContextRunner one = withoutEncoder().withUserConfiguration(OneModel.class);

        one.withPropertyValues("tldr4j.encoder=classpath:nowhere.safetensors")
                .run(saying("tldr4j.encoder, class path resource [nowhere.safetensors]: there is no such file"));
        one.withPropertyValues("tldr4j.encoder=" + folder.resolve("gone").toUri())
                .run(saying("tldr4j.encoder, URL [file:", "gone]: there is no such file"));
        one.withPropertyValues("tldr4j.encoder=" + text.toUri())
                .run(saying("tldr4j.encoder, URL [file:", "readme.txt]: "));
        one.withPropertyValues("tldr4j.encoder=" + folder.toUri()).run(saying("tldr4j.encoder, URL [file:"));
        one.withPropertyValues("tldr4j.encoder=").run(saying("tldr4j.encoder is empty"));
    }

    @Test
    void aPrefixThatTheEncoderDoesNotHaveIsRefused() {
        application
                .withUserConfiguration(OneModel.class)
                .withPropertyValues("tldr4j.dims=4")
                .run(saying("tldr4j.dims: encoder " + nested.id(), "gives 3 numbers", "take 1 to 3"));
    }

    @Test
    void editorsCompleteThePropertiesAndExplainThem() throws IOException {
        try (InputStream file = getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            String metadata = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            Map<String, String> descriptions = new HashMap<>();
            for (Object property : (List<?>)
                    JsonParserFactory.getJsonParser().parseMap(metadata).get("properties")) {
                Map<?, ?> said = (Map<?, ?>) property;
                descriptions.put((String) said.get("name"), (String) said.get("description"));
            }
            assertThat(descriptions)
                    .containsOnlyKeys("tldr4j.encoder", "tldr4j.dims", "tldr4j.embedding-model")
                    .allSatisfy((name, description) -> assertThat(description).endsWith("."));
        }
    }
}
