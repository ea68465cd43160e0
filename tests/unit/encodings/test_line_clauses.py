"""The clauses of lines of known blocks: the kernel makes those of `BlockEncoder`, in its order."""

from __future__ import annotations

import random
import signal
from collections.abc import Sequence
from itertools import repeat, starmap
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from nonosat.cnf.clause_group import FALSE, TRUE, ClauseGroup
from nonosat.cnf.formula import Formula
from nonosat.core.compiled import kernels
from nonosat.encodings import find_encoding
from nonosat.encodings.literal_vectors import LiteralVector
from nonosat.encodings.start import BlockEncoder
from nonosat.lines.domains import Domains, StartDomains
from nonosat.lines.fixpoint import propagate
from nonosat.model.clue import Block, Clue
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.formulas import encode, encode_open_part

compiled = pytest.mark.skipif(kernels() is None, reason="no compiled kernels are built")

GRIDS = {"small": RectGrid(11, 8), "long lines": RectGrid(40, 3), "hex": HexGrid(4)}


def contents(formula: Formula) -> list[tuple[str, list[tuple[int, ...]]]]:
    """The clauses of each group, in their order."""
    return [(group.name, list(group.clauses())) for group in formula.groups]


def residual_formulas(puzzle: Puzzle, domains: Domains) -> list[list[tuple[str, list[tuple[int, ...]]]]]:
    """With and without start variables."""
    recipes = find_encoding("order"), find_encoding("start+gaps")
    return [contents(encode_open_part(puzzle, domains, recipe)) for recipe in recipes]


@compiled
@pytest.mark.thinned(4)
@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
@pytest.mark.parametrize("n_colors", [1, 3])
@pytest.mark.parametrize(("density", "unknown"), [(0.5, 0.0), (0.3, 0.1)])
def test_compiled_formulas(
    monkeypatch: pytest.MonkeyPatch, grid: Grid, n_colors: int, density: float, unknown: float
) -> None:
    puzzle = random_puzzle(grid, n_colors=n_colors, seed=0, density=density, unknown=unknown)
    domains = propagate(puzzle)
    if domains.n_open:
        fast = residual_formulas(puzzle, domains)
        monkeypatch.setattr("nonosat.encodings.start.kernels", lambda: None)
        assert residual_formulas(puzzle, domains) == fast


class Line(NamedTuple):
    """The arguments of `line_clauses`."""

    clue: Clue
    starts: StartDomains
    register: int
    cells: list[list[int]]
    counter: bool


def random_line(rng: random.Random, length: int, n_colors: int) -> Line:
    """A line whose blocks start anywhere between two of its placements, with literals that may be constants."""
    longest = rng.choice([1, 3, 10, length])
    clue: list[Block] = []
    needed, placed = 0, []
    while not clue or rng.random() < 0.9:
        block = Block(rng.randint(1, longest), rng.randint(1, n_colors))
        apart = bool(clue) and clue[-1].color == block.color
        if needed + apart + block.length > length:
            if clue:
                break
            continue
        clue.append(block)
        placed.append(needed + apart)
        needed += apart + block.length
    gaps = [sorted(rng.randint(0, length - needed) for _ in clue) for _ in range(2)]
    starts = []
    for block, start, *offsets in zip(clue, placed, *gaps, strict=True):
        first, last = start + min(offsets), start + max(offsets)
        between = [position for position in range(first + 1, last) if rng.random() < rng.choice([0.5, 1.0])]
        starts.append({block.color: sum(1 << position for position in {first, *between, last})})
    constants = rng.choice([[], [TRUE], [FALSE], [TRUE, FALSE]])
    cells = [
        [rng.choice([number * n_colors + color, *constants]) for number in range(length)]
        for color in range(1, n_colors + 1)
    ]
    return Line(tuple(clue), tuple(starts), length * n_colors + rng.randint(1, 1 << 30), cells, rng.random() < 0.5)


def by_kernel(line: Line) -> list[list[tuple[int, ...]]]:
    """The clauses of the rules `counter`, `cover`, `order` and `gap`, by ascending width."""
    rules = []
    for by_width in kernels().line_clauses(*line):
        clauses = ClauseGroup("", "")
        for width, literals in enumerate(by_width, 1):
            clauses.extend(width, literals)
        rules.append(list(clauses.clauses()))
    return rules


def by_encoder(line: Line) -> list[list[tuple[int, ...]]]:
    """The same clauses from `BlockEncoder`, for a line with these starts and literals of cells."""
    formula = Formula()
    formula.new_variables("cell", (), "", line.register - 1, lambda _: ())
    vectors = [
        LiteralVector(0, row, FALSE, FALSE, *(mask_of(row, constant) for constant in (TRUE, FALSE)))
        for row in line.cells
    ]
    cells = SimpleNamespace(
        formula=formula,
        lines=[0],
        puzzle=SimpleNamespace(clues=[line.clue], grid=SimpleNamespace(line=lambda _: line.cells[0])),
        domains=SimpleNamespace(lines=[SimpleNamespace(starts=line.starts)]),
        line=lambda _: vectors,
        is_residual=False,
    )
    BlockEncoder(cells, explicit=False)
    groups = dict(contents(formula))
    return [groups[name] if line.counter or name != "counter" else [] for name in ("counter", "cover", "order", "gap")]


