/* Reading of lines and clues from Python: everything that comes from outside is checked here. */

#include "line_tables.h"
#include "reading.h"

/* More than any grid has; sums of two such numbers are no problem. */
enum { MOST = 1 << 28 };

static bool read_families(line_tables *tables, PyObject *families)
{
    tables->n_families = (int)PyTuple_Size(families);
    if (tables->n_families < 1 || tables->n_families > 8)
        return refuse("expected one to eight families");
    tables->n_lines = 0;
    for (int family = 0; family < tables->n_families; family++) {
        int n_lines;
        if (!read_int(PyTuple_GetItem(families, family), 1, MOST - tables->n_lines, &n_lines))
            return false;
        tables->n_lines += n_lines;
    }
    tables->lines = allocated((size_t)tables->n_lines, sizeof(line_table));
    if (!tables->lines)
        return false;
    int line = 0;
    for (int family = 0; family < tables->n_families; family++) {
        int n_lines = (int)PyLong_AsLong(PyTuple_GetItem(families, family));
        while (n_lines--)
            tables->lines[line++].family = family;
    }
    return true;
}

static bool read_rectangle(line_tables *tables)
{
    int height = 0;
    while (height < tables->n_lines && tables->lines[height].family == 0)
        height++;
    int width = tables->n_lines - height;
    if (tables->n_families != 2 || (int64_t)height * width > MOST)
        return refuse("expected the rows and columns of a rectangle");
    tables->height = height, tables->width = width, tables->n_cells = height * width;
    for (int index = 0; index < tables->n_lines; index++)
        tables->lines[index].n_cells = index < height ? width : height;
    return true;
}

/* The cells of all lines in `cells`, and the number of cells in the grid. */
static bool read_cells(line_tables *tables, PyObject *lines)
{
    size_t n_entries = 0;
    for (int index = 0; index < tables->n_lines; index++) {
        line_table *line = tables->lines + index;
        Py_ssize_t n_cells = PySequence_Size(PyTuple_GetItem(lines, index));
        if (n_cells < 0)
            return false;
        if (n_cells > MOST)
            return refuse("a line has too many cells");
        line->first_cell = n_entries, line->n_cells = (int)n_cells;
        n_entries += (size_t)n_cells;
        if (n_entries > (size_t)MOST * (size_t)tables->n_families)
            return refuse("the lines have too many cells");
        if (line->family == 0)
            tables->n_cells = (int)n_entries;
    }
    if (n_entries != (size_t)tables->n_cells * (size_t)tables->n_families)
        return refuse("expected each cell on one line of each family");
    tables->cells = allocated(n_entries, sizeof(int));
    if (!tables->cells)
        return false;
    for (int index = 0; index < tables->n_lines; index++) {
        const line_table *line = tables->lines + index;
        PyObject *cells = PySequence_Tuple(PyTuple_GetItem(lines, index));
        bool is_read = cells && (PyTuple_Size(cells) == line->n_cells || refuse("a line has changed its length"));
        for (int j = 0; is_read && j < line->n_cells; j++)
            is_read = read_int(PyTuple_GetItem(cells, j), 0, tables->n_cells - 1, tables->cells + line->first_cell + j);
        Py_XDECREF(cells);
        if (!is_read)
            return false;
    }
    return true;
}

static bool find_places(line_tables *tables)
{
    size_t n_places = (size_t)tables->n_cells * (size_t)tables->n_families;
    tables->places = allocated(n_places, sizeof(line_place));
    if (!tables->places)
        return false;
    for (size_t number = 0; number < n_places; number++)
        tables->places[number].line = -1;
    int next = 0; /* cells are numbered along the lines of the first family */
    for (int index = 0; index < tables->n_lines; index++) {
        const line_table *line = tables->lines + index;
        for (int position = 0; position < line->n_cells; position++) {
            int cell = tables->cells[line->first_cell + (size_t)position];
            line_place *place = tables->places + (size_t)line->family * (size_t)tables->n_cells + (size_t)cell;
            if (place->line >= 0 || (line->family == 0 && cell != next++))
                return refuse("expected each cell on one line of each family, numbered along those of the first");
            *place = (line_place){index, position};
        }
    }
    return true;
}

/* Read a clue as pairs of numbers into `blocks`, which has room for all of them. */
static bool read_blocks(PyObject *clue, int n_cells, int n_colors, line_block *blocks)
{
    int needed = 0, last_color = 0;
    Py_ssize_t n_blocks = PyTuple_Size(clue);
    for (Py_ssize_t k = 0; k < n_blocks; k++) {
        PyObject *pair = PyTuple_GetItem(clue, k);
        line_block *block = blocks + k;
        if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2)
            return refuse("expected pairs of a length and a colour");
        if (!read_int(PyTuple_GetItem(pair, 0), 1, MOST, &block->length) ||
            !read_int(PyTuple_GetItem(pair, 1), 1, n_colors - 1, &block->color))
            return false;
        needed += block->color == last_color;
        block->first = needed;
        needed += block->length;
        last_color = block->color;
        if (needed > n_cells)
            return refuse("a clue needs more cells than its line has");
        if (k)
            blocks[k - 1].may_touch = block->color != blocks[k - 1].color;
    }
    for (Py_ssize_t k = 0; k < n_blocks; k++)
        blocks[k].last = blocks[k].first + n_cells - needed;
    return true;
}

/* Number the colours of a clue, background first, as they come; and the slots of its blocks.
   numbers: for each colour its number on this line, all zero before and after. */
