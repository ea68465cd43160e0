"""Single typing errors that explain why a puzzle has no solution.

A change is of one of the `KINDS`; clues are exchanged with their neighbours in a family only, and numbers within one
clue or two such clues. It is a candidate if the totals of the families agree after it; that leaves one value for every
number, or, with blocks of unknown length, every value that fits on the line. Only a clue without which the others have
a solution can be wrong alone, so the smallest corrections (`contradictions`) rule out most lines at once. Each
candidate that is left goes to the solver, twice: for a solution, and for a second one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

from nonosat.analysis.clue_session import ClueSession
from nonosat.analysis.contradictions import Corrections
from nonosat.analysis.plausibility import Surroundings
from nonosat.core.errors import GaveUp
from nonosat.core.question import Log, no_log
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block, Clue
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, FamilyTotal, Puzzle, cell_totals, compare_totals, fits
from nonosat.model.verifier import verified

#: The words for the kinds of errors, in the order in which equally good explanations are listed.
KINDS = {
    "number": "one number is wrong",
    "given": "a given has the wrong colour",
    "colour": "one block has the wrong colour",
    "swapped": "two numbers changed places",
    "lines": "two clues changed places",
    "extra": "an extra number",
    "missing": "a number is missing",
    "blank": "a missing or an extra blank between two digits",
}

#: The limit on the conflicts of each question to the solver.
_CONFLICTS = 20_000


class Typo(NamedTuple):
    """One change that may undo a typing error.

    Attributes:
        kind: a key of `KINDS`.
        clues: the lines whose clues change, ascending, each with the new clue.
        given: in the place of one of the puzzle, or None.
    """

    kind: str
    clues: tuple[tuple[int, Clue], ...] = ()
    given: ColoredCell | None = None

    def applied(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with the change.

        Raises:
            PuzzleError: the totals of its clues disagree, or a clue does not fit on its line.
        """
        clues = list(puzzle.clues)
        for line, clue in self.clues:
            clues[line] = clue
        givens = (given for given in puzzle.givens if self.given is None or given.cell != self.given.cell)
        added = () if self.given is None else (self.given,)
        return Puzzle(puzzle.grid, puzzle.palette, tuple(clues), (*givens, *added), puzzle.metadata)


class Explanation(NamedTuple):
    """A typing error, and a verified solution without it.

    Attributes:
        is_unique: whether it is the only one; None if that was not found out in time.
    """

    error: Typo
    picture: Picture
    is_unique: bool | None


@dataclass(frozen=True, kw_only=True)
class Explanations:
    """All single typing errors that explain why a puzzle has no solution.

    Attributes:
        found: the most plausible explanation first.
        n_undecided: the number of the `n_tried` changes for which the limit came before it was known if they help.
    """

    found: tuple[Explanation, ...]
    n_tried: int
    n_undecided: int


def explain(session: ClueSession, corrections: Corrections | None = None, log: Log = no_log) -> Explanations:
    """Find the single typing errors that explain why a puzzle has no solution; the session's deadline ends the search.

    Args:
        corrections: the smallest corrections of the puzzle, as far as known.

    Raises:
        SolverError: a solution fails verification.
    """
    found: list[Explanation] = []
    n_undecided, tried = 0, list(candidates(session.puzzle, corrections))
    log(f"{count(len(tried), 'typing error')} to try")
    possible: dict[tuple[int, ...], bool] = {}
    for error in sorted(tried, key=lambda each: list(KINDS).index(each.kind)):
        try:
            session.deadline.check()
            explanation = _try(session, error, possible)
        except GaveUp:
            n_undecided += 1
            continue
        if explanation is not None:
            found.append(explanation)
    log(f"{len(found)} of them make the puzzle solvable")
    surroundings = Surroundings(session.puzzle.grid)
    ranked = sorted(found, key=lambda each: _rank(each, surroundings))
    return Explanations(found=tuple(ranked), n_tried=len(tried), n_undecided=n_undecided)


def _try(session: ClueSession, error: Typo, possible: dict[tuple[int, ...], bool]) -> Explanation | None:
    """The explanation, if the change helps; `possible` remembers if there are solutions without some lines."""
    lines = tuple(line for line, _ in error.clues)
    out = {session.lines[line] for line in lines}
    if error.given is not None:
        out.add(session.givens[error.given.cell])
    others = [part for part in session.parts if part not in out]
    if len(lines) > 1:
        if lines not in possible:
            possible[lines] = session.solve(others, conflicts=_CONFLICTS) is not None
        if not possible[lines]:
            return None
    parts = [*others, *(session.selector_of(line, clue) for line, clue in error.clues)]
    if error.given is not None:
        parts += session.cells.literals(error.given.cell, error.given.color)
    picture = session.solve(parts, conflicts=_CONFLICTS)
    if picture is None:
        return None
    verified(error.applied(session.puzzle), picture)
    is_unique = None
    with suppress(GaveUp):
        is_unique = session.second(parts, picture, conflicts=_CONFLICTS) is None
    return Explanation(error, picture, is_unique)


