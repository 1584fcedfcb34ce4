/**
 * Every row's nearest neighbours: start at {@code NeighborSearch}, which searches exactly ({@code ExactSearch}), in a
 * forest ({@code ForestSearch}) or among codes. {@code NeighborGraph} is the result, {@code Metric} says what near
 * means.
 */
package dev.tldr4j.learn.neighbors;
