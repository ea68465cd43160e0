"""Reasons why a puzzle has no solution: the fewest clues to change, and smallest contradicting sets of clues.

A set of clues and givens contradicts if no picture satisfies all of it (an unsatisfiable core). A correction is a set
without which the others have a solution (a correction set). Every correction has a part of every contradicting set, and
the other way round. So both searches are implicit hitting sets: a smallest set that hits all known sets is a candidate;
the solver either confirms it, or its answer is one more set to hit.

    fewest clues      candidate: hits all contradicting sets so far; confirmed by a picture of all other parts
    contradicting set candidate: hits all corrections so far; confirmed by a proof that it has no picture

The size of each candidate is a proved lower bound, also where the time limit comes first.

Sources: J. Davies, F. Bacchus, Solving MAXSAT by solving a sequence of simpler SAT instances, CP 2011; A. Ignatiev,
A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, CP 2015.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

from nonosat.analysis.clue_session import ClueSession, Parts
from nonosat.core.errors import GaveUp
from nonosat.core.minimal_subset import minimal_subset
from nonosat.core.question import Log, no_log
from nonosat.model.clue import Clue, clue_of
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import fits
from nonosat.solvers.hitting_sets import HittingSets

#: The number of corrections of several parts that are listed; those of one part are all listed.
LISTED = 10

#: The number of times that a contradicting set is made smaller by asking again.
_TRIMS = 3

#: The number of conflicts that one attempt to make a contradicting set smaller may take.
_CONFLICTS = 5_000


class Correction(NamedTuple):
    """Clues and givens that cannot all stay: without them the others have a solution.

    Attributes:
        picture: satisfies all other clues and givens.
        n_cells: the number of its cells that must change for the lines of `parts` to satisfy their clues, each line by
            itself, proved to be the smallest of all such pictures. None if that was not found in time, or if a line is
            too short for its clue.
    """

    parts: Parts
    picture: Picture
    n_cells: int | None = None

    def reading(self, line: int) -> Clue:
        """The clue that a line has in the picture."""
        return clue_of(self.picture.line(line))


@dataclass(frozen=True, kw_only=True)
class Corrections:
    """The smallest corrections of a puzzle, all of equal size.

    Attributes:
        at_least: a proved lower bound of the size of every correction.
        is_smallest: whether those in `found` are proved to be smallest.
        is_all: whether every smallest correction is in `found`.
    """

    found: tuple[Correction, ...] = ()
    at_least: int
    is_smallest: bool = False
    is_all: bool = False

    def singles(self) -> frozenset[int]:
        """The lines of corrections that are a single clue."""
        return frozenset(each.parts.lines[0] for each in self.found if each.parts.size == len(each.parts.lines) == 1)


class ContradictingSet(NamedTuple):
    """Clues and givens that no picture satisfies together.

    Attributes:
        is_minimal: whether it is proved that the others have a picture if any one is left out.
        is_smallest: whether it is proved that no smaller set contradicts.
        at_least: a proved lower bound of the size of every contradicting set.
    """

    parts: Parts
    is_minimal: bool
    is_smallest: bool
    at_least: int


def fewest_corrections(session: ClueSession, log: Log = no_log) -> Corrections:
    """The fewest clues and givens to change, in a puzzle without solution; the deadline ends the search."""
    cores: list[frozenset[int]] = []
    best: list[Picture] = []
    found: list[Correction] = []
    at_least, is_smallest = 1, False
    try:
        found = _single_corrections(session, cores)
        if found:
            log(f"{count(len(found), 'clue')} whose change alone makes the puzzle solvable")
            return Corrections(found=tuple(found), at_least=1, is_smallest=True, is_all=True)
        at_least = 2
        with HittingSets[int]() as sets:
            for core in cores:
                sets.add(shrunk(session, core, _CONFLICTS))
            while (candidate := sets.smallest()) is not None:
                if found and len(candidate) > found[0].parts.size:
                    break
                at_least = max(at_least, len(candidate))
                picture = session.solve(part for part in session.parts if part not in candidate)
                if picture is None:
                    _add_cores(session, sets, candidate, best)
                    continue
                is_smallest = True
                log(f"a change of {count(len(candidate), 'clue')} makes the puzzle solvable")
                found.append(Correction(parts=session.part_of(candidate), picture=picture))
                sets.exclude(candidate)
                if len(found) == LISTED:
                    return Corrections(found=tuple(found), at_least=at_least, is_smallest=True)
        return Corrections(found=tuple(found), at_least=at_least, is_smallest=True, is_all=True)
    except GaveUp:
        log("gave up before the fewest clues to change were proved")
    if not found and best:
        picture = min(best, key=lambda each: len(session.violated(each)))
        found = [Correction(parts=session.part_of(session.violated(picture)), picture=picture)]
    return Corrections(found=tuple(found), at_least=at_least, is_smallest=is_smallest)


def with_nearest(session: ClueSession, corrections: Corrections) -> Corrections:
    """Corrections, by number of cells, with pictures that violate their clues in the fewest cells, if found in time."""
    found = [_with_nearest(session, each) for each in corrections.found]
    found.sort(key=lambda each: inf if each.n_cells is None else each.n_cells)
    return replace(corrections, found=tuple(found))


def contradicting_set(
    session: ClueSession, corrections: Corrections | None = None, log: Log = no_log
) -> ContradictingSet | None:
    """A smallest set of clues and givens that contradicts, or a minimal one if the deadline comes first.

    Args:
        session: a puzzle without solution; its deadline ends the search.
        corrections: of `fewest_corrections`; they make it quicker.

    Returns:
        None if the deadline came before any set was found.
    """
    kept: frozenset[int] | None = None
    at_least, is_minimal = 1, False

    def core(parts: Iterable[int]) -> frozenset[int] | None:
        nonlocal kept
        if session.solve(parts) is not None:
            return None
        kept = session.core()
        return kept

    try:
        first = core(session.parts)
        assert first is not None, "the puzzle has no solution"
        kept = frozenset(minimal_subset(sorted(first), core))
        is_minimal = True
        log(f"{count(len(kept), 'clue')} contradict each other; looking for fewer")
        with HittingSets[int]() as sets:
            for each in corrections.found if corrections is not None else ():
                sets.add(_selectors(session, each.parts))
            while (candidate := sets.smallest()) is not None:
                at_least = max(at_least, len(candidate))
                if len(kept) == at_least:
                    break
                picture = session.solve(sorted(candidate))
                if picture is None:
                    kept = candidate
                    break
                sets.add(session.left_out(picture, session.parts))
    except GaveUp:
        log("gave up before the smallest contradicting set was proved")
    if kept is None:
        return None
    is_smallest = is_minimal and len(kept) == at_least
    return ContradictingSet(session.part_of(kept), is_minimal, is_smallest, at_least)


def _single_corrections(session: ClueSession, cores: list[frozenset[int]]) -> list[Correction]:
    """The corrections that are a single part; each other part is missing from one of the sets added to `cores`."""
    picture = session.solve(session.parts)
    assert picture is None, "the puzzle has no solution"
    cores.append(_trim(session))
    left, found = set(cores[0]), []
    for part in sorted(cores[0]):
        if part not in left:
            continue
        picture = session.solve(other for other in session.parts if other != part)
        if picture is not None:
            found.append(Correction(parts=session.part_of([part]), picture=picture))
        else:
            # A single correction is in every contradicting set.
            cores.append(_trim(session))
            left &= cores[-1]
    return found


def _trim(session: ClueSession) -> frozenset[int]:
    """The contradicting set of the last answer, made smaller by asking again with this set alone."""
    core = session.core()
    for _ in range(_TRIMS):
        picture = session.solve(sorted(core))
        assert picture is None, "the set contradicts"
        smaller = session.core()
        if len(smaller) == len(core):
            break
        core = smaller
    return core


def _add_cores(session: ClueSession, sets: HittingSets[int], candidate: frozenset[int], best: list[Picture]) -> None:
    """Add contradicting sets that a candidate does not hit: that of the last answer, and others disjoint from it.

    Args:
        best: gets a picture that satisfies all parts that are left then.
    """
    left = [part for part in session.parts if part not in candidate]
    while True:
        core = shrunk(session, _trim(session), _CONFLICTS)
        sets.add(core)
        left = [part for part in left if part not in core]
        picture = session.solve(left)
        if picture is not None:
            best.append(picture)
            return


def shrunk(session: ClueSession, core: Collection[int], conflicts: int) -> list[int]:
    """A subset of the contradicting set `core` that contradicts; minimal, unless `conflicts` end an attempt."""

    def smaller(parts: list[int]) -> frozenset[int] | None:
        with suppress(GaveUp):
            if session.solve(parts, conflicts=conflicts) is None:
                return session.core()
        return None

    return minimal_subset(sorted(core), smaller)


def _with_nearest(session: ClueSession, correction: Correction) -> Correction:
    """A correction with the picture in which its clues are violated in the fewest cells, if that is found in time."""
    fitting = (fits(session.puzzle, line, session.puzzle.clues[line]) for line in correction.parts.lines)
    if session.deadline.has_passed or not all(fitting):
        return correction
    out = set(_selectors(session, correction.parts))
    others = [part for part in session.parts if part not in out]
    differ = [literal for line in correction.parts.lines for literal in session.add_shadow(line)]
    with suppress(GaveUp):
        picture, n_cells = _nearest(session, others, differ)
        return correction._replace(picture=picture, n_cells=n_cells)
    return correction


def _nearest(session: ClueSession, others: list[int], differ: list[int]) -> tuple[Picture, int]:
    """The picture in which the fewest literals of `differ` are true, and their number; it satisfies the `others`."""
    bounds: list[int] = []
    for most in range(len(differ) + 1):
        if len(bounds) <= most < len(differ):
            bounds = session.at_most(differ, min(2 * most + 3, len(differ) - 1))
        picture = session.solve([*others, *bounds[most : most + 1]], conflicts=_CONFLICTS)
        if picture is not None:
            return picture, most
    raise AssertionError("without a bound there is a picture")


def _selectors(session: ClueSession, parts: Parts) -> list[int]:
    return [*(session.lines[line] for line in parts.lines), *(session.givens[cell] for cell in parts.givens)]