def candidates(puzzle: Puzzle, corrections: Corrections | None = None) -> Iterator[Typo]:
    """Yield the single changes after which the totals agree and every clue fits on its line, each once.

    Changes that cannot help by `corrections` of the puzzle, as far as known, are left out.
    """
    grid, n_colors = puzzle.grid, puzzle.n_colors
    totals = cell_totals(grid, puzzle.clues, n_colors)
    hidden = [_hidden_colors(clue) for clue in puzzle.clues]
    at_least = 1 if corrections is None else corrections.at_least
    alone: Sequence[int] = range(grid.n_lines)
    if corrections is not None and corrections.is_smallest and corrections.is_all:
        alone = sorted(corrections.singles())
    if at_least == 1:
        for line in alone:
            own, family = next((number, family) for number, family in enumerate(grid.families) if line in family)
            others = frozenset[int]().union(*(hidden[other] for other in family if other != line))
            seen = {puzzle.clues[line]}
            for kind, clue in _changes(puzzle, line, totals, own):
                if clue not in seen and fits(puzzle, line, clue):
                    seen.add(clue)
                    after = [*totals]
                    total = totals[own].changed(puzzle.clues[line], clue)
                    after[own] = total._replace(hidden=others | _hidden_colors(clue))
                    if compare_totals(grid, after) is None:
                        yield Typo(kind, ((line, clue),))
    if compare_totals(grid, totals) is not None:
        return
    if at_least == 1:
        for cell, color in puzzle.givens:
            for other in range(n_colors + 1):
                if other != color:
                    yield Typo("given", given=ColoredCell(cell, other))
    if at_least <= 2:
        yield from _across(puzzle)


def _hidden_colors(clue: Clue) -> frozenset[int]:
    return frozenset(block.color for block in clue if block.length == ANY_LENGTH)


def _changes(puzzle: Puzzle, line: int, totals: Sequence[FamilyTotal], own: int) -> Iterator[tuple[str, Clue]]:
    """The changes of one clue, with the kind of the error; some repeat, and the totals of single colours may disagree.

    The line belongs to the family with the number `own`.
    """
    clue, length_of_line = puzzle.clues[line], len(puzzle.grid.line(line))
    #: The number of cells that the clue lacks; None if blocks of unknown length leave that open.
    delta = None
    if not any(total.hidden for total in totals):
        wanted = {total.least for number, total in enumerate(totals) if number != own}
        if len(wanted) != 1:
            return  # the other families disagree
        delta = wanted.pop() - totals[own].least
    if not delta:
        yield from _same_total(puzzle, clue)
    if delta == 0:
        return
    for i, (length, color) in enumerate(clue):
        for meant in range(1, length_of_line + 1) if delta is None else (length + delta,):
            if meant >= 1 and length != ANY_LENGTH:
                yield "number", (*clue[:i], Block(meant, color), *clue[i + 1 :])
    for i, (length, color) in enumerate(clue):
        if delta is None or length == -delta:
            yield "extra", (*clue[:i], *clue[i + 1 :])
        # 10 or 20 would become a clue with a 0.
        if 10 < length < 100 and length % 10:
            yield "blank", (*clue[:i], Block(length // 10, color), Block(length % 10, color), *clue[i + 1 :])
    for i, (one, following) in enumerate(pairwise(clue)):
        if one.color == following.color and one.length and following.length and max(one.length, following.length) < 10:
            yield "blank", (*clue[:i], Block(10 * one.length + following.length, one.color), *clue[i + 2 :])
    if delta is None or delta > 0:
        colors = list(range(1, puzzle.n_colors + 1))
        if any(total.has_unknown_colors for total in totals):
            colors.append(ANY_COLOR)
        for place in range(len(clue) + 1):
            for color in colors:
                # Where the totals leave it open, a missing block may have any length.
                yield "missing", (*clue[:place], Block(delta or ANY_LENGTH, color), *clue[place:])


def _same_total(puzzle: Puzzle, clue: Clue) -> Iterator[tuple[str, Clue]]:
    """The changes of a clue that keep the sum of its numbers."""
    for i, (length, color) in enumerate(clue):
        if color != ANY_COLOR:
            for changed in range(1, puzzle.n_colors + 1):
                yield "colour", (*clue[:i], Block(length, changed), *clue[i + 1 :])
    for i, j in combinations(range(len(clue)), 2):
        one, other, blocks = clue[i], clue[j], list(clue)
        blocks[i], blocks[j] = other, one
        yield "swapped", tuple(blocks)
        blocks[i], blocks[j] = Block(other.length, one.color), Block(one.length, other.color)
        yield "swapped", tuple(blocks)


def _across(puzzle: Puzzle) -> Iterator[Typo]:
    """Changes of two neighbouring clues of a family."""
    for family in puzzle.grid.families:
        for line, following in pairwise(family):
            one, other = puzzle.clues[line], puzzle.clues[following]
            if one == other:
                continue
            seen = {(one, other)}
            pairs: list[tuple[str, Clue, Clue]] = [("lines", other, one)]
            for i, block in enumerate(one):
                for j, beside in enumerate(other):
                    if block != beside:
                        changed = (*one[:i], beside, *one[i + 1 :]), (*other[:j], block, *other[j + 1 :])
                        pairs.append(("swapped", *changed))
            for kind, first, second in pairs:
                if (first, second) not in seen and fits(puzzle, line, first) and fits(puzzle, following, second):
                    seen.add((first, second))
                    yield Typo(kind, ((line, first), (following, second)))


def _rank(explanation: Explanation, surroundings: Surroundings) -> tuple[object, ...]:
    """A key that sorts explanations, the most plausible first: unique ones, then by kind, then by the picture."""
    error = explanation.error
    uniqueness = {True: 0, None: 1, False: 2}[explanation.is_unique]
    strangeness = surroundings.strangeness(explanation.picture)
    return uniqueness, list(KINDS).index(error.kind), strangeness, error.clues, error.given or ()
