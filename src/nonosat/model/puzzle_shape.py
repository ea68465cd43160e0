"""The shape of a puzzle: what rotations, reflections and an exchange of its colours leave as it is.

A turn (`symmetries.Turn`) moves whole lines, so the clues alone say what it makes of a puzzle. They come in another
order, and a clue is reversed if its line is now read from its other end. Each line is read so that the numbers of the
next family's lines ascend. If a line of family f takes the place of another one, and family g now follows, then the
numbers of g ascend along the line if g also followed f before; otherwise they descend. The turn may reverse g, too. So
the clue is reversed if exactly one of the two is true: g did not follow f, and the turn reverses g.

The shape is the least of the forms that all turns give a puzzle, with colours numbered as they first occur. A form has
the lengths of all lines in place of the grid, since a turn may lead to another grid: a rectangle of 4 rows and 5
columns has the shape of one of 5 rows and 4 columns. Colours come last in a form, so they are numbered only for turns
that make the rest least. For most puzzles, that is one turn.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from itertools import chain

from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.symmetries import Turn, all_turns, places_of, renamed, turned_place

#: A number for each block of a line, in reading order.
_Numbers = tuple[int, ...]


def shape_digest(puzzle: Puzzle) -> str:
    """The SHA-256 of the shape of a puzzle, as 64 hexadecimal digits.

    It is equal for puzzles that differ by rotation, reflection and an exchange of colours. Only the grid, the clues and
    the givens count; metadata and the values of colours do not. The number of colours counts only if there are blocks
    of unknown colour. Such a block, and one of unknown length, is like no other block.
    """
    return hashlib.sha256(json.dumps(_shape(puzzle)).encode()).hexdigest()


def _shape(puzzle: Puzzle) -> tuple[object, ...]:
    """The shape, as values that JSON can hold."""
    grid, turns = puzzle.grid, all_turns(len(puzzle.grid.families))
    sizes = [(len(grid.line(line)),) for line in range(grid.n_lines)]
    lengths = [tuple([length for length, _ in clue]) for clue in puzzle.clues]
    forms = {turn: (_turned(grid, sizes, turn), _turned(grid, lengths, turn)) for turn in turns}
    least = min(forms.values())
    n_colors = puzzle.n_colors if puzzle.has_unknown_colors else None
    return grid.kind, n_colors, least, min(_colors_and_givens(puzzle, [turn for turn in turns if forms[turn] == least]))


def _colors_and_givens(puzzle: Puzzle, turns: Sequence[Turn]) -> list[tuple[list[tuple[int, ...]], _Numbers]]:
    """For each turn, the places of the givens, and the colours of all blocks and then of the givens."""
    grid = puzzle.grid
    colors = [tuple([color for _, color in clue]) for clue in puzzle.clues]
    places = places_of(grid) if puzzle.givens else []
    last = [len(family) - 1 for family in grid.families]
    found = []
    for turn in turns:
        givens = sorted([(turned_place(places[cell], turn, last), color) for cell, color in puzzle.givens])
        blocks = chain.from_iterable(_turned(grid, colors, turn))
        found.append(([place for place, _ in givens], renamed(chain(blocks, [color for _, color in givens]))))
    return found


def _turned(grid: Grid, numbers: Sequence[_Numbers], turn: Turn) -> list[_Numbers]:
    """The numbers of each line after a turn, line by line."""
    families, found = grid.families, list[_Numbers]()
    for (family, is_reversed), (follower, is_follower_reversed) in zip(turn, (*turn[1:], turn[0]), strict=True):
        follows = follower == (family + 1) % len(turn)
        step = 1 if follows != is_follower_reversed else -1
        lines = families[family]
        found += [numbers[line][::step] for line in (reversed(lines) if is_reversed else lines)]
    return found
