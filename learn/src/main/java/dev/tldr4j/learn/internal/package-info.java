/**
 * What computing stands on: {@code OpenBlas}, {@code NativeMatrix} and {@code Workers}, with eigenvectors, means and
 * random rows made of them. It serves {@code learn} and {@code baselines}, and may change in any release.
 */
package dev.tldr4j.learn.internal;
