/* Arrays of numpy as the arguments of kernels. */

#ifndef NONOSAT_ARRAYS_H
#define NONOSAT_ARRAYS_H

#include "kernels.h"

/* An argument: its name, the number of its axes, the kind of its numbers (d: double, n: Py_ssize_t, ?: bool), and whether
   it is written to. */
typedef struct {
    const char *name;
    int n_axes;
    char kind;
    bool is_result;
} array_kind;

/* Get the buffers of `n` arguments; returns false with an exception if one is of another kind. */
bool open_arrays(PyObject *const *arguments, const array_kind *kinds, int n, Py_buffer *arrays);
void close_arrays(Py_buffer *arrays, int n);

/* Raise an exception. */
void refuse_shapes(void);

#endif