def mask_of(row: Sequence[int], constant: int) -> int:
    return sum(1 << position for position, literal in enumerate(row) if literal == constant)


@compiled
@pytest.mark.parametrize("n_colors", [1, 2, 3])
@pytest.mark.parametrize("length", [1, 2, 7, 20, 62, 63, 64, 65, 127, 128, 129, 300])
def test_compiled_clauses(length: int, n_colors: int) -> None:
    rng = random.Random(f"{length} {n_colors}")
    for _ in range(20):
        line = random_line(rng, length, n_colors)
        assert by_kernel(line) == by_encoder(line)


@compiled
def test_complete_formulas_are_made_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker of proofs builds one, and trusts no kernel."""
    puzzle = random_puzzle(RectGrid(11, 8), seed=1)
    expected = contents(encode(puzzle))
    monkeypatch.setattr("nonosat.encodings.start.kernels", lambda: pytest.fail("a kernel"))
    assert contents(encode(puzzle)) == expected
    assert contents(encode(puzzle, selectors=True))
    with pytest.raises(pytest.fail.Exception):
        encode_open_part(puzzle, propagate(puzzle))


@compiled
def test_compiled_clauses_of_long_lines() -> None:
    for length in (4096, 30_000):
        cells = [list(range(1, length + 1))]
        line = Line(
            (Block(5, 1), Block(length // 2, 1)), ({1: 0xFF0F << 70}, {1: 0x3F << 400}), length + 1, cells, True
        )
        assert by_kernel(line) == by_encoder(line)


GOOD = Line((Block(2, 1), Block(1, 1)), ({1: 0b11}, {1: 0b11000}), 6, [[1, 2, 3, 4, 5]], True)


@compiled
@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"clue": [Block(2, 1), Block(1, 1)]}, TypeError),
        ({"clue": (Block(2, 1),)}, ValueError),
        ({"clue": (), "starts": ()}, ValueError),
        ({"clue": (Block(0, 1), Block(1, 1))}, ValueError),
        ({"clue": (Block(6, 1), Block(1, 1))}, ValueError),
        ({"clue": (Block(2, 1), (1,))}, ValueError),
        ({"clue": (Block(2, 1), Block("1", 1))}, TypeError),
        ({"starts": ({1: 0b11}, 5)}, ValueError),
        ({"starts": ({1: 0b11}, {})}, ValueError),
        ({"starts": ({1: 0b11}, {1: 1, 2: 2})}, ValueError),
        ({"starts": ({1: 0b11}, {2: 0b11000})}, ValueError),
        ({"starts": ({1: 0b11}, {0: 0b11000})}, ValueError),
        ({"starts": ({1: 0b11}, {1: 0})}, ValueError),
        ({"starts": ({1: 0b11}, {1: 0b110000})}, ValueError),
        ({"starts": ({1: 0b10011}, {1: 0b11000})}, ValueError),
        ({"starts": ({1: 0b11}, {1: 1 << 64})}, OverflowError),
        ({"starts": ({1: 0b11}, {1: -1})}, OverflowError),
        ({"starts": ({1: 0b11}, {1: "1"})}, TypeError),
        ({"register": 0}, ValueError),
        ({"register": TRUE - 4}, ValueError),
        ({"register": 1 << 40}, OverflowError),
        ({"cells": []}, ValueError),
        ({"cells": [[]]}, ValueError),
        ({"cells": [5]}, TypeError),
        ({"cells": [[1, 2, 3, 4, 5], [1]]}, ValueError),
        ({"cells": [[1, 2, 3, 4, 5], (1, 2, 3, 4, 5)]}, ValueError),
        ({"cells": [[1, 2, 3, 4, 1 << 31]]}, ValueError),
        ({"cells": [[1, 2, 3, 4, "5"]]}, TypeError),
    ],
)
def test_what_the_kernel_refuses(change: dict[str, Any], error: type[Exception]) -> None:
    assert by_kernel(GOOD) == by_encoder(GOOD)
    with pytest.raises(error):
        kernels().line_clauses(*GOOD._replace(**change))


@compiled
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers")
def test_a_signal_interrupts_the_kernel() -> None:
    length, count = 30_000, 200
    starts = tuple({1: (1 << 20_000) - 1 << 2 * number} for number in range(count))
    line = Line((Block(1, 1),) * count, starts, length + 1, [list(range(1, length + 1))], True)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(KeyboardInterrupt):
            list(starmap(kernels().line_clauses, repeat(line, 1000)))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
