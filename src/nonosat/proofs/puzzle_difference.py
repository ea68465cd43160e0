"""Comparing the puzzle of a proof with the puzzle of its reader."""

from __future__ import annotations

from nonosat.model.clue import Clue, block_text, clue_text
from nonosat.model.grid import cell_name, line_name
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle

#: Clues of more blocks are not shown as a whole.
_MOST_BLOCKS = 12


def first_difference(proved: Puzzle, expected: Puzzle) -> str | None:
    """The first difference between two puzzles that can matter for their solutions.

    These are the grid, the number of colours, the clues and the givens. Colours are compared by their letters, in the
    order of the palette; their values and the metadata are ignored.

    Args:
        proved: the puzzle of the proof.
        expected: the puzzle of the reader.

    Returns:
        The difference in one line, such as `row 3: the proof has 2a 1a, the puzzle 2a 2a`; None if there is none.
    """
    if proved.grid.header != expected.grid.header:
        return _sentence("grid", proved.grid.header, expected.grid.header)
    if proved.n_colors != expected.n_colors:
        return _sentence("number of colours", f"{proved.n_colors}", f"{expected.n_colors}")
    for index, (found, clue) in enumerate(zip(proved.clues, expected.clues, strict=True)):
        if found != clue:
            return _clue_difference(line_name(proved.grid, index), found, clue)
    givens, expected_givens = dict(proved.givens), dict(expected.givens)
    differing = {cell for cell, _ in {*proved.givens} ^ {*expected.givens}}
    if differing:
        cell = min(differing)
        found_given, given = (
            f"given {letter(colors[cell])}" if cell in colors else "no given" for colors in (givens, expected_givens)
        )
        return _sentence(cell_name(proved.grid, cell), found_given, given)
    return None


def _clue_difference(line: str, found: Clue, expected: Clue) -> str:
    """The difference of two clues: the clues, or the first blocks that differ if the clues are long."""
    if max(len(found), len(expected)) <= _MOST_BLOCKS:
        return _sentence(line, clue_text(found), clue_text(expected))
    number = next(
        (number for number, (one, other) in enumerate(zip(found, expected, strict=False)) if one != other),
        min(len(found), len(expected)),
    )
    blocks = (block_text(clue[number]) if number < len(clue) else "none" for clue in (found, expected))
    return _sentence(f"{line}, block {number + 1}", *blocks)


def _sentence(what: str, proved: str, expected: str) -> str:
    return f"{what}: the proof has {proved}, the puzzle {expected}"
