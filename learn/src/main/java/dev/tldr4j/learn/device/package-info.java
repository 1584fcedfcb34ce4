/**
 * What a module for a card implements, and how one is chosen: start at {@code Device}, which a {@link
 * java.util.ServiceLoader} finds, and {@code DeviceChoice}.
 */
package dev.tldr4j.learn.device;
