"""The answers about one sketch, in the order in which its author can use them, each as fields for JSON.

    lines       the cells that single lines leave open
    solutions   whether the picture is the only solution; later the number of solutions, and the colours of each cell
    difficulty  the class of a unique puzzle
    change      a cell whose change helps, and how much; one after another
    fewest      the fewest changes that make the puzzle unique, with the bound that is proved

For clues that are typed:

    diagnosis      the verdict; with a solution its cells, and else typing errors that would explain it
    contradicting  the lines that contradict each other, or, while some are untyped, those whose clues are too long

An answer of the kind `asking` says what is searched for now, until the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from nonosat.analysis.clue_session import ClueSession
from nonosat.analysis.contradictions import Corrections, contradicting_set
from nonosat.analysis.count import SolutionCount, cell_colors, count, record_number
from nonosat.analysis.solution_map import SolutionMap, map_solutions
from nonosat.analysis.typos import Explanation
from nonosat.authoring.diagnose import NONE, SEVERAL, diagnose
from nonosat.authoring.mend import mend
from nonosat.authoring.obstacles import EditedPuzzles
from nonosat.core.deadline import NEVER
from nonosat.core.errors import GaveUp
from nonosat.core.question import Run
from nonosat.drawing_board.helpful_changes import helpful_changes
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.typed_clues import typed_text
from nonosat.explaining.rate import rate
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import propagated
from nonosat.model.clue import Clue
from nonosat.model.grid import line_name
from nonosat.model.nouns import capitalized
from nonosat.model.nouns import count as count_noun
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, overlong_lines, overlong_sentence
from nonosat.solving.result import Result, with_goal
from nonosat.solving.solve import solve

#: An answer: its kind as `about`, and what is known.
LiveAnswer = Mapping[str, object]

#: Units of work, a thousandth of a second each on an idle machine: for the number of solutions and their map, for the
#: shares of colours, for all changes of one cell, for the class, for the fewest changes, for a diagnosis, and for lines
#: that contradict each other.
COUNT_WORK, SHARE_WORK, CHANGES_WORK, RATE_WORK, FEWEST_WORK = 1_000, 500, 10_000, 30_000, 120_000
DIAGNOSIS_WORK, CONTRADICTING_WORK = 30_000, 30_000

#: The verdict while some lines have not been typed.
UNFINISHED = "unfinished"


def live_answers(sketch: Sketch) -> Iterator[LiveAnswer]:
    """The answers about a sketch, one after another."""
    puzzle, picture = sketch.puzzle, sketch.picture
    if sketch.typed is not None:
        yield _asking("diagnosis")
        yield from _diagnosis(sketch)
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


def _diagnosis(sketch: Sketch) -> Iterator[LiveAnswer]:
    """What is wrong with clues that are typed, or their solution."""
    if sketch.untyped:
        yield from _unfinished(sketch)
        return
    found = diagnose(sketch.puzzle, timeout=_within(DIAGNOSIS_WORK))
    explanations = () if found.explanations is None else found.explanations.found
    yield {
        "about": "diagnosis",
        "verdict": found.verdict,
        "sentence": found.sentence(),
        # The typing errors are listed by themselves.
        "details": [line.strip() for line in replace(found, explanations=None).details()],
        "cells": None if found.count is None else bytes(found.count.map.witnesses[0].cells).hex(),
        "errors": [_error(sketch, each) for each in explanations],
    }
    if found.count is not None and found.verdict == SEVERAL:
        yield _counted(found.count)
    if found.verdict == NONE:
        # In a large puzzle this may take a hundred times as long as the errors, which help more.
        yield _asking("contradicting")
        yield {"about": "contradicting", "lines": _contradicting(sketch.puzzle, found.corrections)}


def _contradicting(puzzle: Puzzle, corrections: Corrections | None) -> tuple[int, ...]:
    """The lines of a smallest set of clues that contradict each other; none if no set is found in time."""
    with suppress(GaveUp), ClueSession(puzzle, _within(CONTRADICTING_WORK).deadline) as session:
        if (found := contradicting_set(session, corrections)) is not None:
            return found.parts.lines
    return ()


def _unfinished(sketch: Sketch) -> Iterator[LiveAnswer]:
    """What can be said before all clues have been typed."""
    puzzle, overlong = sketch.puzzle, overlong_lines(sketch.puzzle)
    yield {
        "about": "diagnosis",
        "verdict": UNFINISHED,
        "sentence": f"{count_noun(len(sketch.untyped), 'line')} still to be typed",
        "details": [overlong_sentence(puzzle, line) for line in overlong],
        "cells": None,
        "errors": [],
    }
    yield {"about": "contradicting", "lines": overlong}


def _error(sketch: Sketch, explanation: Explanation) -> Mapping[str, object]:
    """A typing error: the texts of the clues without it, as the command `type` takes them, and in words."""
    changes = explanation.error.clues
    return {
        "clues": [(line, typed_text(sketch, clue)) for line, clue in changes],
        "sentence": capitalized("; ".join(_change_words(sketch, line, clue) for line, clue in changes)),
        "unique": explanation.is_unique,
    }


def _change_words(sketch: Sketch, line: int, after: Clue) -> str:
    """What a line should have instead of what it has: one block, if the others are the same, or else the clue."""
    name, before = line_name(sketch.grid, line), sketch.clues[line]
    if len(before) == len(after) > 1:
        others = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        if len(others) == 1:
            at = others[0]
            name, before, after = f"{name}, block {at + 1}", before[at : at + 1], after[at : at + 1]
    return f"{name}: {typed_text(sketch, after)} instead of {typed_text(sketch, before)}"


def _within(units: float) -> Run:
    """A run that ends after some work, so that answers do not depend on how busy the machine is."""
    return Run(NEVER.or_after_work(units))


def _asking(what: str) -> LiveAnswer:
    return {"about": "asking", "what": what}


def _difficulty(puzzle: Puzzle, picture: Picture) -> LiveAnswer:
    rating = rate(puzzle, solution=picture, n_solutions=1, timeout=_within(RATE_WORK))
    return {
        "about": "difficulty",
        "class": rating.difficulty,
        "words": rating.class_words,
        "sentence": rating.sentence(),
    }


def _number(result: Result) -> SolutionCount:
    run = _within(COUNT_WORK)
    return count(map_solutions(result, timeout=run._replace(deadline=run.deadline.part(0.5))), timeout=run)


def _counted(found: SolutionCount) -> LiveAnswer:
    """The number of solutions; and for each cell that differs its colours, with their shares where they are known."""
    colors = cell_colors(found, _within(SHARE_WORK).deadline)
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
    for change in helpful_changes(EditedPuzzles(puzzle, picture), found, _within(CHANGES_WORK)):
        yield {"about": "change", **change._asdict()}


def _fewest(puzzle: Puzzle, picture: Picture) -> Iterator[LiveAnswer]:
    """The fewest changes; nothing if none were found in time."""
    try:
        mended = mend(puzzle, by="cells", goal=picture, timeout=_within(FEWEST_WORK))
    except GaveUp:
        return
    yield {
        "about": "fewest",
        "cells": mended.changes,
        "at_least": mended.at_least,
        "proved": mended.is_fewest,
        "sentence": mended.sentence(),
    }
