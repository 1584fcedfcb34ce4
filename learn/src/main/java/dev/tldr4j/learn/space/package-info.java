/**
 * The coordinates in which learning takes place: {@code Space}, {@code NeighborWhitening}, which makes differences
 * between neighbours alike in all directions, and the {@code Temperature} of neighbourhoods there.
 */
package dev.tldr4j.learn.space;
