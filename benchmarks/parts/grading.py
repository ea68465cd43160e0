"""How long it takes to grade a folder: the homework of docs/teaching.md by 30 students, with the one command there.

    python benchmarks/parts/grading.py [--students N] [--seed N] [--quick]

Ten kinds of formulas, four of them right, are handed in by several students each, who write the clauses and the
variables of blocks in orders of their own. The seconds are those of the whole command. A verdict is about a formula of
one puzzle: on some puzzles, a wrong rule makes no difference.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from nonosat import load
from nonosat.model.puzzle import Puzzle

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import ROOT, cpu_timed, machine, nonosat_command, options_parser, ordinary_environment, table, timed
from support.student_formulas import EXPONENTIAL, KINDS, RIGHT, Clauses, dimacs

#: The puzzles of the homework.
PUZZLES = ("heart", "teapot", "checkerboard", "rocket")
#: Every kind that a student would hand in for puzzles of this size.
HANDED_IN = [kind for kind in KINDS if kind not in EXPONENTIAL]
ARGUMENTS = ("--formula", "submissions/*/{name}.sat", "--no-solve", "--json")


def shuffled(puzzle: Puzzle, clauses: Clauses, rng: random.Random) -> Clauses:
    """The same formula, with its clauses, their literals and the variables that are not of cells in another order."""
    first = puzzle.grid.n_cells * puzzle.n_colors + 1
    others = list(range(first, max(abs(x) for clause in clauses for x in clause) + 1))
    names = dict(zip(others, rng.sample(others, len(others)), strict=True))

    def renamed(literal: int) -> int:
        name = names.get(abs(literal), abs(literal))
        return name if literal > 0 else -name

    return [[renamed(x) for x in rng.sample(clause, len(clause))] for clause in rng.sample(clauses, len(clauses))]


def hand_in(folder: Path, kinds: Sequence[str], names: Sequence[str], seed: int) -> None:
    """Write the puzzles and the submissions, one for each of the `kinds`, into a folder."""
    rng = random.Random(seed)
    (folder / "homework").mkdir()
    for name in names:
        source = ROOT / "puzzles" / f"{name}.clues"
        (folder / "homework" / source.name).write_bytes(source.read_bytes())
        puzzle = load(str(source))
        for number, kind in enumerate(kinds):
            student = folder / "submissions" / student_name(number, kind)
            student.mkdir(parents=True, exist_ok=True)
            text = dimacs(shuffled(puzzle, KINDS[kind](puzzle), rng))
            (student / f"{name}.sat").write_text(text, encoding="ascii", newline="\n")


def student_name(number: int, kind: str) -> str:
    return f"{number:02}-{kind.replace(' ', '-')}"


def main() -> None:
    parser = options_parser(__doc__, "ten students, one puzzle")
    parser.add_argument("--students", type=int, default=30, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    options = parser.parse_args()
    print(f"{machine()}; seed {options.seed}\n", flush=True)
    names = PUZZLES[:1] if options.quick else PUZZLES
    n_students = 10 if options.quick else options.students
    kinds = [HANDED_IN[number % len(HANDED_IN)] for number in range(n_students)]
    with tempfile.TemporaryDirectory() as folder:
        hand_in(Path(folder), kinds, names, options.seed)
        command = [*nonosat_command(), "compare", *(f"homework/{name}.clues" for name in names), *ARGUMENTS]
        process = {"cwd": folder, "capture_output": True, "text": True, "env": ordinary_environment(), "check": False}
        processor, (seconds, done) = cpu_timed(timed, subprocess.run, command, **process)
    if done.stderr:
        sys.exit(done.stderr)
    records = map(json.loads, done.stdout.splitlines())
    verdicts = {(each["name"], each["encoding"].split("/")[1]): each["check"] for each in records if "check" in each}
    rows = []
    for kind in HANDED_IN:
        students = [student_name(number, each) for number, each in enumerate(kinds) if each == kind]
        found = [Counter(verdicts[name, student]["verdict"] for student in students) for name in names]
        shown = [", ".join(f"{n} {verdict}" for verdict, n in sorted(each.items())) for each in found]
        rows.append([kind, "yes" if kind in RIGHT else "no", *shown])
    print(table(["formulas", "right", *names], rows) + "\n")
    counts = [n_students, len(names), len(verdicts)]
    print(table(["students", "puzzles", "verdicts", "seconds", "processor s"], [[*counts, seconds, processor]]))


if __name__ == "__main__":
    main()
