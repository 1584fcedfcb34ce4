package dev.tldr4j.servers.solr;

import dev.tldr4j.servers.ServerExtension;

/** Gives tests a running Solr. */
final class SolrServer extends ServerExtension<Solr> {
    SolrServer() {
        super(Solr.class, Solr::start);
    }
}
