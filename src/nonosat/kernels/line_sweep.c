/* The sweeps of `known_colors` on rows of words: the names are those of its docstring, which derives them.

   Of each row only the window is computed in which it is not zero: where most of a line is decided, that is a word or
   two for each block, however long the line is. */

#include <string.h>

#include "line_sweep.h"

/* About a millisecond. */
enum { WORK_OF_A_TURN = 1 << 16 };

bool open_space(sweep_space *space, const line_tables *tables, PyObject *poll)
{
    size_t width = tables->max_words, slots = tables->max_slots * width;
    size_t planes = (size_t)tables->n_colors * width, n_rows = 2 * (tables->max_blocks + 1);
    size_t n_words = planes + 2 * slots + 2 * width + tables->max_rows;
    *space = (sweep_space){.tables = tables, .poll = poll == Py_None ? NULL : poll};
    space->memory = PyMem_Malloc(n_words * sizeof(word) + n_rows * sizeof(row));
    if (!space->memory) {
        PyErr_NoMemory();
        return false;
    }
    space->gaps = space->memory;
    space->starts = space->gaps + tables->max_blocks + 1;
    space->before = (word *)(space->gaps + n_rows);
    space->eroded = space->before + planes;
    space->covered = space->eroded + slots;
    space->free = space->covered + slots;
    space->ends = space->free + width;
    space->rows = space->ends + width;
    return true;
}

void close_space(sweep_space *space)
{
    PyMem_Free(space->memory);
}

bool give_turn(sweep_space *space)
{
    double work = (double)space->work / WORK_OF_A_TURN;
    space->work = 0;
    Py_BEGIN_ALLOW_THREADS
    Py_END_ALLOW_THREADS
    if (PyErr_CheckSignals() < 0)
        return false;
    if (!space->poll)
        return true;
    PyObject *result = PyObject_CallFunction(space->poll, "d", work);
    Py_XDECREF(result);
    return result != NULL;
}

/* Count work, and give Python its turn once there has been enough. */
static bool had_turn(sweep_space *space, int n_words)
{
    space->work += (size_t)n_words + 2;
    return space->work < WORK_OF_A_TURN || give_turn(space);
}

/* All words of a row of the line. */
static row whole(const line_table *line, word *words)
{
    return (row){0, line->n_words, words};
}

static word *slot_of(const line_table *line, word *slots, int slot)
{
    assert(slot >= 0 && slot < line->n_levels * (line->n_colors - 1));
    return slots + (size_t)slot * (size_t)line->n_words;
}

static void erode(sweep_space *space, const line_table *line, const word *words)
{
    const int *colors = space->tables->colors + line->first_color;
    size_t n_bytes = (size_t)line->n_words * sizeof(word);
    for (int number = 1; number < line->n_colors; number++) {
        int first = (number - 1) * line->n_levels;
        memcpy(slot_of(line, space->eroded, first), words + (size_t)colors[number] * (size_t)line->n_words, n_bytes);
        for (int level = 1; level < line->n_levels; level++) {
            row longer = whole(line, slot_of(line, space->eroded, first + level - 1));
            word *eroded = slot_of(line, space->eroded, first + level);
            for (int w = 0; w < line->n_words; w++)
                eroded[w] = longer.words[w] & moved_down(&longer, w, 1 << (level - 1));
        }
    }
}

/* A row whose words are to be added one by one. */
static row next_row(const sweep_space *space, int first)
{
    return (row){first, first, space->next_row};
}

static void add_word(row *set, word bits)
{
    set->words[set->stop++ - set->first] = bits;
}

/* The cells of the background that are reached from `ends`, in words before `stop`. */
static row gap_from(const sweep_space *space, const row *ends, const word *background, int stop)
{
    row gap = next_row(space, ends->first);
    word carry = 0;
    for (int w = ends->first; w < stop && (w < ends->stop || carry); w++) {
        word mask = background[w], inside = at(ends, w) & mask;
        word total = mask + inside, with_carry = total + carry;
        carry = (word)(total < mask) | (word)(with_carry < total);
        add_word(&gap, ((with_carry ^ mask) | inside) & mask);
    }
    return gap;
}

/* The starts of a block behind a gap, or at the ends of the block before it. */
static row starts_behind(const sweep_space *space, const line_table *line, const line_block *block, const row *gap,
                         const row *ends, bool may_touch)
{
    row eroded = whole(line, slot_of(line, space->eroded, block->slot));
    row starts = next_row(space, ends->first);
    int stop = Py_MIN(Py_MAX(gap->stop + 1, ends->stop), block->last / WORD_BITS + 1);
    for (int w = ends->first; w < stop; w++) {
        word place = moved_up(gap, w, 1);
        if (may_touch)
            place |= at(ends, w);
        if (place)
            place &= eroded.words[w] & moved_down(&eroded, w, block->rest);
        if (place || starts.stop > starts.first)
            add_word(&starts, place);
        else
            starts.first = starts.stop = w + 1;
    }
    while (starts.stop > starts.first && !starts.words[starts.stop - 1 - starts.first])
        starts.stop--;
    return starts;
}

static row ends_of(const sweep_space *space, const line_table *line, const row *starts, int length)
{
    int first = starts->first + length / WORD_BITS;
    row ends = {first, first, space->ends};
    int stop = Py_MIN(starts->stop + length / WORD_BITS + 1, line->n_words);
    for (int w = first; w < stop; w++)
        add_word(&ends, moved_up(starts, w, length));
    return ends;
}

