"""Complete line consistency on all lines of a grid, in functions that numba compiles.

These are the sweeps of `known_colors`, whose terms are used here, on words of 64 bits instead of integers of any size.
Compiled operations on words are much faster than Python's on integers (docs/experiments.md, "Probing"), and a whole
fixpoint is one call.

A *row* of words is a bit set: bit j of word w is cell 64 w + j of a line, or the border before that cell; the border
at the end of the line has a bit, too. On both sides of a row there are enough words of zeros for a shift by the length
of any block. Helpers take words, not rows: to hand over a row is slow.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from nonosat.core.compiled import compiled

#: Bit sets [rows, words], or one [words].
Words = np.ndarray[Any, np.dtype[np.uint64]]

#: Numbers of cells, lines, blocks.
Numbers = np.ndarray[Any, np.dtype[np.int64]]

#: Bit c of an entry is 1 if the cell may have colour c [cells].
Possible = np.ndarray[Any, np.dtype[np.uint8]]

#: True for each line on which something has changed since it was last swept [lines].
Changed = np.ndarray[Any, np.dtype[np.bool_]]

_ZERO, _ONE, _BYTE = np.uint64(0), np.uint64(1), np.uint64(255)
_BITS_OF_BYTE, _LAST_BIT, _BITS = np.uint64(8), np.uint64(63), np.uint64(64)


class LineTables(NamedTuple):
    """The lines of a puzzle and their clues.

    Attributes:
        first_cell: the index where each line begins in `cells`, and the one where the last line ends [lines + 1].
        cells: the cells of all lines, one line after the other.
        owners: the line of each family through each cell [families, cells].
        first_block: likewise for the blocks of each line in `blocks` [lines + 1].
        blocks: length, slot, rest and whether it may touch the next, of each block; see `known_colors.PreparedClue`
            [blocks, 4].
        first_color: likewise for the colours of each line in `colors` [lines + 1].
        colors: the background and the colours of the blocks of each line, one line after the other.
        levels: the number of slots of each colour of a line [lines].
    """

    first_cell: Numbers
    cells: Numbers
    owners: Numbers
    first_block: Numbers
    blocks: Numbers
    first_color: Numbers
    colors: Numbers
    levels: Numbers


class Workspace(NamedTuple):
    """Rows of words for the sweep of one line.

    Attributes:
        low: the number of words of zeros on each side of a row.
        masks: the cells that may have each colour of the line, the background first.
        eroded: for each slot the cells at which 2^t cells begin that may have a colour.
        covered: for each slot the cells at which 2^t cells begin that a block covers.
        gaps: the gap before each block, and the one after the last.
        starts: the starts of each block, and that of a block without cells at the end of the line.
        reached: one row. To the right, the ends of the block before; to the left, the borders behind which all later
            blocks fit.
        free: one row: the cells that may be background.
    """

    low: int
    masks: Words
    eroded: Words
    covered: Words
    gaps: Words
    starts: Words
    reached: Words
    free: Words


@compiled
def run(tables: LineTables, possible: Possible, changed: Changed, space: Workspace) -> bool:
    """Sweep lines until nothing changes any more; return False if there is no solution.

    Args:
        possible: changed in place.
        changed: the lines to sweep first; all False in the end, if there may be a solution.
        space: overwritten.
    """
    again = True
    while again:
        again = False
        for line in range(len(changed)):
            if changed[line]:
                again = True
                _load(tables, line, possible, space)
                if not _sweep_right(tables, line, space):
                    return False
                _sweep_left(tables, line, space)
                _store(tables, line, possible, changed, space)
    return True


@compiled
def _load(tables: LineTables, line: int, possible: Possible, space: Workspace) -> None:
    """Fill the masks of a line and their erosions, and clear what is covered."""
    cells, masks, eroded, covered = tables.cells, space.masks, space.eroded, space.covered
    begin, end = tables.first_cell[line], tables.first_cell[line + 1]
    levels, first_color = tables.levels[line], tables.first_color[line]
    low = space.low
    high = masks.shape[1] - low
    for number in range(tables.first_color[line + 1] - first_color):
        color = np.uint8(tables.colors[first_color + number])
        place = begin
        for w in range(low, high):
            word = bit = _ZERO
            until = min(place + 64, end)
            for j in range(place, until):
                word |= np.uint64(possible[cells[j]] >> color & 1) << bit
                bit += _ONE
            masks[number, w] = word
            place = until
        if number == 0:
            continue
        first_slot = (number - 1) * levels
        for w in range(low, high):
            eroded[first_slot, w] = masks[number, w]
            covered[first_slot, w] = _ZERO
        for slot in range(first_slot + 1, first_slot + levels):
            size = 1 << (slot - first_slot - 1)
            whole, part = size >> 6, np.uint64(size & 63)
            for w in range(low, high):
                half = _down(eroded[slot - 1, w + whole], eroded[slot - 1, w + whole + 1], part)
                eroded[slot, w] = eroded[slot - 1, w] & half
                covered[slot, w] = _ZERO


@compiled
def _sweep_right(tables: LineTables, line: int, space: Workspace) -> bool:
    """Find the starts at which the blocks up to each one fit, and the gaps; return False if they do not all fit."""
    blocks, masks, eroded = tables.blocks, space.masks, space.eroded
    gaps, starts, ends = space.gaps, space.starts, space.reached
    first, last = tables.first_block[line], tables.first_block[line + 1]
    low = space.low
    high = gaps.shape[1] - low
    for w in range(low, high):
        ends[w] = _ZERO
    ends[low] = _ONE
    may_touch = True
    for k in range(last - first + 1):
        carry = _ZERO
        for w in range(low, high):
            mask = masks[0, w]
            inside = ends[w] & mask
            total = mask + inside
            with_carry = total + carry
            carry = np.uint64(total < mask) | np.uint64(with_carry < total)
            gaps[k, w] = (with_carry ^ mask | inside) & mask
        if k == last - first:
            break
        length, slot, rest = blocks[first + k, 0], blocks[first + k, 1], blocks[first + k, 2]
        whole, part = rest >> 6, np.uint64(rest & 63)
        any_start = _ZERO
        for w in range(low, high):
            place = _up(gaps[k, w], gaps[k, w - 1], _ONE)
            if may_touch:
                place |= ends[w]
            if place:
                half = _down(eroded[slot, w + whole], eroded[slot, w + whole + 1], part)
                place &= eroded[slot, w] & half
            starts[k, w] = place
            any_start |= place
        if not any_start:
            return False
        whole, part = length >> 6, np.uint64(length & 63)
        for w in range(low, high):
            ends[w] = _up(starts[k, w - whole], starts[k, w - whole - 1], part)
        may_touch = blocks[first + k, 3] != 0
    n_cells = tables.first_cell[line + 1] - tables.first_cell[line]
    w = low + (n_cells >> 6)
    border = ends[w] | _up(gaps[last - first, w], gaps[last - first, w - 1], _ONE)
    return bool(border >> np.uint64(n_cells & 63) & _ONE)


@compiled
def _sweep_left(tables: LineTables, line: int, space: Workspace) -> None:
    """Keep the starts at which all blocks fit; find the cells that they cover, and those that may be background.

    Inside of a word a gap is followed to lower bits by steps of 1, 2, 4, ... cells, as a carry does not run down.
    """
    blocks, covered, gaps = tables.blocks, space.covered, space.gaps
    starts, reached, free = space.starts, space.reached, space.free
    first, last = tables.first_block[line], tables.first_block[line + 1]
    n_cells = tables.first_cell[line + 1] - tables.first_cell[line]
    low = space.low
    high = gaps.shape[1] - low
    for w in range(low, high):
        free[w] = starts[last - first, w] = _ZERO
    starts[last - first, low + (n_cells >> 6)] = _ONE << np.uint64(n_cells & 63)
    for k in range(last - first, -1, -1):
        may_touch = k == last - first or (k > 0 and blocks[first + k - 1, 3] != 0)
        back = _ZERO
        for w in range(high - 1, low - 1, -1):
            run = gaps[k, w]
            back = (_down(starts[k, w], starts[k, w + 1], _ONE) | back << _LAST_BIT) & run
            step = _ONE
            while step < _BITS:
                more = run & back >> step
                if not more & ~back:
                    break
                back |= more
                run &= run >> step
                step <<= _ONE
            free[w] |= back
            reached[w] = back | starts[k, w] if may_touch else back
        if k == 0:
            break
        length, slot, rest = blocks[first + k - 1, 0], blocks[first + k - 1, 1], blocks[first + k - 1, 2]
        whole, part = length >> 6, np.uint64(length & 63)
        for w in range(low, high):
            if starts[k - 1, w]:
                starts[k - 1, w] &= _down(reached[w + whole], reached[w + whole + 1], part)
        whole, part = rest >> 6, np.uint64(rest & 63)
        for w in range(low, high):
            half = _up(starts[k - 1, w - whole], starts[k - 1, w - whole - 1], part)
            covered[slot, w] |= starts[k - 1, w] | half


@compiled
def _store(tables: LineTables, line: int, possible: Possible, changed: Changed, space: Workspace) -> None:
    """Remove from the cells of a line what the sweeps have not found, and note the lines that cross there."""
    cells, owners, masks, covered, free = tables.cells, tables.owners, space.masks, space.covered, space.free
    levels, first_color = tables.levels[line], tables.first_color[line]
    low = space.low
    high = masks.shape[1] - low
    for number in range(tables.first_color[line + 1] - first_color):
        first_slot = (number - 1) * levels
        if number:
            for slot in range(first_slot + levels - 1, first_slot, -1):
                size = 1 << (slot - first_slot - 1)
                whole, part = size >> 6, np.uint64(size & 63)
                for w in range(low, high):
                    half = _up(covered[slot, w - whole], covered[slot, w - whole - 1], part)
                    covered[slot - 1, w] |= covered[slot, w] | half
        bit = np.uint8(1 << tables.colors[first_color + number])
        for w in range(low, high):
            removed = masks[number, w] ^ (covered[first_slot, w] if number else free[w])
            place = tables.first_cell[line] + 64 * (w - low)
            while removed:
                while not removed & _BYTE:
                    removed >>= _BITS_OF_BYTE
                    place += 8
                while not removed & _ONE:
                    removed >>= _ONE
                    place += 1
                removed ^= _ONE
                possible[cells[place]] ^= bit
                for family in range(owners.shape[0]):
                    changed[owners[family, cells[place]]] = True
    changed[line] = False


@compiled
def _up(word: np.uint64, lower: np.uint64, part: np.uint64) -> np.uint64:
    """A word after all bits of its row have moved up by `part`, fewer than 64, places; `lower` is the word below."""
    return word << part | lower >> _ONE >> (_LAST_BIT - part)


@compiled
def _down(word: np.uint64, higher: np.uint64, part: np.uint64) -> np.uint64:
    """A word after all bits of its row have moved down by `part`, fewer than 64, places; `higher` is the word above."""
    return word >> part | higher << _ONE << (_LAST_BIT - part)
