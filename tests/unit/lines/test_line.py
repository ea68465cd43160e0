"""Complete line consistency against placements written out straight from the rules, sharing nothing with the code."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

from nonosat.lines.domains import StartDomains
from nonosat.lines.line import LineSolver
from nonosat.lines.unknown_blocks import hidden_ends
from nonosat.model.clue import ANY_LENGTH, Block, Clue

Placement = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]  # colours of the cells, (start, colour) of the blocks


def placements(clue: Clue, length: int, n_colors: int) -> Iterator[Placement]:
    """Every way to lay the clue on an empty line."""

    def lay(number: int, cells: tuple[int, ...], blocks: tuple[tuple[int, int], ...]) -> Iterator[Placement]:
        if number == len(clue):
            if len(cells) <= length:
                yield cells + (0,) * (length - len(cells)), blocks
            return
        size, told = clue[number]
        for color in (told,) if told else range(1, n_colors + 1):
            for gap in range(length - len(cells) - size + 1):
                if gap == 0 and blocks and blocks[-1][1] == color:
                    continue
                start = len(cells) + gap
                for here in (size,) if size else range(1, length - start + 1):
                    yield from lay(number + 1, cells + (0,) * gap + (color,) * here, (*blocks, (start, color)))

    return lay(0, (), ())


def expected(
    all_placements: list[Placement], n_blocks: int, masks: tuple[int, ...]
) -> tuple[tuple[int, ...], list[dict[int, int]]] | None:
    cells, starts = [0] * len(masks), [{} for _ in range(n_blocks)]
    found = False
    for colors, blocks in all_placements:
        if all(masks[color] >> j & 1 for j, color in enumerate(colors)):
            found = True
            for j, color in enumerate(colors):
                cells[color] |= 1 << j
            for by_color, (start, color) in zip(starts, blocks, strict=True):
                by_color[color] = by_color.get(color, 0) | 1 << start
    return (tuple(cells), starts) if found else None


def check(clue: Clue, length: int, n_colors: int, states: list[tuple[int, ...]]) -> int:
    solver = LineSolver(clue, length, n_colors)
    all_placements = list(placements(clue, length, n_colors))
    for masks in states:
        wanted = expected(all_placements, len(clue), masks)
        domain = solver.domain(masks)
        where = f"{clue} on {length} cells, masks {[format(mask, f'0{length}b') for mask in masks]}"
        if wanted is None:
            assert domain is None, where
            assert solver.narrow(masks) is None, where
        else:
            assert domain is not None, where
            assert solver.narrow(masks) == domain.cells == wanted[0], where
            assert list(domain.starts) == wanted[1], where
    return len(states)


def clues(length: int, colors: tuple[int, ...], room: int = 0) -> Iterator[Clue]:
    """Every clue whose blocks take at most `length` + `room` cells; with room, some do not fit."""
    yield ()
    for size in range(1, length + room + 1):
        for color in colors:
            for rest in clues(length - size, colors, room):
                yield (Block(size, color), *rest)


def masks_of(possible: tuple[int, ...], n_colors: int) -> tuple[int, ...]:
    """From sets of colours along the line to sets of cells for each colour."""
    return tuple(sum((here >> c & 1) << j for j, here in enumerate(possible)) for c in range(n_colors + 1))


def some_state(rng: random.Random, length: int, n_colors: int) -> tuple[int, ...]:
    density = rng.choice((0.3, 0.6, 0.85))
    return tuple(sum((rng.random() < density) << j for j in range(length)) for _ in range(n_colors + 1))


def state_with(rng: random.Random, colors: tuple[int, ...], n_colors: int, density: float) -> tuple[int, ...]:
    """Masks that allow this line and other things here and there."""
    return tuple(
        sum((color == c or rng.random() < density) << j for j, color in enumerate(colors)) for c in range(n_colors + 1)
    )


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_one_color_every_clue_in_every_state(length: int) -> None:
    states = [masks_of(possible, 1) for possible in product((1, 2, 3), repeat=length)]
    assert sum(check(clue, length, 1, states) for clue in clues(length, (1,))) > 0


@pytest.mark.parametrize("length", [1, 2, 3])
def test_cells_without_any_color_are_a_contradiction(length: int) -> None:
    states = [masks_of(possible, 1) for possible in product((0, 1, 2, 3), repeat=length)]
    for clue in clues(length, (1,), room=1):
        check(clue, length, 1, states)


@pytest.mark.parametrize("length", [7, 9, 11])
def test_one_color_longer_lines(length: int) -> None:
    rng = random.Random(length)
    for clue in clues(length, (1,)):
        if rng.random() < 350 / 2**length:
            states = [masks_of(tuple(rng.choices((1, 2, 3, 3), k=length)), 1) for _ in range(12)]
            check(clue, length, 1, states)


@pytest.mark.parametrize(
    ("length", "n_colors"), [(1, 2), (2, 2), pytest.param(3, 2, marks=pytest.mark.slow), (1, 3), (2, 3)]
)
def test_colors_and_unknown_every_clue_in_every_state(length: int, n_colors: int) -> None:
    everything = range(1 << (n_colors + 1))
    states = [masks_of(possible, n_colors) for possible in product(everything, repeat=length)]
    for clue in clues(length, tuple(range(n_colors + 1))):
        check(clue, length, n_colors, states)


@pytest.mark.parametrize(("length", "n_colors"), [(4, 2), (5, 2), (6, 2), (3, 3), (4, 3), (5, 3), (4, 4)])
def test_colors_and_unknown_every_clue_in_some_states(length: int, n_colors: int) -> None:
    rng = random.Random(f"{length} {n_colors}")
    full = ((1 << length) - 1,) * (n_colors + 1)
    found = list(clues(length, tuple(range(n_colors + 1))))
    for clue in rng.sample(found, min(len(found), 120)):
        lines = [colors for colors, _ in placements(clue, length, n_colors)]
        states = [full] + [some_state(rng, length, n_colors) for _ in range(4)]
        states += [
            state_with(rng, rng.choice(lines), n_colors, rng.choice((0.0, 0.3, 0.6))) for _ in range(4 * bool(lines))
        ]
        check(clue, length, n_colors, states)


@pytest.mark.parametrize(("length", "n_colors"), [(1, 1), (3, 1), (6, 1), (3, 2), (6, 2), (5, 3)])
def test_hidden_lengths(length: int, n_colors: int) -> None:
    rng = random.Random(f"{length} {n_colors}")
    for _ in range(60):
        sizes = [rng.choice((ANY_LENGTH, ANY_LENGTH, 1, 2)) for _ in range(rng.randint(1, (length + 1) // 2))]
        clue = tuple(Block(size, rng.randint(0, n_colors)) for size in sizes)
        lines = [colors for colors, _ in placements(clue, length, n_colors)]
        states = [some_state(rng, length, n_colors) for _ in range(3)]
        states += [state_with(rng, rng.choice(lines), n_colors, rng.choice((0.3, 0.6, 1.0))) for _ in lines[:3]]
        check(clue, length, n_colors, states)
        for masks in states:
            domain = LineSolver(clue, length, n_colors).domain(masks)
            if domain is not None:
                wanted = ends_by_steps(clue, domain.starts, domain.cells, length)
                assert hidden_ends(clue, domain.starts, domain.cells, length) == wanted


def ends_by_steps(clue: Clue, starts: StartDomains, cells: tuple[int, ...], length: int) -> tuple[object, ...]:
    """The ends of blocks of unknown length, up to the last start of the next block, step by step from each start."""
    latest = [*(max(here.bit_length() - 1 for here in by_color.values()) for by_color in starts[1:]), length]
    found: list[dict[int, int] | None] = []
    for block, by_color, last in zip(clue, starts, latest, strict=True):
        ends = dict.fromkeys(by_color, 0)
        for color, here in by_color.items():
            for start, end in combinations(range(last + 1), 2):
                if here >> start & 1 and all(cells[color] >> j & 1 for j in range(start, end)):
                    ends[color] |= 1 << end
        found.append(ends if block.length == ANY_LENGTH else None)
    return tuple(found)


@st.composite
def line_problems(draw: st.DrawFn) -> tuple[Clue, int, int, tuple[int, ...]]:
    n_colors = draw(st.integers(1, 4))
    length = draw(st.integers(1, 12))
    sizes = draw(st.lists(st.integers(1, 5), max_size=4))
    told = st.integers(0 if n_colors < 4 else 1, n_colors)
    clue = tuple(Block(size, draw(told)) for size in sizes)
    masks = tuple(draw(st.integers(0, (1 << length) - 1)) for _ in range(n_colors + 1))
    if draw(st.booleans()):  # mostly open, so that it is seldom a contradiction
        masks = tuple(mask | draw(st.integers(0, (1 << length) - 1)) for mask in masks)
    return clue, length, n_colors, masks


@examples(300)
@given(line_problems())
def test_any_line(problem: tuple[Clue, int, int, tuple[int, ...]]) -> None:
    clue, length, n_colors, masks = problem
    check(clue, length, n_colors, [masks])


def by_dynamic_programming(
    clue: Clue, length: int, n_colors: int, masks: tuple[int, ...]
) -> tuple[tuple[int, ...], list[dict[int, int]]] | None:
    """The plain O(n k) way: states (blocks done, colour of the last, cells used), one cell or one block at a time."""
    allowed = [[bool(mask >> j & 1) for j in range(length)] for mask in masks]

    def fits(start: int, size: int, color: int) -> bool:
        return start + size <= length and all(allowed[color][start : start + size])

    # A state is (number of blocks done, position, colour of the cell before it); edges are a cell or a whole block.
    def steps(state: tuple[int, int, int]) -> Iterator[tuple[tuple[int, int, int], int, int]]:
        done, position, last = state
        if position < length and allowed[0][position]:
            yield (done, position + 1, 0), 0, 1
        if done < len(clue):
            size, told = clue[done]
            for color in (told,) if told else range(1, n_colors + 1):
                if color != last and fits(position, size, color):
                    yield (done + 1, position + size, color), color, size

    reached, order = {(0, 0, 0)}, [(0, 0, 0)]
    for state in order:
        for after, _, _ in steps(state):
            if after not in reached:
                reached.add(after)
                order.append(after)
    good = {state for state in reached if state[:2] == (len(clue), length)}
    cells, starts = [0] * len(masks), [{} for _ in clue]
    for state in sorted(order, key=lambda state: state[1], reverse=True):
        for after, color, size in steps(state):
            if after in good:
                good.add(state)
                cells[color] |= ((1 << size) - 1) << state[1]
                if color:
                    by_color = starts[state[0]]
                    by_color[color] = by_color.get(color, 0) | 1 << state[1]
    return (tuple(cells), starts) if (0, 0, 0) in good else None


@pytest.mark.parametrize(("n_colors", "told"), [(1, 1.0), (1, 0.5), (2, 1.0), (4, 1.0), (3, 0.7), (3, 0.0)])
def test_long_lines(n_colors: int, told: float) -> None:
    rng = random.Random(f"{n_colors} {told}")
    contradictions = 0
    for length in (63, 64, 65, 200):
        colors: list[int] = []
        longest = rng.choice((3, 12, 40))
        while len(colors) < length:
            colors += [rng.randint(0, n_colors)] * rng.randint(1, longest)
        line = tuple(colors[:length])
        runs = [i for i in range(length) if line[i] and (i == 0 or line[i - 1] != line[i])]
        clue = tuple(
            Block(next((j for j in range(i, length) if line[j] != line[i]), length) - i, line[i]) for i in runs
        )
        clue = tuple(block if rng.random() < told else Block(block.length, 0) for block in clue)
        solver = LineSolver(clue, length, n_colors)
        for density in (1.0, 0.9, 0.5, 0.1):
            masks = state_with(rng, line, n_colors, density)
            if rng.random() < 0.2:  # spoil one cell
                masks = tuple(mask & ~(1 << length // 2) | (c == 1) << length // 2 for c, mask in enumerate(masks))
            wanted = by_dynamic_programming(clue, length, n_colors, masks)
            domain = solver.domain(masks)
            contradictions += wanted is None
            assert (domain and (domain.cells, list(domain.starts))) == wanted
    assert contradictions < 8
