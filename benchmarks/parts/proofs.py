"""Proofs: how large they are, and how long it takes to find and to check them.

    python benchmarks/parts/proofs.py [--encodings a,b] [--solvers a,b] [--drat-trim PROGRAM] [--quick] [FILE...]

Each puzzle is solved; a solver refutes its complete formula, with the solution ruled out; the proof is verified as
`nonosat verify-proof` does it and, where drat-trim is on the PATH or named, by that as well, as text and as binary.
For proofs of "no solution" each puzzle is tried once more with the clues of two neighbouring rows exchanged ("spoilt").
Of puzzles with several solutions, their solution map and their fewest givens are proved, as `nonosat certify` does it;
without FILE also those of further sets (see `puzzle_sets`). The seconds of these are processor time, all processes
together. One run each. Exits with 1 if a proof is refused.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from itertools import product
from pathlib import Path

from nonosat.analysis.solution_map import map_solutions
from nonosat.authoring.fewest_givens import fewest_givens
from nonosat.core.deadline import NEVER
from nonosat.core.errors import ProofRefused, PuzzleError
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import certify, verify_proof
from nonosat.proofs.claim import Claim, map_claim
from nonosat.proofs.drat import BLOCKED, FORMULA, PROOF
from nonosat.proofs.drat.drat_checker import check, open_cnf
from nonosat.proofs.drat.drat_steps import BINARY, TEXT, read_steps, write_steps
from nonosat.proofs.drat.drat_writer import PROOF_ENCODING, write
from nonosat.proofs.kinds import ProofTask
from nonosat.proofs.linear import WEIGHTS
from nonosat.proofs.manifest import UNIQUE, Manifest
from nonosat.proofs.statement import Statement
from nonosat.solvers import DEFAULT_PROVER
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import Cell, cpu_timed, machine, options_parser, table, timed, watched
from support.puzzle_sets import further, given, own

HEAD = [
    *("puzzle", "claim", "encoding", "solver", "variables", "clauses", "formula bytes", "lemmas", "proof bytes"),
    *("as binary", "prove s", "check s", "drat-trim s", "drat-trim"),
]
#: The columns of the table of claims about several solutions.
CLAIM_HEAD = [
    *("puzzle", "claim", "cells", "other solutions", "kind", "bytes", "of them proof"),
    *("search s", "certify s", "check s"),
]
#: Further puzzles with several solutions, by their paths in the folder of further sets.
FURTHER = (
    *("fau/shapes-1.clues", "fau/trees-1.clues", "gchq/gchq2015.clues", "hard/rand40-000.clues"),
    *("hard/rand50-000.clues", "hard/random2-030.clues", "large/huge-2-100x100.clues", "bompol/phantom.px"),
)


def exchanged(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with the clues of two neighbouring rows exchanged, near the middle: it should have no solution."""
    rows = puzzle.grid.families[0]
    for row in sorted(range(len(rows) - 1), key=lambda row: abs(2 * row - len(rows))):
        clues = list(puzzle.clues)
        clues[row], clues[row + 1] = clues[row + 1], clues[row]
        with suppress(PuzzleError):  # the rows of a hexagon are of different lengths
            if clues[row] != clues[row + 1]:
                return Puzzle(puzzle.grid, puzzle.palette, tuple(clues), puzzle.givens)
    return None


def row(name: str, result: Result, encoding: str, solver: str, trim: str | None) -> list[Cell]:
    """What one solver's proof comes to."""
    puzzle = result.puzzle
    claim = Claim(puzzle=puzzle, solution=result.picture)
    task = ProofTask(claim, name, solver, encoding)
    with tempfile.TemporaryDirectory() as folder:
        proving, details = timed(write, task, folder)
        names = os.listdir(folder)
        manifest = Manifest(
            kind="drat", claim=claim.text, name=name, puzzle=puzzle, details=details, files=dict.fromkeys(names, "")
        )
        try:
            statement = Statement(puzzle=puzzle, name=name, has_solution=result.picture is not None)
            checking, _ = timed(check, statement, manifest, folder, NEVER)
        except ProofRefused as error:
            sys.exit(f"{name}, {solver}: the proof is refused: {error}")
        formula = os.path.join(folder, BLOCKED if BLOCKED in names else FORMULA)
        text, binary = os.path.join(folder, PROOF), os.path.join(folder, "binary")
        lemmas = _as_binary(text, binary)
        trimming = [_trim(trim, formula, proof) for proof in (text, binary)] if trim else []
        head = open_cnf(formula, name)
        sizes = [os.path.getsize(path) for path in (formula, text, binary)]
    said = "both" if all(seconds is not None for seconds in trimming) else "REFUSED"
    return [
        *(name, claim.text, encoding, solver, head.n_vars, head.n_clauses, sizes[0], lemmas, *sizes[1:]),
        *(proving, checking, *((trimming[0], said) if trimming else (None, None))),
    ]


