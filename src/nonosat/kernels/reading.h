/* Numbers and memory from Python, checked. */

#ifndef NONOSAT_READING_H
#define NONOSAT_READING_H

#include "kernels.h"
#include "words.h"

/* Raise ValueError; returns false. */
bool refuse(const char *message);

/* `count` elements, all zero; NULL with an exception. */
void *allocated(size_t count, size_t size);

/* An integer from `low` to `high`; false with an exception. */
bool read_int(PyObject *object, int low, int high, int *result);

/* The positions of an integer below `n_words` words; false with an exception. */
bool read_mask(PyObject *mask, word *words, int n_words);

#endif
