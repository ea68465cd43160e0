/* The type LineState: its changes of single cells, and line solving to a fixpoint or for a round.
   `nonosat.lines.cells.Cells` says what each method does. */

#include <string.h>

#include "line_state.h"

LineState *new_state(PyTypeObject *type, line_tables *tables)
{
    LineState *state = PyObject_New(LineState, type);
    if (!state) {
        release_tables(tables);
        return NULL;
    }
    state->tables = tables;
    state->is_possible = true;
    state->words = PyMem_Malloc(tables->n_words * sizeof(word));
    state->changed = PyMem_Malloc((size_t)tables->n_lines * sizeof(bool));
    if (state->words && state->changed)
        return state;
    Py_DECREF(state);
    PyErr_NoMemory();
    return NULL;
}

static void deallocate(PyObject *self)
{
    LineState *state = (LineState *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(state->words);
    PyMem_Free(state->changed);
    release_tables(state->tables);
    PyObject_Free(self);
    Py_DECREF(type);
}

/* Changes of single cells */

/* Remove a colour of a cell from a line, and note the change if it was there. */
static void remove_from(LineState *state, line_place place, int color)
{
    word *words = words_of(state, state->tables->lines + place.line, color) + place.position / WORD_BITS;
    word bit = (word)1 << place.position % WORD_BITS;
    if (*words & bit) {
        *words ^= bit;
        state->changed[place.line] = true;
    }
}

void remove_everywhere(LineState *state, int cell, int color)
{
    for (int family = 0; family < state->tables->n_families; family++)
        remove_from(state, place_of(state->tables, family, cell), color);
}

bool check_cell(const LineState *state, long cell, long color)
{
    if (cell >= 0 && cell < state->tables->n_cells && color >= 0 && color < state->tables->n_colors)
        return true;
    PyErr_SetString(PyExc_IndexError, "there is no such cell or colour");
    return false;
}

/* Remove cells that a line has lost since it had the words `before` from the lines that cross it; returns whether there
   are any. */
static bool remove_across(LineState *state, const line_table *line, const word *before)
{
    const line_tables *tables = state->tables;
    bool any = false;
    for (int color = 0; color < tables->n_colors; color++, before += line->n_words) {
        const word *words = words_of(state, line, color);
        for (int w = 0; w < line->n_words; w++) {
            for (word removed = before[w] & ~words[w]; removed; removed &= removed - 1) {
                int cell = cell_at(tables, line, w * WORD_BITS + lowest_bit(removed));
                for (int family = 0; family < tables->n_families; family++)
                    if (family != line->family)
                        remove_from(state, place_of(tables, family, cell), color);
                any = true;
            }
        }
    }
    return any;
}

/* The state of a new puzzle */

static void fill(word *words, int first, int stop)
{
    assert(first >= 0);
    for (int w = first / WORD_BITS; w * WORD_BITS < stop; w++)
        words[w] |= bits_below(w, stop) & ~bits_below(w, first);
}

static void clear(word *words, int first, int stop)
{
    for (int w = first / WORD_BITS; w * WORD_BITS < stop; w++)
        words[w] &= ~(bits_below(w, stop) & ~bits_below(w, first));
}

/* The colours of cells that the clue of a line alone leaves, as `clue_bounds.cell_bounds`. */
static void set_bounds(LineState *state, const line_table *line)
{
    const line_block *blocks = state->tables->blocks + line->first_block;
    const int *colors = state->tables->colors + line->first_color;
    fill(words_of(state, line, 0), 0, line->n_cells);
    for (int k = 0; k < line->n_blocks; k++)
        fill(words_of(state, line, colors[blocks[k].color]), blocks[k].first, blocks[k].last + blocks[k].length);
    for (int k = 0; k < line->n_blocks; k++)
        for (int number = 0; number < line->n_colors; number++)
            if (number != blocks[k].color)
                clear(words_of(state, line, colors[number]), blocks[k].last, blocks[k].first + blocks[k].length);
}

/* Remove from the lines that cross a line what it does not leave to its cells. */
static void impose(LineState *state, const line_table *line, word *full)
{
    for (int color = 0; color < state->tables->n_colors; color++)
        for (int w = 0; w < line->n_words; w++)
            full[color * line->n_words + w] = bits_below(w, line->n_cells);
    remove_across(state, line, full);
}

static PyObject *new_from_clues(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    if (keywords && PyDict_Size(keywords)) {
        PyErr_SetString(PyExc_TypeError, "LineState takes no keywords");
        return NULL;
    }
    line_tables *tables = read_tables(arguments);
    LineState *state = tables ? new_state(type, tables) : NULL;
    if (!state)
        return NULL;
    word *full = PyMem_Calloc((size_t)tables->n_colors * tables->max_words, sizeof(word));
    if (!full) {
        Py_DECREF(state);
        return PyErr_NoMemory();
    }
    memset(state->words, 0, tables->n_words * sizeof(word));
    memset(state->changed, 0, (size_t)tables->n_lines * sizeof(bool));
    for (int index = 0; index < tables->n_lines; index++)
        set_bounds(state, tables->lines + index);
    for (int index = 0; index < tables->n_lines; index++)
        impose(state, tables->lines + index, full);
    PyMem_Free(full);
    return (PyObject *)state;
}

/* Methods */

void copy_cells(LineState *state, const LineState *from)
{
    assert(state->tables->n_words == from->tables->n_words && state->tables->n_lines == from->tables->n_lines);
    memcpy(state->words, from->words, state->tables->n_words * sizeof(word));
    memcpy(state->changed, from->changed, (size_t)state->tables->n_lines * sizeof(bool));
    state->is_possible = from->is_possible;
}

static PyObject *copy(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    const LineState *state = (LineState *)self;
    LineState *other = new_state(Py_TYPE(self), share_tables(state->tables));
    if (other)
        copy_cells(other, state);
    return (PyObject *)other;
}

static PyObject *forbid(PyObject *self, PyObject *arguments)
{
    LineState *state = (LineState *)self;
    int cell, color;
    if (!PyArg_ParseTuple(arguments, "ii:forbid", &cell, &color) || !check_cell(state, cell, color))
        return NULL;
    remove_everywhere(state, cell, color);
    return Py_NewRef(Py_None);
}

static PyObject *fix(PyObject *self, PyObject *arguments)
{
    LineState *state = (LineState *)self;
    int cell, color;
    if (!PyArg_ParseTuple(arguments, "ii:fix", &cell, &color) || !check_cell(state, cell, color))
        return NULL;
    for (int other = 0; other < state->tables->n_colors; other++)
        if (other != color)
            remove_everywhere(state, cell, other);
    state->is_possible &= has(state, place_of(state->tables, 0, cell), color);
    return Py_NewRef(Py_None);
}

/* Sweep a line and take the result to the lines that cross it; the line is noted in the list `swept`, if any. */
static outcome sweep_and_cross(LineState *state, int index, sweep_space *space, PyObject *swept)
{
    const line_table *line = state->tables->lines + index;
    if (swept != Py_None) {
        PyObject *number = PyLong_FromLong(index);
        if (!number || PyList_Append(swept, number) < 0) {
            Py_XDECREF(number);
            return FAILED;
        }
        Py_DECREF(number);
    }
    memcpy(space->before, words_of(state, line, 0), line_words(state, line) * sizeof(word));
    outcome result = sweep_line(space, line, words_of(state, line, 0));
    if (result == POSSIBLE) {
        state->changed[index] = false;
        remove_across(state, line, space->before);
    }
    return result;
}

static outcome run_to_the_end(LineState *state, sweep_space *space, PyObject *swept)
{
    outcome result = state->is_possible ? POSSIBLE : IMPOSSIBLE;
    bool again = true;
    while (again && result == POSSIBLE) {
        again = false;
        for (int index = 0; index < state->tables->n_lines && result == POSSIBLE; index++) {
            if (state->changed[index]) {
                again = true;
                result = sweep_and_cross(state, index, space, swept);
            }
        }
    }
    state->is_possible = result != IMPOSSIBLE;
    return result;
}

static PyObject *run(PyObject *self, PyObject *arguments)
{
    LineState *state = (LineState *)self;
    PyObject *poll = Py_None, *swept = Py_None;
    sweep_space space;
    if (!PyArg_ParseTuple(arguments, "|OO:run", &poll, &swept))
        return NULL;
    if ((poll != Py_None && !PyCallable_Check(poll)) || (swept != Py_None && !PyList_Check(swept))) {
        PyErr_SetString(PyExc_TypeError, "expected a function, and a list for the lines that are swept");
        return NULL;
    }
    if (!open_space(&space, state->tables, poll))
        return NULL;
    outcome result = FAILED;
    if (poll == Py_None || give_turn(&space)) /* it may be late already */
        result = run_to_the_end(state, &space, swept);
    if (poll != Py_None && result != FAILED && !give_turn(&space))
        result = FAILED;
    close_space(&space);
    return result == FAILED ? NULL : PyBool_FromLong(result);
}

/* Sweep the changed lines, each from what was known before, and then take all results to the lines that cross.
   before: the words of the state. */
static outcome sweep_all(LineState *state, sweep_space *space, const word *before, bool *any)
{
    const line_tables *tables = state->tables;
    for (int index = 0; index < tables->n_lines; index++) {
        const line_table *line = tables->lines + index;
        outcome result = state->changed[index] ? sweep_line(space, line, words_of(state, line, 0)) : POSSIBLE;
        if (result != POSSIBLE)
            return result;
    }
    bool *swept = PyMem_Calloc((size_t)tables->n_lines, sizeof(bool));
    if (!swept) {
        PyErr_NoMemory();
        return FAILED;
    }
    memcpy(swept, state->changed, (size_t)tables->n_lines * sizeof(bool));
    memset(state->changed, 0, (size_t)tables->n_lines * sizeof(bool));
    for (int index = 0; index < tables->n_lines; index++)
        if (swept[index])
            *any |= remove_across(state, tables->lines + index, before + tables->lines[index].first_word);
    PyMem_Free(swept);
    return POSSIBLE;
}

static PyObject *run_round(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    LineState *state = (LineState *)self;
    size_t n_bytes = state->tables->n_words * sizeof(word);
    sweep_space space;
    if (!state->is_possible)
        return Py_NewRef(Py_None);
    word *before = PyMem_Malloc(n_bytes);
    if (!before)
        return PyErr_NoMemory();
    memcpy(before, state->words, n_bytes);
    outcome result = FAILED;
    bool any = false;
    if (open_space(&space, state->tables, Py_None)) {
        result = sweep_all(state, &space, before, &any);
        close_space(&space);
    }
    PyMem_Free(before);
    state->is_possible = result != IMPOSSIBLE;
    return result == FAILED ? NULL : result == IMPOSSIBLE ? Py_NewRef(Py_None) : PyBool_FromLong(any);
}

static PyMethodDef methods[] = {
    {"copy", copy, METH_NOARGS, NULL},
    {"fix", fix, METH_VARARGS, NULL},
    {"forbid", forbid, METH_VARARGS, NULL},
    {"run", run, METH_VARARGS, NULL},
    {"run_round", run_round, METH_NOARGS, NULL},
    {"restrict", restrict_to, METH_VARARGS, NULL},
    {"edited", edited, METH_VARARGS, NULL},
    {"changed_lines", changed_lines, METH_NOARGS, NULL},
    {"count_open", count_open, METH_NOARGS, NULL},
    {"colors", colors_of, METH_O, NULL},
    {"masks", masks_of, METH_NOARGS, NULL},
    {"sets", sets_of, METH_NOARGS, NULL},
    {"decided", decided, METH_NOARGS, NULL},
    {"stretches", stretches_of, METH_O, NULL},
    {"starts", starts_of_blocks, METH_O, NULL},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {"__setstate__", set_state, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot type_slots[] = {
    {Py_tp_new, new_from_clues},
    {Py_tp_dealloc, deallocate},
    {Py_tp_methods, methods},
    {Py_tp_doc, "The cells of a puzzle during line solving; see nonosat.lines.line_cells."},
    {0, NULL},
};

static PyType_Spec type_spec = {
    .name = "nonosat._kernels.LineState",
    .basicsize = sizeof(LineState),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = type_slots,
};

int add_line_state(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&type_spec);
    if (!type)
        return -1;
    int result = PyModule_AddObjectRef(module, "LineState", type);
    Py_DECREF(type);
    return result;
}
