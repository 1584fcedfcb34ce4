/**
 * Commands on a disk that fails: {@code FaultyProvider} stands between Java and its file systems, {@code FaultSweep} lets every
 * operation of a command fail once and looks at what is left.
 */
package dev.tldr4j.cli.faults;
