/** Forms in which vectors are stored: how many bytes they take, and what a search in them finds. */
package dev.tldr4j.evaluate.storage;
