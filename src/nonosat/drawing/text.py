"""Pictures as text of any width, in colour or in plain letters, for every kind of grid.

A cell of two columns is about square. Half blocks need half of that width: a character holds two rows, and a cell is
square again, and rows that begin at half a cell begin half a cell further to the left. Half blocks cannot hold marks;
without colours they cannot hold several colours of a palette. In these cases the narrow form has one column a cell and
one row a line. Two neighbouring triangles are half a side apart, so in colour a triangle has one column. Without
colours it has two, as have all cells in pictures that can be read back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from nonosat.core.arguments import public
from nonosat.drawing.cell_pens import (
    CluePen,
    LetterPen,
    Pen,
    ShapePen,
    cells_to_draw,
    row_indents,
    written_lines,
    written_width,
)
from nonosat.model.cell_shapes import SHAPES, has_shapes
from nonosat.model.clue import length_text
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import kind_of
from nonosat.model.picture import Picture
from nonosat.model.picture_forms import PictureLike, as_picture
from nonosat.model.puzzle import Puzzle

_UPPER, _LOWER, _FULL = "\N{UPPER HALF BLOCK}", "\N{LOWER HALF BLOCK}", "\N{FULL BLOCK}"
#: In place of a colour: no cell.
_OUTSIDE = -2

#: The colours of the upper and the lower half of a character.
_Pair = tuple[int, int]


@public
def text(
    puzzle: Puzzle,
    picture: PictureLike | None,
    *,
    color: bool = False,
    clues: bool = False,
    differs: Collection[int] = (),
) -> str:
    """A picture as lines of text, without a line end after the last one.

    In colour a cell is two blanks on its 24-bit colour. In plain text it is the letter of its colour, `-` for
    background; cells are separated by blanks if a row begins at half a cell, a colour has a name of several letters, or
    columns have clues above them.

    Args:
        picture: in a form that `check` takes; without it the givens are shown and all other cells are open.
        clues: write the clues of the rows on the left, those of columns above, and those of lines in other directions
            below.
        differs: cells to mark with `<>`, in colour only: letters must stay legible.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
    """
    cells = cells_to_draw(puzzle, None if picture is None else as_picture(puzzle, picture))
    if color:
        from nonosat.drawing.terminal_colors import ColorPen
    if clues:
        from nonosat.drawing.clue_text import clues_above, with_clues

        # Columns stand above their cells, so that cells are as wide as the widest of their blocks.
        above = clues_above(puzzle)
        pen: CluePen = ColorPen(puzzle, above, differs) if color else LetterPen(puzzle, above)
        return "\n".join(with_clues(puzzle, cells, pen))
    pen = ColorPen(puzzle, marked=differs) if color else LetterPen(puzzle)
    return "\n".join(written_lines(puzzle.grid, cells, pen))


class TextScreen(NamedTuple):
    """A terminal or a file for which text is written.

    Attributes:
        width: the columns of the terminal; None for a file, whose lines may be of any length.
        depth: number of colours: 0, 16, 256 or `TRUE_COLOR`.
        letters: letters are wanted, even if colours or shapes could be shown.
        ascii: only ASCII characters can be written.
    """

    width: int | None = None
    depth: int = 0
    letters: bool = False
    ascii: bool = False


class FittedText(NamedTuple):
    """Text for a screen.

    Attributes:
        text: lines without a line end after the last one; None if no form fits.
        columns: that the form needs, or the narrowest one if none fits.
    """

    text: str | None
    columns: int


def fitted_picture(puzzle: Puzzle, picture: Picture, screen: TextScreen, differs: Collection[int] = ()) -> FittedText:
    """A picture in the first form that fits; cells that `differs` names are marked in all forms but letters.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
    """
    cells = cells_to_draw(puzzle, picture)
    columns = 0
    for columns, lines in _forms(puzzle, cells, screen, differs):
        if screen.width is None or columns <= screen.width:
            return FittedText("\n".join(lines), columns)
    return FittedText(None, columns)


def fitted_clues(puzzle: Puzzle, screen: TextScreen) -> FittedText:
    """The empty grid with its givens and its clues; or, where it does not fit, a list of the clues and givens."""
    from nonosat.drawing.clue_text import clues_above, clues_width, listed_clues, listed_givens, with_clues

    above = clues_above(puzzle)
    pens: list[CluePen] = [LetterPen(puzzle, above)]
    if screen.depth:
        from nonosat.drawing.terminal_colors import ColorPen

        # Numbers of several digits need a blank between them where neighbours have the same colour.
        digits = max((len(length_text(block)) for clue in above for block in clue), default=1)
        pitches = [digits + 1, digits] if digits > 1 else [2]
        pens = [ColorPen(puzzle, above, depth=screen.depth, pitch=pitch) for pitch in pitches]
    columns = 0
    for pen in pens:
        columns = clues_width(puzzle, pen)
        if screen.width is None or columns <= screen.width:
            return FittedText("\n".join(with_clues(puzzle, cells_to_draw(puzzle, None), pen, screen.width)), columns)
    lines = listed_clues(puzzle, pens[-1], range(puzzle.grid.n_lines), screen.width)
    return FittedText("\n".join(chain(lines, listed_givens(puzzle, screen.width))), columns)


def _forms(
    puzzle: Puzzle, cells: Sequence[int], screen: TextScreen, marked: Collection[int]
) -> Iterator[tuple[int, Iterator[str]]]:
    """The forms of a picture from the widest to the narrowest: the columns of each, and its lines."""
    grid, depth = puzzle.grid, screen.depth
    if screen.letters or not (depth or (has_shapes(puzzle.n_colors) and not screen.ascii)):
        letters = LetterPen(puzzle)
        yield written_width(grid, letters.pitch) - len(letters.separator), written_lines(grid, cells, letters)
        return
    widest = kind_of(grid).columns if depth else 2
    for pitch in range(widest, 0, -1):
        if pitch == 1 < widest and not marked and not screen.ascii and (depth or puzzle.n_colors == 1):
            halves = _colored_half_blocks(puzzle, cells, depth) if depth else _plain_half_blocks(puzzle, cells)
            yield written_width(grid, 1), halves
        pen: Pen
        if depth:
            from nonosat.drawing.terminal_colors import ColorPen

            pen = ColorPen(puzzle, marked=marked, depth=depth, pitch=pitch)
        else:
            pen = ShapePen(puzzle, marked, pitch)
        yield written_width(grid, pitch), written_lines(grid, cells, pen)


def _colored_half_blocks(puzzle: Puzzle, cells: Sequence[int], depth: int) -> Iterator[str]:
    """The lines of a picture in colour; `cells` are colour numbers, or `OPEN`, and `depth` as of `terminal_colors`."""
    from nonosat.drawing.terminal_colors import RESET, sequence, terminal_colors

    colors = terminal_colors(puzzle.palette.colors, depth)

    def written(pair: _Pair, length: int) -> str:
        upper, lower = pair
        if upper < 0 and lower < 0:
            return RESET + " " * length
        if upper < 0:
            return sequence("0", colors[lower].ink) + _LOWER * length
        if lower < 0:
            return sequence("0", colors[upper].ink) + _UPPER * length
        if upper == lower:
            return sequence("0", colors[upper].ground) + " " * length
        return sequence(colors[upper].ink, colors[lower].ground) + _UPPER * length

    for margin, pairs in _pairs(puzzle.grid, cells):
        yield " " * margin + "".join(written(pair, len(list(run))) for pair, run in groupby(pairs)) + RESET


def _plain_half_blocks(puzzle: Puzzle, cells: Sequence[int]) -> Iterator[str]:
    """The lines of a picture of one colour, without colours; `cells` are colour numbers, or `OPEN`."""
    halves = {(True, True): _FULL, (True, False): _UPPER, (False, True): _LOWER}
    for margin, pairs in _pairs(puzzle.grid, cells):
        names = (
            halves.get((upper > 0, lower > 0)) or (SHAPES[0] if max(upper, lower) > _OUTSIDE else " ")
            for upper, lower in pairs
        )
        yield " " * margin + "".join(names)


def _pairs(grid: Grid, cells: Sequence[int]) -> Iterator[tuple[int, list[_Pair]]]:
    """The characters of each line: the number of blanks before them, and the colours of their halves."""
    starts = row_indents(grid, 1)
    rows = [cells[grid.line(row)[0] : grid.line(row)[-1] + 1] for row in grid.families[0]]
    for top in range(0, len(rows), 2):
        two, begins = rows[top : top + 2], starts[top : top + 2]
        margin = min(begins)
        end = max(begin + len(row) for begin, row in zip(begins, two, strict=True))
        halves = [
            [_OUTSIDE] * (begin - margin) + list(row) + [_OUTSIDE] * (end - begin - len(row))
            for begin, row in zip(begins, two, strict=True)
        ]
        yield margin, list(zip(halves[0], halves[1] if len(two) == 2 else [_OUTSIDE] * (end - margin), strict=True))
