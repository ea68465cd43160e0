/* The methods of LineState that only read. */

#include <string.h>

#include "line_state.h"

PyObject *changed_lines(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    const LineState *state = (LineState *)self;
    PyObject *found = PyList_New(0);
    for (int index = 0; found && index < state->tables->n_lines; index++) {
        PyObject *number = state->changed[index] ? PyLong_FromLong(index) : NULL;
        if (state->changed[index] && (!number || PyList_Append(found, number) < 0))
            Py_CLEAR(found);
        Py_XDECREF(number);
    }
    return found;
}

/* The cells of word w of a line that have more than one colour left, and in `any` those that have one. */
static word undecided(const LineState *state, const line_table *line, int w, word *any)
{
    word once = 0, twice = 0;
    for (int color = 0; color < state->tables->n_colors; color++) {
        word bits = words_of(state, line, color)[w];
        twice |= once & bits;
        once |= bits;
    }
    *any = once;
    return twice;
}

PyObject *count_open(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    const LineState *state = (LineState *)self;
    const line_table *line = state->tables->lines;
    long n_open = 0;
    word any;
    for (; line < state->tables->lines + state->tables->n_lines && line->family == 0; line++)
        for (int w = 0; w < line->n_words; w++)
            n_open += bit_count(undecided(state, line, w, &any));
    return PyLong_FromLong(n_open);
}

PyObject *colors_of(PyObject *self, PyObject *argument)
{
    const LineState *state = (LineState *)self;
    long cell = PyLong_AsLong(argument);
    if (PyErr_Occurred() || !check_cell(state, cell, 0))
        return NULL;
    line_place place = place_of(state->tables, 0, (int)cell);
    PyObject *found = PyList_New(0);
    for (int color = 0; found && color < state->tables->n_colors; color++) {
        if (!has(state, place, color))
            continue;
        PyObject *number = PyLong_FromLong(color);
        if (!number || PyList_Append(found, number) < 0)
            Py_CLEAR(found);
        Py_XDECREF(number);
    }
    return found;
}

/* Hexadecimal ones. */
enum { DIGITS_OF_WORD = WORD_BITS / 4 };

/* A bit set as an integer. Beyond 64 bits the stable ABI makes integers from digits only. */
static PyObject *integer_of(const word *words, int n_words, char *digits)
{
    if (n_words == 1)
        return PyLong_FromUnsignedLongLong(words[0]);
    char *next = digits;
    for (int w = n_words - 1; w >= 0; w--)
        for (int shift = WORD_BITS - 4; shift >= 0; shift -= 4)
            *next++ = "0123456789abcdef"[words[w] >> shift & 15];
    *next = 0;
    return PyLong_FromString(digits, NULL, 16);
}

PyObject *masks_of(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    const LineState *state = (LineState *)self;
    const line_tables *tables = state->tables;
    char *digits = PyMem_Malloc(tables->max_words * DIGITS_OF_WORD + 1);
    if (!digits)
        return PyErr_NoMemory();
    PyObject *found = PyList_New(tables->n_colors);
    for (int color = 0; found && color < tables->n_colors; color++) {
        PyObject *masks = PyList_New(tables->n_lines);
        for (int index = 0; masks && index < tables->n_lines; index++) {
            const line_table *line = tables->lines + index;
            PyObject *mask = integer_of(words_of(state, line, color), line->n_words, digits);
            if (!mask || PyList_SetItem(masks, index, mask) < 0)
                Py_CLEAR(masks);
        }
        if (!masks || PyList_SetItem(found, color, masks) < 0)
            Py_CLEAR(found);
    }
    PyMem_Free(digits);
    return found;
}

/* A bit set that is written from its lowest bit on; `waiting` are those not written yet, fewer than a word. */
typedef struct {
    unsigned char *next, *stop;
    word waiting;
    int n_waiting;
} bit_writer;

static void write_bytes(bit_writer *writer, word bits)
{
    for (int number = 0; number < 8 && writer->next < writer->stop; number++, bits >>= 8)
        *writer->next++ = (unsigned char)bits;
}

static void write_bits(bit_writer *writer, word bits, int n_bits)
{
    writer->waiting |= bits << writer->n_waiting;
    writer->n_waiting += n_bits;
    if (writer->n_waiting < WORD_BITS)
        return;
    write_bytes(writer, writer->waiting);
    writer->n_waiting -= WORD_BITS;
    writer->waiting = writer->n_waiting ? bits >> (n_bits - writer->n_waiting) : 0;
}

PyObject *sets_of(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    const LineState *state = (LineState *)self;
    const line_tables *tables = state->tables;
    Py_ssize_t n_bytes = (tables->n_cells + 7) / 8;
    PyObject *found = PyBytes_FromStringAndSize(NULL, tables->n_colors * n_bytes);
    unsigned char *bytes = found ? (unsigned char *)PyBytes_AsString(found) : NULL;
    if (!bytes)
        return NULL;
    for (int color = 0; color < tables->n_colors; color++, bytes += n_bytes) {
        bit_writer writer = {bytes, bytes + n_bytes, 0, 0};
        const line_table *line = tables->lines;
        for (; line < tables->lines + tables->n_lines && line->family == 0; line++) {
            const word *words = words_of(state, line, color);
            int left = line->n_cells;
            for (; left > 0; left -= WORD_BITS)
                write_bits(&writer, *words++, Py_MIN(left, WORD_BITS));
        }
        write_bytes(&writer, writer.waiting);
    }
    return found;
}

