"""The fewest changes of a puzzle that make its solution unique, or that make line solving solve it.

    givens   cells that the puzzle fixes
    cells    cells of the picture that get another colour; the clues follow the picture
    colors   blocks of unknown colour whose colour is shown
    clues    blocks whose number is shown, while those of all others are hidden

Every mended puzzle is solved again, from its clues alone, before it is returned.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from nonosat.authoring.changed_puzzle import ChangedPuzzle
from nonosat.authoring.fewest_changes import fewest_changes
from nonosat.authoring.fewest_givens import GAPS, fewest_givens
from nonosat.authoring.fewest_shown import ShownBlock, fewest_shown, showing, with_hidden_numbers
from nonosat.authoring.obstacles import EditedPuzzles
from nonosat.core.arguments import public
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import CannotMend, GaveUp, InputError, SolverError, UsageError, argument
from nonosat.core.question import Limit, Log, Outcome, Run
from nonosat.core.registries import choose
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.clue import block_text
from nonosat.model.grid import line_label, line_name
from nonosat.model.picture import Picture
from nonosat.model.picture_forms import PictureLike, as_picture
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.verifier import check
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

#: The goals of mending: one solution, or a puzzle that lines solve.
UNTIL = tuple(GAPS)
#: The name of one change, by kind.
_NOUNS = {"givens": "given cell", "cells": "changed cell", "colors": "shown colour", "clues": "shown number"}


@dataclass(frozen=True, kw_only=True, repr=False)
class Mended(ChangedPuzzle):
    """A mended puzzle that was solved again and is unique, or solved by lines, as wanted.

    Attributes:
        original, puzzle: before and after the changes.
        picture: the only solution of `puzzle`.
        by: the kind of changes, a key of `METHODS`.
        until: the goal, one of `UNTIL`.
        givens, edits: the cells that were fixed, and those of the picture that were changed, ascending.
        blocks: the blocks whose colour or whose number is shown now, in the order of the clues.
        at_least: proved lower bound of the number of changes.
        n_goals: number of solutions that were compared as goals; None if there was one goal.
        others: with `givens`, other solutions that prove the number of givens, see `FewestGivens.others`.
    """

    original: Puzzle
    by: str
    givens: tuple[ColoredCell, ...] = ()
    edits: tuple[ColoredCell, ...] = ()
    blocks: tuple[ShownBlock, ...] = ()
    n_goals: int | None = None
    others: tuple[Picture, ...] = ()

    @property
    def n_changes(self) -> int:
        """The number of changes."""
        return len(self.changes) + len(self.blocks)

    @property
    def changes(self) -> tuple[ColoredCell, ...]:
        """The cells that were fixed or changed, with their colours, ascending."""
        return self.givens + self.edits

    @property
    def outcome(self) -> Outcome:
        """Yes if it is proved that fewer changes do not suffice."""
        return Outcome.YES if self.is_fewest else Outcome.GAVE_UP

    def sentence(self) -> str:
        """The changes, with the proof that they are the fewest, or a lower bound."""
        reached = {"unique": "unique", "lines": "unique, and single lines solve it"}[self.until]
        grid, clues = self.puzzle.grid, self.puzzle.clues
        blocks = [
            f"{line_name(grid, line)}, block {number + 1} is {block_text(clues[line][number])}"
            for line, number, _ in self.blocks
        ]
        names = self._named(self.givens, "is") + self._named(self.edits) + blocks
        return self._reached_with(reached, _NOUNS[self.by], names)

    def record(self) -> dict[str, object]:
        """The changes; a cell is its row, its position in the row, both from 1, and its colour."""
        grid, clues = self.puzzle.grid, self.puzzle.clues
        return {
            "by": self.by,
            "until": self.until,
            **self._proved(),
            "goals": self.n_goals,
            "givens": self._colored(self.givens),
            "cells": self._colored(self.edits),
            "blocks": [
                [line_label(grid, line), number + 1, block_text(clues[line][number])] for line, number, _ in self.blocks
            ],
        }


class _Task(NamedTuple):
    """A puzzle to be mended.

    Attributes:
        result: that of the search for a second solution.
        goal: the solution that is to be the only one, or whose picture is changed.
        deadline: the end of the search for changes, before that of everything.
    """

    result: Result
    goal: Picture
    until: str
    any_goal: bool
    deadline: Deadline
    log: Log

    @property
    def puzzle(self) -> Puzzle:
        return self.result.puzzle

    @property
    def state(self) -> PropagationState:
        assert self.result.state is not None, "lines are solved first, and there is a solution"
        return self.result.state

    def mended(self, by: str) -> Mended:
        """The puzzle without a change."""
        return Mended(original=self.puzzle, puzzle=self.puzzle, picture=self.goal, by=by, until=self.until)


@public
def mend(
    puzzle: Puzzle,
    *,
    by: str = "givens",
    until: str = "unique",
    goal: PictureLike | None = None,
    any_goal: bool = False,
    timeout: Limit = None,
) -> Mended:
    """Make a puzzle unique, or solvable by lines alone, with the fewest changes.

    Args:
        by: `givens` fixes cells, `cells` changes cells of the picture and the clues with them, `colors` shows the
            colours of blocks of unknown colour, `clues` hides all numbers but the fewest that must be shown.
        until: `unique` for one solution, `lines` for a puzzle that line solving solves.
        goal: the solution that is to be the only one, or whose picture is changed; None for the first one found.
        any_goal: with `givens`, compare all solutions as goals, and choose the one that needs the fewest.
        timeout: seconds from now, after which the best changes found are returned with a proved lower bound; None for
            no limit.

    Raises:
        CannotMend: the puzzle has no solution, or changes of this kind do not suffice.
        InputError: the goal is not a solution.
        GaveUp: the time limit was reached before anything was found.
        SolverError: a solver crashed, or gave an answer that fails verification.
        UsageError: an argument is unknown, or two of them contradict each other.
    """
    deadline, log = Run.of(timeout)
    method = choose(METHODS, by, "changes of")
    if until not in UNTIL:
        raise UsageError(f"until {until!r}, expected one of {', '.join(UNTIL)}")
    if any_goal and by != "givens":
        raise UsageError(f"{argument('any_goal')} applies to givens only, not to {by}")
    if any_goal and goal is not None:
        raise UsageError(f"{argument('any_goal')} cannot be combined with {argument('goal')}")
    if goal is not None:
        goal = as_picture(puzzle, goal)
        wrong = check(puzzle, goal)
        if wrong:
            raise InputError(f"the goal is not a solution: {wrong[0].message}")
    began = time.monotonic()
    result = solve(puzzle, unique=True, timeout=Run(deadline, log))
    if result.picture is None:
        raise CannotMend("no solution, so there is nothing to make unique (`nonosat diagnose` looks for the error)")
    seconds = time.monotonic() - began
    search_deadline = deadline  # which leaves time to solve the mended puzzle again
    if deadline.is_timed:
        search_deadline = deadline.before(min(1.5 * seconds + 0.1, 0.4 * deadline.left()))
    task = _Task(result, goal or result.picture, until, any_goal, search_deadline, log)
    is_fine = task.state.n_open == 0 if until == "lines" else result.unique
    if is_fine and by != "clues":  # with `clues` there may be more numbers than needed
        return task.mended(by)
    mended = method(task)
    if not is_fine and (until == "lines" or result.unique is False):
        mended = replace(mended, at_least=max(1, mended.at_least))  # without a change it is not as wanted
    if deadline.is_cancelled:  # the verification takes about as long as the solution of the puzzle
        deadline = Deadline.after(1.5 * seconds + 1)
    try:
        return _verified(mended, deadline)
    except GaveUp:
        if by != "givens":
            raise
        # A puzzle that lines solve is verified without a search.
        log("the search ended before the verification, so all cells that lines leave open are given")
        givens = tuple(ColoredCell(cell, task.goal.cells[cell]) for cell in open_cells(task.state.domains()))
        return _verified(_with_givens(task, givens, mended.at_least), NEVER)


def _by_givens(task: _Task) -> Mended:
    found = fewest_givens(
        task.result, task.goal, until=task.until, any_goal=task.any_goal, deadline=task.deadline, log=task.log
    )
    mended = _with_givens(task, found.givens, found.at_least)
    return replace(mended, picture=found.goal, n_goals=found.n_goals, others=found.others)


def _with_givens(task: _Task, givens: tuple[ColoredCell, ...], at_least: int) -> Mended:
    puzzle = replace(task.puzzle, givens=task.puzzle.givens + givens)
    return replace(task.mended("givens"), puzzle=puzzle, givens=givens, at_least=at_least)


def _by_cells(task: _Task) -> Mended:
    puzzles = EditedPuzzles(task.puzzle, task.goal)
    edits, at_least = fewest_changes(puzzles, until=task.until, deadline=task.deadline, log=task.log)
    if edits is None:
        raise GaveUp(f"no changes found within the time limit (at least {at_least} needed)")
    puzzle, picture = puzzles.edited(edits)
    changes = tuple(sorted(ColoredCell(*edit) for edit in edits.items()))
    return replace(task.mended("cells"), puzzle=puzzle, picture=picture, edits=changes, at_least=at_least)


def _showing(task: _Task, puzzle: Puzzle, by: str, fact: str) -> Mended:
    blocks, at_least = fewest_shown(puzzle, task.goal, fact, until=task.until, deadline=task.deadline, log=task.log)
    return replace(task.mended(by), puzzle=showing(puzzle, blocks, fact), blocks=blocks, at_least=at_least)


#: The kinds of changes, by name.
METHODS: dict[str, Callable[[_Task], Mended]] = {
    "givens": _by_givens,
    "cells": _by_cells,
    "colors": lambda task: _showing(task, task.puzzle, "colors", "color"),
    "clues": lambda task: _showing(task, with_hidden_numbers(task.puzzle), "clues", "length"),
}


def _verified(mended: Mended, deadline: Deadline) -> Mended:
    """The mended puzzle itself, if it is as wanted; SolverError if the search for changes was wrong."""
    if mended.until == "lines":
        state = propagated(mended.puzzle, deadline)
        is_right = state is not None and state.domains().picture() == mended.picture
    else:
        result = solve(mended.puzzle, unique=True, timeout=Run(deadline))
        if result.gave_up:
            raise GaveUp("the mended puzzle was not verified within the time limit")
        is_right = bool(result.unique) and result.picture == mended.picture
    if not is_right:
        raise SolverError("the mended puzzle fails verification, so it is not shown")
    return mended
