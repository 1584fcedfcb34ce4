/** Ways to reduce vectors that those of {@code learn} are compared with, and all of them, those included, by name. */
package dev.tldr4j.baselines;
