package dev.tldr4j.servers.opensearch;

import dev.tldr4j.servers.Home;
import dev.tldr4j.servers.Rest;
import dev.tldr4j.servers.ServerExtension;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/** A node of OpenSearch in this process, with its plugin for vectors. */
final class OpenSearch implements Closeable {
    private final Node node;
    private final String address;

    /** Its plugins are on the class path rather than in a folder each, which only a subclass may ask for. */
    private static final class ClassPathNode extends Node {
        ClassPathNode(Environment environment, List<PluginInfo> plugins) {
            super(environment, plugins, true);
        }
    }

    private OpenSearch(Node node) {
        this.node = node;
        this.address = "http://"
                + node.injector()
                        .getInstance(HttpServerTransport.class)
                        .boundAddress()
                        .publishAddress();
    }

    /** For the parameters of tests. */
    static final class Extension extends ServerExtension<OpenSearch> {
        Extension() {
            super(OpenSearch.class, OpenSearch::start);
        }
    }

    static OpenSearch start(Home home) throws Exception {
        System.setProperty("tldr4j.server.logs", home.logs().toString());
        Settings settings = Settings.builder()
                .put("path.home", home.folder().toString())
                .put("path.logs", home.logs().toString())
                .put("discovery.type", "single-node")
                .put("node.name", "tldr4j")
                .put("network.host", "127.0.0.1")
                .put("http.type", "netty4")
                .put("http.port", 0)
                .put("transport.type", "netty4")
                .put("transport.port", 0)
                // a disk that is nearly full is none of our business
                .put("cluster.routing.allocation.disk.threshold_enabled", false)
                .build();
        Environment environment = new Environment(settings, home.folder().resolve("config"));
        List<PluginInfo> plugins = List.of(
                plugin("transport-netty4", "org.opensearch.transport.Netty4ModulePlugin", List.of()),
                plugin("lang-painless", "org.opensearch.painless.PainlessModulePlugin", List.of()),
                plugin("opensearch-knn", "org.opensearch.knn.plugin.KNNPlugin", List.of("lang-painless")));
        return new OpenSearch(new ClassPathNode(environment, plugins).start());
    }

    private static PluginInfo plugin(String name, String className, List<String> extended) {
        return new PluginInfo(name, "", "", Version.CURRENT, "21", className, null, extended, false);
    }

    String address() {
        return address;
    }

    Rest rest() {
        return new Rest(address);
    }

    @Override
    public void close() throws IOException {
        node.close();
    }
}
