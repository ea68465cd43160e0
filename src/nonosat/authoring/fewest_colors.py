"""The fewest blocks of unknown colour whose colour must be shown so that a puzzle has one solution, or so that line
solving solves it.

The search is that for the fewest givens (`fewest_givens`), with blocks in the place of cells. A gap is what is left of
all unknown colours when as many as possible are shown without the puzzle becoming what is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from nonosat.authoring.other_solutions import OtherSolutions
from nonosat.authoring.smallest_set import SmallestSet
from nonosat.errors import CannotMend, GaveUp
from nonosat.lines.fixpoint import propagated
from nonosat.model.clue import UNKNOWN, Clue, clue_of
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.options import Log, no_log
from nonosat.system.deadline import NEVER, Deadline


class KnownBlock(NamedTuple):
    """A block whose colour is shown.

    Attributes:
        line: index of the line of the grid.
        number: index of the block in the clue of that line.
        color: its colour, from 1.
    """

    line: int
    number: int
    color: int


@dataclass(frozen=True, kw_only=True)
class FewestColors:
    """The fewest blocks that were found.

    Attributes:
        blocks: the blocks and their colours, in the order of the clues.
        at_least: a proved lower bound of their number.
    """

    blocks: tuple[KnownBlock, ...]
    at_least: int


def unknown_blocks(puzzle: Puzzle, goal: Picture) -> list[KnownBlock]:
    """All blocks of unknown colour, with their colours in a solution.

    Args:
        puzzle: the puzzle.
        goal: a solution.
    """
    return [
        KnownBlock(line, number, there.color)
        for line, clue in enumerate(puzzle.clues)
        for number, (block, there) in enumerate(zip(clue, clue_of(goal.line(line)), strict=True))
        if block.color == UNKNOWN
    ]


def with_colors(puzzle: Puzzle, blocks: Iterable[KnownBlock]) -> Puzzle:
    """The puzzle with the colours of some blocks shown.

    Args:
        puzzle: the puzzle.
        blocks: blocks of its clues, with their colours.
    """
    clues: list[Clue] = list(puzzle.clues)
    for line, number, color in blocks:
        clue = clues[line]
        clues[line] = (*clue[:number], clue[number]._replace(color=color), *clue[number + 1 :])
    return replace(puzzle, clues=tuple(clues))


class ColorGaps:
    """Gaps between shown colours and a puzzle that is as asked for."""

    def __init__(self, puzzle: Puzzle, goal: Picture, until: str, deadline: Deadline = NEVER) -> None:
        """
        Args:
            puzzle: the puzzle.
            goal: the solution that is to be the only one.
            until: `unique` or `lines`.
            deadline: after it `gap` raises `GaveUp`.
        """
        self._puzzle, self._goal, self._until, self._deadline = puzzle, goal, until, deadline
        self.elements: Sequence[KnownBlock] = unknown_blocks(puzzle, goal)
        self.start = self.elements

    def gap(self, chosen: Collection[KnownBlock]) -> tuple[KnownBlock, ...] | None:
        """Unknown blocks of which one must be shown, none of them chosen; None if there are none.

        Args:
            chosen: the blocks whose colour is shown.
        """
        unknown = self._suspects(chosen)
        if unknown is None:
            return None
        for block in list(unknown):
            if block in unknown:
                hidden = {other for other in unknown if other != block}
                fewer = self._suspects([other for other in self.elements if other not in hidden])
                if fewer is not None:
                    unknown = fewer
        return tuple(unknown)

    def close(self) -> None:
        """There is nothing to release."""

    def _suspects(self, chosen: Collection[KnownBlock]) -> list[KnownBlock] | None:
        """Unknown blocks of which one must be shown, though some may be left out; None if there are none."""
        self._deadline.check("no answer")
        shown = set(chosen)
        state = propagated(with_colors(self._puzzle, chosen), self._deadline)
        assert state is not None, "the goal is a solution"
        if not state.n_open:
            return None
        if self._until == "lines":
            return [block for block in self.elements if block not in shown]
        with OtherSolutions(state, self._goal, self._deadline) as others:
            other = others.differing(())
        if other is None:
            return None
        # It stays a solution unless the colour of a block is shown that is another one in it.
        there = set(unknown_blocks(self._puzzle, other))
        return [block for block in self.elements if block not in there]


def fewest_colors(
    puzzle: Puzzle,
    goal: Picture,
    *,
    until: str = "unique",
    deadline: Deadline = NEVER,
    log: Log = no_log,
) -> FewestColors:
    """Find the fewest blocks whose colour must be shown.

    Args:
        puzzle: the puzzle.
        goal: the solution that is to be the only one.
        until: `unique` or `lines`.
        deadline: when to end; then the best that was found is returned.
        log: receives the best number and the lower bound.

    Raises:
        CannotMend: with all colours shown the puzzle is still not as asked for.
        GaveUp: the deadline came before that was known.
    """
    finder = ColorGaps(puzzle, goal, until, deadline)
    if finder.gap(finder.elements) is not None:
        wanted = "line solving does not solve it" if until == "lines" else "the solution is not unique"
        raise CannotMend(f"{wanted}, even if the colours of all blocks are known")
    search = SmallestSet(finder, deadline)
    try:
        while not search.is_done:
            search.advance()
            log(f"{count(len(search.best), 'colour')} found, at least {search.at_least} needed")
    except GaveUp:
        log("the time limit came before the proof")
    finally:
        search.close()
    return FewestColors(blocks=tuple(search.best), at_least=search.at_least)
