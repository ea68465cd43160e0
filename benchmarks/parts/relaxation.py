"""The linear relaxation: how long nonosat takes from the program to a checked certificate, and what programs tell.

    python benchmarks/parts/relaxation.py [--large] [--quick]

The first table is the way that nonosat goes: a first solution from the program itself, the proof that it is the only
one, and the certificate. `bound` is how many cells may differ from the solution; below 1 it is proved unique.

The second table is what the program finds out about a puzzle: `freedom`, the possible starts of blocks for each open
cell and family of lines; the seconds of the interior point; the share of the open cells that come out as whole numbers,
and of those that are rather as in the solution than not. All times are seconds of processor time in one process.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import numpy as np

from nonosat.lines.fixpoint import propagate, propagated
from nonosat.proofs.certificate import certify, verify_proof
from nonosat.solving.portfolio.search_context import measure_open
from nonosat.solving.relaxation.linear_program import LinearSolver, build_program
from nonosat.solving.relaxation.weights import UNIT, prove_cells, solve_relaxation, upper_bound
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import Cell, machine, options_parser, table, watched
from support.families import FAMILIES

#: A family and a size.
Shape = tuple[str, int]

COURSE: tuple[Shape, ...] = (
    *(("dominoes", 29), ("dominoes", 39), ("dominoes", 59)),
    *(("wedges", 40), ("wedges", 48), ("wedges", 64)),
)
LARGE = (("wedges", 99),)
QUICK = (("dominoes", 13),)
SEVERAL = (("dominoes", 29), ("wedges", 40), ("stripes", 16), ("stripes", 32), ("random", 20), ("random", 30))
COURSE_HEAD = ["puzzle", "columns", "rows", "build s", "solution s", "proof s", "bound", "certificate bytes", "check s"]
SEVERAL_HEAD = ["puzzle", "open cells", "freedom", "columns", "s", "whole", "right"]


def relaxation(family: str, size: int) -> list[Cell]:
    puzzle = FAMILIES[family](size, 0)
    domains = propagate(puzzle)
    assert domains is not None
    picture = solve_relaxation(propagated(puzzle)).picture or solve(puzzle).picture
    lp = build_program(puzzle, domains)
    assert lp is not None
    assert picture is not None
    began = time.process_time()
    flows = LinearSolver(lp).solve(np.zeros(lp.n_columns)).flows
    took = time.process_time() - began
    shares = [lp.share(flows, cell, picture.cells[cell]) for cell in lp.cells]
    whole = sum(not 1e-3 < share < 1 - 1e-3 for share in shares) / len(shares)
    right = sum(share > 0.5 for share in shares) / len(shares)
    freedom = f"{measure_open(domains).freedom:.2f}"
    return [f"{family} {size}", len(shares), freedom, lp.n_columns, took, f"{whole:.0%}", f"{right:.0%}"]


def course(family: str, size: int) -> list[Cell]:
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
    return [f"{family} {size}", lp.n_columns, len(lp.right_sides), *took, f"{exact:.2g}", n_bytes, check]


def main() -> None:
    parser = options_parser(__doc__, "a small one only, to see that it works")
    parser.add_argument("--large", action="store_true", help="the largest, too")
    options = parser.parse_args()
    print(f"{machine('highspy')}\n", flush=True)
    shapes = QUICK if options.quick else COURSE + (LARGE if options.large else ())
    print(f"{table(COURSE_HEAD, [course(*shape) for shape in watched(shapes)])}\n")
    print(table(SEVERAL_HEAD, [relaxation(*shape) for shape in watched(QUICK if options.quick else SEVERAL)]))


if __name__ == "__main__":
    main()
