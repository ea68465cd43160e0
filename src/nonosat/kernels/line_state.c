/* The type LineState: the cells of a puzzle during line solving. `plain_cells.PlainCells` defines what each method does.

   A state has for each line and colour a row of words: the cells of the line that may have the colour. A cell is in the
   rows of all lines through it, and these always agree. */

#include <limits.h>
#include <string.h>

#include "line_sweep.h"

/* changed: for each line whether something has changed on it since it was last swept.
   is_possible: no cell has been fixed to a colour that was impossible for it. */
typedef struct {
    PyObject_HEAD
    line_tables *tables;
    word *words;
    bool *changed;
    bool is_possible;
} LineState;

static word *words_of(const LineState *state, const line_table *line, int color)
{
    return state->words + line->first_word + (size_t)color * (size_t)line->n_words;
}

static size_t line_words(const LineState *state, const line_table *line)
{
    return (size_t)state->tables->n_colors * (size_t)line->n_words;
}

/* A state whose words and changed lines are to be filled; it takes over the caller's use of the tables. */
static LineState *new_state(PyTypeObject *type, line_tables *tables)
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

static bool has(const LineState *state, line_place place, int color)
{
    const word *words = words_of(state, state->tables->lines + place.line, color);
    return words[place.position / WORD_BITS] >> place.position % WORD_BITS & 1;
}

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

