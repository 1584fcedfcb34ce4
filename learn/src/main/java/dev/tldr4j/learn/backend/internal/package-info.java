/**
 * The operations of training on the CPU: products by OpenBLAS, all else in Java that HotSpot vectorises. Start at
 * {@code CpuBackend}. It uses {@code learn.internal}.
 */
package dev.tldr4j.learn.backend.internal;
