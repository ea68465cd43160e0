/* The methods of LineState that replace many cells at once. */

#include <string.h>

#include "line_state.h"
#include "reading.h"

/* Keep of one line only what `masks` allow it, and of its `open` positions all.
   kept: room for the words of the line. */
static bool restrict_line(LineState *state, int index, PyObject *masks, const word *open, word *kept)
{
    const line_table *line = state->tables->lines + index;
    bool has_open = false;
    for (int w = 0; w < line->n_words; w++)
        has_open |= open[w] != 0;
    for (int color = 0; color < state->tables->n_colors; color++) {
        word *words = words_of(state, line, color);
        if (!read_mask(PyList_GetItem(PyList_GetItem(masks, color), index), kept, line->n_words))
            return false;
        for (int w = 0; w < line->n_words; w++) {
            word removed = words[w] & ~(kept[w] | open[w]);
            words[w] ^= removed;
            state->changed[index] |= has_open && removed;
        }
    }
    return true;
}

static bool check_masks(const line_tables *tables, PyObject *masks)
{
    bool fits = PyList_Size(masks) == tables->n_colors;
    for (int color = 0; fits && color < tables->n_colors; color++) {
        PyObject *lines = PyList_GetItem(masks, color);
        fits = PyList_Check(lines) && PyList_Size(lines) == tables->n_lines;
    }
    if (!fits)
        PyErr_SetString(PyExc_ValueError, "expected for each colour a list of a bit set for each line");
    return fits;
}

/* The bit sets of some cells on all lines, each with one row of words; NULL with an exception. */
static word *open_positions(const LineState *state, PyObject *cells)
{
    const line_tables *tables = state->tables;
    word *open = PyMem_Calloc(tables->n_words / (size_t)tables->n_colors + 1, sizeof(word));
    if (!open)
        return (word *)PyErr_NoMemory();
    for (Py_ssize_t number = 0; number < PyTuple_Size(cells); number++) {
        long cell = PyLong_AsLong(PyTuple_GetItem(cells, number));
        if (PyErr_Occurred() || !check_cell(state, cell, 0)) {
            PyMem_Free(open);
            return NULL;
        }
        for (int family = 0; family < tables->n_families; family++) {
            line_place place = place_of(tables, family, (int)cell);
            size_t first = tables->lines[place.line].first_word / (size_t)tables->n_colors;
            open[first + (size_t)(place.position / WORD_BITS)] |= (word)1 << place.position % WORD_BITS;
        }
    }
    return open;
}

PyObject *restrict_to(PyObject *self, PyObject *arguments)
{
    LineState *state = (LineState *)self;
    const line_tables *tables = state->tables;
    PyObject *masks, *cells;
    if (!PyArg_ParseTuple(arguments, "O!O!:restrict", &PyList_Type, &masks, &PyTuple_Type, &cells) ||
        !check_masks(tables, masks))
        return NULL;
    word *kept = PyMem_Malloc(tables->max_words * sizeof(word));
    word *open = kept ? open_positions(state, cells) : NULL;
    bool is_done = open != NULL;
    if (!kept)
        PyErr_NoMemory();
    for (int index = 0; is_done && index < tables->n_lines; index++)
        is_done = restrict_line(state, index, masks, open + tables->lines[index].first_word / (size_t)tables->n_colors,
                                kept);
    PyMem_Free(open);
    PyMem_Free(kept);
    return is_done ? Py_NewRef(Py_None) : NULL;
}

/* The arguments of a state with some clues replaced. */
static PyObject *edited_arguments(const LineState *state, PyObject *clues)
{
    PyObject *before = state->tables->arguments, *index, *clue;
    PyObject *list = PySequence_List(PyTuple_GetItem(before, 0));
    Py_ssize_t next = 0;
    while (list && PyDict_Next(clues, &next, &index, &clue)) {
        Py_ssize_t number = PyLong_AsSsize_t(index);
        if (PyList_SetItem(list, number, Py_NewRef(clue)) < 0) /* which refuses a line that is not there */
            Py_CLEAR(list);
    }
    PyObject *changed = list ? PySequence_Tuple(list) : NULL;
    Py_XDECREF(list);
    if (!changed)
        return NULL;
    PyObject *arguments = PyTuple_Pack(4, changed, PyTuple_GetItem(before, 1), PyTuple_GetItem(before, 2),
                                       PyTuple_GetItem(before, 3));
    Py_DECREF(changed);
    return arguments;
}

/* Let a cell have one colour, whatever is known of it. */
static void set_color(LineState *state, int cell, int color)
{
    for (int family = 0; family < state->tables->n_families; family++) {
        line_place place = place_of(state->tables, family, cell);
        for (int other = 0; other < state->tables->n_colors; other++) {
            word *words = words_of(state, state->tables->lines + place.line, other) + place.position / WORD_BITS;
            word bit = (word)1 << place.position % WORD_BITS;
            *words = other == color ? *words | bit : *words & ~bit;
        }
    }
}

