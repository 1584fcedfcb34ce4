package dev.tldr4j.learn;

import dev.tldr4j.learn.internal.Provenance;
import java.util.Arrays;
import java.util.Map;

/** What tells a fit from others: the checkpoint of another one must not be resumed. */
final class FitIdentity {
    private FitIdentity() {}

    /** @param from or null */
    static Map<String, String> of(FitPlan settings, LocalExecutor.Inputs inputs, WarmStart from) {
        Map<String, String> identity = settings.describe();
        identity.putAll(Provenance.of(inputs.vectors()));
        identity.put("dims", Integer.toString(settings.dims()));
        identity.put(
                "graph", inputs.graph() == null ? "searched" : inputs.graph().fingerprint());
        identity.put("search", settings.search().name() + " " + settings.recall());
        identity.put("continued_from", from == null ? "none" : from.encoder().id());
        identity.put(
                "projector_from",
                from == null || from.projector() == null
                        ? "none"
                        : from.projector().fingerprint());
        identity.put(
                "queries", inputs.queries() == null ? "none" : inputs.queries().fingerprint());
        identity.put(
                "validation",
                inputs.validation() == null ? "none" : inputs.validation().fingerprint());
        identity.put(
                "labels",
                inputs.labels() == null
                        ? "none"
                        : Integer.toHexString(Arrays.hashCode(inputs.labels().values())));
        return identity;
    }
}
