/**
 * What a method is: start at {@code Method}. {@code TrainingContext} hands it the rows with what several methods
 * share, such as neighbours and principal components; {@code Requirements} says what it needs. It knows no method.
 */
package dev.tldr4j.baselines.method;
