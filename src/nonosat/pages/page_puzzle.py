"""A puzzle as a page holds it: plain data, from which the script of the page draws the puzzle and judges marks."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.drawing.color_words import cell_words
from nonosat.drawing.contrast import CLEAR, LEGIBLE, VISIBLE, contrast, ink, legible_ground
from nonosat.errors import UsageError
from nonosat.formats.puzzle_digest import SHORT, puzzle_digest
from nonosat.model.grid_kinds import kind_of
from nonosat.model.palette import letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import verified
from nonosat.pages.page_geometry import page_geometry
from nonosat.pages.page_steps import PageStep

#: Each cell is an element of the page, so that it can be reached by keyboard and screen reader.
MAX_CELLS = 40_000

#: The cells without marks: in light and in dark colours. `player.css` has the same values.
PAPER, DARK_PAPER = "#fbfaf7", "#23262b"
#: The colour on dark cells in place of a single colour that cannot be seen there.
_LIGHT_INK = "#e9e7e1"


@dataclass(frozen=True, kw_only=True)
class PagePuzzle:
    """A puzzle that a page shows.

    Attributes:
        name: in place of a missing title.
        solution: None for a page that cannot reveal one.
        steps: steps to the solution; empty for a page without hints.
    """

    puzzle: Puzzle
    name: str
    solution: Picture | None = None
    steps: tuple[PageStep, ...] = ()


def puzzle_record(page_puzzle: PagePuzzle) -> dict[str, object]:
    """All data that the script of a page needs of a puzzle, as JSON can hold it.

    Only the attributes `solution` and `steps` of `page_puzzle` reveal something of a solution.

    Raises:
        UsageError: it has too many cells, or there is no layout for its kind of grid.
        SolverError: the solution does not satisfy the clues.
    """
    puzzle = page_puzzle.puzzle
    grid, metadata = puzzle.grid, puzzle.metadata
    if grid.n_cells > MAX_CELLS:
        raise UsageError(f"{page_puzzle.name}: {grid.n_cells:,} cells, expected at most {MAX_CELLS:,} on a page")
    record: dict[str, object] = {
        "digest": puzzle_digest(puzzle)[:SHORT],
        **{name: text for name, text in metadata._asdict().items() if text},
        "title": metadata.title or page_puzzle.name,
        "size": kind_of(grid).extent(grid),
        "families": [[name.name, len(family)] for name, family in zip(grid.family_names, grid.families, strict=True)],
        "lines": [list(grid.line(line)) for line in range(grid.n_lines)],
        "clues": [[part for block in clue for part in block] for clue in puzzle.clues],
        "givens": [part for given in puzzle.givens for part in given],
        "colors": _colors(puzzle),
        "dark": _dark_colors(puzzle),
        "plain": puzzle.n_colors == 1 and contrast(puzzle.palette.colors[1], PAPER) >= LEGIBLE,
        "geometry": page_geometry(puzzle),
    }
    if page_puzzle.solution is not None:
        record["solution"] = verified(puzzle, page_puzzle.solution).cells
    if page_puzzle.steps:
        record["steps"] = [step.record() for step in page_puzzle.steps]
    return record


def _colors(puzzle: Puzzle) -> list[list[object]]:
    """The look and the words of each colour, the background first; `player.js` names the parts."""
    colors = puzzle.palette.colors
    rows: list[list[object]] = []
    for number, (color, word) in enumerate(zip(colors, cell_words(colors), strict=True)):
        tone = legible_ground(color, CLEAR)
        rows.append([color, letter(number), word, ink(color), tone, ink(tone), int(contrast(color, PAPER) < VISIBLE)])
    return rows


def _dark_colors(puzzle: Puzzle) -> list[str] | None:
    """The colours on dark cells, the background first; None if not all of them can be seen there."""
    colors = puzzle.palette.colors
    if puzzle.n_colors == 1:
        return [DARK_PAPER, colors[1] if contrast(colors[1], DARK_PAPER) >= LEGIBLE else _LIGHT_INK]
    return None