/* The colours of the cells of a row, from `first` on in a tuple; false with or without an exception. */
static bool add_colors(const LineState *state, const line_table *row_of_cells, PyObject *cells, int first)
{
    for (int position = 0; position < row_of_cells->n_cells; position++) {
        int color = 0;
        while (!(words_of(state, row_of_cells, color)[position / WORD_BITS] >> position % WORD_BITS & 1))
            color++; /* some colour is left, as words_of asserts */
        PyObject *number = PyLong_FromLong(color);
        if (!number || PyTuple_SetItem(cells, first + position, number) < 0)
            return false;
    }
    return true;
}

PyObject *decided(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    const LineState *state = (LineState *)self;
    const line_tables *tables = state->tables;
    const line_table *stop = tables->lines;
    word any;
    for (; stop < tables->lines + tables->n_lines && stop->family == 0; stop++)
        for (int w = 0; w < stop->n_words; w++)
            if (undecided(state, stop, w, &any) || any != bits_below(w, stop->n_cells))
                return Py_NewRef(Py_None);
    PyObject *cells = PyTuple_New(tables->n_cells);
    int first = 0;
    for (const line_table *line = tables->lines; cells && line < stop; line++) {
        if (!add_colors(state, line, cells, first))
            Py_CLEAR(cells);
        first += line->n_cells;
    }
    return cells;
}

/* The only position in a row; -1 if there are several. */
static int only_position(const row *set)
{
    int found = -1;
    for (int w = set->first; w < set->stop; w++) {
        word bits = at(set, w);
        if (bits && (found >= 0 || bits & (bits - 1)))
            return -1;
        if (bits)
            found = w * WORD_BITS + lowest_bit(bits);
    }
    return found;
}

static bool add_stretch(PyObject *list, int low, int high, int first, int last)
{
    if (first == last)
        return true;
    PyObject *stretch = Py_BuildValue("(iiii)", low, high, first, last);
    bool is_added = stretch && PyList_Append(list, stretch) == 0;
    Py_XDECREF(stretch);
    return is_added;
}

/* The pieces of a line between its blocks with one start left, after a sweep of the line. */
static PyObject *pieces(const sweep_space *space, const line_table *line)
{
    const line_block *blocks = space->tables->blocks + line->first_block;
    PyObject *found = PyList_New(0);
    int low = 0, first = 0;
    bool is_added = found != NULL;
    for (int k = 0; is_added && k < line->n_blocks; k++) {
        int start = only_position(space->starts + k);
        if (start >= 0) {
            is_added = add_stretch(found, low, start, first, k);
            low = start + blocks[k].length;
            first = k + 1;
        }
    }
    if (!is_added || !add_stretch(found, low, line->n_cells, first, line->n_blocks))
        Py_CLEAR(found);
    PyObject *result = found ? PySequence_Tuple(found) : NULL;
    Py_XDECREF(found);
    return result;
}

/* Sweep a line in a space that is open then: the starts of its blocks are there. Its words do not change. */
static const line_table *swept(const LineState *state, PyObject *argument, sweep_space *space)
{
    long index = PyLong_AsLong(argument);
    if (PyErr_Occurred())
        return NULL;
    if (index < 0 || index >= state->tables->n_lines) {
        PyErr_SetString(PyExc_IndexError, "there is no such line");
        return NULL;
    }
    const line_table *line = state->tables->lines + index;
    if (!open_space(space, state->tables, Py_None))
        return NULL;
    memcpy(space->before, words_of(state, line, 0), line_words(state, line) * sizeof(word));
    outcome result = sweep_line(space, line, space->before);
    if (result == POSSIBLE)
        return line;
    if (result == IMPOSSIBLE)
        PyErr_SetString(PyExc_ValueError, "the line has no placement");
    close_space(space);
    return NULL;
}

PyObject *stretches_of(PyObject *self, PyObject *argument)
{
    sweep_space space;
    const line_table *line = swept((LineState *)self, argument, &space);
    if (!line)
        return NULL;
    PyObject *found = pieces(&space, line);
    close_space(&space);
    return found;
}

/* The starts of a block as an integer. digits: room for those of a whole line. words: likewise. */
static PyObject *start_mask(const row *starts, const line_table *line, word *words, char *digits)
{
    for (int w = 0; w < line->n_words; w++)
        words[w] = at(starts, w);
    return integer_of(words, line->n_words, digits);
}

PyObject *starts_of_blocks(PyObject *self, PyObject *argument)
{
    sweep_space space;
    const line_table *line = swept((LineState *)self, argument, &space);
    if (!line)
        return NULL;
    const line_block *blocks = space.tables->blocks + line->first_block;
    const int *colors = space.tables->colors + line->first_color;
    char *digits = PyMem_Malloc((size_t)line->n_words * DIGITS_OF_WORD + 1);
    PyObject *found = digits ? PyTuple_New(line->n_blocks) : PyErr_NoMemory();
    for (int k = 0; found && k < line->n_blocks; k++) {
        PyObject *mask = start_mask(space.starts + k, line, space.free, digits);
        PyObject *starts = mask ? Py_BuildValue("{iN}", colors[blocks[k].color], mask) : NULL;
        if (!starts || PyTuple_SetItem(found, k, starts) < 0)
            Py_CLEAR(found);
    }
    PyMem_Free(digits);
    close_space(&space);
    return found;
}
