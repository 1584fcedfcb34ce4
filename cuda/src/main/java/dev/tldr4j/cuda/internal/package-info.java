/**
 * The card: {@code Gpu} is the way to it, by {@code Driver}, {@code Nvrtc} and {@code CublasLt}, which call NVIDIA's
 * libraries; {@code CudaBackend}, {@code CudaNeighbors} and {@code CudaEncoder} are what a fit and encoding do on it,
 * with kernels from resources. It uses the interfaces of {@code learn} and the JDK alone.
 */
package dev.tldr4j.cuda.internal;
