"""The strength of unit propagation in a formula: of the cells that follow, how many it finds.

A sample is a partial picture: some cells of a solution, or none. What single lines conclude from it, one after the
other, is what any formula of single lines can find at best. A cell that unit propagation misses is shown on one line:
among the lines, with what unit propagation has found, one concludes more by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonosat.cnf.formula import Formula
from nonosat.core.deadline import NEVER, Deadline
from nonosat.encodings.cell_variables import CellVariables
from nonosat.lines.fixpoint import propagated
from nonosat.lines.line import LineSolver
from nonosat.model.clue import block_text
from nonosat.model.grid import line_name
from nonosat.model.palette import BACKGROUND, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.solvers.propagation import PropagationEngine

#: The partial pictures of a puzzle, besides the one without a known cell.
N_SAMPLES = 20
#: The range from which the share of known cells is drawn.
_SHARES = (0.02, 0.4)


class Sample(NamedTuple):
    """A partial picture, and the colours of the other cells that lines decide, by cell."""

    known: Mapping[int, int]
    follows: Mapping[int, int]


class MissedCell(NamedTuple):
    """A cell that follows on one line, but not by unit propagation.

    Attributes:
        known: the colours along the line that unit propagation knows, None for an open cell.
        position: the position of the cell on the line, from 0.
        color: the colour that it must have.
    """

    line: int
    known: tuple[int | None, ...]
    position: int
    color: int

    def sentence(self, puzzle: Puzzle) -> str:
        """The cell with its line, in the form in which `nonosat line` takes it."""
        clue = " ".join(map(block_text, puzzle.clues[self.line])) or "0"
        cells = "".join("?" if color is None else letter(color) for color in self.known)
        what = f"cell {self.position + 1} is {letter(self.color)}"
        return f'{line_name(puzzle.grid, self.line)}, clue "{clue}", cells "{cells}": {what}'


class Strength(NamedTuple):
    """The cells that follow in all samples together, how many unit propagation finds, and one that it misses."""

    follows: int
    found: int
    missed: MissedCell | None = None


def samples(
    puzzle: Puzzle, solutions: Sequence[Picture], seed: int, number: int = N_SAMPLES, deadline: Deadline = NEVER
) -> list[Sample]:
    """The puzzle without a known cell, and a `number` of random parts of its solutions; equal seeds give equal ones.

    Raises:
        GaveUp: the deadline came first.
    """
    rng = random.Random(f"samples {seed}")
    found: list[dict[int, int]] = [{}]
    for _ in range(number if solutions else 0):
        picture, share = rng.choice(solutions), rng.uniform(*_SHARES)
        found.append({cell: color for cell, color in enumerate(picture.cells) if rng.random() < share})
    return [Sample(known, _decided_by_lines(puzzle, known, deadline)) for known in found]


def _decided_by_lines(puzzle: Puzzle, known: Mapping[int, int], deadline: Deadline) -> dict[int, int]:
    givens = {**dict(puzzle.givens), **known}
    begun = replace(puzzle, givens=tuple(ColoredCell(cell, color) for cell, color in givens.items()))
    state = propagated(begun, deadline)
    if state is None:
        return {}
    cells = ((cell, state.cells.colors(cell)) for cell in range(puzzle.grid.n_cells) if cell not in known)
    return {cell: colors[0] for cell, colors in cells if len(colors) == 1}


def propagation_strength(puzzle: Puzzle, formula: Formula, samples: Iterable[Sample]) -> Strength:
    """Measure unit propagation in a complete formula of a puzzle; a contradiction counts as everything found."""
    cells = CellVariables(puzzle)
    engine, guard = PropagationEngine(), formula.n_vars + 1  # the engine names no literals that follow without it
    follows = n_found = 0
    missed: MissedCell | None = None
    try:
        for clause in formula.clauses():
            engine.add_clause([*clause, -guard] if len(clause) == 1 else clause)
        for known, decided in samples:
            assumed = [literal for cell, color in known.items() for literal in cells.literals(cell, color)]
            holds, literals = engine.propagate([guard, *assumed])
            follows += len(decided)
            if not holds:
                n_found += len(decided)
                continue
            found = _decided_cells(cells, literals)
            misses = [cell for cell, color in decided.items() if found.get(cell) != color]
            n_found += len(decided) - len(misses)
            if misses and missed is None:
                missed = _missed_cell(puzzle, {**found, **known})
    finally:
        engine.delete()
    return Strength(follows, n_found, missed)


def _decided_cells(cells: CellVariables, literals: Iterable[int]) -> dict[int, int]:
    """The colours of cells that literals decide."""
    colors: dict[int, int] = {}
    n_excluded: dict[int, int] = {}
    for literal in literals:
        if abs(literal) <= cells.n_variables:
            cell, color = cells.cell_of(abs(literal))
            if literal > 0:
                colors[cell] = color
            else:
                n_excluded[cell] = n_excluded.get(cell, 0) + 1
    empty = {cell: BACKGROUND for cell, number in n_excluded.items() if number == cells.puzzle.n_colors}
    return {**empty, **colors}


def _missed_cell(puzzle: Puzzle, found: Mapping[int, int]) -> MissedCell | None:
    """A cell that some line decides from the cells that are `found`; None if lines only exclude colours of cells."""
    for line, clue in enumerate(puzzle.clues):
        known = tuple(found.get(cell) for cell in puzzle.grid.line(line))
        masks = [
            sum(1 << position for position, there in enumerate(known) if there in (None, color))
            for color in range(puzzle.n_colors + 1)
        ]
        after = LineSolver(clue, len(known), puzzle.n_colors).narrow(masks)
        for position, there in enumerate(known):
            left = [color for color, mask in enumerate(after or ()) if mask >> position & 1]
            if there is None and len(left) == 1:
                return MissedCell(line, known, position, left[0])
    return None
