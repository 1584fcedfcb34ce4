package dev.tldr4j.servers.solr;

import dev.tldr4j.servers.Rest;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What an index needs, by Solr's own list of its files.
 *
 * @param bytes of all files
 * @param vectorBytes of vectors and graphs, which searches read at random: they should fit into the memory beside the heap
 */
record IndexFiles(long bytes, long vectorBytes) {
    private static final List<String> VECTORS = List.of(".vec", ".vex", ".vem");

    static IndexFiles of(Rest collection) throws IOException, InterruptedException {
        long generation =
                collection.ask("GET", "/replication?command=indexversion", "").number("generation");
        Object files = collection
                .ask("GET", "/replication?command=filelist&generation=" + generation, "")
                .at("filelist");
        long bytes = 0;
        long vectorBytes = 0;
        for (Object file : (List<?>) files) {
            String name = (String) ((Map<?, ?>) file).get("name");
            long size = (Long) ((Map<?, ?>) file).get("size");
            bytes += size;
            if (VECTORS.stream().anyMatch(name::endsWith)) {
                vectorBytes += size;
            }
        }
        return new IndexFiles(bytes, vectorBytes);
    }
}
