/**
 * What a comparison found, for people: one page to look at ({@link dev.tldr4j.evaluate.report.HtmlReport}) and a few
 * sentences ({@link dev.tldr4j.evaluate.report.Recommendation}). Both are made from results.json alone.
 */
package dev.tldr4j.evaluate.report;
