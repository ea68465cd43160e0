"""The linear program of a puzzle: a flow through the automaton of each open line, and agreement where lines cross.

Columns are the steps of all automata; a column is the share of the placements of its line that take the step. Rows are

    flow        what enters a node leaves it; one unit leaves the first node of each automaton
    agreement   for every open cell, every possible colour but the least, and every family of lines but the first: the
                line of that family gives the cell the colour with the same share as the line of the first family

Flows of one unit through an automaton have its paths as their vertices, so the program has exactly the convex hull of
the placements of each line (G. Dantzig, "Application of the simplex method to a transportation problem", 1951, on why
flows are integral).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate, chain

import numpy as np
import numpy.typing as npt

from nonosat.lines.clue_automaton import ClueAutomaton, Node, block_options
from nonosat.lines.domains import Domains, bit_positions, undecided_positions
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Puzzle

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: A cell, a colour that it may have, and the index of a family of lines of the grid, from 1.
Agreement = tuple[int, int, int]

#: For a cell and a colour the columns of the steps that give it the colour.
Covers = dict[tuple[int, int], list[int]]

#: A row of the program: (column, coefficient).
_Row = list[tuple[int, float]]


@dataclass(frozen=True, kw_only=True)
class LinearProgram:
    """A linear program over the flows of the open lines: its columns are at least 0, and each row has a given sum.

    Attributes:
        automata: by line, those of the lines with open cells.
        cells: the open cells, ascending.
        covers: by open cell and possible colour, the columns of its line in the first family that give it the colour.
        agreements: from each agreement to its row, from `n_flow_rows` on.
        n_flow_rows: the rows about flow; they come first.
        starts: the position in `indices` and `values` where each row begins, and the one where the last row ends
            [rows + 1].
        indices: the columns of the entries, row after row [entries].
        values: the coefficients of the entries [entries].
        right_sides: the sums of the rows [rows].
    """

    puzzle: Puzzle
    automata: Mapping[int, ClueAutomaton]
    cells: tuple[int, ...]
    covers: Covers
    agreements: Mapping[Agreement, int]
    n_columns: int
    n_flow_rows: int
    starts: Ints
    indices: Ints
    values: Floats
    right_sides: Floats

    def share(self, flows: Floats, cell: int, color: int) -> float:
        """The share of the placements that give a cell a colour.

        Args:
            flows: the values of all columns [n_columns].
            cell: an open cell.
            color: a colour from 0.

        Returns:
            From 0 to 1, as the line of the first family says.
        """
        return float(sum(flows[column] for column in self.covers.get((cell, color), ())))


def build_program(puzzle: Puzzle, domains: Domains) -> LinearProgram | None:
    """The program of the cells that some domains leave open; None if some open line has no placement."""
    grid = puzzle.grid
    automata: dict[int, ClueAutomaton] = {}
    for line, domain in enumerate(domains.lines):
        if undecided_positions(domain.cells):
            options = block_options(puzzle.clues[line], domain.cells)
            automata[line] = ClueAutomaton(options, domain.cells[BACKGROUND], len(grid.line(line)))
            if not automata[line].steps:
                return None
    first_columns = list(accumulate((automaton.n_steps for automaton in automata.values()), initial=0))
    columns = dict(zip(automata, first_columns, strict=False))
    rows: list[_Row] = []
    right_sides: list[float] = []
    for line, automaton in automata.items():
        balance = _flow_rows(automaton, columns[line])
        rows += balance
        right_sides += [1.0, *[0.0] * (len(balance) - 1)]
    n_flow_rows = len(rows)
    covers = [_covers(domains, automata, columns, family) for family in grid.families]
    agreements: dict[Agreement, int] = {}
    cells: list[int] = []
    for row in grid.families[0]:
        places, domain = grid.line(row), domains.lines[row]
        for position in bit_positions(undecided_positions(domain.cells)):
            cells.append(cell := places[position])
            colors = [color for color, mask in enumerate(domain.cells) if mask >> position & 1]
            for color in colors[1:]:
                own = [(column, 1.0) for column in covers[0].get((cell, color), ())]
                for family in range(1, len(grid.families)):
                    agreements[cell, color, family] = len(rows)
                    rows.append([*own, *((column, -1.0) for column in covers[family].get((cell, color), ()))])
                    right_sides.append(0.0)
    return LinearProgram(
        puzzle=puzzle,
        automata=automata,
        cells=tuple(cells),
        covers=covers[0],
        agreements=agreements,
        n_columns=first_columns[-1],
        n_flow_rows=n_flow_rows,
        starts=np.fromiter(accumulate(map(len, rows), initial=0), np.int64),
        indices=np.fromiter((column for row in rows for column, _ in row), np.int64),
        values=np.fromiter((value for row in rows for _, value in row), np.float64),
        right_sides=np.array(right_sides),
    )


def _flow_rows(automaton: ClueAutomaton, first_column: int) -> list[_Row]:
    """For each node but the last, the flow out of it less the flow into it; the last node's follows from the others."""
    rows: dict[Node, _Row] = {node: [] for node in automaton.steps}
    of_last: _Row = []
    column = first_column
    for node, steps in automaton.steps.items():
        row = rows[node]
        for step in steps:
            row.append((column, 1.0))
            rows.get(step.head, of_last).append((column, -1.0))
            column += 1
    return list(rows.values())


def _covers(
    domains: Domains, automata: Mapping[int, ClueAutomaton], columns: Mapping[int, int], family: Iterable[int]
) -> Covers:
    """From each open cell and colour to the columns of the lines of a family that give it the colour."""
    found: Covers = {}
    for line in family:
        if line not in automata:
            continue
        cells, is_open = domains.grid.line(line), undecided_positions(domains.lines[line].cells)
        covers: list[list[list[int]]] = [[[] for _ in cells] for _ in domains.lines[line].cells]  # by colour, position
        steps = chain.from_iterable(automata[line].steps.values())
        for column, (_, begin, length, color, _, _) in enumerate(steps, columns[line]):
            for position in range(begin, begin + length):
                covers[color][position].append(column)
        for position in bit_positions(is_open):
            for color, by_position in enumerate(covers):
                if by_position[position]:
                    found[cells[position], color] = by_position[position]
    return found
