"""Solving the linear program of a puzzle by HiGHS; no other module imports highspy.

Interior points do best on these programs by far, and the vertex that crossover would add is not needed: both the
weights and the shares may be anywhere near the optimum (Q. Huangfu, J. Hall, "Parallelizing the dual revised simplex
method", Mathematical Programming Computation 2018; the interior point solver is IPX, by L. Schork, or HiPO where the
package highspy-extras is installed, which is three times as fast on large programs).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import highspy
import numpy as np

from nonosat.errors import GaveUp
from nonosat.solving.relaxation.linear_program import Floats, LinearProgram

#: The dual variables may be millions of times as large as the costs. With costs scaled down by this factor, both are
#: within the precision of the solver.
SCALE = 1e-5


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
        for option, value in (("output_flag", False), ("solver", "ipm"), ("run_crossover", "off")):
            self._highs.setOptionValue(option, value)
        self._highs.passModel(lp)

    def solve(self, costs: Floats | None, seconds: float) -> Optimum:
        """The flows of the least cost, by the interior point method.

        Args:
            costs: of each column, before scaling [columns]; None for an elastic program.
            seconds: time limit.

        Raises:
            GaveUp: HiGHS found nothing in time, or failed.
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
    """The rows in which each agreement has two more columns, for a share that is too large and one that is too small.

    Returns:
        `starts`, `indices` and `values` as those of the program.
    """
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
