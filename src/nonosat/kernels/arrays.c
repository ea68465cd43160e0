/* Arrays of numpy as the arguments of kernels. */

#include "arrays.h"

#include <string.h>

/* Whether a buffer holds numbers of this kind, and they are aligned. */
static bool is_kind(const Py_buffer *buffer, char kind)
{
    assert(kind == 'n' || kind == 'd' || kind == '?');
    const char *formats = kind == 'n' ? "nlqi" : kind == 'd' ? "d" : "?";
    size_t size = kind == 'n' ? sizeof(Py_ssize_t) : kind == 'd' ? sizeof(double) : 1;
    return buffer->format != NULL && strlen(buffer->format) == 1 && strchr(formats, buffer->format[0]) != NULL &&
           (size_t)buffer->itemsize == size && (uintptr_t)buffer->buf % size == 0;
}

bool open_arrays(PyObject *const *arguments, const array_kind *kinds, int n, Py_buffer *arrays)
{
    for (int i = 0; i < n; i++) {
        int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (kinds[i].is_result ? PyBUF_WRITABLE : 0);
        if (PyObject_GetBuffer(arguments[i], &arrays[i], flags) < 0) {
            close_arrays(arrays, i);
            return false;
        }
        if (arrays[i].ndim != kinds[i].n_axes || !is_kind(&arrays[i], kinds[i].kind)) {
            PyErr_Format(PyExc_TypeError, "%s: expected an array with %d axes of another type", kinds[i].name,
                         kinds[i].n_axes);
            close_arrays(arrays, i + 1);
            return false;
        }
    }
    return true;
}

void close_arrays(Py_buffer *arrays, int n)
{
    while (n--)
        PyBuffer_Release(&arrays[n]);
}

void refuse_shapes(void)
{
    PyErr_SetString(PyExc_ValueError, "the shapes of the arrays do not agree");
}
