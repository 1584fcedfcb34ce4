/**
 * The operations that training needs, on matrices that may be anywhere. Start at {@code Backend}; the CPU's is in
 * {@code backend.internal}, a card's in the module {@code cuda}. It knows nothing of layers or recipes.
 */
package dev.tldr4j.learn.backend;
