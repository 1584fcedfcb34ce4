package dev.tldr4j.springboot;

import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.encoder.InvalidInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.Resource;

/** With {@code tldr4j.encoder} the application's embedding model returns reduced vectors, wherever it is injected. */
@AutoConfiguration
@ConditionalOnClass(EmbeddingModel.class)
@ConditionalOnProperty("tldr4j.encoder")
@EnableConfigurationProperties(ReducedEmbeddingsProperties.class)
public class ReducedEmbeddingsAutoConfiguration {
    static final String ENCODER_BEAN = "tldr4jEncoder";

    /** The encoder as the model uses it, so that its id is the one to keep with what is stored. */
    @Bean(ENCODER_BEAN)
    Encoder encoder(ReducedEmbeddingsProperties properties) throws IOException {
        Encoder encoder = load(properties.encoder());
        return (properties.dims() == null ? encoder : truncated(encoder, properties.dims())).normalized();
    }

    /** Static, as it is made before all other beans. */
    @Bean
    static ReducingPostProcessor reducingPostProcessor(ConfigurableListableBeanFactory beans) {
        return new ReducingPostProcessor(beans);
    }

    private static Encoder load(Resource file) throws IOException {
        if (file == null) {
            throw new InvalidInputException("tldr4j.encoder is empty; name an encoder file, such as"
                    + " classpath:encoder.safetensors, or leave the property out");
        }
        String where = "tldr4j.encoder, " + file.getDescription() + ": ";
        try (InputStream in = file.getInputStream()) {
            return Encoder.load(in);
        } catch (FileNotFoundException e) {
            throw new InvalidInputException(
                    where + "there is no such file; check its name, and whether it begins with classpath: or file:", e);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(where + e.getMessage(), e);
        }
    }

    private static Encoder truncated(Encoder encoder, int dims) {
        try {
            return encoder.truncated(dims);
        } catch (InvalidInputException e) {
            throw new InvalidInputException("tldr4j.dims: " + e.getMessage(), e);
        }
    }
}