static outcome sweep_right(sweep_space *space, const line_table *line, const word *background)
{
    const line_block *blocks = space->tables->blocks + line->first_block;
    row ends = {0, 1, space->ends};
    ends.words[0] = 1;
    bool may_touch = true;
    space->next_row = space->rows;
    for (int k = 0; k < line->n_blocks; k++) {
        const line_block *block = blocks + k;
        row gap = space->gaps[k] = gap_from(space, &ends, background, block->last / WORD_BITS + 1);
        space->next_row += gap.stop - gap.first;
        row starts = space->starts[k] = starts_behind(space, line, block, &gap, &ends, may_touch);
        space->next_row += starts.stop - starts.first;
        assert(space->next_row <= space->rows + space->tables->max_rows);
        if (starts.first == starts.stop)
            return IMPOSSIBLE;
        if (!had_turn(space, starts.stop - gap.first))
            return FAILED;
        ends = ends_of(space, line, &starts, block->length);
        may_touch = block->may_touch;
    }
    row gap = space->gaps[line->n_blocks] = gap_from(space, &ends, background, line->n_words);
    assert(space->next_row + (gap.stop - gap.first) <= space->rows + space->tables->max_rows);
    int w = line->n_cells / WORD_BITS;
    return (at(&ends, w) | moved_up(&gap, w, 1)) >> line->n_cells % WORD_BITS & 1 ? POSSIBLE : IMPOSSIBLE;
}

/* Of the cells `run`, those from which a cell of `reached`, which are some of them, is reached by going up. */
static word reached_down(word reached, word run)
{
    for (int step = 1; step < WORD_BITS; step *= 2) {
        word more = run & reached >> step & ~reached;
        if (!more)
            break;
        reached |= more;
        run &= run >> step;
    }
    return reached;
}

/* Keep the cells of a gap from which one of `starts` is reached. */
static void go_back(row *gap, const row *starts)
{
    word above = 0;
    for (int w = gap->stop - 1; w >= gap->first; w--) {
        word run = gap->words[w - gap->first];
        word next = (moved_down(starts, w, 1) | above << (WORD_BITS - 1)) & run;
        gap->words[w - gap->first] = above = next ? reached_down(next, run) : 0;
    }
}

/* Keep the starts of a block from which the gap or the block behind it is reached, and note what it covers. */
static void keep_starts(const sweep_space *space, const line_table *line, const line_block *block, row *starts,
                        const row *gap, const row *later, bool may_touch)
{
    for (int w = starts->first; w < starts->stop; w++) {
        word reached = moved_down(gap, w, block->length);
        if (may_touch)
            reached |= moved_down(later, w, block->length);
        starts->words[w - starts->first] &= reached;
    }
    word *covered = slot_of(line, space->covered, block->slot);
    int stop = Py_MIN(starts->stop + block->rest / WORD_BITS + 1, line->n_words);
    for (int w = starts->first; w < stop; w++)
        covered[w] |= at(starts, w) | moved_up(starts, w, block->rest);
}

static bool sweep_left(sweep_space *space, const line_table *line)
{
    const line_block *blocks = space->tables->blocks + line->first_block;
    size_t n_slots = (size_t)line->n_levels * (size_t)(line->n_colors - 1), n_words = (size_t)line->n_words;
    memset(space->free, 0, n_words * sizeof(word));
    memset(space->covered, 0, n_slots * n_words * sizeof(word));
    word border = (word)1 << line->n_cells % WORD_BITS;
    row later = {line->n_cells / WORD_BITS, line->n_words, &border};
    bool may_touch = true;
    for (int k = line->n_blocks;; k--) {
        row *gap = space->gaps + k;
        go_back(gap, &later);
        for (int w = gap->first; w < gap->stop; w++)
            space->free[w] |= gap->words[w - gap->first];
        if (k == 0)
            return true;
        may_touch = k == line->n_blocks || blocks[k - 1].may_touch;
        keep_starts(space, line, blocks + k - 1, space->starts + k - 1, gap, &later, may_touch);
        later = space->starts[k - 1];
        if (!had_turn(space, later.stop - later.first))
            return false;
    }
}

/* From the longest runs that blocks cover down to single cells. */
static void store(const sweep_space *space, const line_table *line, word *words)
{
    const int *colors = space->tables->colors + line->first_color;
    size_t n_bytes = (size_t)line->n_words * sizeof(word);
    memcpy(words, space->free, n_bytes);
    for (int number = 1; number < line->n_colors; number++) {
        int first = (number - 1) * line->n_levels;
        for (int level = line->n_levels - 1; level > 0; level--) {
            row longer = whole(line, slot_of(line, space->covered, first + level));
            word *covered = slot_of(line, space->covered, first + level - 1);
            for (int w = 0; w < line->n_words; w++)
                covered[w] |= longer.words[w] | moved_up(&longer, w, 1 << (level - 1));
        }
        memcpy(words + (size_t)colors[number] * (size_t)line->n_words, slot_of(line, space->covered, first), n_bytes);
    }
}

outcome sweep_line(sweep_space *space, const line_table *line, word *words)
{
    assert((size_t)line->n_words <= space->tables->max_words && (size_t)line->n_blocks <= space->tables->max_blocks);
    if (!had_turn(space, line->n_words * line->n_levels * line->n_colors))
        return FAILED;
    erode(space, line, words);
    outcome result = sweep_right(space, line, words);
    if (result == POSSIBLE && !sweep_left(space, line))
        result = FAILED;
    if (result == POSSIBLE)
        store(space, line, words);
    return result;
}
