"""Puzzles by chance: unique, of a wanted class, with a wanted symmetry.

Attempts are numbered, and the result of an attempt depends on the request and its number alone. So any number of
processes on any machine makes the same puzzles, as long as the results are taken in order.

An attempt begins with a random picture. As long as its puzzle is not unique, or lines do not solve it where they
should, some obstacles get another colour: cells that line solving leaves open, or that differ between the solutions.
These sets of cells follow from the puzzle and not from the path of a solver. If the puzzle is then too easy, cells are
changed at random, and a change is kept if it does not make the puzzle easier. A puzzle that is not of the wanted class
in the end is dropped.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count as counted_from
from typing import NamedTuple

from nonosat.analysis.solution_map import map_solutions
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, UsageError
from nonosat.core.question import Limit, Run
from nonosat.explaining.difficulty import Difficulty
from nonosat.explaining.rate import TRIVIAL_PASSES, rate
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.grid import Grid, neighbors_of
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.random_puzzles import COLORS, STYLES, palette, random_cells
from nonosat.model.rect_grid import RectGrid
from nonosat.model.symmetries import canonical_cells, orbits
from nonosat.solving.result import Result

#: Number of attempts in a row without a new puzzle after which the search ends.
MAX_FRUITLESS = 1_000
#: Number of changes of its picture after which an attempt is dropped.
_MAX_CHANGES = 80
#: Number of random changes to a puzzle that is too easy.
_MAX_HARDER = 60
#: If lines leave more cells open than this, some of them are changed before solutions are compared.
_MAX_OPEN = 300
#: The share of the obstacles that change at once, beside one.
_CHANGED_SHARE = 0.1
#: The probability that a change gives a coloured cell another colour instead of the background, if there are several
#: colours: pictures with many coloured cells are easier.
_FILLED = 0.75
#: Number of changes that are compared where connected regions are wanted.
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
    """The properties of wanted puzzles.

    Attributes:
        n_colors: number of colours besides the background, 1 to 5; each occurs.
        seed: equal requests with equal seeds give equal puzzles.
        difficulty: None for any.
        until: `unique`, or `lines` for puzzles that line solving solves.
        symmetry: that of the picture, a name as `symmetries.find_symmetry` takes it; None for none.
        style: a key of `random_puzzles.STYLES`.
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
        """Raise UsageError if a value is out of range, or two of them contradict each other."""
        if not 1 <= self.n_colors < len(COLORS):
            raise UsageError(f"{self.n_colors} colours, expected 1 to {len(COLORS) - 1}")
        if self.style not in STYLES:
            raise UsageError(f"style {self.style!r}, expected one of {', '.join(STYLES)}")
        if self.until not in ("unique", "lines"):
            raise UsageError(f"until {self.until!r}, expected unique or lines")
        if self.density is not None and not 0 < self.density < 1:
            raise UsageError(f"density {self.density}, expected a number between 0 and 1")
        if self.until == "lines" and self.difficulty in (Difficulty.MODERATE, Difficulty.DEEP):
            raise UsageError(f"line solving does not solve {self.difficulty.value} puzzles; choose trivial or lines")
        orbits(self.grid, self.symmetry)

    @property
    def is_by_lines(self) -> bool:
        """True if line solving is to solve the puzzles."""
        return self.until == "lines" or self.difficulty in (Difficulty.TRIVIAL, Difficulty.LINES)


@dataclass(frozen=True, kw_only=True)
class GeneratedPuzzle:
    """A generated puzzle, its only solution, its class, and the number of the attempt, from 0."""

    puzzle: Puzzle
    picture: Picture
    difficulty: Difficulty
    attempt: int


def generate_puzzles(request: GenerationRequest, *, count: int = 1, timeout: Limit = None) -> Iterator[GeneratedPuzzle]:
    """Generate `count` puzzles, within `timeout` seconds; no two are the same up to rotation, reflection and colours.

    Raises:
        GaveUp: the time limit came, or `MAX_FRUITLESS` attempts in a row brought nothing new.
        UsageError: a value of the request is out of range, or two of them contradict each other.
    """
    request.check()
    run = Run.of(timeout)
    return select_new((attempt(request, number, run) for number in counted_from()), count)


