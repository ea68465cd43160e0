"""The fewest blocks whose colour, or whose length, must be shown so that a puzzle has one solution, or so that line
solving solves it.

The search is the same as for the fewest givens (`fewest_givens`), with blocks instead of cells. A gap is a set of
hidden facts of which one must be shown: showing all others still does not reach the goal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import NamedTuple

from nonosat.authoring.gaps import OtherSolutions
from nonosat.authoring.smallest_set import SmallestSet
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import CannotMend, GaveUp
from nonosat.core.minimal_subset import minimal_subset
from nonosat.core.question import Log, no_log
from nonosat.lines.fixpoint import propagated
from nonosat.model.clue import ANY_LENGTH, Clue, clue_of
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: The names of the facts in sentences.
_NOUNS = {"color": "colour", "length": "number"}


class ShownBlock(NamedTuple):
    """A block, by its line and its number in the clue from 0, and a fact that is shown: its colour or its length."""

    line: int
    number: int
    value: int


def unknown_blocks(puzzle: Puzzle, goal: Picture, fact: str) -> list[ShownBlock]:
    """All blocks of which a fact (a field of `Block`: `color` or `length`) is unknown, with its value in a solution."""
    return [
        ShownBlock(line, number, getattr(there, fact))
        for line, clue in enumerate(puzzle.clues)
        for number, (block, there) in enumerate(zip(clue, clue_of(goal.line(line)), strict=True))
        if not getattr(block, fact)
    ]


def showing(puzzle: Puzzle, blocks: Iterable[ShownBlock], fact: str) -> Puzzle:
    """The puzzle with a fact of some `blocks` shown."""
    clues: list[Clue] = list(puzzle.clues)
    for line, number, value in blocks:
        clue = clues[line]
        clues[line] = (*clue[:number], clue[number]._replace(**{fact: value}), *clue[number + 1 :])
    return replace(puzzle, clues=tuple(clues))


def with_hidden_numbers(puzzle: Puzzle) -> Puzzle:
    """The puzzle with all numbers of its clues hidden."""
    clues = tuple(tuple(block._replace(length=ANY_LENGTH) for block in clue) for clue in puzzle.clues)
    return replace(puzzle, clues=clues)


class ShownGaps:
    """Gaps between the facts that are shown and a puzzle that is unique, or that lines solve."""

    def __init__(self, puzzle: Puzzle, goal: Picture, fact: str, until: str, deadline: Deadline = NEVER) -> None:
        self._puzzle, self._goal, self._fact, self._until, self._deadline = puzzle, goal, fact, until, deadline
        self.elements: Sequence[ShownBlock] = unknown_blocks(puzzle, goal, fact)
        self.start = self.elements

    def gap(self, chosen: Collection[ShownBlock]) -> tuple[ShownBlock, ...] | None:
        """Other blocks than the chosen ones, of which one must be shown; None if there are none."""
        unknown = self._suspects(chosen)
        if unknown is None:
            return None
        return tuple(minimal_subset(unknown, lambda hidden: self._suspects(set(self.elements).difference(hidden))))

    def _suspects(self, chosen: Collection[ShownBlock]) -> list[ShownBlock] | None:
        """Blocks of which one must be shown, though some may be left out; None if there are none."""
        self._deadline.check("no answer")
        shown = set(chosen)
        state = propagated(showing(self._puzzle, chosen, self._fact), self._deadline)
        assert state is not None, "the goal is a solution"
        if not state.n_open:
            return None
        if self._until == "lines":
            return [block for block in self.elements if block not in shown]
        with closing(OtherSolutions(state, self._goal, self._deadline)) as others:
            other = others.differing(())
        if other is None:
            return None
        # It remains a solution unless a block is shown that has another value in it.
        there = set(unknown_blocks(self._puzzle, other, self._fact))
        return [block for block in self.elements if block not in there]


def fewest_shown(
    puzzle: Puzzle,
    goal: Picture,
    fact: str,
    *,
    until: str = "unique",
    deadline: Deadline = NEVER,
    log: Log = no_log,
) -> tuple[tuple[ShownBlock, ...], int]:
    """Find the fewest blocks of which a fact must be shown; at the deadline, the best that was found.

    Args:
        goal: the solution that is to be the only one.
        fact: the field of `Block` that is shown, `color` or `length`.
        until: `unique` or `lines`.

    Returns:
        The blocks, in the order of the clues, and a proved lower bound of their number.

    Raises:
        CannotMend: showing all blocks does not suffice.
        GaveUp: the deadline came before it was known whether all blocks suffice.
    """
    finder = ShownGaps(puzzle, goal, fact, until, deadline)
    if finder.gap(finder.elements) is not None:
        wanted = "line solving does not solve it" if until == "lines" else "the solution is not unique"
        raise CannotMend(f"{wanted}, even if the {_NOUNS[fact]}s of all blocks are known")
    search = SmallestSet(finder, deadline)
    try:
        while not search.is_done:
            search.advance()
            log(f"{count(len(search.best), _NOUNS[fact])} found, at least {search.at_least} needed")
    except GaveUp:
        log("the search ended before the proof")
    finally:
        search.close()
    return search.best, search.at_least
