package dev.tldr4j.servers.elasticsearch;

import dev.tldr4j.servers.Home;
import dev.tldr4j.servers.Rest;
import dev.tldr4j.servers.ServerExtension;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.http.HttpServerTransport;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/** A node of Elasticsearch in this process. */
final class Elasticsearch implements Closeable {
    /** What the build has laid out as a server's home. */
    private static final Path PROGRAM = Path.of("target/server").toAbsolutePath();

    private static final Path HTTP_MODULE = PROGRAM.resolve("modules/transport-netty4");

    private final Node node;
    private final String address;

    private Elasticsearch(Node node) {
        this.node = node;
        this.address = "http://"
                + node.injector()
                        .getInstance(HttpServerTransport.class)
                        .boundAddress()
                        .publishAddress();
    }

    /** For the parameters of tests. */
    static final class Extension extends ServerExtension<Elasticsearch> {
        Extension() {
            super(Elasticsearch.class, Elasticsearch::start);
        }
    }

    static Elasticsearch start(Home home) throws Exception {
        System.setProperty("tldr4j.server.logs", home.logs().toString());
        describeModule();
        Settings settings = Settings.builder()
                .put("path.home", PROGRAM.toString())
                .put("path.data", home.folder().resolve("data").toString())
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
        LogConfigurator.configureESLogging();
        Environment environment = new Environment(settings, home.folder().resolve("config"));
        PluginsLoader modules = PluginsLoader.createPluginsLoader(
                PluginsLoader.loadModulesBundles(environment.modulesDir(), false), Set.of(), Map.of(), false);
        return new Elasticsearch(new Node(environment, modules).start());
    }

    /** As the distribution has it beside the jars, but for the name of a Java module: here all is on the class path. */
    private static void describeModule() throws IOException {
        String name = "plugin-descriptor.properties";
        try (var jars = Files.newDirectoryStream(HTTP_MODULE, "transport-netty4-*.jar");
                var jar = FileSystems.newFileSystem(jars.iterator().next());
                InputStream in = Files.newInputStream(jar.getPath("META-INF/es-plugins/transport-netty4", name))) {
            String descriptor = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(HTTP_MODULE.resolve(name), descriptor.replaceAll("(?m)^modulename=.*$", ""));
        }
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
