/** What long work tells about itself: start at {@code ProgressListener}. Everything may use it; it uses nothing. */
package dev.tldr4j.learn.progress;
