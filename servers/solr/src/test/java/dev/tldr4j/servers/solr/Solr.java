package dev.tldr4j.servers.solr;

import dev.tldr4j.servers.Home;
import dev.tldr4j.servers.ServerExtension;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.request.CoreAdminRequest;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/** Solr in this process, without collections to begin with. */
final class Solr implements Closeable {
    private static final List<String> CONFIGURATION = List.of("solrconfig.xml", "managed-schema.xml");

    private final JettySolrRunner jetty;
    private final Path folder;

    private Solr(JettySolrRunner jetty, Path folder) {
        this.jetty = jetty;
        this.folder = folder;
    }

    /** For the parameters of tests. */
    static final class Extension extends ServerExtension<Solr> {
        Extension() {
            super(Solr.class, Solr::start);
        }
    }

    static Solr start(Home home) throws Exception {
        System.setProperty("solr.log.dir", home.logs().toString());
        Path folder = home.folder().resolve("solr");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("solr.xml"), "<solr/>");
        JettyConfig config =
                JettyConfig.builder().setContext("/solr").setPort(0).build();
        JettySolrRunner jetty = new JettySolrRunner(folder.toString(), new Properties(), config);
        jetty.start();
        return new Solr(jetty, folder);
    }

    /** Where the collection is, as the page's commands want it. */
    String address(String collection) {
        return address() + "/" + collection;
    }

    private String address() {
        return "http://127.0.0.1:" + jetty.getLocalPort() + "/solr";
    }

    /** Makes a collection as {@code bin/solr create} does, with a configuration of its own; its documents have but an id. */
    SolrClient create(String collection) throws Exception {
        Path conf = Files.createDirectories(folder(collection).resolve("conf"));
        for (String file : CONFIGURATION) {
            try (var in = Solr.class.getResourceAsStream("/solr/" + file)) {
                Files.copy(in, conf.resolve(file));
            }
        }
        SolrClient client = new Http2SolrClient.Builder(address())
                .withDefaultCollection(collection)
                .build();
        var request = new CoreAdminRequest.Create();
        request.setCoreName(collection);
        request.process(client);
        return client;
    }

    /** The folder of a collection, where files lie that its configuration names. */
    Path folder(String collection) {
        return folder.resolve(collection);
    }

    @Override
    public void close() throws IOException {
        try {
            jetty.stop();
        } catch (Exception e) {
            throw new IOException("Solr does not stop", e);
        }
    }
}
