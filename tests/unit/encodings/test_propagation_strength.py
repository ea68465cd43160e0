"""What unit propagation finds on a line: all of it where an encoding says so, and never more than is true."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest
from oracle import clues_of, fillings, palette, random_puzzle
from pysat.solvers import Minisat22
from test_encodings import counts

from nonosat.cnf.wording import FormulaWords
from nonosat.encodings import ENCODINGS, find_encoding
from nonosat.lines.clue_bounds import cell_bounds, start_bounds
from nonosat.lines.domains import Domains, LineDomain, initial_domains
from nonosat.lines.fixpoint import propagate
from nonosat.lines.line import LineSolver
from nonosat.model.clue import ANY_COLOR, Block, Clue
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solvers.propagation import consequences

#: For each cell of a line the colours that it may have.
PropagationState = tuple[frozenset[int], ...]

#: Unit propagation is as strong as a line solver, seen at the literals of the cells; with `True` also where it is told
#: that a cell is not background but not its colour, for which there then is a literal.
COMPLETE = {"automaton": True, "placements": True, "dnf": False}


class Line:
    """The clauses that an encoding has for one line, the first of two rows in which nothing else tells of its cells.

    The second row is coloured where some filling of the first is not, so that each column has one block. All colours
    but those of the first row are unknown.
    """

    def __init__(self, encoding: str, clue: Clue, length: int, n_colors: int) -> None:
        filling = next(iter(fillings(clue, length, n_colors)))
        grid = RectGrid(2, length)
        clues = clues_of(grid, (*filling, *(int(not color) for color in filling)))
        others = (tuple(Block(size, ANY_COLOR) for size, _ in other) for other in clues[1:])
        puzzle = Puzzle(grid, palette(n_colors), (clue, *others))
        self.length, self.n_colors = length, n_colors
        domains = alone(puzzle)
        self.domain = domains.lines[0]
        self.formula = formula = find_encoding(encoding).encode(puzzle, domains)
        words = FormulaWords(formula, puzzle)
        self.background = {
            group.index_of(i)[0]: group.first + i
            for group in formula.variables
            if group.name == "background"
            for i in range(group.last - group.first + 1)
        }
        self.guard = formula.n_vars + 1
        self.solver = Minisat22()
        for clause in formula.clauses():
            if 0 in words.lines(clause):
                self.solver.add_clause([*clause, -self.guard] if len(clause) == 1 else clause)

    def propagate(self, state: PropagationState) -> PropagationState | None:
        """What unit propagation leaves of the colours; None if it finds a contradiction."""
        colors = range(1, self.n_colors + 1)
        assumed = [self.guard]
        for j, possible in enumerate(state):
            assumed += [-self.literal(j, color) for color in colors if color not in possible]
            if 0 not in possible:
                if j in self.background:
                    assumed.append(-self.background[j])
                else:  # one colour is left, or several, which then is no literal and cannot be told
                    left = [color for color in possible if self.domain.cells[color] >> j & 1]
                    assumed += [self.literal(j, left[0])] if len(left) == 1 else []
        holds, literals = self.solver.propagate(assumptions=assumed)
        if not holds:
            return None
        known = set(literals)
        left = []
        for j, possible in enumerate(state):
            ruled_out = {color for color in colors if -self.literal(j, color) in known}
            if any(self.literal(j, color) in known for color in colors) or -self.background.get(j, 0) in known:
                ruled_out.add(0)
            own = frozenset(color for color in possible - ruled_out if self.domain.cells[color] >> j & 1)
            left.append(own)
        return tuple(left)

    def literal(self, j: int, color: int) -> int:
        return j * self.n_colors + color


def alone(puzzle: Puzzle) -> Domains:
    """What the clue of the first row tells of it, and nothing of any other cell."""
    length, n_colors = len(puzzle.grid.line(0)), puzzle.n_colors
    first = cell_bounds(puzzle.clues[0], length, n_colors)
    second = [(1 << length) - 1] * (n_colors + 1)
    cells = [first, second, *([mask >> j & 1 | 2 for mask in first] for j in range(length))]
    lengths = [length, length, *[2] * length]
    return Domains(
        puzzle.grid,
        tuple(
            LineDomain(tuple(masks), start_bounds(clue, size, n_colors))
            for masks, clue, size in zip(cells, puzzle.clues, lengths, strict=True)
        ),
    )


def complete(line: Line, clue: Clue, state: PropagationState) -> PropagationState | None:
    """The same by the line solver."""
    masks = [
        sum(1 << j for j, possible in enumerate(state) if color in possible) & line.domain.cells[color]
        for color in range(line.n_colors + 1)
    ]
    found = LineSolver(clue, line.length, line.n_colors).narrow(masks)
    if found is None:
        return None
    return tuple(frozenset(c for c, mask in enumerate(found) if mask >> j & 1) for j in range(line.length))


def clues(length: int, n_colors: int, unknown: bool) -> list[Clue]:
    """All clues that fit a line; with `unknown`, all ways to hide colours."""
    found: dict[Clue, None] = {}
    grid = RectGrid(1, length)
    for cells in product(range(n_colors + 1), repeat=length):
        clue = clues_of(grid, cells)[0]
        for hidden in product((False, True), repeat=len(clue)) if unknown else [(False,) * len(clue)]:
            found[tuple(Block(n, ANY_COLOR if hide else c) for (n, c), hide in zip(clue, hidden, strict=True))] = None
    return list(found)


def states(line: Line) -> Iterator[PropagationState]:
    """Everything that may be known of the cells."""
    colors = range(line.n_colors + 1)
    here = [[color for color in colors if line.domain.cells[color] >> j & 1] for j in range(line.length)]
    return product(
        *([frozenset(some) for n in range(1, len(own) + 1) for some in combinations(own, n)] for own in here)
    )


@pytest.mark.parametrize("encoding", COMPLETE)
@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_one_colour(encoding, length):
    """All clues of all short lines, whatever is known of the cells."""
    for clue in clues(length, 1, False):
        line = Line(encoding, clue, length, 1)
        for state in states(line):
            assert line.propagate(state) == complete(line, clue, state), (clue, state)
        line.solver.delete()


@counts(15, 60)
@pytest.mark.parametrize("encoding", COMPLETE)
@pytest.mark.parametrize(("length", "n_colors"), [(3, 2), (4, 2), (5, 2), (4, 3)])
def test_several_colours(encoding, length, n_colors, count):
    """Samples of all clues, with blocks of unknown colour, and of all states."""
    rng = random.Random(60 + length)
    all_clues = clues(length, n_colors, True)
    conflicts = 0
    for clue in rng.sample(all_clues, min(count, len(all_clues))):
        line = Line(encoding, clue, length, n_colors)
        all_states = list(states(line))
        for state in rng.sample(all_states, min(count, len(all_states))):
            if not COMPLETE[encoding]:
                # That a cell is not background is no literal unless its colour is known, too.
                state = tuple(possible if len(possible) == 1 else possible | {0} for possible in state)
            expected = complete(line, clue, state)
            found = line.propagate(state)
            conflicts += found is None
            if expected is not None and found is not None and not COMPLETE[encoding]:
                expected, found = (
                    tuple(possible if len(possible) == 1 else possible | {0} for possible in each)
                    for each in (expected, found)
                )
            assert found == expected, (clue, state)
        line.solver.delete()
    assert conflicts > count * count / 36


@pytest.mark.parametrize("length", [5, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("encoding", [name for name in ENCODINGS if name not in COMPLETE])
def test_the_others_are_sound_and_miss_something(encoding, length):
    missed = 0
    for clue in clues(length, 1, False):
        line = Line(encoding, clue, length, 1)
        for state in states(line):
            found, expected = line.propagate(state), complete(line, clue, state)
            if found is None:
                assert expected is None
            elif expected is None:
                missed += 1
            else:
                assert all(all_of <= some for all_of, some in zip(expected, found, strict=True))
                missed += found != expected
        line.solver.delete()
    assert missed > 0


@pytest.mark.parametrize(("length", "n_colors"), [(5, 1), (4, 2)])
def test_start_variables_add_nothing_to_what_is_found_of_cells(length, n_colors):
    rng = random.Random(66)
    found = clues(length, n_colors, n_colors > 1)
    for clue in rng.sample(found, min(15, len(found))):
        with_starts, without = (Line(name, clue, length, n_colors) for name in ("start", "order"))
        known = list(states(without))
        for state in rng.sample(known, min(50, len(known))):
            assert with_starts.propagate(state) == without.propagate(state)


@pytest.mark.parametrize("encoding", [name for name, background in COMPLETE.items() if background])
@counts(20, 60)
def test_of_whole_puzzles_it_finds_what_lines_find(encoding, count):
    """Colour by colour, on both grids, with blocks of unknown colour and givens, and where there is no solution."""
    rng = random.Random(61)
    contradictions = n_open = 0
    for number in range(count):
        grid = HexGrid(3) if number % 3 == 0 else RectGrid(rng.randint(3, 6), rng.randint(3, 6))
        puzzle, _ = random_puzzle(
            rng,
            grid,
            rng.randint(1, 3),
            unknown=rng.choice([0, 0.5]),
            hidden=rng.choice((0, 0, 0.5)),
            givens=rng.choice([0, 1]),
        )
        if number % 4 == 1:  # upside down the rows contradict the columns, more often than not
            n_rows = len(grid.families[0])
            clues = (*puzzle.clues[:n_rows][::-1], *puzzle.clues[n_rows:])
            puzzle = replace(puzzle, clues=clues, givens=()) if isinstance(grid, RectGrid) else puzzle
        domains = propagate(puzzle)
        formula = find_encoding(encoding).encode(puzzle, initial_domains(puzzle))
        found = consequences(formula)
        assert (found is None) == (domains is None)
        if found is None or domains is None:
            contradictions += 1
            continue
        n_open += domains.n_open
        known = set(found)
        for row in grid.families[0]:
            for j, cell in enumerate(grid.line(row)):
                for color in range(1, puzzle.n_colors + 1):
                    variable = cell * puzzle.n_colors + color
                    possible = bool(domains.lines[row].cells[color] >> j & 1)
                    assert (-variable in known) != possible
                    alone = sum(mask >> j & 1 for mask in domains.lines[row].cells) == 1
                    assert (variable in known) == (possible and alone)
    assert contradictions > count / 20
    assert n_open > count
