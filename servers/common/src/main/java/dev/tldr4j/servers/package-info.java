/**
 * What the tests against servers share. {@link dev.tldr4j.servers.ServerExtension} gives tests a server, {@link
 * dev.tldr4j.servers.Judged} vectors with judged queries, {@link dev.tldr4j.servers.SavingsTable} prints what a server saves.
 */
package dev.tldr4j.servers;
