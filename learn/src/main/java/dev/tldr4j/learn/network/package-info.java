/**
 * What is trained: layers with their gradients by hand, losses, the projector, and the folding of layers into an
 * encoder. Start at {@code TwinNetwork}. It uses {@code learn.backend} alone.
 */
package dev.tldr4j.learn.network;
