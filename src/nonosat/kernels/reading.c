/* Numbers and memory from Python, checked. */

#include "reading.h"

bool refuse(const char *message)
{
    PyErr_SetString(PyExc_ValueError, message);
    return false;
}

void *allocated(size_t count, size_t size)
{
    assert(size > 0);
    void *memory = count > PY_SSIZE_T_MAX / size ? NULL : PyMem_Calloc(count ? count : 1, size);
    if (!memory)
        PyErr_NoMemory();
    return memory;
}

bool read_int(PyObject *object, int low, int high, int *result)
{
    long value = object ? PyLong_AsLong(object) : -1;
    if (value == -1 && PyErr_Occurred())
        return false;
    if (value < low || value > high) {
        PyErr_Format(PyExc_ValueError, "%ld, expected %d to %d", value, low, high);
        return false;
    }
    *result = (int)value;
    return true;
}

bool read_mask(PyObject *mask, word *words, int n_words)
{
    char *bytes;
    Py_ssize_t size;
    assert(n_words >= 1);
    if (!PyLong_Check(mask)) {
        PyErr_SetString(PyExc_TypeError, "expected an integer as a bit set");
        return false;
    }
    if (n_words == 1) {
        words[0] = PyLong_AsUnsignedLongLong(mask);
        return !PyErr_Occurred();
    }
    PyObject *read = PyObject_CallMethod(mask, "to_bytes", "is", n_words * 8, "little");
    if (!read || PyBytes_AsStringAndSize(read, &bytes, &size) < 0 || size != (Py_ssize_t)n_words * 8) {
        Py_XDECREF(read);
        return false;
    }
    for (int w = 0; w < n_words; w++) {
        words[w] = 0;
        for (int number = 7; number >= 0; number--)
            words[w] = words[w] << 8 | (unsigned char)bytes[w * 8 + number];
    }
    Py_DECREF(read);
    return true;
}
