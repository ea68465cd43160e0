"""The clauses of lines whose blocks are all known are those that the general way adds, in the same order."""

from __future__ import annotations

import pytest

from nonosat.cnf.formula import Formula
from nonosat.encodings import find_encoding
from nonosat.encodings.start import BlockEncoder
from nonosat.lines.domains import Domains
from nonosat.lines.fixpoint import propagate
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.formulas import encode, encode_open_part

GRIDS = {"small": RectGrid(11, 8), "long lines": RectGrid(60, 6), "hex": HexGrid(4)}


def contents(formula: Formula) -> list[tuple[str, list[tuple[int, ...]]]]:
    """The clauses of each group, in their order."""
    return [(group.name, list(group.clauses())) for group in formula.groups]


def formulas(puzzle: Puzzle, domains: Domains | None) -> list[list[tuple[str, list[tuple[int, ...]]]]]:
    """Formulas of all kinds: complete, with selectors, residual; with and without start variables."""
    made = [encode(puzzle, encoding=name) for name in ("start", "order", "order+bounds+gaps")]
    made.append(encode(puzzle, encoding="order", selectors=True))
    if domains is not None and domains.n_open:
        made += [encode_open_part(puzzle, domains, find_encoding(name)) for name in ("order", "start+gaps")]
    return [contents(formula) for formula in made]


@pytest.mark.thinned(4)
@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
@pytest.mark.parametrize("n_colors", [1, 3])
@pytest.mark.parametrize(("density", "unknown"), [(0.5, 0.0), (0.3, 0.1)])
def test_the_same_clauses_as_in_the_general_way(
    monkeypatch: pytest.MonkeyPatch, grid: Grid, n_colors: int, density: float, unknown: float
) -> None:
    for seed in range(2):
        puzzle = random_puzzle(grid, n_colors=n_colors, seed=seed, density=density, unknown=unknown)
        domains = propagate(puzzle)
        fast = formulas(puzzle, domains)
        with monkeypatch.context() as patch:
            patch.setattr(BlockEncoder, "_is_known", lambda *_: False)
            assert formulas(puzzle, domains) == fast
