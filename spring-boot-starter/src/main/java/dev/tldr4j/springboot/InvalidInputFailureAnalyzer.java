package dev.tldr4j.springboot;

import dev.tldr4j.encoder.InvalidInputException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** An application that cannot start for what was given shows that one line, which says what to do, and no stack trace. */
final class InvalidInputFailureAnalyzer extends AbstractFailureAnalyzer<InvalidInputException> {
    @Override
    protected FailureAnalysis analyze(Throwable failure, InvalidInputException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
