/**
 * What commands share: options, opening of files, tables, progress, and what is said when something fails. {@code
 * CommonOptions} is part of every command, {@code Failures} the one place where an exception becomes a message. It
 * knows no command.
 */
package dev.tldr4j.cli.common;
