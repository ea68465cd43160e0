/* The clauses of a line of known blocks, position by position, as `encodings.start.BlockEncoder` adds them.

   Each rule gives each position a clause of up to three literals, some of which may be constants: TRUE satisfies the
   clause, FALSE is left out of it. */

#include "reading.h"

/* The constants of `cnf.clause_group`. */
enum { TRUE_LITERAL = INT32_MAX, FALSE_LITERAL = -INT32_MAX };

/* The rules, in the order of the result, and the most literals of a clause. */
enum { COUNTER, COVER, ORDER, GAP, N_RULES };
enum { MOST_WIDE = 3 };

/* first, last: its first and its last possible start. registers: for each position from the first one up to, not
   including, the last one the register "starts there or earlier". */
typedef struct {
    int length, color, first, last;
    int32_t *registers;
} clause_block;

/* The literals of clauses of one width, one clause after the other; there is memory for `room`. */
typedef struct {
    int32_t *literals;
    size_t size, room;
} clause_list;

/* cells: the literals of the cells, a row for each colour, from 1. */
typedef struct {
    int n_cells, n_colors, n_blocks;
    int32_t *cells;
    clause_block *blocks;
    clause_list clauses[N_RULES][MOST_WIDE];
} clause_line;

/* Reading */

static bool read_cells(clause_line *line, PyObject *rows)
{
    Py_ssize_t n_colors = PyList_Size(rows), n_cells = n_colors ? PyObject_Size(PyList_GetItem(rows, 0)) : 0;
    if (n_cells < 1 || n_cells > INT32_MAX / 4 || n_colors > INT32_MAX / 4)
        return PyErr_Occurred() ? false : refuse("expected cells and colours");
    line->n_colors = (int)n_colors, line->n_cells = (int)n_cells;
    line->cells = allocated((size_t)n_colors * (size_t)n_cells, sizeof(int32_t));
    if (!line->cells)
        return false;
    int32_t *next = line->cells;
    for (Py_ssize_t color = 0; color < n_colors; color++) {
        PyObject *row = PyList_GetItem(rows, color);
        if (!PyList_Check(row) || PyList_Size(row) != n_cells)
            return refuse("expected for each colour a list with a literal of each cell");
        for (Py_ssize_t j = 0; j < n_cells; j++)
            if (!read_int(PyList_GetItem(row, j), FALSE_LITERAL, TRUE_LITERAL, next++))
                return false;
    }
    return true;
}

/* Read the starts of a block; its registers follow the one that is `last` now.
   words: room for the positions of the line. */
static bool read_starts(const clause_line *line, clause_block *block, PyObject *starts, word *words, int *last)
{
    PyObject *color, *mask;
    Py_ssize_t next = 0;
    if (!PyDict_Check(starts) || PyDict_Size(starts) != 1 || !PyDict_Next(starts, &next, &color, &mask))
        return refuse("expected for each block the starts in one colour");
    int n_words = line->n_cells / WORD_BITS + 1;
    if (!read_int(color, 1, line->n_colors, &block->color) || !read_mask(mask, words, n_words))
        return false;
    block->first = block->last = -1;
    for (int w = 0; w < n_words; w++)
        for (word bits = words[w]; bits; bits &= bits - 1) {
            block->last = w * WORD_BITS + lowest_bit(bits);
            block->first = block->first < 0 ? block->last : block->first;
        }
    if (block->first < 0 || block->last > line->n_cells - block->length)
        return refuse("expected starts of which the block ends on the line");
    if (*last > INT32_MAX - line->n_cells)
        return refuse("there are too many variables");
    block->registers = allocated((size_t)(block->last - block->first), sizeof(int32_t));
    if (!block->registers)
        return false;
    for (int position = block->first; position < block->last; position++) {
        *last += words[position / WORD_BITS] >> position % WORD_BITS & 1;
        block->registers[position - block->first] = *last;
    }
    return true;
}

static bool read_blocks(clause_line *line, PyObject *clue, PyObject *starts, int first_register)
{
    Py_ssize_t n_blocks = PyTuple_Size(clue);
    if (n_blocks < 1 || n_blocks > line->n_cells || PyTuple_Size(starts) != n_blocks)
        return refuse("expected blocks that fit on the line, and starts for each of them");
    word *words = allocated((size_t)line->n_cells / WORD_BITS + 1, sizeof(word));
    line->blocks = allocated((size_t)n_blocks, sizeof(clause_block));
    int last_register = first_register - 1;
    bool is_read = words && line->blocks;
    for (; is_read && line->n_blocks < n_blocks; line->n_blocks++) {
        clause_block *block = line->blocks + line->n_blocks;
        PyObject *pair = PyTuple_GetItem(clue, line->n_blocks);
        is_read = ((PyTuple_Check(pair) && PyTuple_Size(pair) == 2) || refuse("expected pairs of length and colour")) &&
                  read_int(PyTuple_GetItem(pair, 0), 1, line->n_cells, &block->length) &&
                  read_starts(line, block, PyTuple_GetItem(starts, line->n_blocks), words, &last_register);
    }
    PyMem_Free(words);
    return is_read;
}

/* Clauses */

static bool push(clause_list *list, int32_t literal)
{
    if (list->size == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        int32_t *larger = room > PY_SSIZE_T_MAX / 8 ? NULL : PyMem_Realloc(list->literals, room * sizeof(int32_t));
        if (!larger) {
            PyErr_NoMemory();
            return false;
        }
        list->literals = larger, list->room = room;
    }
    list->literals[list->size++] = literal;
    return true;
}

