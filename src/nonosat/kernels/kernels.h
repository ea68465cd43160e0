/* What the files of the module share.

   Whatever comes from Python is checked, and refused by an exception. What is left to the files themselves they assert:
   tests/sanitize.sh builds them with these checks, pip without (NDEBUG). */

#ifndef NONOSAT_KERNELS_H
#define NONOSAT_KERNELS_H

/* The headers of any version from 3.11 on make a module for all of them. But Py_RETURN_NONE, Py_RETURN_TRUE and
   Py_RETURN_FALSE of 3.12 count no reference, which 3.11 needs: use Py_NewRef. */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Add the type LineState to the module; returns 0, or -1 with an exception. */
int add_line_state(PyObject *module);

/* line_clauses.c */
extern const char line_clauses_doc[];
PyObject *line_clauses(PyObject *module, PyObject *arguments);

/* placements.c */
extern const char placement_messages_doc[];
PyObject *placement_messages(PyObject *module, PyObject *arguments);

#endif
