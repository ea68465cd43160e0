/* Complete line consistency of one line. */

#ifndef NONOSAT_LINE_SWEEP_H
#define NONOSAT_LINE_SWEEP_H

#include "line_tables.h"

typedef enum { FAILED = -1, IMPOSSIBLE = 0, POSSIBLE = 1 } outcome;

/* The rows of one sweep; each call from Python has a space of its own.
   before: the words of a line as they were. background: the cells that may be background.
   eroded: for each slot the cells at which 2^t cells begin that may have a colour [slots, words of the line].
   covered: likewise those at which 2^t cells begin that a block covers. free: the cells that are left to background.
   gaps: the gap before each block, and the one after the last. starts: of each block. Their words are in `rows`.
   work: words of rows since Python had its turn. poll: what is called with that work then, or NULL. */
typedef struct {
    const line_tables *tables;
    PyObject *poll;
    size_t work;
    void *memory;
    word *before, *eroded, *covered, *free, *ends, *rows, *next_row;
    row *gaps, *starts;
} sweep_space;

/* Allocate a space; returns false with an exception. poll: a function of Python that takes work in units of about a
   millisecond, or None. */
bool open_space(sweep_space *space, const line_tables *tables, PyObject *poll);
void close_space(sweep_space *space);

/* Let Python answer signals and run other threads, and tell `poll` the work since it was last called; returns false with
   an exception. */
bool give_turn(sweep_space *space);

/* Narrow the words of a line, one row for each colour of the puzzle; the starts of its blocks are left in the space.
   FAILED comes with an exception; the words are changed only if the line is POSSIBLE. */
outcome sweep_line(sweep_space *space, const line_table *line, word *words);

#endif