/* Add a clause to a rule. Without a literal it becomes the contradiction of variable 1 with itself; where the first two
   are opposite registers, it is satisfied. */
static bool add_clause(clause_line *line, int rule, int32_t one, int32_t other, int32_t cell)
{
    const int32_t given[MOST_WIDE] = {one, other, cell};
    int32_t kept[MOST_WIDE];
    int width = 0;
    for (int i = 0; i < MOST_WIDE; i++) {
        if (given[i] == TRUE_LITERAL)
            return true;
        if (given[i] != FALSE_LITERAL)
            kept[width++] = given[i];
    }
    if (one == -other)
        return true;
    if (!width)
        return push(&line->clauses[rule][0], 1) && push(&line->clauses[rule][0], -1);
    for (int i = 0; i < width; i++)
        if (!push(&line->clauses[rule][width - 1], kept[i]))
            return false;
    return true;
}

/* The block starts at the position or earlier. */
static int32_t starts_by(const clause_block *block, int position)
{
    if (position < block->first)
        return FALSE_LITERAL;
    return position < block->last ? block->registers[position - block->first] : TRUE_LITERAL;
}

static int32_t cell_at(const clause_line *line, int color, int position)
{
    assert(color >= 1 && color <= line->n_colors && position >= 0 && position < line->n_cells);
    return line->cells[(size_t)(color - 1) * (size_t)line->n_cells + (size_t)position];
}

static bool add_counter(clause_line *line, const clause_block *block)
{
    for (int i = 1; i < block->last - block->first; i++)
        if (block->registers[i] != block->registers[i - 1] &&
            !add_clause(line, COUNTER, -block->registers[i - 1], block->registers[i], FALSE_LITERAL))
            return false;
    return true;
}

static bool add_cover(clause_line *line, const clause_block *block)
{
    for (int j = block->first; j < block->last + block->length; j++)
        if (!add_clause(line, COVER, -starts_by(block, j), starts_by(block, j - block->length),
                        cell_at(line, block->color, j)))
            return false;
    return true;
}

static bool add_order(clause_line *line, const clause_block *before, const clause_block *block)
{
    int distance = before->length + (before->color == block->color);
    for (int q = block->first; q < block->last; q++)
        if (starts_by(block, q) != starts_by(block, q - 1) &&
            !add_clause(line, ORDER, -starts_by(block, q), starts_by(before, q - distance), FALSE_LITERAL))
            return false;
    return true;
}

/* The background between two neighbours, or before the first block or after the last one; the other is NULL then. */
static bool add_gap(clause_line *line, const clause_block *before, const clause_block *block)
{
    int low = before ? before->first + before->length : 0, stop = block ? block->last : line->n_cells;
    for (int color = 1; color <= line->n_colors; color++)
        for (int j = low; j < stop; j++)
            if (!add_clause(line, GAP, before ? -starts_by(before, j - before->length) : FALSE_LITERAL,
                            block ? starts_by(block, j) : FALSE_LITERAL, -cell_at(line, color, j)))
                return false;
    return true;
}

static bool add_clauses(clause_line *line, bool counter)
{
    const clause_block *before = NULL, *stop = line->blocks + line->n_blocks;
    for (const clause_block *block = line->blocks; block < stop; before = block++)
        if (PyErr_CheckSignals() < 0 || (counter && !add_counter(line, block)) || !add_cover(line, block) ||
            (before && !add_order(line, before, block)) || !add_gap(line, before, block))
            return false;
    return add_gap(line, before, NULL);
}

/* The result */

static PyObject *clauses_by_rule(const clause_line *line)
{
    PyObject *found = PyTuple_New(N_RULES);
    for (int rule = 0; found && rule < N_RULES; rule++) {
        PyObject *by_width = PyTuple_New(MOST_WIDE);
        for (int i = 0; by_width && i < MOST_WIDE; i++) {
            const clause_list *list = &line->clauses[rule][i];
            PyObject *bytes = PyBytes_FromStringAndSize((const char *)list->literals,
                                                        (Py_ssize_t)(list->size * sizeof(int32_t)));
            if (!bytes || PyTuple_SetItem(by_width, i, bytes) < 0)
                Py_CLEAR(by_width);
        }
        if (!by_width || PyTuple_SetItem(found, rule, by_width) < 0)
            Py_CLEAR(found);
    }
    return found;
}

static void release(clause_line *line)
{
    for (int k = 0; k < line->n_blocks; k++)
        PyMem_Free(line->blocks[k].registers);
    for (int rule = 0; rule < N_RULES; rule++)
        for (int i = 0; i < MOST_WIDE; i++)
            PyMem_Free(line->clauses[rule][i].literals);
    PyMem_Free(line->blocks);
    PyMem_Free(line->cells);
}

const char line_clauses_doc[] = "line_clauses(clue, starts, register, cells, counter)\n--\n\n"
                                "The clauses of a line; see nonosat.core.compiled.Kernels.";

PyObject *line_clauses(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    clause_line line = {0};
    PyObject *clue, *starts, *rows, *result = NULL;
    int first_register, counter;
    if (!PyArg_ParseTuple(arguments, "O!O!iO!p:line_clauses", &PyTuple_Type, &clue, &PyTuple_Type, &starts,
                          &first_register, &PyList_Type, &rows, &counter))
        return NULL;
    if (first_register < 1)
        PyErr_SetString(PyExc_ValueError, "expected the first register");
    else if (read_cells(&line, rows) && read_blocks(&line, clue, starts, first_register) && add_clauses(&line, counter))
        result = clauses_by_rule(&line);
    release(&line);
    return result;
}
