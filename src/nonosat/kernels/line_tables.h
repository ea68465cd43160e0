/* The lines of a puzzle and their clues, read from Python once and shared by all its states. */

#ifndef NONOSAT_LINE_TABLES_H
#define NONOSAT_LINE_TABLES_H

#include "kernels.h"
#include "words.h"

/* A block of a clue; see `known_colors.PreparedClue` for the first four.
   color: index in the colours of the line. first, last: its bounds, the starts that the clue alone leaves to it. */
typedef struct {
    int length, slot, rest;
    bool may_touch;
    int color, first, last;
} line_block;

/* A line. It has n_words words for each colour of the puzzle, from `first_word` of a state on: room for its cells and
   for the border at its end. Its parts of `blocks`, `colors` (of its clue, the background first) and `cells` begin at
   first_block, first_color and first_cell. n_levels: the slots of each colour of its clue. */
typedef struct {
    int family, n_cells, n_words;
    size_t first_word, first_block, first_color, first_cell;
    int n_blocks, n_colors, n_levels;
} line_table;

/* A line through a cell, and the position of the cell on it. */
typedef struct {
    int line, position;
} line_place;

/* arguments: as given to `read_tables`. width: of a rectangle; other grids have 0, and `cells` and `places`
   [families, cells]. n_colors includes the background. n_words: of a state. The rest are the most of any line:
   max_words for one colour, max_slots for erosions, max_blocks, and max_rows words for all rows of a sweep. */
typedef struct {
    Py_ssize_t n_users;
    PyObject *arguments;
    int n_colors, n_families, n_lines, n_cells, width, height;
    line_table *lines;
    line_block *blocks;
    int *colors, *cells;
    line_place *places;
    size_t n_words, max_words, max_slots, max_blocks, max_rows;
} line_tables;

/* Read tables from a tuple of arguments:
       clues     for each line its blocks, pairs of a length and a colour from 1
       n_colors  including the background
       families  the number of lines of each family
       lines     for each line its cells; None for the rows and columns of a rectangle
   Returns NULL with an exception if they do not describe a puzzle. */
line_tables *read_tables(PyObject *arguments);

line_tables *share_tables(line_tables *tables);
void release_tables(line_tables *tables);

static inline int cell_at(const line_tables *tables, const line_table *line, int position)
{
    assert(position >= 0 && position < line->n_cells);
    if (!tables->width)
        return tables->cells[line->first_cell + (size_t)position];
    int number = (int)(line - tables->lines);
    return line->family == 0 ? number * tables->width + position : position * tables->width + number - tables->height;
}

static inline line_place place_of(const line_tables *tables, int family, int cell)
{
    assert(family >= 0 && family < tables->n_families && cell >= 0 && cell < tables->n_cells);
    if (!tables->width)
        return tables->places[(size_t)family * (size_t)tables->n_cells + (size_t)cell];
    int i = cell / tables->width, j = cell % tables->width;
    return family == 0 ? (line_place){i, j} : (line_place){tables->height + j, i};
}

#endif
