"""The answers about one sketch, in the order in which its author can use them, each as fields for JSON.

    lines       the cells that single lines leave open
    solutions   whether the picture is the only solution; later the number of solutions, and the colours of each cell
    difficulty  the class of a unique puzzle
    change      a cell whose change helps, and how much; one after another
    fewest      the fewest changes that make the puzzle unique, with the bound that is proved

For clues that are typed:

    diagnosis   the verdict; with a solution its cells, and else the lines that contradict each other, and typing errors
                that would explain it

An answer of the kind `asking` says what is searched for now, until the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nonosat.analysis.count import SolutionCount, cell_colors, count, record_number
from nonosat.analysis.solution_map import SolutionMap, map_solutions
from nonosat.authoring.diagnose import SEVERAL, diagnose
from nonosat.authoring.mend import mend
from nonosat.authoring.obstacles import EditedPuzzles
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.core.question import Run
from nonosat.drawing_board.helpful_changes import helpful_changes
from nonosat.drawing_board.sketch import Sketch
from nonosat.explaining.rate import rate
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import propagated
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.result import Result, with_goal
from nonosat.solving.solve import solve

#: An answer: its kind as `about`, and what is known.
LiveAnswer = Mapping[str, object]

#: Seconds for the number of solutions and their map, for the shares of colours, for the class, and for the fewest
#: changes; and for a diagnosis.
COUNT_SECONDS, SHARE_SECONDS, RATE_SECONDS, FEWEST_SECONDS = 1.0, 0.5, 30.0, 120.0
DIAGNOSIS_SECONDS = 30.0


def live_answers(sketch: Sketch) -> Iterator[LiveAnswer]:
    """The answers about a sketch, one after another."""
    puzzle, picture = sketch.puzzle, sketch.picture
    if sketch.typed is not None:
        yield _asking("diagnosis")
        yield from _diagnosis(puzzle)
        yield _asking("")
        return
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
        yield from _changes(puzzle, picture, found.map)
        yield _asking("fewest")
        yield from _fewest(puzzle, picture)
    yield _asking("")


def _diagnosis(puzzle: Puzzle) -> Iterator[LiveAnswer]:
    """What is wrong with clues that are typed, or their solution."""
    found = diagnose(puzzle, lines=True, timeout=DIAGNOSIS_SECONDS)
    errors = () if found.explanations is None else found.explanations.found
    yield {
        "about": "diagnosis",
        "verdict": found.verdict,
        "sentence": found.sentence(),
        "details": [line.strip() for line in found.details()],
        "cells": None if found.count is None else bytes(found.count.map.witnesses[0].cells).hex(),
        "contradicting": () if found.contradicting is None else found.contradicting.parts.lines,
        "errors": [{"clues": each.error.clues, "unique": each.is_unique} for each in errors],
    }
    if found.count is not None and found.verdict == SEVERAL:
        yield _counted(found.count)


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
    colors = cell_colors(found, Deadline.after(SHARE_SECONDS))
    return {
        "about": "solutions",
        "unique": False,
        "at_least": record_number(found.at_least),
        "exact": found.is_exact,
        "sentence": found.sentence(),
        "differs": found.map.differing,
        "colors": {cell: [(c, colors.share(cell, c)) for c in colors.possible[cell]] for cell in found.map.differing},
    }


def _changes(puzzle: Puzzle, picture: Picture, found: SolutionMap) -> Iterator[LiveAnswer]:
    for change in helpful_changes(EditedPuzzles(puzzle, picture), found):
        yield {"about": "change", **change._asdict()}


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
