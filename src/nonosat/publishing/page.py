"""A page on which puzzles are played: template, style sheet, script and puzzles put together in one HTML file.

Texts of puzzles come from strangers. They reach the page only as data, in JSON that cannot end its element, and the
script shows them as text. A content security policy names the one script and the one style sheet by their hashes, so
that a browser runs nothing else even if something else were in the page.

The data of a puzzle come from the layout of its grid, so the script knows no kinds of grids. It derives the frame and
the guide lines from the outlines of the cells and from their lines, and judges marks by the clues.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nonosat.core.errors import UsageError
from nonosat.drawing.clue_chips import GAP, Chip, chip_corners, chips, chips_data
from nonosat.drawing.layout import Layout
from nonosat.drawing.layouts import layout_of
from nonosat.explaining.step import Step
from nonosat.formats.clues import SHORT, puzzle_digest
from nonosat.model.color_names import cell_words
from nonosat.model.colors import CLEAR, LEGIBLE, VISIBLE, contrast, ink, legible_ground
from nonosat.model.grid_kinds import kind_of
from nonosat.model.palette import letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import verified
from nonosat.publishing.page_assets import asset, bundled_script
from nonosat.publishing.page_words import page_words
from nonosat.publishing.words import LANGUAGES, Words

#: The numbers of puzzles that can stand on a sheet of paper.
PER_SHEET = (1, 2, 4, 6)
#: Each cell is an element of the page, so that it can be reached by keyboard and screen reader.
MAX_CELLS = 40_000

#: The cells without marks: in light and in dark colours. `style.css` has the same values.
PAPER, DARK_PAPER = "#fbfaf7", "#23262b"
#: The colour on dark cells in place of a single colour that cannot be seen there.
_LIGHT_INK = "#e9e7e1"
#: Pixels around the grid with its clues, for lines that are half outside.
_PADDING = 3


class PageStep(NamedTuple):
    """A step to the solution.

    Attributes:
        text: its conclusion with the reason, in one or more sentences.
        lines: those whose clues it uses.
        cells: those that it decides, each with its colour; 0 is background.
    """

    text: str
    lines: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]

    def record(self) -> list[object]:
        """The step as JSON: text, lines, and cells with their colours in one list."""
        return [self.text, list(self.lines), [part for cell in self.cells for part in cell]]


@dataclass(frozen=True, kw_only=True)
class PagePuzzle:
    """A puzzle that a page shows.

    Attributes:
        name: used if the puzzle has no title.
        solution: None for a page that cannot reveal one.
        steps: to the solution; empty for a page without hints.
        image: the image from which it was read, to be shown beside it: the bytes of a JPEG.
    """

    puzzle: Puzzle
    name: str
    solution: Picture | None = None
    steps: tuple[PageStep, ...] = field(default=(), repr=False)
    image: bytes | None = field(default=None, repr=False)


def page_text(
    puzzles: Sequence[PagePuzzle],
    *,
    title: str = "",
    per_sheet: int = 1,
    language: str | None = None,
    show_titles: bool = True,
) -> str:
    """An HTML file on which puzzles are played and from which they are printed, which refers to no other file.

    Args:
        puzzles: at least one; several are listed.
        title: by default that of its only puzzle, or "Nonograms".
        per_sheet: number of puzzles on one sheet of paper, one of `PER_SHEET`.
        language: of its words, a key of `LANGUAGES`; by default that of the browser, or English.
        show_titles: otherwise, show the title and the description of a puzzle only when it is solved.

    Raises:
        UsageError: there is no puzzle, one is too large, `per_sheet` is not in `PER_SHEET`, or there is no such
            language.
    """
    if not puzzles:
        raise UsageError("no puzzle for the page, expected at least one")
    if per_sheet not in PER_SHEET:
        raise UsageError(f"{per_sheet} puzzles on a sheet, expected one of {', '.join(map(str, PER_SHEET))}")
    records = [puzzle_record(puzzle) for puzzle in puzzles]
    name = title or (str(records[0]["title"]) if len(records) == 1 and show_titles else "")
    words = Words(language or "en")
    languages = [language] if language else LANGUAGES
    colors = [color[2] for record in records for color in record["colors"]]
    style, script = asset("style.css"), bundled_script()
    images = "img-src data:; " if any(shown.image for shown in puzzles) else ""
    parts = {
        "policy": f"default-src 'none'; script-src {_source(script)}; style-src {_source(style)}; "
        f"{images}base-uri 'none'; form-action 'none'",
        "language": words.language,
        "title": html.escape(name or words("book.title")),
        "noscript": html.escape(words("page.script")),
        "style": style,
        "script": script,
        "words": _json(page_words([shown.puzzle for shown in puzzles], colors, languages)),
        "data": _json({"title": name, "perSheet": per_sheet, "showTitles": show_titles, "puzzles": records}),
    }
    # One pass over the template, so that `%%` within a part has no effect.
    pieces = asset("page.html").split("%%")
    return "".join(parts[piece] if at % 2 else piece for at, piece in enumerate(pieces))


def page_steps(steps: Sequence[Step], texts: Sequence[str]) -> tuple[PageStep, ...]:
    """The `steps` of an explanation as a page shows them, with the sentences of each in `texts`."""
    return tuple(
        PageStep(text, step.lines, tuple((cell, after[0]) for cell, _, after in step.conclusions if len(after) == 1))
        for step, text in zip(steps, texts, strict=True)
    )


def puzzle_record(page_puzzle: PagePuzzle) -> dict[str, Any]:
    """All data that the script of a page needs of a puzzle, as JSON; only its solution and steps reveal a solution.

    Raises:
        UsageError: it has too many cells, or there is no layout for its kind of grid.
        SolverError: the solution does not satisfy the clues.
    """
    puzzle = page_puzzle.puzzle
    grid, metadata = puzzle.grid, puzzle.metadata
    if grid.n_cells > MAX_CELLS:
        raise UsageError(f"{page_puzzle.name}: {grid.n_cells:,} cells, expected at most {MAX_CELLS:,} on a page")
    record: dict[str, Any] = {
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
    if page_puzzle.image is not None:
        record["image"] = f"data:image/jpeg;base64,{base64.b64encode(page_puzzle.image).decode()}"
    return record


def _colors(puzzle: Puzzle) -> list[list[object]]:
    """The look and the words of each colour, the background first; `puzzle.js` names the parts."""
    colors = puzzle.palette.colors
    rows: list[list[object]] = []
    for number, (color, word) in enumerate(zip(colors, cell_words(colors), strict=True)):
        tone = legible_ground(color, CLEAR)
        rows.append([color, letter(number), word, ink(color), tone, ink(tone), int(contrast(color, PAPER) < VISIBLE)])
    return rows


def _dark_colors(puzzle: Puzzle) -> list[str] | None:
    """The colours on dark cells, the background first; None if not all of them can be seen there."""
    if puzzle.n_colors > 1:
        return None
    color = puzzle.palette.colors[1]
    return [DARK_PAPER, color if contrast(color, DARK_PAPER) >= LEGIBLE else _LIGHT_INK]


def page_geometry(puzzle: Puzzle) -> dict[str, object]:
    """The geometry of a puzzle as JSON.

    Returns:
        In units of the layout:

        scale: pixels per unit.
        shapes: for each form of cells its centre and corners, as x and y from the upper left end of the cell.
        shape: index of the form of each cell.
        x, y: upper left ends of the cells.
        entries: for each line x and y of the block nearest to the border if there were no gap, and x and y of the step
            from one block to the next one.
        offsets: of the groups of five lines, for each family.
        slanted: True if short lines lead from the grid to the clues.

        In pixels:

        gap: between the border and the first block.
        view: left, top, width, height.
        chip: outline of a block as path data around its centre.
        fonts: the size of the text on a block by its number of characters.
    """
    from nonosat.drawing.puzzle_canvas import CanvasStyle, PuzzleCanvas  # slow to import

    layout = layout_of(puzzle.grid)
    shapes: dict[tuple[float, ...], int] = {}
    shape, lefts, tops = [], [], []
    for cell in range(puzzle.grid.n_cells):
        corners = layout.polygon(cell)
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        points = (layout.center(cell), *corners)
        outline = tuple(round(part, 3) for x, y in points for part in (x - left, y - top))
        shape.append(shapes.setdefault(outline, len(shapes)))
        lefts.append(left)
        tops.append(top)
    corner = Chip(x=0.0, y=0.0, text="", color=0, font_size=0.0)
    return {
        "scale": layout.scale,
        "shapes": [list(outline) for outline in shapes],
        "shape": shape,
        "x": lefts,
        "y": tops,
        "entries": [(*entry.nearest, *entry.step) for entry in map(layout.entry, range(puzzle.grid.n_lines))],
        "offsets": list(layout.guide_offsets),
        "slanted": layout.slanted,
        "gap": GAP,
        "view": list(PuzzleCanvas(puzzle, CanvasStyle()).view(_PADDING)),
        "chip": chips_data([corner], chip_corners(layout)),
        "fonts": _font_sizes(puzzle, layout),
    }


def _font_sizes(puzzle: Puzzle, layout: Layout) -> Sequence[float]:
    """The size of text on a block by its number of characters, from 0 on, with and without the letter of its colour."""
    every = [chip for letters in (False, True) for chip in chips(puzzle, layout, letters=letters)]
    sizes = {len(chip.text): chip.font_size for chip in every}
    # A number of characters that no text has gets the size of the next larger one.
    return [sizes[min(known for known in sizes if known >= length)] for length in range(max(sizes) + 1)]


def _source(text: str) -> str:
    """The hash by which a content security policy names an inline script or style sheet."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _json(content: object) -> str:
    """JSON for a script element: ASCII, without `<`, so that no text can end the element or begin a comment."""
    return json.dumps(content, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
