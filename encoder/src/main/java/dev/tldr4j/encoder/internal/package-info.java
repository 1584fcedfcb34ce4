/** What tldr4j's own modules share and users need not know; it may change in any release. */
package dev.tldr4j.encoder.internal;
