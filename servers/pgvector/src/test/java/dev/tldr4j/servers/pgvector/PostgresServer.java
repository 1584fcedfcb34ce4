package dev.tldr4j.servers.pgvector;

import dev.tldr4j.servers.ServerExtension;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Gives tests a running PostgreSQL; skips them, with a line, where its npm packages cannot be had. */
final class PostgresServer extends ServerExtension<Postgres> implements ExecutionCondition {
    private static Optional<String> missing;

    PostgresServer() {
        super(Postgres.class, Postgres::start);
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return missing()
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("PostgreSQL is installed"));
    }

    private static synchronized Optional<String> missing() {
        if (missing == null) {
            try {
                missing = NodePackages.install();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            missing.ifPresent(why -> System.err.println("the tests with PostgreSQL are skipped: " + why));
        }
        return missing;
    }
}
