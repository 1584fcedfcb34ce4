/**
 * Learning and encoding on an NVIDIA card. {@code CudaDevice} is what {@code learn.device} finds by {@link
 * java.util.ServiceLoader}; all else is in {@code cuda.internal}.
 */
package dev.tldr4j.cuda;
