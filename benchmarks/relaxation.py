"""The linear relaxation: which form of the program and which method of HiGHS is fast, and what it proves.

Usage: python benchmarks/relaxation.py [--timeout SECONDS] [--large] [--quick]

The first table has the three forms of the same program, which all have the convex hull of the placements of each line:

- `flow`: a variable for each edge of the network of a line; what nonosat uses.
- `order`: a variable for "block b starts at j or before", monotone, each block after the one before it.
- `start`: a variable for "block b starts at j", with sums of them where `order` has one variable.

Whatever form it was, the duals of the rows in which the lines agree are weights, and these are judged in whole numbers.
`bound` is how many cells may differ from the solution by that judgement; below 1 the solution is proved unique.

The second table is what the program finds out about a puzzle: `freedom`, the possible starts of blocks for each open
cell and family of lines; the seconds of the interior point; the share of the open cells that come out as whole numbers,
and of those that are rather as in the solution than not.

The third table is the way that nonosat goes: a first solution from the program itself, the proof that it is the only
one, and the certificate. All times are seconds of processor time in one process; `-` is more than the timeout.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import highspy
import numpy as np
from common import Cell, machine, progress, table
from families import FAMILIES

from nonosat.lines.domains import Domains, bit_positions
from nonosat.lines.fixpoint import propagate, propagated
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import certify, verify_proof
from nonosat.solving.portfolio.search_context import measure_open
from nonosat.solving.relaxation.linear_program import SCALE, LinearProgram, LinearSolver, build_program, in_units
from nonosat.solving.relaxation.weights import UNIT, Weights, prove_cells, solve_relaxation, upper_bound
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

SHAPES = (("dominoes", 29), ("wedges", 24), ("wedges", 40), ("stripes", 24))
COURSE = (("dominoes", 29), ("dominoes", 39), ("dominoes", 59), ("wedges", 40), ("wedges", 48), ("wedges", 64))
LARGER = (("wedges", 64),)
LARGE = (("wedges", 99),)
QUICK = (("dominoes", 13),)
SEVERAL = (("dominoes", 29), ("wedges", 40), ("stripes", 16), ("stripes", 32), ("random", 20), ("random", 30))

#: Options of HiGHS by the name in the table.
METHODS: dict[str, dict[str, str]] = {
    "interior point": {"solver": "ipx", "run_crossover": "off"},
    "with crossover": {"solver": "ipx", "run_crossover": "on"},
    "without presolve": {"solver": "ipx", "run_crossover": "off", "presolve": "off"},
    "dual simplex": {"solver": "simplex"},
    "first order (PDLP)": {"solver": "pdlp", "run_crossover": "off"},
}

#: A sum: coefficients by column, and the constant under `CONSTANT`.
Sum = dict[int, float]
CONSTANT = -1


class Rows(NamedTuple):
    """A program: rows that are at least 0, or equal to 0, sums of columns that lie between 0 and 1.

    Attributes:
        rows: the sums.
        equal: for each whether it is equal to 0.
        agreements: by row which cell the two lines agree on.
        cells: for each cell the share of the colour, by its row of the grid.
        n_columns: how many columns there are.
    """

    rows: list[Sum]
    equal: list[bool]
    agreements: dict[int, int]
    cells: dict[int, Sum]
    n_columns: int


def plus(*terms: tuple[float, Sum]) -> Sum:
    found: Sum = {}
    for factor, term in terms:
        for column, value in term.items():
            found[column] = found.get(column, 0.0) + factor * value
    return {column: value for column, value in found.items() if value}


def by_blocks(puzzle: Puzzle, domains: Domains, form: str) -> Rows:
    """The forms `order` and `start`, for puzzles of one colour."""
    rows: list[Sum] = []
    equal: list[bool] = []
    shares: dict[int, list[Sum]] = {}
    n_columns = 0
    for index, clue in enumerate(puzzle.clues):
        cells = puzzle.grid.line(index)
        covered: list[Sum] = [{} for _ in cells]
        before: list[Sum] | None = None
        for number, block in enumerate(clue):
            starts = bit_positions(domains.lines[index].starts[number][block.color])
            # Entry j: the block starts before j.
            begun: list[Sum] = [{}]
            for place in range(len(cells)):
                here = begun[-1]
                if place == starts[-1] and form == "order":
                    here = {CONSTANT: 1.0}
                elif place in starts:
                    column, n_columns = n_columns, n_columns + 1
                    if form == "order":
                        rows.append(plus((1, {column: 1.0}), (-1, here)))
                        equal.append(False)
                        here = {column: 1.0}
                    else:
                        here = {**here, column: 1.0}
                begun.append(here)
            if form == "start":
                rows.append(plus((1, begun[-1]), (-1, {CONSTANT: 1.0})))
                equal.append(True)
            for place in range(len(cells)):
                covered[place] = plus(
                    (1, covered[place]), (1, begun[place + 1]), (-1, begun[max(0, place + 1 - block.length)])
                )
            if before is not None:
                gap = clue[number - 1].length + 1
                for place in range(gap, len(cells)):
                    if begun[place + 1]:
                        rows.append(plus((1, before[place + 1 - gap]), (-1, begun[place + 1])))
                        equal.append(False)
            before = begun
        for cell, share in zip(cells, covered, strict=True):
            shares.setdefault(cell, []).append(share)
    agreements = {}
    for cell, (row, column_share) in shares.items():
        difference = plus((1, row), (-1, column_share))
        if difference:
            agreements[len(rows)] = cell
            rows.append(difference)
            equal.append(True)
    return Rows(rows, equal, agreements, {cell: pair[0] for cell, pair in shares.items()}, n_columns)


def by_flows(lp: LinearProgram) -> Rows:
    """The form `flow`."""
    rows = []
    for number, constant in enumerate(lp.right_sides):
        part = slice(lp.starts[number], lp.starts[number + 1])
        row = dict(zip(lp.indices[part].tolist(), lp.values[part].tolist(), strict=True))
        rows.append(plus((1, row), (-1, {CONSTANT: float(constant)})))
    cells = {cell: dict.fromkeys(lp.covers.get((cell, 1), ()), 1.0) for cell in lp.cells}
    agreements = {row: cell for (cell, _, _), row in lp.agreements.items()}
    return Rows(rows, [True] * len(rows), agreements, cells, lp.n_columns)


def solved(form: Rows, picture: Picture, options: dict[str, str], seconds: float) -> dict[int, int] | None:
    """Weights by cell; None after so many seconds."""
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = form.n_columns, len(form.rows)
    costs = np.zeros(form.n_columns)
    for cell, share in form.cells.items():
        for column, value in share.items():
            if column != CONSTANT:
                costs[column] += (1 if picture.cells[cell] else -1) * value * SCALE
    lp.col_cost_ = costs
    lp.col_lower_, lp.col_upper_ = np.zeros(form.n_columns), np.ones(form.n_columns)
    lp.row_lower_ = np.array([-row.get(CONSTANT, 0.0) for row in form.rows])
    lp.row_upper_ = np.where(form.equal, lp.row_lower_, highspy.kHighsInf)
    columns = [[column for column in row if column != CONSTANT] for row in form.rows]
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.cumsum([0, *map(len, columns)]).astype(np.int32)
    lp.a_matrix_.index_ = np.array([column for row in columns for column in row], np.int32)
    lp.a_matrix_.value_ = np.array([form.rows[n][column] for n, row in enumerate(columns) for column in row])
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("time_limit", seconds)
    for option, value in options.items():
        highs.setOptionValue(option, value)
    highs.passModel(lp)
    highs.run()
    if highs.getModelStatus() == highspy.HighsModelStatus.kTimeLimit:
        return None
    duals = highs.getSolution().row_dual
    return {cell: in_units(-duals[row] / SCALE, UNIT) for row, cell in form.agreements.items()}


def prepared(family: str, size: int) -> tuple[Puzzle, Domains, Picture]:
    puzzle = FAMILIES[family](size, 0)
    domains = propagate(puzzle)
    assert domains is not None
    picture = solve_relaxation(propagated(puzzle)).picture
    if picture is None:
        picture = solve(puzzle).picture
    assert picture is not None
    return puzzle, domains, picture


def forms(shapes: tuple[tuple[str, int], ...], seconds: float) -> Iterator[list[Cell]]:
    for done, (family, size) in enumerate(shapes):
        progress(done, len(shapes), f"{family} {size}")
        puzzle, domains, picture = prepared(family, size)
        lp = build_program(puzzle, domains)
        assert lp is not None
        for name in ("flow", "order", "start"):
            form = by_flows(lp) if name == "flow" else by_blocks(puzzle, domains, name)
            entries = sum(len(row) for row in form.rows)
            for method, options in METHODS.items():
                began = time.process_time()
                weights = solved(form, picture, options, seconds)
                took = time.process_time() - began
                head: list[Cell] = [f"{family} {size}", name, form.n_columns, len(form.rows), entries, method]
                if weights is None:
                    yield [*head, "-", "-"]
                    continue
                others = {(cell, 1, 1): weight for cell, weight in weights.items()}
                yield [*head, took, f"{upper_bound(lp, Weights(lp.cells, others), picture) / UNIT:.2g}"]


def relaxations(shapes: tuple[tuple[str, int], ...]) -> Iterator[list[Cell]]:
    for done, (family, size) in enumerate(shapes):
        progress(done, len(shapes), f"{family} {size}")
        puzzle, domains, picture = prepared(family, size)
        lp = build_program(puzzle, domains)
        assert lp is not None
        began = time.process_time()
        flows = LinearSolver(lp).solve(np.zeros(lp.n_columns), 600.0).flows
        took = time.process_time() - began
        shares = [lp.share(flows, cell, picture.cells[cell]) for cell in lp.cells]
        whole_ones = sum(not 1e-3 < share < 1 - 1e-3 for share in shares) / len(shares)
        right = sum(share > 0.5 for share in shares) / len(shares)
        freedom = f"{measure_open(domains).freedom:.2f}"
        yield [f"{family} {size}", len(shares), freedom, lp.n_columns, took, f"{whole_ones:.0%}", f"{right:.0%}"]


def course(shapes: tuple[tuple[str, int], ...]) -> Iterator[list[Cell]]:
    for done, (family, size) in enumerate(shapes):
        progress(done, len(shapes), f"{family} {size}")
        puzzle = FAMILIES[family](size, 0)
        times = [time.process_time()]
        lp = build_program(puzzle, propagate(puzzle))
        times.append(time.process_time())
        picture = solve_relaxation(propagated(puzzle)).picture
        times.append(time.process_time())
        assert lp is not None
        assert picture is not None
        decided = prove_cells(propagated(puzzle), picture)
        times.append(time.process_time())
        assert not decided.state.domains().n_open
        (step,) = decided.steps
        exact = upper_bound(lp, step, picture) / UNIT
        with tempfile.TemporaryDirectory() as folder:
            proof = os.path.join(folder, "proof")
            certify(Result(puzzle, picture, unique=True), family, proof, kind="linear")
            n_bytes = sum(os.path.getsize(os.path.join(proof, file)) for file in os.listdir(proof))
            began = time.process_time()
            verify_proof(proof)
            check = time.process_time() - began
        took = [after - before for before, after in pairwise(times)]
        yield [f"{family} {size}", lp.n_columns, len(lp.right_sides), *took, f"{exact:.2g}", n_bytes, check]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timeout", type=float, default=30.0, help="seconds for each program (default: %(default)s)")
    parser.add_argument("--large", action="store_true", help="the largest, too")
    parser.add_argument("--quick", action="store_true", help="a small one only, to see that it runs")
    options = parser.parse_args()
    print(f"{machine('highspy')}\n")
    head = ["puzzle", "form", "columns", "rows", "entries", "method", "s", "bound"]
    shapes = QUICK if options.quick else SHAPES + (LARGER if options.large else ())
    rows = list(forms(shapes, options.timeout))
    print(f"{table(head, rows)}\n")
    head = ["puzzle", "open cells", "freedom", "columns", "s", "whole", "right"]
    print(f"{table(head, list(relaxations(QUICK if options.quick else SEVERAL)))}\n")
    head = ["puzzle", "columns", "rows", "build s", "solution s", "proof s", "bound", "certificate bytes", "check s"]
    print(table(head, list(course(QUICK if options.quick else COURSE + (LARGE if options.large else ())))))


if __name__ == "__main__":
    main()