static void prepare_blocks(line_table *line, line_block *blocks, int *colors, int *numbers)
{
    int longest = 0;
    line->n_colors = 1;
    for (int k = 0; k < line->n_blocks; k++) {
        int color = blocks[k].color;
        if (!numbers[color]) {
            numbers[color] = line->n_colors;
            colors[line->n_colors++] = color;
        }
        blocks[k].color = numbers[color];
        longest = Py_MAX(longest, blocks[k].length);
    }
    for (line->n_levels = 0; longest >> line->n_levels;)
        line->n_levels++;
    for (int k = 0; k < line->n_blocks; k++) {
        assert(blocks[k].length >= 1 && blocks[k].first >= 0 && blocks[k].first <= blocks[k].last);
        int level = 0;
        while (blocks[k].length >> (level + 1))
            level++;
        blocks[k].slot = (blocks[k].color - 1) * line->n_levels + level;
        blocks[k].rest = blocks[k].length - (1 << level);
    }
    for (int number = 1; number < line->n_colors; number++)
        numbers[colors[number]] = 0;
}

/* The rows of a sweep: a gap and the starts for each block, each with a window as wide as the slack. A window may begin
   one word early and end one late, and words are cut at both ends. */
static size_t row_words(const line_table *line, const line_block *blocks)
{
    int slack = line->n_blocks ? blocks[0].last : line->n_cells;
    return 2 * ((size_t)line->n_blocks + 1) * ((size_t)slack / WORD_BITS + 4);
}

static bool read_clues(line_tables *tables, PyObject *clues)
{
    size_t n_blocks = 0, n_colors = 0;
    for (int index = 0; index < tables->n_lines; index++) {
        line_table *line = tables->lines + index;
        PyObject *clue = PyTuple_GetItem(clues, index);
        if (!PyTuple_Check(clue) || PyTuple_Size(clue) > line->n_cells)
            return refuse("expected for each line a tuple of no more blocks than cells");
        line->n_blocks = (int)PyTuple_Size(clue);
        line->first_block = n_blocks, line->first_color = n_colors;
        n_blocks += (size_t)line->n_blocks;
        n_colors += (size_t)Py_MIN(line->n_blocks + 1, tables->n_colors);
    }
    tables->blocks = allocated(n_blocks, sizeof(line_block));
    tables->colors = allocated(n_colors, sizeof(int));
    int *numbers = allocated((size_t)tables->n_colors, sizeof(int));
    bool is_read = tables->blocks && tables->colors && numbers;
    for (int index = 0; is_read && index < tables->n_lines; index++) {
        line_table *line = tables->lines + index;
        line_block *blocks = tables->blocks + line->first_block;
        is_read = read_blocks(PyTuple_GetItem(clues, index), line->n_cells, tables->n_colors, blocks);
        if (is_read)
            prepare_blocks(line, blocks, tables->colors + line->first_color, numbers);
    }
    PyMem_Free(numbers);
    return is_read;
}

static bool measure(line_tables *tables)
{
    uint64_t n_words = 0;
    for (int index = 0; index < tables->n_lines; index++) {
        line_table *line = tables->lines + index;
        line->n_words = line->n_cells / WORD_BITS + 1;
        line->first_word = (size_t)n_words;
        n_words += (uint64_t)line->n_words * (uint64_t)tables->n_colors;
        if (n_words > PY_SSIZE_T_MAX / 64)
            return refuse("the grid is too large");
        tables->max_words = Py_MAX(tables->max_words, (size_t)line->n_words);
        tables->max_blocks = Py_MAX(tables->max_blocks, (size_t)line->n_blocks);
        tables->max_slots = Py_MAX(tables->max_slots, (size_t)line->n_levels * (size_t)(line->n_colors - 1));
        tables->max_rows = Py_MAX(tables->max_rows, row_words(line, tables->blocks + line->first_block));
    }
    tables->n_words = (size_t)n_words;
    return true;
}

static bool read_arguments(line_tables *tables, PyObject *arguments)
{
    PyObject *clues, *families, *lines;
    if (!PyArg_ParseTuple(arguments, "O!iO!O:LineState", &PyTuple_Type, &clues, &tables->n_colors, &PyTuple_Type,
                          &families, &lines))
        return false;
    if (tables->n_colors < 1 || tables->n_colors > MOST)
        return refuse("expected a background, and fewer colours");
    if (!read_families(tables, families))
        return false;
    if (lines == Py_None) {
        if (!read_rectangle(tables))
            return false;
    } else if (!PyTuple_Check(lines) || PyTuple_Size(lines) != tables->n_lines)
        return refuse("expected a tuple with the cells of each line");
    else if (!read_cells(tables, lines) || !find_places(tables))
        return false;
    if (PyTuple_Size(clues) != tables->n_lines)
        return refuse("expected a clue for each line");
    return read_clues(tables, clues) && measure(tables);
}

line_tables *read_tables(PyObject *arguments)
{
    line_tables *tables = allocated(1, sizeof(line_tables));
    if (!tables)
        return NULL;
    tables->n_users = 1;
    tables->arguments = Py_NewRef(arguments);
    if (!read_arguments(tables, arguments)) {
        release_tables(tables);
        return NULL;
    }
    return tables;
}

line_tables *share_tables(line_tables *tables)
{
    tables->n_users++;
    return tables;
}

void release_tables(line_tables *tables)
{
    assert(tables->n_users > 0);
    if (--tables->n_users)
        return;
    Py_DECREF(tables->arguments);
    PyMem_Free(tables->lines);
    PyMem_Free(tables->blocks);
    PyMem_Free(tables->colors);
    PyMem_Free(tables->cells);
    PyMem_Free(tables->places);
    PyMem_Free(tables);
}
