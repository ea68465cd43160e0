"""The answers about one sketch, in the order in which its author can use them, each as fields for JSON.

    lines       the cells that single lines leave open
    solutions   whether the picture is the only solution; later the number of solutions, and the colours of each cell
    difficulty  the class of a unique puzzle
    change      a cell whose change helps, with the share of the differing cells that agree after it; one after another
    fewest      the fewest changes that make the puzzle unique, with the bound that is proved

An answer of the kind `asking` says what is searched for now, until the next one. Where there are several solutions,
every change that helps is on a line through a cell in which two of them differ (`authoring.obstacles`), so only such
cells are tried: first those that differ, then their neighbours, then the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nonosat.analysis.count import SolutionCount, cell_colors, count, record_number
from nonosat.analysis.solution_map import SolutionMap, map_solutions
from nonosat.authoring.mend import mend
from nonosat.authoring.obstacles import EditedPuzzles
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.core.question import Run
from nonosat.drawing_board.sketch import Sketch
from nonosat.explaining.rate import rate
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import propagated
from nonosat.model.grid import neighbors_of
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.result import Result, with_goal
from nonosat.solving.solve import solve

#: An answer: its kind as `about`, and what is known.
LiveAnswer = Mapping[str, object]

#: Seconds for the number of solutions and their map, for the class, for one change of a cell, and for the fewest.
COUNT_SECONDS, RATE_SECONDS, CHANGE_SECONDS, FEWEST_SECONDS = 10.0, 30.0, 0.5, 120.0
#: Changes of single cells that are tried.
MAX_TRIED = 500


def live_answers(sketch: Sketch) -> Iterator[LiveAnswer]:
    """The answers about a sketch, one after another."""
    puzzle, picture = sketch.puzzle, sketch.picture
    state = propagated(puzzle)
    assert state is not None, "the picture is a solution"
    yield {"about": "lines", "open": open_cells(state.domains())}
    yield _asking("solutions")
    result = with_goal(solve(puzzle, unique=True), picture, unique=True)
    yield {"about": "solutions", "unique": result.unique, "differs": result.differs}
    if result.unique:
        yield _asking("difficulty")
        yield _difficulty(puzzle, picture)
    else:
        yield _asking("number")
        found = _number(result)
        yield _counted(found)
        yield _asking("changes")
        yield from _helpful_changes(puzzle, picture, found.map)
        yield _asking("fewest")
        yield from _fewest(puzzle, picture)
    yield _asking("")


def _asking(what: str) -> LiveAnswer:
    return {"about": "asking", "what": what}


def _difficulty(puzzle: Puzzle, picture: Picture) -> LiveAnswer:
    rating = rate(puzzle, solution=picture, n_solutions=1, timeout=RATE_SECONDS)
    return {
        "about": "difficulty",
        "class": rating.difficulty,
        "words": rating.class_words,
        "sentence": rating.sentence(),
    }


def _number(result: Result) -> SolutionCount:
    run = Run.of(COUNT_SECONDS)
    return count(map_solutions(result, timeout=run._replace(deadline=run.deadline.part(0.5))), timeout=run)


def _counted(found: SolutionCount) -> LiveAnswer:
    """The number of solutions; and for each cell that differs its colours, with their shares where they are known."""
    colors = cell_colors(found, Deadline.after(CHANGE_SECONDS))
    return {
        "about": "solutions",
        "unique": False,
        "at_least": record_number(found.at_least),
        "exact": found.is_exact,
        "sentence": found.sentence(),
        "differs": found.map.differing,
        "colors": {cell: [(c, colors.share(cell, c)) for c in colors.possible[cell]] for cell in found.map.differing},
    }


def _helpful_changes(puzzle: Puzzle, picture: Picture, found: SolutionMap) -> Iterator[LiveAnswer]:
    """The changes of single cells that help."""
    puzzles = EditedPuzzles(puzzle, picture)
    before = len(found.differing)
    for cell in _promising_cells(puzzles, found.differing)[:MAX_TRIED]:
        for color in puzzles.other_colors(cell):
            after = _n_differing(*puzzles.edited({cell: color}))
            if after is not None and after < before:
                yield {"about": "change", "cell": cell, "color": color, "share": 1 - after / before}


def _promising_cells(puzzles: EditedPuzzles, differing: tuple[int, ...]) -> list[int]:
    """The cells whose change can help, the most promising first."""
    differs, neighbors = set(differing), neighbors_of(puzzles.puzzle.grid)
    through = {line: len(differs.intersection(puzzles.puzzle.grid.line(line))) for line in puzzles.lines_of(differing)}

    def rank(cell: int) -> tuple[bool, int, int, int]:
        beside = sum(other in differs for other in neighbors[cell])
        return cell not in differs, -beside, -sum(through.get(line, 0) for line in puzzles.lines_of([cell])), cell

    return sorted(puzzles.cells_on(through), key=rank)


def _n_differing(puzzle: Puzzle, picture: Picture) -> int | None:
    """The number of cells in which solutions differ, 0 for a unique puzzle; None if it is not known soon."""
    run = Run.of(CHANGE_SECONDS)
    try:
        found = map_solutions(with_goal(solve(puzzle, unique=True, timeout=run), picture, unique=True), timeout=run)
    except GaveUp:
        return None
    return len(found.differing) if found.is_complete else None


def _fewest(puzzle: Puzzle, picture: Picture) -> Iterator[LiveAnswer]:
    """The fewest changes; nothing if none were found in time."""
    try:
        mended = mend(puzzle, by="cells", goal=picture, timeout=FEWEST_SECONDS)
    except GaveUp:
        return
    yield {
        "about": "fewest",
        "cells": mended.changes,
        "at_least": mended.at_least,
        "proved": mended.is_fewest,
        "sentence": mended.sentence(),
    }
