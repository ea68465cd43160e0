/* nonosat._kernels: the loops in which most of the time of large puzzles goes, on words instead of Python's integers.

   Each kernel has a counterpart in Python that defines it and that is used where this module is not built;
   nonosat.core.compiled loads the module and describes it. The files use the stable ABI of Python 3.11 and C11 without
   optional parts. One file holds one kernel. */

#include "kernels.h"

static PyMethodDef functions[] = {
    {"line_clauses", line_clauses, METH_VARARGS, line_clauses_doc},
    {"placement_messages", placement_messages, METH_VARARGS, placement_messages_doc},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, add_line_state},
    {0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "nonosat._kernels",
    .m_doc = "Compiled loops of nonosat; see nonosat.core.compiled.",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__kernels(void)
{
    return PyModuleDef_Init(&definition);
}
