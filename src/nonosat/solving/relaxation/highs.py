"""HiGHS, which solves linear programs; this module alone imports highspy.

Interior points do best on these programs by far, and the vertex that crossover would add is not needed: both the
weights and the shares may be anywhere near the optimum (Q. Huangfu, J. Hall, "Parallelizing the dual revised simplex
method", Mathematical Programming Computation 2018; the interior point solver is IPX, by L. Schork).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import highspy
import numpy as np

from nonosat.errors import GaveUp
from nonosat.solving.relaxation.linear_program import Floats, LinearProgram

#: The weights of a proof may be millions of times as large as what they weigh. Scaled down by so much, both are within
#: what a solver that calculates to eight digits can tell apart.
SCALE = 1e-5


class Optimum(NamedTuple):
    """What the solver makes of a program, more or less exactly.

    Attributes:
        flows: of each column.
        duals: of each row, for the unscaled objective.
    """

    flows: Floats
    duals: Floats


class Solver:
    """One program, for several objectives."""

    def __init__(self, program: LinearProgram, elastic: bool = False) -> None:
        """
        Args:
            program: what to solve.
            elastic: let lines disagree, at a cost of 1 for each unit of a cell; the objective is then nothing else.
        """
        self.program, self.elastic = program, elastic
        n_rows, n_slacks = len(program.bounds), 2 * len(program.agreements) if elastic else 0
        n = program.n_columns + n_slacks
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = n, n_rows
        lp.col_cost_ = np.concatenate([np.zeros(program.n_columns), np.ones(n_slacks)])
        lp.col_lower_, lp.col_upper_ = np.zeros(n), np.full(n, highspy.kHighsInf)
        lp.row_lower_ = lp.row_upper_ = program.bounds
        starts, indices, values = program.starts, program.indices, program.values
        if elastic:
            starts, indices, values = _with_slacks(program)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = starts.astype(np.int32)
        lp.a_matrix_.index_ = indices.astype(np.int32)
        lp.a_matrix_.value_ = values
        self._highs = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in (("output_flag", False), ("solver", "ipm"), ("run_crossover", "off")):
            self._highs.setOptionValue(option, value)
        self._highs.passModel(lp)

    def solve(self, costs: Floats | None, seconds: float) -> Optimum:
        """The flows that cost least.

        Args:
            costs: of each column, before scaling; None for an elastic program.
            seconds: limit of time.

        Raises:
            GaveUp: it found nothing in time.
        """
        scale = 1.0
        if costs is not None:
            scale = SCALE
            columns = np.arange(len(costs), dtype=np.int32)
            self._highs.changeColsCost(len(costs), columns, costs * scale)
        self._highs.clearSolver()
        self._highs.setOptionValue("time_limit", min(max(seconds, 0.01), 1e6) + self._highs.getRunTime())
        self._highs.run()
        solution = self._highs.getSolution()
        flows = np.array(solution.col_value)[: self.program.n_columns]
        duals = np.array(solution.row_dual) / scale
        if len(flows) != self.program.n_columns or not len(duals) or not np.isfinite(duals).all():
            raise GaveUp(
                f"the linear program ended with {self._highs.modelStatusToString(self._highs.getModelStatus())}"
            )
        return Optimum(np.nan_to_num(flows), duals)


def _with_slacks(program: LinearProgram) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The rows, those of agreements with a column for too much and one for too little."""
    n_flows, n_agreements = program.n_flows, len(program.agreements)
    kept = program.starts[n_flows]
    lengths = np.diff(program.starts[n_flows:])
    extra = program.n_columns + 2 * np.arange(n_agreements)
    # The two entries of each row go before its own.
    places = np.repeat(program.starts[n_flows:-1], 2)
    indices = np.insert(program.indices, places, np.column_stack([extra, extra + 1]).ravel())
    values = np.insert(program.values, places, np.tile([1.0, -1.0], n_agreements))
    starts = np.concatenate([program.starts[:n_flows], kept + np.concatenate([[0], np.cumsum(lengths + 2)])])
    return starts, indices, values


def whole(value: float, unit: int) -> int:
    """A multiple of 1 / unit next to a number."""
    return math.floor(value * unit + 0.5)
