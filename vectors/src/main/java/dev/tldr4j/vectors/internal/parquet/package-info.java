/**
 * As much of Parquet as vectors and ids need, read and written. Everything that a file claims is checked before it is
 * believed: a file is read, or refused with a {@link dev.tldr4j.vectors.internal.parquet.ParquetException}.
 */
package dev.tldr4j.vectors.internal.parquet;
