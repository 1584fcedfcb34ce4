/** Ways to reduce vectors that TLDR is compared with, and all of them, TLDR included, by name. */
package dev.tldr4j.baselines;
