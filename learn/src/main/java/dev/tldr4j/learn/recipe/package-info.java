/**
 * What a fit may be set to: {@code Recipe} names the two recipes, {@code RecipeSettings} holds the values of one, and
 * each other type is a choice among named things. It does no work.
 */
package dev.tldr4j.learn.recipe;
