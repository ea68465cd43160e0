"""Checking a proof by lines and weights, from the clues alone.

Trusted base: this module, `line_placements`, `statement`, and the reader of clue files. No encoder, no solver, no
floating point.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from functools import partial
from typing import NoReturn

from nonosat.core.deadline import Deadline
from nonosat.core.errors import ProofRefused
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.linear import PICTURE, WEIGHTS
from nonosat.proofs.linear.line_placements import heaviest_placement, possible_colors
from nonosat.proofs.manifest import Manifest
from nonosat.proofs.statement import Statement, read_solution


class PossibleColors:
    """The colours that each cell of each line may still have.

    Attributes:
        lines: for each line, and each colour from 0, the positions that may have it, as bits.
        places: for each family, for each cell, the line that holds it and its position there, one after the other.
        changed: the lines that have to be propagated.
    """

    def __init__(self, puzzle: Puzzle, deadline: Deadline) -> None:
        grid = puzzle.grid
        self.puzzle, self.deadline = puzzle, deadline
        self.lines = [[(1 << len(grid.line(index))) - 1] * (puzzle.n_colors + 1) for index in range(grid.n_lines)]
        # Arrays, since lists of pairs would take hundreds of bytes for each cell.
        self.places = [array("i", bytes(8 * grid.n_cells)) for _ in grid.families]
        for places, family in zip(self.places, grid.families, strict=True):
            for index in family:
                for position, cell in enumerate(grid.line(index)):
                    places[2 * cell], places[2 * cell + 1] = index, position
        self.changed = set(range(grid.n_lines))
        for cell, color in puzzle.givens:
            self.fix(cell, color)

    def fix(self, cell: int, color: int) -> None:
        """Remove all colours of a `cell` but one; `color` is 0 for the background."""
        for other in range(self.puzzle.n_colors + 1):
            if other != color:
                self.forbid(cell, other)

    def forbid(self, cell: int, color: int) -> None:
        """Remove a colour of a `cell`; `color` is 0 for the background."""
        for places in self.places:
            index, position = places[2 * cell], places[2 * cell + 1]
            if self.lines[index][color] >> position & 1:
                self.lines[index][color] ^= 1 << position
                self.changed.add(index)

    def propagate_lines(self) -> bool:
        """Propagate all changed lines, until none is left; False if a line has no placement."""
        grid = self.puzzle.grid
        while self.changed:
            self.deadline.check("the proof was not checked")
            index = self.changed.pop()
            cells, before = grid.line(index), self.lines[index]
            after = possible_colors(self.puzzle.clues[index], before, len(cells))
            if after is None:
                return False
            for color, (old, new) in enumerate(zip(before, after, strict=True)):
                # As digits: shifting the bits for each cell would take time quadratic in the length of the line.
                for cell, digit in zip(cells, reversed(f"{old ^ new:b}"), strict=False):
                    if digit == "1":
                        self.forbid(cell, color)
            self.changed.discard(index)
        return True

    def open_cells(self) -> list[int]:
        """The cells that may have more than one colour, ascending."""
        cells: list[int] = []
        for index in self.puzzle.grid.families[0]:
            once = several = 0
            for mask in self.lines[index]:
                several |= once & mask
                once |= mask
            if several:
                digits = reversed(f"{several:b}")
                line = self.puzzle.grid.line(index)
                cells += (cell for cell, digit in zip(line, digits, strict=False) if digit == "1")
        return cells


def check(statement: Statement, manifest: Manifest, folder: str, deadline: Deadline) -> tuple[str, Picture | None]:
    """Check a proof by lines and weights; see `ProofKind.check`."""
    puzzle = statement.puzzle
    picture = _read_solution(puzzle, manifest.path(folder, PICTURE)) if statement.has_solution else None
    possible = PossibleColors(puzzle, deadline)
    consistent = possible.propagate_lines()
    decided = puzzle.grid.n_cells - len(possible.open_cells()) if consistent else 0
    used: list[WeightStep] = []
    for step in read_steps(manifest.path(folder, WEIGHTS), puzzle):
        if not consistent:
            raise ProofRefused(f"step {step.number} comes after the proof that there is no solution")
        used.append(step)
        consistent = _apply(possible, step, picture)
    if picture is None:
        if consistent:
            raise ProofRefused("a solution is still possible after the last step")
    elif not consistent:
        raise ProofRefused("the picture is excluded")  # it is a solution, so the checker itself is wrong
    else:
        n_open = len(set(statement.constant_cells(picture)).intersection(possible.open_cells()))
        if n_open:
            raise ProofRefused(f"{count(n_open, 'cell')} left open after the last step, expected none")
    if not used:
        return "lines alone", picture
    weights = count(sum(len(step.weights) for step in used), "weight", separators=True)
    cells = count(puzzle.grid.n_cells, "cell", separators=True)
    return f"lines decide {decided:,} of {cells}; the rest follows from {weights}", picture


def _read_solution(puzzle: Puzzle, path: str) -> Picture:
    """The picture of the proof; raises `ProofRefused` unless it is a solution."""
    # A name of a colour has at most six letters, and a blank after it.
    longest = 8 * puzzle.grid.n_cells
    with open(path, encoding="ascii", errors="replace", newline="") as file:
        text = file.read(longest + 1)
    if len(text) > longest:
        raise ProofRefused(f"{PICTURE} is too long for a picture of the puzzle")
    return read_solution(puzzle, text, PICTURE)


def _apply(possible: PossibleColors, step: WeightStep, picture: Picture | None) -> bool:
    """Check a step, fix the cells it proves, and propagate lines; False if no solution is left.

    With the formula of the package's docstring: a solution that differs from the picture in d of c cells weighs d - c
    units, and no solution weighs more than the bound; so d - c <= bound / unit, and d < 1 if bound / unit + c < 1.
    """
    if (picture is None) == bool(step.cells):
        expected = "none, to prove that there is no solution" if picture is None else "at least one"
        raise ProofRefused(f"step {step.number} names {count(len(step.cells), 'cell')}, expected {expected}")
    bound = _bound(possible, step, picture)
    if picture is None:
        if bound >= 0:
            found = f"{bound / step.unit:.3g} units"
            raise ProofRefused(f"step {step.number}: the heaviest placements weigh {found}, expected less than 0")
        return False
    differing = bound + len(step.cells) * step.unit
    if differing >= step.unit:
        number = f"{differing / step.unit:.3g}"
        found = f"{number} cell" if number == "1" else f"{number} cells"
        raise ProofRefused(f"step {step.number}: up to {found} may differ from the picture, expected less than one")
    for cell in step.cells:
        possible.fix(cell, picture.cells[cell])
    return possible.propagate_lines()


def _bound(possible: PossibleColors, step: WeightStep, picture: Picture | None) -> int:
    """The sum, over all lines, of the weight of the heaviest placement that is still possible."""
    puzzle = possible.puzzle
    grid, families = puzzle.grid, puzzle.grid.families
    #: By family, colour and cell. Family 0 completes the sums to their required values.
    weights = [[[0] * grid.n_cells for _ in range(puzzle.n_colors + 1)] for _ in families]
    for (family, color, cell), weight in step.weights.items():
        weights[family][color][cell] = weight
        weights[0][color][cell] -= weight
    for cell in step.cells:
        assert picture is not None
        weights[0][picture.cells[cell]][cell] -= step.unit
    total = 0
    for table, lines in zip(weights, families, strict=True):
        for index in lines:
            possible.deadline.check("the proof was not checked")
            line_weights = [[row[cell] for cell in grid.line(index)] for row in table]
            heaviest = heaviest_placement(puzzle.clues[index], possible.lines[index], line_weights)
            assert heaviest is not None, "line propagation left the line a placement"
            total += heaviest
    return total


_UNIT = re.compile(r"unit ([1-9][0-9]{0,98})\n")
_CELLS = re.compile(r"cells((?: [0-9]{1,9})*)\n")
_WEIGHT = re.compile(r"([0-9]{1,9}) ([0-9]{1,9}) ([0-9]) (-?[0-9]{1,99})\n")


@dataclass(frozen=True, kw_only=True)
class WeightStep:
    """Weights that prove that cells are as in the picture, or that there is no solution.

    Attributes:
        number: the number of the step, from 1.
        cells: the cells to prove; empty for a proof that there is no solution.
        weights: by (family from 1, colour from 0, cell); those not listed are 0.
    """

    number: int
    unit: int
    cells: tuple[int, ...]
    weights: dict[tuple[int, int, int], int]


def read_steps(path: str, puzzle: Puzzle) -> list[WeightStep]:
    """Read the steps of a file; `ProofRefused` unless its cells, colours and families are those of the puzzle."""
    steps: list[WeightStep] = []
    unit = 0
    # A line names each cell once, or holds a weight; its rest would be refused in any case.
    longest = 128 + 10 * puzzle.grid.n_cells
    with open(path, encoding="ascii", errors="replace", newline="") as file:
        for count, line in enumerate(iter(partial(file.readline, longest), ""), 1):
            if count == 1:
                unit = int(_matched(_UNIT, line, count, "`unit` and a number")[1])
            elif line.startswith("c"):
                words = _matched(_CELLS, line, count, "`cells` and numbers of cells")[1].split()
                cells = tuple(dict.fromkeys(map(int, words)))
                if len(cells) < len(words) or max(cells, default=0) >= puzzle.grid.n_cells:
                    _refuse(count, f"cells from 0 to {puzzle.grid.n_cells - 1}, each once")
                steps.append(WeightStep(number=len(steps) + 1, unit=unit, cells=cells, weights={}))
            else:
                found = _matched(_WEIGHT, line, count, "cell, colour, family, weight")
                cell, color, family, weight = map(int, found.groups())
                if cell >= puzzle.grid.n_cells or color > puzzle.n_colors:
                    _refuse(count, "a cell and a colour of the puzzle")
                if not 1 <= family < len(puzzle.grid.families):
                    _refuse(count, f"a family from 1 to {len(puzzle.grid.families) - 1}")
                if not steps or (family, color, cell) in steps[-1].weights:
                    _refuse(count, "one weight for each cell, colour and family, after a line `cells`")
                steps[-1].weights[family, color, cell] = weight
    if not unit:
        _refuse(1, "`unit` and a number")
    return steps


def _matched(pattern: re.Pattern[str], line: str, count: int, expected: str) -> re.Match[str]:
    found = pattern.fullmatch(line)
    if found is None:
        _refuse(count, expected)
    return found


def _refuse(count: int, expected: str) -> NoReturn:
    raise ProofRefused(f"{WEIGHTS}: line {count} cannot be read, expected {expected}")
