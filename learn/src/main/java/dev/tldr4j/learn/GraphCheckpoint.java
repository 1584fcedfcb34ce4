package dev.tldr4j.learn;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.learn.checkpoint.CheckpointFolder;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The neighbours of an interrupted fit, in its folder of checkpoints. */
final class GraphCheckpoint {
    private static final String KEPT = "graph";
    private static final String GRAPH = "graph.npy";
    /** How the graph was found. */
    private static final String HOW = "graph.json";
    /** The states of a search that goes on. */
    private static final String SEARCH = "search";

    static final Set<String> NAMES = Set.of(KEPT, SEARCH);

    private final CheckpointFolder folder;

    GraphCheckpoint(CheckpointFolder folder) {
        this.folder = folder;
    }

    Path search() {
        return folder.path().resolve(SEARCH);
    }

    Optional<NeighborSearch.Found> load() throws IOException {
        return folder.read(KEPT, GraphCheckpoint::read);
    }

    private static NeighborSearch.Found read(Path kept) throws IOException {
        NeighborGraph graph = NeighborGraph.load(kept.resolve(GRAPH));
        Path how = kept.resolve(HOW);
        try {
            Map<?, ?> text = (Map<?, ?>) Json.parse(AtomicFile.readText(how));
            SearchMethod method = SearchMethod.valueOf((String) text.get("method"));
            double recall = Double.parseDouble((String) text.get("recall"));
            return new NeighborSearch.Found(graph, method, recall);
        } catch (RuntimeException e) {
            throw new InvalidInputException(how + ": does not say how neighbours were found", e);
        }
    }

    void save(NeighborSearch.Found found) {
        boolean saved = folder.keep(KEPT, kept -> {
            found.graph().save(kept.resolve(GRAPH));
            AtomicFile.writeText(
                    kept.resolve(HOW),
                    Json.write(Map.of("method", found.method().name(), "recall", Double.toString(found.recall()))));
        });
        if (saved) {
            CheckpointFolder.discard(search());
        }
    }
}
