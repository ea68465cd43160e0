"""The linear program of a puzzle: a flow through the automaton of each open line, and agreement where lines cross.

Columns are the steps of all automata; a column is the share of the placements of its line that take the step. Rows are

    flow        what enters a node leaves it; one unit leaves the first node of each automaton
    agreement   for every open cell, every possible colour but the least, and every family of lines but the first: the
                line of that family gives the cell the colour with the same share as the line of the first family

Flows of one unit through an automaton have its paths as their vertices, so the program has exactly the convex hull of
the placements of each line (G. Dantzig, "Application of the simplex method to a transportation problem", 1951, on why
flows are integral).

Interior points do best on these programs by far, and the vertex that crossover would add is not needed: both the
weights and the shares may be anywhere near the optimum (Q. Huangfu, J. Hall, "Parallelizing the dual revised simplex
method", Mathematical Programming Computation 2018; the interior point solver is IPX, by L. Schork, or HiPO where the
package highspy-extras is installed, which is three times as fast on large programs).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import NamedTuple

import highspy
import numpy as np
import numpy.typing as npt

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.clue_automaton import ClueAutomaton, Node, block_options
from nonosat.lines.domains import Domains, bit_positions, undecided_positions
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Puzzle
from nonosat.solving.relaxation.counted_steps import counted_steps

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: The options of HiGHS. Those of HiPO are the ones that it would choose for these programs, or hardly worse, after a
#: comparison that takes a tenth of the time; HiGHS without HiPO ignores them.
_OPTIONS: dict[str, bool | str] = {
    "output_flag": False,
    "solver": "ipm",
    "run_crossover": "off",
    "hipo_ordering": "metis",
    "hipo_system": "normaleq",
}

#: Work for each number in the matrix, in units: of the program and its weights, and of a step of the method.
_PROGRAM_WORK, _STEP_WORK = 2e-3, 2.2e-6

#: A cell, a colour that it may have, and the index of a family of lines of the grid, from 1.
Agreement = tuple[int, int, int]

#: For a cell and a colour the columns of the steps that give it the colour.
Covers = dict[tuple[int, int], list[int]]

#: A row of the program: (column, coefficient).
_Row = list[tuple[int, float]]

#: The dual variables may be millions of times as large as the costs. With costs scaled down by this factor, both are
#: within the precision of the solver.
SCALE = 1e-5


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
        """The share, from 0 to 1, of the placements of the first family that give an open cell a colour.

        Args:
            flows: the values of all columns [n_columns].
            cell, color: the cell and the colour, both from 0.
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


class Optimum(NamedTuple):
    """An optimum of a program, as exact as floating point is.

    Attributes:
        flows: the value of each column [columns].
        duals: the dual value of each row, for the unscaled objective [rows].
    """

    flows: Floats
    duals: Floats


class LinearSolver:
    """HiGHS with one program, for several objectives."""

    def __init__(self, program: LinearProgram, elastic: bool = False) -> None:
        """
        Args:
            elastic: let lines disagree about a cell, at a cost of 1 for each unit of their difference; the objective is
                then nothing else.
        """
        self.program = program
        n_rows, n_slacks = len(program.right_sides), 2 * len(program.agreements) if elastic else 0
        n = program.n_columns + n_slacks
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = n, n_rows
        lp.col_cost_ = np.concatenate([np.zeros(program.n_columns), np.ones(n_slacks)])
        lp.col_lower_, lp.col_upper_ = np.zeros(n), np.full(n, highspy.kHighsInf)
        lp.row_lower_ = lp.row_upper_ = program.right_sides
        starts, indices, values = program.starts, program.indices, program.values
        if elastic:
            starts, indices, values = _with_slacks(program)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = starts.astype(np.int32)
        lp.a_matrix_.index_ = indices.astype(np.int32)
        lp.a_matrix_.value_ = values
        self._highs = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in _OPTIONS.items():
            self._highs.setOptionValue(option, value)
        self._highs.passModel(lp)
        self._n_values = len(values)

    def solve(self, costs: Floats | None, deadline: Deadline = NEVER) -> Optimum:
        """The flows of the least cost, by the interior point method.

        Args:
            costs: of each column, before scaling [columns]; None for an elastic program.
            deadline: the steps count on it.

        Raises:
            GaveUp: the deadline has passed, or HiGHS failed.
        """
        deadline.spend(_PROGRAM_WORK * self._n_values)
        deadline.check("no weights")
        scale = 1.0
        if costs is not None:
            scale = SCALE
            columns = np.arange(len(costs), dtype=np.int32)
            self._highs.changeColsCost(len(costs), columns, costs * scale)
        self._highs.clearSolver()
        self._highs.setOptionValue("time_limit", min(max(deadline.left(), 0.01), 1e6) + self._highs.getRunTime())
        with counted_steps(self._highs.cbIpmInterrupt, _STEP_WORK * self._n_values, deadline):
            self._highs.run()
        deadline.check("no weights")
        solution = self._highs.getSolution()
        flows = np.array(solution.col_value)[: self.program.n_columns]
        duals = np.array(solution.row_dual) / scale
        if len(flows) != self.program.n_columns or not len(duals) or not np.isfinite(duals).all():
            raise GaveUp(
                f"the linear program ended with {self._highs.modelStatusToString(self._highs.getModelStatus())}"
            )
        return Optimum(np.nan_to_num(flows), duals)


def _with_slacks(program: LinearProgram) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """`starts`, `indices` and `values` with two more columns for each agreement: a share too large, or too small."""
    n_flow_rows, n_agreements = program.n_flow_rows, len(program.agreements)
    kept = program.starts[n_flow_rows]
    lengths = np.diff(program.starts[n_flow_rows:])
    extra = program.n_columns + 2 * np.arange(n_agreements)
    # The two entries of each row go before its own.
    places = np.repeat(program.starts[n_flow_rows:-1], 2)
    indices = np.insert(program.indices, places, np.column_stack([extra, extra + 1]).ravel())
    values = np.insert(program.values, places, np.tile([1.0, -1.0], n_agreements))
    starts = np.concatenate([program.starts[:n_flow_rows], kept + np.concatenate([[0], np.cumsum(lengths + 2)])])
    return starts, indices, values


def in_units(value: float, unit: int) -> int:
    """The number of units of 1 / `unit` that is nearest to a value."""
    return math.floor(value * unit + 0.5)
