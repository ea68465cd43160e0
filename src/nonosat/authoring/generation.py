"""Puzzles by chance: unique, of a wanted class, with a wanted symmetry.

Attempts are numbered, and what comes of one depends on the request and its number alone. So the puzzles are the same
wherever and by however many processes the attempts are made, as long as their results are taken in order.

An attempt begins with a random picture. As long as its puzzle is not as wanted, some cells that are in the way get
another colour: cells that line solving leaves open, or that differ between the solutions. These sets of cells follow
from the puzzle, not from the way of a solver. If it is too easy then, cells are changed at random, and each change
stays that makes it no easier. A puzzle that is not of the wanted class in the end is dropped.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.analysis.solution_map import map_of_result
from nonosat.authoring.random_pictures import STYLES, neighbours, random_cells
from nonosat.errors import GaveUp, UsageError
from nonosat.explaining.difficulty import Difficulty
from nonosat.explaining.rating import TRIVIAL_PASSES, rate_until
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.grid import Grid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.random_puzzles import COLORS, palette
from nonosat.model.rect_grid import RectGrid
from nonosat.model.symmetries import canonical_cells, orbits
from nonosat.solving.result import Result
from nonosat.system.deadline import NEVER, Deadline

#: After so many attempts in a row without a new puzzle there will hardly be one.
MAX_FRUITLESS = 1_000
#: An attempt is dropped after so many changes of its picture.
_MAX_CHANGES = 80
#: A puzzle that is too easy is changed so often, as long as it becomes no easier.
_MAX_HARDER = 60
#: If lines leave more cells open, some of these are changed before solutions are compared.
_MAX_OPEN = 300
#: The share of the cells in the way that change at once, beside one.
_CHANGED_SHARE = 0.1
#: How likely a change makes an open cell coloured: pictures with many coloured cells are easier.
_FILLED = 0.75
#: How many changes are compared where connected regions are wanted.
_COMPARED = 8
#: The least and the greatest density to begin with, by class (None: any), for one colour on a rectangle and otherwise.
_DENSITIES: dict[Difficulty | None, tuple[tuple[float, float], tuple[float, float]]] = {
    None: ((0.5, 0.6), (0.4, 0.6)),
    Difficulty.TRIVIAL: ((0.6, 0.7), (0.5, 0.65)),
    Difficulty.LINES: ((0.45, 0.52), (0.3, 0.5)),
    Difficulty.MODERATE: ((0.38, 0.44), (0.2, 0.4)),
    Difficulty.DEEP: ((0.3, 0.38), (0.15, 0.35)),
}


@dataclass(frozen=True, kw_only=True)
class GenerationRequest:
    """What puzzles are asked for.

    Attributes:
        grid: the cells.
        n_colors: how many colours there are beside the background, 1 to 5; each occurs.
        seed: equal requests with equal seeds give equal puzzles.
        difficulty: the class; None for any.
        until: `unique`, or `lines` for puzzles that line solving solves.
        symmetry: the name of a symmetry of the picture, see `model.symmetries.find_symmetry`; None for none.
        style: a key of `random_pictures.STYLES`.
        density: the share of the cells that are coloured to begin with, 0 to 1; None for one that fits the class.
    """

    grid: Grid
    n_colors: int = 1
    seed: int = 1
    difficulty: Difficulty | None = None
    until: str = "unique"
    symmetry: str | None = None
    style: str = "noise"
    density: float | None = None

    def check(self) -> None:
        """Make sure that there can be such puzzles.

        Raises:
            UsageError: the parts of the request do not go together.
        """
        if not 1 <= self.n_colors < len(COLORS):
            raise UsageError(f"{self.n_colors} colours, expected 1 to {len(COLORS) - 1}")
        if self.style not in STYLES:
            raise UsageError(f"style {self.style!r}, expected one of {', '.join(STYLES)}")
        if self.until not in ("unique", "lines"):
            raise UsageError(f"puzzles until {self.until!r}, expected unique or lines")
        if self.density is not None and not 0 < self.density < 1:
            raise UsageError(f"density {self.density}, expected a number between 0 and 1")
        if self.until == "lines" and self.difficulty in (Difficulty.MODERATE, Difficulty.DEEP):
            raise UsageError(f"{self.difficulty.value} puzzles that line solving solves, expected trivial or lines")
        orbits(self.grid, self.symmetry)

    def words(self) -> tuple[str, ...]:
        """All that the puzzles depend on, as words."""
        difficulty = None if self.difficulty is None else self.difficulty.value
        values = (self.n_colors, self.seed, difficulty, self.until, self.symmetry, self.style, self.density)
        return (self.grid.header, *map(str, values))

    @property
    def is_by_lines(self) -> bool:
        """Whether line solving is to solve the puzzles."""
        return self.until == "lines" or self.difficulty in (Difficulty.TRIVIAL, Difficulty.LINES)


@dataclass(frozen=True, kw_only=True)
class GeneratedPuzzle:
    """A puzzle that was generated.

    Attributes:
        puzzle: the puzzle.
        picture: its only solution.
        difficulty: its class.
        attempt: the number of the attempt.
    """

    puzzle: Puzzle
    picture: Picture
    difficulty: Difficulty
    attempt: int


def generate_puzzles(
    request: GenerationRequest, *, count: int = 1, timeout: float | None = None
) -> Iterator[GeneratedPuzzle]:
    """Generate puzzles; no two are the same but for rotations, reflections and colours.

    Args:
        request: what they are to be like.
        count: how many.
        timeout: seconds from now.

    Raises:
        GaveUp: the time limit came, or a great many attempts in a row brought nothing new.
        UsageError: the parts of the request do not go together.
    """
    request.check()
    deadline = Deadline.after(timeout)
    number = 0

    def results() -> Iterator[GeneratedPuzzle | None]:
        nonlocal number
        while True:
            yield attempt(request, number, deadline)
            number += 1

    return select_new(results(), count)


def select_new(results: Iterable[GeneratedPuzzle | None], count: int) -> Iterator[GeneratedPuzzle]:
    """Of the results of attempts those that are not like an earlier one.

    Args:
        results: of the attempts 0, 1, 2, ... without end; None where an attempt failed.
        count: how many to select.

    Raises:
        GaveUp: `MAX_FRUITLESS` attempts in a row brought nothing new.
    """
    seen: set[tuple[int, ...]] = set()
    fruitless = 0
    for result in results if count else ():
        fruitless += 1
        if result is not None:
            key = canonical_cells(result.puzzle.grid, result.picture.cells)
            if key not in seen:
                seen.add(key)
                fruitless = 0
                yield result
                if len(seen) == count:
                    return
        if fruitless >= MAX_FRUITLESS:
            raise GaveUp(f"no further puzzle in {MAX_FRUITLESS:,} attempts")


def attempt(request: GenerationRequest, number: int, deadline: Deadline = NEVER) -> GeneratedPuzzle | None:
    """Make one attempt at a puzzle.

    Args:
        request: what it is to be like.
        number: of the attempt, from 0.
        deadline: when to give up.

    Returns:
        The puzzle; None if the attempt failed.

    Raises:
        GaveUp: the deadline has passed.
    """
    return _Attempt(request, number, deadline).result()


class _Hardness(NamedTuple):
    """How hard a puzzle is, to be compared: its class by rank, and the evidence from a rating."""

    rank: int
    longest_chain: int
    n_open: int
    passes: int


class _Attempt:
    """A picture that changes until its puzzle is as wanted."""

    def __init__(self, request: GenerationRequest, number: int, deadline: Deadline) -> None:
        grid, *others = request.words()
        self._rng = random.Random(f"generate {grid} {others} {number}")
        self._request, self._number, self._deadline = request, number, deadline
        self._orbits = orbits(request.grid, request.symmetry)
        self._orbit_of = {cell: number for number, orbit in enumerate(self._orbits) for cell in orbit}
        self._beside = neighbours(request.grid) if max(STYLES[request.style]) else []
        self._cells = random_cells(
            self._rng, request.grid, self._orbits, request.n_colors, self._density(), request.style
        )

    def result(self) -> GeneratedPuzzle | None:
        """Change the picture until nothing is in the way, then until the puzzle is as hard as wanted."""
        if not self._make_unique():
            return None
        rating, wanted = self._rated(), self._request.difficulty
        for _ in range(_MAX_HARDER):
            if rating is None or wanted is None or rating.rank >= wanted.rank:
                break
            rating = self._made_harder(rating)
        if rating is None or (wanted is not None and rating.rank != wanted.rank):
            return None
        if len(set(self._cells) - {0}) < self._request.n_colors:
            return None
        puzzle, picture = self._drawn()
        difficulty = list(Difficulty)[rating.rank]
        return GeneratedPuzzle(puzzle=puzzle, picture=picture, difficulty=difficulty, attempt=self._number)

    def _drawn(self) -> tuple[Puzzle, Picture]:
        """The puzzle of the picture as it is now, and the picture."""
        picture = Picture(self._request.grid, tuple(self._cells))
        return puzzle_of(picture, palette(self._request.n_colors)), picture

    def _make_unique(self) -> bool:
        """Change the picture until its puzzle is unique, or solved by lines where that is asked for; whether it is."""
        for _ in range(_MAX_CHANGES):
            self._deadline.check("no further puzzle")
            if not self._remove_obstacles(*self._drawn()):
                return True
        return False

    def _rated(self) -> _Hardness | None:
        """How hard the puzzle is; None if it is not known to be unique, or harder than wanted."""
        puzzle, picture = self._drawn()
        wanted = self._request.difficulty
        limit = Difficulty.MODERATE if wanted in (None, Difficulty.DEEP) else wanted
        rating = rate_until(puzzle, solution=picture, at_most=limit, deadline=self._deadline)
        self._deadline.check("no further puzzle")
        if rating.difficulty is not None:
            return _Hardness(rating.difficulty.rank, rating.longest_chain, rating.n_open, rating.passes)
        if wanted not in (None, Difficulty.DEEP) or self._differing(puzzle, picture, propagated(puzzle)):
            return None
        return _Hardness(Difficulty.DEEP.rank, 0, 0, 0)

    def _made_harder(self, rating: _Hardness) -> _Hardness:
        """Change some cell, unless that makes the puzzle easier, too hard or not unique; how hard it is then."""
        number, color = self._random_change(self._rng.randrange(len(self._orbits)))
        before = self._cells[:]
        for cell in self._orbits[number]:
            self._cells[cell] = color
        after = self._rated()
        if after is None or after < rating:
            self._cells = before
            return rating
        return after

    def _density(self) -> float:
        """The share of the cells that are coloured to begin with."""
        request = self._request
        if request.density is not None:
            return request.density
        difficulty = Difficulty.LINES if request.difficulty is None and request.is_by_lines else request.difficulty
        is_plain = request.n_colors == 1 and isinstance(request.grid, RectGrid)
        return self._rng.uniform(*_DENSITIES[difficulty][0 if is_plain else 1])

    def _remove_obstacles(self, puzzle: Puzzle, picture: Picture) -> bool:
        """Change some cells that are in the way; whether there are such cells."""
        state = PropagationState(puzzle)
        if self._request.difficulty is Difficulty.TRIVIAL:
            for _ in range(TRIVIAL_PASSES - 1):
                state.run_round()
        else:
            state.run(self._deadline)
        n_open = state.n_open
        if not n_open:
            return False
        if self._request.is_by_lines or n_open > _MAX_OPEN:
            self._change(open_cells(state.domains()))
            return True
        differing = self._differing(puzzle, picture, state)
        if differing:
            self._change(differing)
        return bool(differing)

    def _differing(self, puzzle: Puzzle, picture: Picture, state: PropagationState | None) -> tuple[int, ...]:
        """The cells that differ between the solutions of the puzzle."""
        solutions = map_of_result(Result(puzzle, picture, state=state), self._deadline)
        self._deadline.check("no further puzzle")
        return solutions.differing

    def _change(self, cells: Sequence[int]) -> None:
        """Give some of these cells another colour, and all that are symmetric to them."""
        rng = self._rng
        numbers = sorted({self._orbit_of[cell] for cell in cells})
        for _ in range(1 + int(len(numbers) * _CHANGED_SHARE)):
            changes = [self._random_change(rng.choice(numbers)) for _ in range(_COMPARED if self._beside else 1)]
            number, color = max(changes, key=self._connection)
            for cell in self._orbits[number]:
                self._cells[cell] = color

    def _random_change(self, number: int) -> tuple[int, int]:
        """An orbit with another colour than it has."""
        old = self._cells[self._orbits[number][0]]
        n_colors = self._request.n_colors
        if old and (n_colors == 1 or self._rng.random() >= _FILLED):
            return number, 0
        return number, self._rng.choice([color for color in range(1, n_colors + 1) if color != old])

    def _connection(self, change: tuple[int, int]) -> int:
        """How many more neighbours of the same colour the cells of an orbit have after a change."""
        if not self._beside:
            return 0
        number, color = change
        first = self._orbits[number][0]
        colors = [self._cells[cell] for cell in self._beside[first]]
        return colors.count(color) - colors.count(self._cells[first])
