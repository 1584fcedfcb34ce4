package dev.tldr4j.learn;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.AtomicFile;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.learn.checkpoint.CheckpointFolder;
import dev.tldr4j.learn.neighbors.NeighborGraph;
import dev.tldr4j.learn.neighbors.NeighborSearch;
import dev.tldr4j.learn.neighbors.SearchMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The neighbours of an interrupted fit, in its folder of checkpoints. */
final class GraphCheckpoint {
    private static final String GRAPH = "graph.npy";
    /** How the graph was found; written after it, so that it is complete where this is there. */
    private static final String HOW = "graph.json";
    /** The states of a search that goes on. */
    private static final String SEARCH = "search";

    static final Set<String> NAMES = Set.of(GRAPH, HOW, SEARCH);

    private final Path folder;

    GraphCheckpoint(CheckpointFolder folder) {
        this.folder = folder.path();
    }

    Path search() {
        return folder.resolve(SEARCH);
    }

    Optional<NeighborSearch.Found> load() throws IOException {
        Path how = folder.resolve(HOW);
        if (!Files.exists(how)) {
            return Optional.empty();
        }
        NeighborGraph graph = NeighborGraph.load(folder.resolve(GRAPH));
        try {
            Map<?, ?> text = (Map<?, ?>) Json.parse(Files.readString(how));
            SearchMethod method = SearchMethod.valueOf((String) text.get("method"));
            double recall = Double.parseDouble((String) text.get("recall"));
            return Optional.of(new NeighborSearch.Found(graph, method, recall));
        } catch (RuntimeException e) {
            throw new InvalidInputException(how + ": does not say how neighbours were found; delete it", e);
        }
    }

    void save(NeighborSearch.Found found) throws IOException {
        found.graph().save(folder.resolve(GRAPH));
        AtomicFile.writeText(
                folder.resolve(HOW),
                Json.write(Map.of("method", found.method().name(), "recall", Double.toString(found.recall()))));
        CheckpointFolder.delete(search());
    }
}
