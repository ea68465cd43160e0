"""A diagnosis as an exit code, as sentences for a person, and as a record for JSON."""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.analysis.diagnosis import NONE, SOLVABLE, UNDECIDED, UNIQUE, Diagnosis
from nonosat.drawing.text_map import division
from nonosat.explaining.contradiction_report import contradiction_lines, contradiction_record
from nonosat.explaining.rating import Rating
from nonosat.formats.picture_text import picture_rows
from nonosat.model.cell_colors import CellColors
from nonosat.model.grid import cell_name, cell_place, named_cells
from nonosat.model.nouns import count
from nonosat.model.palette import letter

#: More independent places, and more cells of one, are not listed.
_PLACES, _CELLS = 12, 4


def exit_code(found: Diagnosis) -> int:
    """The exit code: 0 unique, 1 several solutions or none, 5 if the time limit came before that was known."""
    if not found.is_decided:
        return 5
    return 0 if found.verdict == UNIQUE else 1


def diagnosis_lines(name: str, found: Diagnosis, rating: Rating | None = None) -> Iterator[str]:
    """The diagnosis in sentences, the most important first, without pictures."""
    if found.verdict == UNIQUE:
        yield f"{name}: unique: exactly one solution"
        if rating is not None:
            yield f"  {rating.sentence()}"
    elif found.verdict == UNDECIDED:
        yield f"{name}: gave up: no solution found, nor a proof that there is none"
    elif found.verdict == NONE:
        yield f"{name}: no solution"
        yield from contradiction_lines(found)
    else:
        yield from _several(name, found)


def _several(name: str, found: Diagnosis) -> Iterator[str]:
    """The sentences for a puzzle with a solution that is not known to be unique."""
    assert found.count is not None
    assert found.colors is not None
    colors, unproved = found.colors, sorted(found.colors.unproved)
    if found.verdict == SOLVABLE:
        yield f"{name}: solvable; gave up before it was clear whether the solution is unique"
    else:
        n_differing = len(colors.open_cells) - len(unproved)
        places = "" if unproved else f" in {count(len(colors.places), 'independent place')}"
        verb = "differs" if n_differing == 1 else "differ"
        yield f"{name}: {found.count}; {count(n_differing, 'cell')} {verb}{places}"
    if unproved:
        cells = named_cells(found.puzzle.grid, unproved)
        yield f"  gave up before {count(len(unproved), 'more cell')} were proved to be constant or not: {cells}"
        return
    for number, component in enumerate(found.count.components[:_PLACES], 1):
        least = "" if component.is_exact else "at least "
        ways = f"{least}{count(component.at_least, 'solution', separators=True)}"
        size = count(len(component.cells), "cell")
        yield f"  place {number}: {size}, {ways}: {_divided(found.colors, component.cells)}"
    if len(found.count.components) > _PLACES:
        yield f"  and {count(len(found.count.components) - _PLACES, 'more place')}"


def _divided(colors: CellColors, cells: tuple[int, ...]) -> str:
    """The shares of the colours of the first cells of a place."""
    grid = colors.puzzle.grid
    parts = [f"{cell_name(grid, cell)}: {division(colors, cell)}" for cell in cells[:_CELLS]]
    return "; ".join([*parts, "..."] if len(cells) > _CELLS else parts)


def diagnosis_svg(found: Diagnosis, title: str = "") -> str | None:
    """The drawing of a diagnosis, by default with the title of the puzzle; None if there is nothing to draw."""
    from nonosat.drawing.svg import svg

    if found.colors is not None and found.colors.open_cells:
        from nonosat.drawing.svg_map import svg_map

        return svg_map(found.colors, title=title)
    if found.count is not None:
        return svg(found.puzzle, found.count.map.witnesses[0], title=title)
    if found.corrections is None or not found.corrections.found:
        return None
    nearest = found.corrections.found[0]
    cells = {cell for line in nearest.parts.lines for cell in found.puzzle.grid.line(line)}
    marked = cells.union(nearest.parts.givens)
    words = "Picture that violates the fewest clues of a nonogram without solution; these are outlined"
    return svg(found.puzzle, nearest.picture, clues=True, title=title, differs=marked, description=words)


def diagnosis_record(
    name: str, found: Diagnosis, *, file: str, seconds: float, rating: Rating | None = None
) -> dict[str, object]:
    """The diagnosis as JSON can hold it; all but `seconds` depends on the input alone, unless a time limit came.

    Args:
        seconds: that reading and diagnosing took.
    """
    puzzle = found.puzzle
    record: dict[str, object] = {
        "name": name,
        "file": file,
        "grid": puzzle.grid.header,
        "colors": list(puzzle.palette.colors),
        "verdict": found.verdict,
        "solutions": 0 if found.verdict == NONE else None,
        "exact": found.verdict == NONE,
        "picture": None,
        "differs": [],
        "unproved": [],
        "places": [],
    }
    if found.count is not None and found.colors is not None:
        grid, colors = puzzle.grid, found.colors
        record |= {
            "solutions": found.count.at_least,
            "exact": found.count.is_exact and found.is_decided,
            "picture": picture_rows(puzzle, found.count.map.witnesses[0]),
            "differs": [
                {"cell": list(cell_place(grid, cell)), "colors": _shares(colors, cell)}
                for cell in colors.open_cells
                if cell not in colors.unproved
            ],
            "unproved": [list(cell_place(grid, cell)) for cell in sorted(colors.unproved)],
            "places": [
                {
                    "cells": [list(cell_place(grid, cell)) for cell in component.cells],
                    "solutions": component.at_least,
                    "exact": component.is_exact,
                }
                for component in found.count.components
            ],
        }
    if found.verdict == NONE:
        record |= contradiction_record(found)
    if rating is not None:
        record["rating"] = rating.record()
    return {**record, "seconds": round(seconds, 4), "exit": exit_code(found)}


def _shares(colors: CellColors, cell: int) -> dict[str, float | None]:
    """The share of the solutions in which a cell has each colour, by its letter; None where it is not known."""
    shares = {letter(color): colors.share(cell, color) for color in colors.possible[cell]}
    return {name: None if share is None else round(share, 6) for name, share in shares.items()}
