"""A line by itself: what follows is right by brute force, and so is what unit propagation finds in an encoding."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from oracle import fillings

import nonosat
from nonosat.cnf.traced_propagation import propagate_traced
from nonosat.core.errors import InputError, PuzzleError, UsageError
from nonosat.core.question import Outcome
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block, Clue, block_text, clue_of

Known = tuple[int | None, ...]


def random_lines(seed: int, number: int) -> Iterator[tuple[Clue, int, Known]]:
    """Clues of random fillings, some blocks in part unknown; the number of colours, and known cells, some wrong."""
    rng = random.Random(seed)
    for _ in range(number):
        n_colors, length = rng.choice((1, 1, 2, 3)), rng.randint(1, 9)
        cells = [rng.choice((0, rng.randint(1, n_colors))) for _ in range(length)]
        clue = tuple(
            Block(ANY_LENGTH if rng.random() < 0.1 else size, ANY_COLOR if rng.random() < 0.15 else color)
            for size, color in clue_of(cells)
        )
        if rng.random() < 0.2:
            cells[rng.randrange(length)] = rng.randint(0, n_colors)
        yield clue, n_colors, tuple(color if rng.random() < 0.4 else None for color in cells)


def possible(clue: Clue, n_colors: int, known: Known) -> tuple[tuple[int, ...], ...] | None:
    found = [
        filling
        for filling in fillings(clue, len(known), n_colors)
        if all(color in (None, there) for color, there in zip(known, filling, strict=True))
    ]
    return tuple(tuple(sorted(set(colors))) for colors in zip(*found, strict=True)) or None


@pytest.mark.parametrize("encoding", ["order", "pairwise", "automaton"])
def test_all_that_follows_and_no_more(encoding: str) -> None:
    for clue, n_colors, known in random_lines(1, 40):
        text = " ".join(map(block_text, clue)) or "0"
        found = nonosat.explain_line(text, known, encoding=encoding, n_colors=n_colors)
        true = possible(clue, n_colors, known)
        assert found.possible == true
        assert found.outcome == (Outcome.NO if true is None else Outcome.YES)
        assert bool(found.reasons()) == (true is None or bool(found.forced))
        propagated = found.propagation.possible
        if true is None:
            continue
        everything = tuple(range(n_colors + 1))
        before = [everything if color is None else (color,) for color in known]
        assert found.forced == tuple(cell for cell, left in enumerate(true) if left != before[cell])
        assert propagated is not None
        for cell, (left, through) in enumerate(zip(true, propagated, strict=True)):
            assert set(left) <= set(through)
            colors_differ = set(left) - {0} != set(through) - {0} or (len(left) == 1) != (len(through) == 1)
            assert (cell in found.missed) == (colors_differ and cell in found.forced)
        if encoding == "automaton":
            assert not found.missed
        # The clauses that are shown are enough.
        assumed = [literal for literal, reason in found.propagation.traced.reasons.items() if not reason]
        again = propagate_traced([clause.literals for clause in found.propagation.clauses], assumed)
        for cell in found.forced:
            if cell not in found.missed and len(true[cell]) == 1:
                literals = nonosat.CellVariables(found.puzzle).literals(cell, true[cell][0])
                assert set(literals) <= again.reasons.keys()


def test_a_contradiction_has_its_clauses() -> None:
    found = nonosat.explain_line("3", "a---a", encoding="automaton")
    assert found.propagation.possible is None
    again = propagate_traced([clause.literals for clause in found.propagation.clauses], [1, -2, -3, -4, 5])
    assert again.conflict is not None


def test_forms_of_clues_and_cells() -> None:
    same = [
        nonosat.explain_line("3 1", "?????"),
        nonosat.explain_line("3a,1a", "? ? ? ? ?"),
        nonosat.explain_line([3, 1], [None] * 5),
        nonosat.explain_line([(3, "a"), "1a"], (None,) * 5),
    ]
    assert {found.possible for found in same} == {((1,), (1,), (1,), (0,), (1,))}
    assert nonosat.explain_line("? _", "a-?").possible == ((1,), (0,), (1,))
    assert nonosat.explain_line("2?", "b??", n_colors=2).possible == ((2,), (2,), (0,))


@pytest.mark.parametrize(
    ("clue", "cells", "column", "word"),
    [
        ("3 x", "?????", 3, "x"),
        ("3 0", "?????", 3, "0"),
        ("1a  2b 3", "??????????", 8, "'3'"),
        ("3 1 2", "?????", 5, "8 cells"),
        ("1z", "???", 1, "z"),
        ("3", "??b", 3, "'b'"),
    ],
)
def test_errors_have_a_position(clue: str, cells: str, column: int, word: str) -> None:
    with pytest.raises(InputError, match=word) as info:
        nonosat.explain_line(clue, cells)
    assert (info.value.line, info.value.column) == (1, column)


def test_other_errors() -> None:
    with pytest.raises(PuzzleError):
        nonosat.explain_line("0", "")
    with pytest.raises(PuzzleError):
        nonosat.explain_line([3], [None] * 2)
    with pytest.raises(PuzzleError):
        nonosat.explain_line("1a", "?", n_colors=6)
    with pytest.raises(UsageError):
        nonosat.explain_line("1", "?", encoding="none")