/* Remove the colours that the clue of a line lacks, which no sweep of the line looks at. */
static void remove_other_colors(LineState *state, const line_table *line)
{
    const int *own = state->tables->colors + line->first_color;
    for (int color = 1; color < state->tables->n_colors; color++) {
        bool is_own = false;
        for (int number = 1; number < line->n_colors; number++)
            is_own |= own[number] == color;
        for (int position = 0; !is_own && position < line->n_cells; position++)
            remove_everywhere(state, cell_at(state->tables, line, position), color);
    }
}

/* Whether each cell of a line may be background. */
static bool may_be_empty(const LineState *state, const line_table *line)
{
    const word *words = words_of(state, line, 0);
    for (int w = 0; w < line->n_words; w++)
        if (~words[w] & bits_below(w, line->n_cells))
            return false;
    return true;
}

static bool edit(LineState *state, PyObject *clues, PyObject *colors)
{
    PyObject *key, *value;
    Py_ssize_t next = 0;
    while (PyDict_Next(colors, &next, &key, &value)) {
        long cell = PyLong_AsLong(key), color = PyLong_AsLong(value);
        if (PyErr_Occurred() || !check_cell(state, cell, color))
            return false;
        set_color(state, (int)cell, (int)color);
    }
    for (next = 0; PyDict_Next(clues, &next, &key, &value);) {
        const line_table *line = state->tables->lines + PyLong_AsLong(key);
        assert(line >= state->tables->lines && line < state->tables->lines + state->tables->n_lines);
        state->changed[line - state->tables->lines] = true;
        remove_other_colors(state, line);
        state->is_possible &= line->n_blocks || may_be_empty(state, line);
    }
    for (next = 0; PyDict_Next(clues, &next, &key, &value);)
        if (!state->tables->lines[PyLong_AsLong(key)].n_blocks)
            state->changed[PyLong_AsLong(key)] = false; /* all of it is decided */
    return true;
}

PyObject *edited(PyObject *self, PyObject *arguments)
{
    const LineState *state = (LineState *)self;
    PyObject *clues, *colors;
    if (!PyArg_ParseTuple(arguments, "O!O!:edited", &PyDict_Type, &clues, &PyDict_Type, &colors))
        return NULL;
    PyObject *after = edited_arguments(state, clues);
    line_tables *tables = after ? read_tables(after) : NULL;
    Py_XDECREF(after);
    LineState *other = tables ? new_state(Py_TYPE(self), tables) : NULL;
    if (!other)
        return NULL;
    copy_cells(other, state);
    if (!edit(other, clues, colors))
        Py_CLEAR(other);
    return (PyObject *)other;
}

/* Pickling: the arguments of the tables, and words, changed lines and possibility as bytes. */

static Py_ssize_t size_of_bytes(const line_tables *tables)
{
    return (Py_ssize_t)(tables->n_words * sizeof(word)) + tables->n_lines + 1;
}

PyObject *reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    const LineState *state = (LineState *)self;
    const line_tables *tables = state->tables;
    PyObject *content = PyBytes_FromStringAndSize(NULL, size_of_bytes(tables));
    char *bytes = content ? PyBytes_AsString(content) : NULL;
    if (!bytes)
        return NULL;
    size_t n_bytes = tables->n_words * sizeof(word);
    memcpy(bytes, state->words, n_bytes);
    for (int index = 0; index < tables->n_lines; index++)
        bytes[n_bytes + (size_t)index] = state->changed[index];
    bytes[n_bytes + (size_t)tables->n_lines] = state->is_possible;
    return Py_BuildValue("(OON)", (PyObject *)Py_TYPE(self), tables->arguments, content);
}

PyObject *set_state(PyObject *self, PyObject *content)
{
    LineState *state = (LineState *)self;
    const line_tables *tables = state->tables;
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(content, &bytes, &size) < 0)
        return NULL;
    if (size != size_of_bytes(tables)) {
        PyErr_SetString(PyExc_ValueError, "expected the bytes of a state of the same grid");
        return NULL;
    }
    size_t n_bytes = tables->n_words * sizeof(word);
    memcpy(state->words, bytes, n_bytes);
    for (int index = 0; index < tables->n_lines; index++) {
        const line_table *line = tables->lines + index;
        state->changed[index] = bytes[n_bytes + (size_t)index] != 0;
        for (int color = 0; color < tables->n_colors; color++)
            for (int w = 0; w < line->n_words; w++)
                words_of(state, line, color)[w] &= bits_below(w, line->n_cells);
    }
    state->is_possible = bytes[n_bytes + (size_t)tables->n_lines] != 0;
    return Py_NewRef(Py_None);
}
