/* The type LineState, as its files share it. */

#ifndef NONOSAT_LINE_STATE_H
#define NONOSAT_LINE_STATE_H

#include "line_sweep.h"

/* The cells of a puzzle during line solving: for each line and colour a row of words, the cells of the line that may
   have the colour. A cell is in the rows of all lines through it, and these always agree.
   changed: for each line whether something has changed on it since it was last swept.
   is_possible: no cell has been fixed to a colour that was impossible for it. */
typedef struct {
    PyObject_HEAD
    line_tables *tables;
    word *words;
    bool *changed;
    bool is_possible;
} LineState;

static inline word *words_of(const LineState *state, const line_table *line, int color)
{
    assert(color >= 0 && color < state->tables->n_colors);
    return state->words + line->first_word + (size_t)color * (size_t)line->n_words;
}

static inline size_t line_words(const LineState *state, const line_table *line)
{
    return (size_t)state->tables->n_colors * (size_t)line->n_words;
}

static inline bool has(const LineState *state, line_place place, int color)
{
    const word *words = words_of(state, state->tables->lines + place.line, color);
    return words[place.position / WORD_BITS] >> place.position % WORD_BITS & 1;
}

/* A state whose words and changed lines are to be filled; it takes over the caller's use of the tables. */
LineState *new_state(PyTypeObject *type, line_tables *tables);

/* Let a state have the same cells as another one of the same grid. */
void copy_cells(LineState *state, const LineState *from);

/* Whether there are such a cell and colour; sets an exception if not. */
bool check_cell(const LineState *state, long cell, long color);

/* Make a colour impossible for a cell, on all lines through it. */
void remove_everywhere(LineState *state, int cell, int color);

/* Methods that only read, in line_answers.c, and that change many cells at once, in line_edits.c. */
PyObject *changed_lines(PyObject *self, PyObject *ignored);
PyObject *count_open(PyObject *self, PyObject *ignored);
PyObject *colors_of(PyObject *self, PyObject *cell);
PyObject *masks_of(PyObject *self, PyObject *ignored);
PyObject *sets_of(PyObject *self, PyObject *ignored);
PyObject *decided(PyObject *self, PyObject *ignored);
PyObject *stretches_of(PyObject *self, PyObject *line);
PyObject *starts_of_blocks(PyObject *self, PyObject *line);
PyObject *restrict_to(PyObject *self, PyObject *arguments);
PyObject *edited(PyObject *self, PyObject *arguments);
PyObject *reduce(PyObject *self, PyObject *ignored);
PyObject *set_state(PyObject *self, PyObject *content);

#endif