def select_new(results: Iterable[GeneratedPuzzle | None], count: int) -> Iterator[GeneratedPuzzle]:
    """Select `count` results of attempts that differ from all earlier ones, up to rotation, reflection and colours.

    Args:
        results: those of the attempts 0, 1, 2, ... without end; None where an attempt failed. GaveUp is raised after
            `MAX_FRUITLESS` in a row without a new one.
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


def attempt(request: GenerationRequest, number: int, timeout: Limit = None) -> GeneratedPuzzle | None:
    """Make the attempt of a `number`, from 0; None if it failed, GaveUp if the time limit has passed."""
    return _Attempt(request, number, Run.of(timeout).deadline).result()


class _Hardness(NamedTuple):
    """The hardness of a puzzle, to be compared: the rank of its class, then the evidence from a rating."""

    rank: int
    longest_chain: int
    n_open: int
    passes: int


class _Attempt:
    """A picture that changes until its puzzle has the wanted properties."""

    def __init__(self, request: GenerationRequest, number: int, deadline: Deadline) -> None:
        difficulty = None if request.difficulty is None else request.difficulty.value
        others = (request.n_colors, request.seed, difficulty, request.until, request.symmetry, request.style)
        words = [str(each) for each in (*others, request.density)]
        self._rng = random.Random(f"generate {request.grid.header} {words} {number}")
        self._request, self._number, self._deadline = request, number, deadline
        self._orbits = orbits(request.grid, request.symmetry)
        self._orbit_of = {cell: number for number, orbit in enumerate(self._orbits) for cell in orbit}
        self._beside = neighbors_of(request.grid) if max(STYLES[request.style]) else []
        self._cells = random_cells(
            self._rng, request.grid, self._orbits, request.n_colors, self._density(), request.style
        )

    def result(self) -> GeneratedPuzzle | None:
        """Change the picture until no obstacle is left, then until the puzzle is as hard as wanted."""
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
        picture = Picture(self._request.grid, tuple(self._cells))
        return puzzle_of(picture, palette(self._request.n_colors)), picture

    def _make_unique(self) -> bool:
        """Change the picture until its puzzle is unique, or lines solve it where they should; True if it succeeds."""
        for _ in range(_MAX_CHANGES):
            self._deadline.check("no further puzzle")
            if not self._remove_obstacles(*self._drawn()):
                return True
        return False

    def _rated(self) -> _Hardness | None:
        """The hardness of the puzzle; None if it is not known to be unique, or harder than wanted."""
        puzzle, picture = self._drawn()
        wanted = self._request.difficulty
        limit = Difficulty.MODERATE if wanted in (None, Difficulty.DEEP) else wanted
        rating = rate(puzzle, solution=picture, at_most=limit, timeout=Run(self._deadline))
        self._deadline.check("no further puzzle")
        if rating.difficulty is not None:
            return _Hardness(rating.difficulty.rank, rating.longest_chain, rating.n_open, rating.passes)
        if wanted not in (None, Difficulty.DEEP) or self._differing(puzzle, picture, propagated(puzzle)):
            return None
        return _Hardness(Difficulty.DEEP.rank, 0, 0, 0)

    def _made_harder(self, rating: _Hardness) -> _Hardness:
        """Change some cell, unless that makes the puzzle easier, too hard or not unique; return the new hardness."""
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
        """Change some obstacles; True if there are any."""
        state = PropagationState(puzzle)
        if self._request.difficulty is Difficulty.TRIVIAL:
            for _ in range(TRIVIAL_PASSES - 1):
                state.cells.run_round()
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
        solutions = map_solutions(Result(puzzle, picture, state=state), timeout=Run(self._deadline))
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
        """An orbit, and a new colour for it."""
        old = self._cells[self._orbits[number][0]]
        n_colors = self._request.n_colors
        if old and (n_colors == 1 or self._rng.random() >= _FILLED):
            return number, 0
        return number, self._rng.choice([color for color in range(1, n_colors + 1) if color != old])

    def _connection(self, change: tuple[int, int]) -> int:
        """The number of neighbours of the same colour that a cell of an orbit gains by a change."""
        if not self._beside:
            return 0
        number, color = change
        first = self._orbits[number][0]
        colors = [self._cells[cell] for cell in self._beside[first]]
        return colors.count(color) - colors.count(self._cells[first])
