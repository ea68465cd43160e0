"""Where everything of a puzzle lies on a page: cells, clues and lines, as plain data for the script of the page.

All of it comes from the layout of the grid, so the script knows no kinds of grids.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.drawing.clue_chips import Chip, chip_corners, chips, chips_data, leads_data
from nonosat.drawing.layout import Layout
from nonosat.drawing.layouts import layout_of
from nonosat.drawing.outline import Point, lines_data, loops, loops_data
from nonosat.drawing.sheet_style import SheetStyle
from nonosat.model.puzzle import Puzzle

#: Pixels around the grid with its clues, for lines that are half outside.
_PADDING = 3


def page_geometry(puzzle: Puzzle) -> dict[str, object]:
    """The geometry of a puzzle, as JSON can hold it.

    Args:
        puzzle: its grid and clues.

    Returns:
        In units of the layout: `scale` (pixels per unit), `cell` (width of the first cell), `shapes` (outlines of cells
        as path data around their centres), `shape` (index of each cell's outline), `x` and `y` (centres of the cells),
        `guides` and `frame` (path data). In pixels: `view` (left, top, width, height), `clues` (for each line the
        centre of the block nearest to the grid), `steps` (for each family the way from one block to the next one),
        `chip` (outline of a block as path data around its centre), `leads` (path data) and `fonts` (by number of
        characters, the size of the text on a block). The numbers of cells are runs as `number_runs` makes them.

    Raises:
        UsageError: there is no layout for this kind of grid.
    """
    # Importing it takes a while, and a record of a puzzle may be wanted without.
    from nonosat.drawing.puzzle_sheet import PuzzleSheet

    layout = layout_of(puzzle.grid)
    cells = range(puzzle.grid.n_cells)
    shapes: dict[str, int] = {}
    shape = [shapes.setdefault(_outline(layout, cell), len(shapes)) for cell in cells]
    centers = [layout.center(cell) for cell in cells]
    corner = Chip(x=0.0, y=0.0, text="", color=0, font_size=0.0)
    return {
        "scale": layout.scale,
        "cell": max(x for x, _ in layout.polygon(0)) - min(x for x, _ in layout.polygon(0)),
        "shapes": list(shapes),
        "shape": number_runs(shape),
        "x": number_runs([x for x, _ in centers]),
        "y": number_runs([y for _, y in centers]),
        "guides": lines_data(layout.guides()),
        "frame": loops_data(loops(layout.borders([1] * puzzle.grid.n_cells)[1])),
        "view": list(PuzzleSheet(puzzle, SheetStyle()).view(_PADDING)),
        "clues": _nearest_chips(puzzle, layout),
        "steps": [_step(layout, family.start) for family in puzzle.grid.families],
        "chip": chips_data([corner], chip_corners(layout)),
        "leads": leads_data(puzzle, layout) if layout.slanted else "",
        "fonts": _font_sizes(puzzle, layout),
    }


def number_runs(numbers: Iterable[float]) -> list[float]:
    """Numbers in a shorter form: for each run of equal steps its first number, its step and its length.

    Args:
        numbers: in their order; whole ones are written without a decimal point.
    """
    runs: list[list[float]] = []
    for number in numbers:
        value = int(number) if number == int(number) else number
        if runs:
            first, step, length = runs[-1]
            if length == 1 or first + step * length == value:
                runs[-1] = [first, value - first if length == 1 else step, length + 1]
                continue
        runs.append([value, 0, 1])
    return [part for run in runs for part in run]


def _outline(layout: Layout, cell: int) -> str:
    """The outline of a cell around its centre, as relative path data."""
    x, y = layout.center(cell)
    corners = layout.polygon(cell)
    first = corners[0]
    steps = (_step_to(corners[i], corners[i + 1]) for i in range(len(corners) - 1))
    return f"m{first[0] - x:g} {first[1] - y:g}l{' '.join(steps)}z"


def _step_to(here: Point, there: Point) -> str:
    """One step of path data."""
    return f"{there[0] - here[0]:g} {there[1] - here[1]:g}"


def _nearest_chips(puzzle: Puzzle, layout: Layout) -> list[float]:
    """The centre of the block of each clue that is nearest to the grid: x and y of the first line, of the next, ..."""
    every = chips(puzzle, layout)
    places: list[float] = []
    for clue in puzzle.clues:
        chip, *_ = (next(every) for _ in range(max(1, len(clue))))
        places += [round(chip.x, 2), round(chip.y, 2)]
    return places


def _step(layout: Layout, line: int) -> list[float]:
    """The way from one block of a line's clue to the next one, away from the grid, in pixels."""
    return [round(part * layout.scale, 2) for part in layout.entry(line).step]


def _font_sizes(puzzle: Puzzle, layout: Layout) -> Sequence[float]:
    """The size of text on a block by its number of characters, from 0 on, with and without the letter of its colour."""
    every = [chip for letters in (False, True) for chip in chips(puzzle, layout, letters=letters)]
    sizes = {len(chip.text): chip.font_size for chip in every}
    # Where no text has a number of characters, the size is that for the next larger number.
    return [sizes[min(known for known in sizes if known >= length)] for length in range(max(sizes) + 1)]
