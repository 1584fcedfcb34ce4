/**
 * Every setting of a fit, declared once: start at {@code Settings}. A {@code Setting} has a name, a type, a range,
 * defaults and its meaning; the builder, the command, methods and Spark take all of it from here.
 */
package dev.tldr4j.learn.settings;
