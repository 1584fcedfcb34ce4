package dev.tldr4j.springboot;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.springai.ReducingEmbeddingModel;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Puts a reducing model in the place of the application's embedding model: the same bean, by the same name and
 * qualifiers. A second bean beside it would leave ways to inject the long vectors by accident.
 *
 * <p>It has no order, so it comes after the processors that make proxies: aspects see the application's own model.
 */
final class ReducingPostProcessor implements BeanPostProcessor, SmartInitializingSingleton {
    private static final Log LOG = LogFactory.getLog(ReducingPostProcessor.class);

    private final ConfigurableListableBeanFactory beans;

    ReducingPostProcessor(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** A model that the application reduces itself stays as it is. */
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof EmbeddingModel model)
                || bean instanceof ReducingEmbeddingModel
                || !name.equals(nameOfModel())) {
            return bean;
        }
        Encoder encoder = beans.getBean(ReducedEmbeddingsAutoConfiguration.ENCODER_BEAN, Encoder.class);
        LOG.info("The embedding model " + name + " is reduced by " + encoder);
        return new ReducingEmbeddingModel(model, encoder);
    }

    /** An application whose model was not found must not start: it would store long vectors. */
    @Override
    public void afterSingletonsInstantiated() {
        nameOfModel();
    }

    private String nameOfModel() {
        List<String> models = Arrays.stream(beans.getBeanNamesForType(EmbeddingModel.class, true, false))
                .filter(beans::containsBeanDefinition)
                .filter(name -> beans.getMergedBeanDefinition(name).isAutowireCandidate())
                .toList();
        String wanted = beans.getBean(ReducedEmbeddingsProperties.class).embeddingModel();
        if (wanted != null) {
            if (!models.contains(wanted)) {
                throw new InvalidInputException("tldr4j.embedding-model=" + wanted
                        + ": the application has no embedding model of this name; it has " + listed(models));
            }
            return wanted;
        }
        List<String> found = models.size() < 2
                ? models
                : models.stream()
                        .filter(name -> beans.getMergedBeanDefinition(name).isPrimary())
                        .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        throw new InvalidInputException(
                models.isEmpty()
                        ? "tldr4j.encoder is set, but the application has no EmbeddingModel bean to reduce; add the"
                                + " starter of a model, or leave the property out"
                        : "tldr4j.encoder is set, but the application has several embedding models and no primary one: "
                                + listed(models) + "; name the one that the encoder was learned for in"
                                + " tldr4j.embedding-model");
    }

    private static String listed(List<String> models) {
        return models.isEmpty() ? "none" : String.join(", ", models);
    }
}