static void remove_everywhere(LineState *state, int cell, int color)
{
    for (int family = 0; family < state->tables->n_families; family++)
        remove_from(state, place_of(state->tables, family, cell), color);
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

static PyObject *copy(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    const LineState *state = (LineState *)self;
    const line_tables *tables = state->tables;
    LineState *other = new_state(Py_TYPE(self), share_tables(state->tables));
    if (other) {
        memcpy(other->words, state->words, tables->n_words * sizeof(word));
        memcpy(other->changed, state->changed, (size_t)tables->n_lines * sizeof(bool));
        other->is_possible = state->is_possible;
    }
    return (PyObject *)other;
}

static bool read_cell(const LineState *state, int cell, int color)
{
    if (cell >= 0 && cell < state->tables->n_cells && color >= 0 && color < state->tables->n_colors)
        return true;
    PyErr_SetString(PyExc_IndexError, "there is no such cell or colour");
    return false;
}

static PyObject *forbid(PyObject *self, PyObject *arguments)
{
    LineState *state = (LineState *)self;
    int cell, color;
    if (!PyArg_ParseTuple(arguments, "ii:forbid", &cell, &color) || !read_cell(state, cell, color))
        return NULL;
    remove_everywhere(state, cell, color);
    Py_RETURN_NONE;
}

static PyObject *fix(PyObject *self, PyObject *arguments)
{
    LineState *state = (LineState *)self;
    int cell, color;
    if (!PyArg_ParseTuple(arguments, "ii:fix", &cell, &color) || !read_cell(state, cell, color))
        return NULL;
    for (int other = 0; other < state->tables->n_colors; other++)
        if (other != color)
            remove_everywhere(state, cell, other);
    state->is_possible &= has(state, place_of(state->tables, 0, cell), color);
    Py_RETURN_NONE;
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
    outcome result = run_to_the_end(state, &space, swept);
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
        Py_RETURN_NONE;
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

static PyObject *changed_lines(PyObject *self, PyObject *Py_UNUSED(ignored))
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

static PyObject *count_open(PyObject *self, PyObject *Py_UNUSED(ignored))
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

static PyObject *colors_of(PyObject *self, PyObject *argument)
{
    const LineState *state = (LineState *)self;
    long cell = PyLong_AsLong(argument);
    if ((cell == -1 && PyErr_Occurred()) || !read_cell(state, (int)(cell >= 0 && cell <= INT_MAX ? cell : -1), 0))
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

static PyObject *masks_of(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    const LineState *state = (LineState *)self;
    const line_tables *tables = state->tables;
    char *digits = PyMem_Malloc(tables->max_words * (WORD_BITS / 4) + 1);
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

static PyObject *sets_of(PyObject *self, PyObject *Py_UNUSED(ignored))
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
                write_bits(&writer, *words++, left < WORD_BITS ? left : WORD_BITS);
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
            color++;
        PyObject *number = PyLong_FromLong(color);
        if (!number || PyTuple_SetItem(cells, first + position, number) < 0)
            return false;
    }
    return true;
}

static PyObject *decided(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    const LineState *state = (LineState *)self;
    const line_tables *tables = state->tables;
    const line_table *stop = tables->lines;
    word any;
    for (; stop < tables->lines + tables->n_lines && stop->family == 0; stop++)
        for (int w = 0; w < stop->n_words; w++)
            if (undecided(state, stop, w, &any) || any != bits_below(w, stop->n_cells))
                Py_RETURN_NONE;
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

static PyObject *stretches(PyObject *self, PyObject *argument)
{
    const LineState *state = (LineState *)self;
    sweep_space space;
    long index = PyLong_AsLong(argument);
    if (index == -1 && PyErr_Occurred())
        return NULL;
    if (index < 0 || index >= state->tables->n_lines) {
        PyErr_SetString(PyExc_IndexError, "there is no such line");
        return NULL;
    }
    const line_table *line = state->tables->lines + index;
    if (!open_space(&space, state->tables, Py_None))
        return NULL;
    memcpy(space.before, words_of(state, line, 0), line_words(state, line) * sizeof(word));
    outcome result = sweep_line(&space, line, space.before);
    PyObject *found = NULL;
    if (result == POSSIBLE)
        found = pieces(&space, line);
    else if (result == IMPOSSIBLE)
        PyErr_SetString(PyExc_ValueError, "the line has no placement");
    close_space(&space);
    return found;
}

/* The positions of an integer below `n_words` words; false with an exception. */
static bool read_mask(PyObject *mask, word *words, int n_words)
{
    char *bytes;
    Py_ssize_t size;
    if (!PyLong_Check(mask)) {
        PyErr_SetString(PyExc_TypeError, "expected an integer as a bit set");
        return false;
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
        if ((cell == -1 && PyErr_Occurred()) || !read_cell(state, cell >= 0 && cell <= INT_MAX ? (int)cell : -1, 0)) {
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

static PyObject *restrict_to(PyObject *self, PyObject *arguments)
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

/* Make all cells of a line background. */
static void empty_line(LineState *state, const line_table *line)
{
    for (int position = 0; position < line->n_cells; position++) {
        int cell = cell_at(state->tables, line, position);
        for (int color = 1; color < state->tables->n_colors; color++)
            remove_everywhere(state, cell, color);
        state->is_possible &= has(state, place_of(state->tables, 0, cell), 0);
    }
}

static bool edit(LineState *state, PyObject *clues, PyObject *colors)
{
    PyObject *key, *value;
    Py_ssize_t next = 0;
    int cell, color;
    while (PyDict_Next(colors, &next, &key, &value)) {
        cell = (int)PyLong_AsLong(key), color = (int)PyLong_AsLong(value);
        if (PyErr_Occurred() || !read_cell(state, cell, color))
            return false;
        set_color(state, cell, color);
    }
    for (next = 0; PyDict_Next(clues, &next, &key, &value);) {
        const line_table *line = state->tables->lines + PyLong_AsLong(key);
        state->changed[line - state->tables->lines] = true;
        if (!line->n_blocks)
            empty_line(state, line);
    }
    for (next = 0; PyDict_Next(clues, &next, &key, &value);)
        if (!state->tables->lines[PyLong_AsLong(key)].n_blocks)
            state->changed[PyLong_AsLong(key)] = false; /* all of it is decided */
    return true;
}

static PyObject *edited(PyObject *self, PyObject *arguments)
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
    memcpy(other->words, state->words, tables->n_words * sizeof(word));
    memcpy(other->changed, state->changed, (size_t)tables->n_lines * sizeof(bool));
    other->is_possible = state->is_possible;
    if (!edit(other, clues, colors))
        Py_CLEAR(other);
    return (PyObject *)other;
}

/* Pickling: the arguments of the tables, and words, changed lines and possibility as bytes. */

static Py_ssize_t size_of_bytes(const line_tables *tables)
{
    return (Py_ssize_t)(tables->n_words * sizeof(word)) + tables->n_lines + 1;
}

static PyObject *reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
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

static PyObject *set_state(PyObject *self, PyObject *content)
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
    Py_RETURN_NONE;
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
    {"stretches", stretches, METH_O, NULL},
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
