"""The automaton of a clue: its paths are the placements, whatever a block may be."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import oracle
import pytest

from nonosat.lines.clue_automaton import BlockOption, ClueAutomaton, block_options
from nonosat.model.rect_grid import RectGrid

#: A block of a line: its start, length and colour.
Run = tuple[int, int, int]


def runs_of(cells: Sequence[int]) -> list[Run]:
    found, start = [], 0
    for length, color in oracle.runs(cells):
        while cells[start] != color or (start and cells[start - 1] == color):
            start += 1
        found.append((start, length, color))
        start += length
    return found


def placements(blocks: Sequence[Sequence[BlockOption]], background: int, length: int, n_colors: int) -> set:
    """The lines in which every block is one of its options, by looking at every line there is."""
    found = set()
    for cells in product(range(n_colors + 1), repeat=length):
        runs = runs_of(cells)
        if (
            len(runs) == len(blocks)
            and all(background >> position & 1 for position, color in enumerate(cells) if not color)
            and all(
                any(option[:2] == (size, color) and option.starts >> start & 1 for option in options)
                for (start, size, color), options in zip(runs, blocks, strict=True)
            )
        ):
            found.add(cells)
    return found


def check(automaton: ClueAutomaton, expected: set) -> None:
    found = list(automaton.fillings())
    assert len(found) == automaton.count() == len(set(found))
    assert set(found) == expected
    order = [*automaton.steps, automaton.last] if automaton.steps else []
    number = {node: index for index, node in enumerate(order)}
    assert order == sorted(order, key=lambda node: (node[1], node[0], node[2]))
    assert automaton.n_steps == sum(len(steps) for steps in automaton.steps.values())
    entered = set()
    for node, steps in automaton.steps.items():
        assert steps
        for step in steps:
            assert step.begin == node[1]
            assert step.block == node[0]
            assert len(step.cells) == step.head[1] - node[1]
            assert number[step.head] > number[node]
            entered.add(step.head)
    assert entered == set(order[1:])  # every node is on a path


@pytest.mark.parametrize(("length", "n_colors"), [(1, 1), (4, 1), (5, 2), (6, 1), (4, 3)])
@pytest.mark.parametrize("joins_gaps", [False, True])
def test_blocks_of_any_options(length: int, n_colors: int, joins_gaps: bool) -> None:
    """Options of several lengths and colours, with any starts, on lines with any background."""
    rng = random.Random(f"{length} {n_colors}")
    everything = (1 << length) - 1
    found = 0
    for _ in range(150):
        background = everything & (rng.getrandbits(length) | rng.getrandbits(length))
        blocks = []
        for _ in range(rng.randint(0, 3)):
            kinds = list(product(range(1, length + 1), range(1, n_colors + 1)))
            some = sorted(rng.sample(kinds, rng.randint(1, min(4, len(kinds)))), key=lambda kind: kind[1])
            blocks.append(
                [
                    BlockOption(size, color, rng.getrandbits(length) & (1 << length - size + 1) - 1)
                    for size, color in some
                ]
            )
        expected = placements(blocks, background, length, n_colors)
        check(ClueAutomaton(blocks, background, length, joins_gaps=joins_gaps), expected)
        found += len(expected)
    assert found


@pytest.mark.parametrize("joins_gaps", [False, True])
@pytest.mark.parametrize("unknown", [0.0, 0.5, 1.0])
def test_clues(unknown: float, joins_gaps: bool) -> None:
    rng = random.Random(f"{unknown}")
    for _ in range(150):
        n_colors, length = rng.randint(1, 3), rng.randint(1, 6)
        puzzle, _ = oracle.random_puzzle(
            rng, RectGrid(1, length), n_colors, unknown=unknown, hidden=rng.choice((0, 0, 0.5))
        )
        clue = puzzle.clues[0]
        cells = [rng.getrandbits(length) | rng.getrandbits(length) for _ in range(n_colors + 1)]
        expected = {
            filling
            for filling in oracle.fillings(clue, length, n_colors)
            if all(cells[color] >> position & 1 for position, color in enumerate(filling))
        }
        check(ClueAutomaton(block_options(clue, cells), cells[0], length, joins_gaps=joins_gaps), expected)


def test_the_picture() -> None:
    """As in the docstring of the module: blocks 2 and 1 of one colour on five cells."""
    two, one = [BlockOption(2, 1, 0b1111)], [BlockOption(1, 1, 0b11111)]
    automaton = ClueAutomaton([two, one], 0b11111, 5)
    assert {node: [step.head for step in steps] for node, steps in automaton.steps.items()} == {
        (0, 0, 0): [(0, 1, 0), (1, 2, 1)],
        (0, 1, 0): [(1, 3, 1)],
        (1, 2, 1): [(1, 3, 0)],
        (1, 3, 0): [(1, 4, 0), (2, 4, 0)],
        (1, 3, 1): [(1, 4, 0)],
        (1, 4, 0): [(2, 5, 0)],
        (2, 4, 0): [(2, 5, 0)],
    }
    joined = ClueAutomaton([two, one], 0b11111, 5, joins_gaps=True)
    assert [node for node in automaton.steps if not node[2]] == list(joined.steps)
