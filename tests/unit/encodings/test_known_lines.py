"""The clauses of lines whose blocks are all known: in the order of the general way, by Python and compiled."""

from __future__ import annotations

import random
import signal
from array import array
from itertools import repeat, starmap
from typing import Any, NamedTuple

import pytest

from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.cnf.formula import Formula
from nonosat.core.compiled import kernels
from nonosat.encodings import find_encoding
from nonosat.encodings.known_lines import line_clauses
from nonosat.encodings.start import BlockEncoder
from nonosat.formats import loads
from nonosat.lines.domains import Domains, StartDomains
from nonosat.lines.fixpoint import propagate
from nonosat.model.clue import Block, Clue
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.formulas import encode, encode_open_part

GRIDS = {"small": RectGrid(11, 8), "long lines": RectGrid(40, 3), "hex": HexGrid(4)}


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
    for seed in range(1):
        puzzle = random_puzzle(grid, n_colors=n_colors, seed=seed, density=density, unknown=unknown)
        domains = propagate(puzzle)
        fast = formulas(puzzle, domains)
        with monkeypatch.context() as patch:
            patch.setattr(BlockEncoder, "_is_known", lambda *_: False)
            assert formulas(puzzle, domains) == fast


def test_the_same_contradiction_as_in_the_general_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clue of the first row needs a cell that is given as background."""
    puzzle = loads("rect 2 5\n#ffffff #333333\n3a\n5a\n_a\n_a\n_a\n_a\n_a\ngiven 1 3 -\n")
    fast = formulas(puzzle, None)
    monkeypatch.setattr(BlockEncoder, "_is_known", lambda *_: False)
    assert formulas(puzzle, None) == fast


compiled = pytest.mark.skipif(kernels() is None, reason="no compiled kernels are built")


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


def plain(rules: Any) -> list[list[list[int]]]:
    return [[array("i", literals).tolist() for literals in by_width] for by_width in rules]


@compiled
@pytest.mark.parametrize("n_colors", [1, 2, 3])
@pytest.mark.parametrize("length", [1, 2, 7, 20, 62, 63, 64, 65, 127, 128, 129, 300])
def test_compiled_clauses(length: int, n_colors: int) -> None:
    rng = random.Random(f"{length} {n_colors}")
    for _ in range(20):
        line = random_line(rng, length, n_colors)
        assert plain(kernels().line_clauses(*line)) == plain(line_clauses(*line))


@compiled
def test_complete_formulas_are_made_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker of proofs builds one, and trusts no kernel."""
    puzzle = random_puzzle(RectGrid(11, 8), seed=1)
    expected = contents(encode(puzzle))
    monkeypatch.setattr("nonosat.encodings.known_lines.kernels", lambda: pytest.fail("a kernel"))
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
        assert plain(kernels().line_clauses(*line)) == plain(line_clauses(*line))


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
    assert plain(kernels().line_clauses(*GOOD)) == plain(line_clauses(*GOOD))
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
