"""Pictures as text of any width, in colour or in plain letters, for every kind of grid."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from nonosat.drawing.cell_pens import CluePen, LetterPen, written_lines
from nonosat.drawing.cell_styles import cells_to_draw
from nonosat.drawing.color_pen import ColorPen
from nonosat.drawing.terminal_colors import RESET, sequence, terminal_colors
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


def text(
    puzzle: Puzzle,
    picture: Picture | None,
    *,
    color: bool = False,
    clues: bool = False,
    differs: Collection[int] = (),
) -> str:
    """A picture as lines of text, without a line end after the last one.

    In colour a cell is two blanks on its 24-bit colour, which makes it about square. In plain text it is the letter of
    its colour, `-` for background. Rows begin where those of the grid do. Plain cells are separated by blanks, if a
    row begins at half a cell, a colour has a name of several letters, or columns have clues above them.

    Args:
        picture: without it the givens are shown and all other cells are open.
        color: use colours, which the terminal is supposed to have.
        clues: write the clues of the rows on the left and those of columns above. Lines in other directions have no
            place in text, so their clues follow below.
        differs: cells to mark with `<>`, in colour only: letters must stay legible.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
    """
    cells = cells_to_draw(puzzle, picture)
    if clues:
        from nonosat.drawing.clue_text import clues_above, with_clues

        # Columns stand above their cells, so that cells are as wide as the widest of their blocks.
        above = clues_above(puzzle)
        pen: CluePen = ColorPen(puzzle, above, differs) if color else LetterPen(puzzle, above)
        return "\n".join(with_clues(puzzle, cells, pen))
    pen = ColorPen(puzzle, marked=differs) if color else LetterPen(puzzle)
    return "\n".join(written_lines(puzzle.grid, cells, pen))


def swatches(colors: Sequence[str], depth: int) -> list[str]:
    """A cell of each colour of a palette; `colors` and `depth` are those of `terminal_colors`."""
    return [f"{sequence(shown.ground)}  {RESET}" for shown in terminal_colors(colors, depth)]
