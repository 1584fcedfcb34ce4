/**
 * Principal components: {@code Pca}, from a {@code Covariance} that all threads add up. It uses {@code
 * learn.internal}.
 */
package dev.tldr4j.learn.pca;
