"""Reading the steps of weights for their checker; shares no code with the writer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import NoReturn

from nonosat.errors import ProofRefused
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.linear import WEIGHTS

_UNIT = re.compile(r"unit ([1-9][0-9]{0,98})\n")
_CELLS = re.compile(r"cells((?: [0-9]{1,9})*)\n")
_WEIGHT = re.compile(r"([0-9]{1,9}) ([0-9]{1,9}) ([0-9]) (-?[0-9]{1,99})\n")


@dataclass(frozen=True, kw_only=True)
class WeightStep:
    """Weights that prove that cells are as in the picture, or that there is no solution.

    Attributes:
        number: the number of the step, from 1.
        unit: the weight of one cell.
        cells: the cells to prove; empty for a proof that there is no solution.
        weights: by (family from 1, colour from 0, cell); those not listed are 0.
    """

    number: int
    unit: int
    cells: tuple[int, ...]
    weights: dict[tuple[int, int, int], int]


def read_steps(path: str, puzzle: Puzzle) -> list[WeightStep]:
    """Read the steps of a file, and check that its cells, colours and families are those of the puzzle.

    Raises:
        ProofRefused: the file is broken; the message says where.
    """
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
