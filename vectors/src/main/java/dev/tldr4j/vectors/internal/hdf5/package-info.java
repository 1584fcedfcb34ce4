/**
 * As much of HDF5 as one dataset of numbers needs, read alone. Everything that a file claims is checked before it is
 * believed, and the file's size bounds the work: a file is read, or refused with a {@link
 * dev.tldr4j.vectors.internal.hdf5.Hdf5Exception}.
 */
package dev.tldr4j.vectors.internal.hdf5;
