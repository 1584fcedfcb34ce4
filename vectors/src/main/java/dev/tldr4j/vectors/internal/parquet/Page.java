package dev.tldr4j.vectors.internal.parquet;

/**
 * Some values of a column, unpacked.
 *
 * @param values how many there are, missing ones included
 * @param encoding how those that are there are written
 * @param data levels and values
 * @param repetitions how many bytes the repetition levels have, which come first; -1 where their length is in front of
 *     them
 * @param definitions the same of the definition levels, which come next
 * @param length of data, which may be longer
 */
record Page(int values, int encoding, byte[] data, int repetitions, int definitions, int length) {}