def claim_rows(name: str, puzzle: Puzzle) -> list[list[Cell]]:
    """What the proofs of the solution map and of the fewest givens come to."""
    result = solve(puzzle, unique=True)
    assert result.picture is not None
    mapping, found = cpu_timed(map_solutions, result)
    giving, fewest = cpu_timed(fewest_givens, result, result.picture)
    givens = Claim(puzzle=puzzle, solution=fewest.goal, others=fewest.others, givens=fewest.givens)
    return [
        _claim_row(name, map_claim(puzzle, found.witnesses, result.state), len(found.differing), mapping),
        _claim_row(name, givens, len(fewest.givens), giving),
    ]


def _claim_row(name: str, claim: Claim, n_cells: int, searching: float) -> list[Cell]:
    with tempfile.TemporaryDirectory() as parent:
        folder = os.path.join(parent, "proof")
        writing, _ = cpu_timed(certify, claim, name, folder)
        checking, proof = cpu_timed(verify_proof, folder, claim.puzzle)
        sizes = {file: os.path.getsize(os.path.join(folder, file)) for file in os.listdir(folder)}
    size = sizes.get(PROOF, sizes.get(WEIGHTS))
    numbers = (n_cells, len(claim.others), proof.manifest.kind, sum(sizes.values()), size)
    return [name, claim.text, *numbers, searching, writing, checking]


def _as_binary(text: str, binary: str) -> int:
    """Rewrite a proof in the binary form; the number of its lemmas."""
    with open(text, "rb") as source, open(binary, "wb") as target:
        write_steps(read_steps(source, TEXT), target, BINARY)
    with open(binary, "rb") as source:
        return sum(not step.deletes for step in read_steps(source, BINARY))


def _trim(program: str, formula: str, proof: str) -> float | None:
    """Seconds that drat-trim took, or None if it does not accept the proof."""
    seconds, done = timed(subprocess.run, [program, formula, proof], capture_output=True, text=True, check=False)
    return seconds if "s VERIFIED" in done.stdout else None


def main() -> None:
    parser = options_parser(__doc__, "two small puzzles, to see that it works")
    parser.add_argument("files", metavar="FILE", nargs="*", help="puzzles instead of those of puzzles/")
    parser.add_argument("--encodings", default=PROOF_ENCODING, help="names, separated by commas (default: %(default)s)")
    parser.add_argument("--solvers", default=DEFAULT_PROVER, help="names, separated by commas (default: %(default)s)")
    parser.add_argument("--drat-trim", default=shutil.which("drat-trim"), help="the program, if it is not on the PATH")
    options = parser.parse_args()
    entries = given(options.files) or own() + further(FURTHER)
    if options.quick:
        entries = [entry for entry in own() if entry.name in ("hex-tick", "dice")]
    ways = list(product(options.encodings.split(","), options.solvers.split(",")))
    print(machine() + "\n", flush=True)
    rows, claims = [], []
    for entry in watched(entries, lambda entry: entry.name):
        puzzle, name = entry.load(), entry.name
        found = solve(puzzle, unique=True)
        if found.second is not None:
            claims += claim_rows(name, puzzle)
            continue
        spoilt = exchanged(puzzle)
        results = {name: found} if spoilt is None else {name: found, f"{name}, spoilt": solve(spoilt, unique=True)}
        rows += [
            row(what, result, *way, options.drat_trim)
            for what, result in results.items()
            if result.second is None
            for way in ways
        ]
    rows.sort(key=lambda cells: cells[1] != UNIQUE)
    sums = [_sums(rows, *way) for way in sorted({tuple(cells[1:4]) for cells in rows}, reverse=True)]
    tables = ((HEAD, rows), (["claim", "encoding", "solver", "proofs", *HEAD[4:13]], sums), (CLAIM_HEAD, claims))
    print("\n\n".join(table(head, cells) for head, cells in tables if cells))
    if any(cells[-1] == "REFUSED" for cells in rows):
        sys.exit(1)


def _sums(rows: list[list[Cell]], *way: Cell) -> list[Cell]:
    """The sums of the columns for one claim, encoding and solver."""
    mine = [cells for cells in rows if cells[1:4] == [*way]]
    columns = list(zip(*mine, strict=True))[4:13]
    return [*way, len(mine), *(None if None in column else sum(column) for column in columns)]


if __name__ == "__main__":
    main()
