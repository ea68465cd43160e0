"""One DRAT proof from the proofs of cubes: true ones are accepted, and those with a part missing or changed refused."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import write
from oracle import brute_force, random_puzzle
from test_cubes import KINDS, Here, stop_at

from nonosat.cubes import cube_search
from nonosat.cubes.cube import Cube
from nonosat.cubes.cube_search import CubeVerdict, solve_by_cubes
from nonosat.encodings.cell_variables import CellVariables
from nonosat.errors import GaveUp, SolverError
from nonosat.formats.clues import write as clue_file
from nonosat.model.families import FAMILIES
from nonosat.model.puzzle import Given, Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.proofs.certificate import certify, verify_proof
from nonosat.proofs.cube_plan import CubePlan
from nonosat.proofs.drat import cube_refutation
from nonosat.proofs.drat.cube_steps import cover_steps, cube_literals, steps_under
from nonosat.proofs.drat.drat_steps import DratStep
from nonosat.proofs.drat.rup import check_refutation
from nonosat.solving.pipeline import solve
from nonosat.system.deadline import Deadline
from nonosat.system.worker_team import WorkerTeam

STAIRCASE = FAMILIES["dominoes"](9, 0)


@pytest.fixture(scope="module")
def workers() -> Iterator[WorkerTeam]:
    with ThreadPoolExecutor(2) as executor:
        yield WorkerTeam(executor, 2)


def conquer(puzzle: Puzzle, workers: WorkerTeam) -> CubeVerdict:
    return solve_by_cubes(puzzle, workers, first_seconds=0, conflicts=0)


@pytest.fixture(scope="module")
def verdict(workers: WorkerTeam) -> CubeVerdict:
    return conquer(STAIRCASE, workers)


def random_leaves(rng: random.Random, puzzle: Puzzle, cube: Cube = ()) -> list[Cube]:
    """The leaves of a tree of cubes that is split at random."""
    cells = sorted(set(range(puzzle.grid.n_cells)) - {cell for cell, _ in cube})
    if len(cube) == 3 or (cube and rng.random() < 0.3):
        return [cube]
    cell = rng.choice(cells)
    colors = range(puzzle.n_colors + 1)
    return [leaf for color in colors for leaf in random_leaves(rng, puzzle, (*cube, Given(cell, color)))]


@pytest.mark.parametrize("kind", KINDS)
def test_true_proofs(kind: str, workers: WorkerTeam, tmp_path: Path) -> None:
    grid, options = KINDS[kind]
    rng = random.Random(f"proofs of cubes {kind}")
    proved = 0
    while proved < 4:
        puzzle, _ = random_puzzle(rng, grid, **options)
        result = solve(puzzle, unique=True)
        if result.unique:
            proved += 1
            folder = str(tmp_path / "proof")
            certify(result, "p", folder, cubes=CubePlan(workers, tuple(random_leaves(rng, puzzle))))
            assert verify_proof(folder, puzzle).manifest.claim == "unique"
            assert len(brute_force(puzzle)) == 1


def test_no_solution(workers: WorkerTeam, tmp_path: Path) -> None:
    picture = solve(STAIRCASE).picture
    assert picture is not None
    cell = next(cell for cell, color in enumerate(picture.cells) if color)
    puzzle = Puzzle(STAIRCASE.grid, STAIRCASE.palette, STAIRCASE.clues, (Given(cell, 0),))
    leaves = ((Given(0, 0),), (Given(0, 1), Given(1, 0)), (Given(0, 1), Given(1, 1)))
    certify(solve(puzzle, unique=True), "p", str(tmp_path / "p"), cubes=CubePlan(workers, leaves))
    assert verify_proof(str(tmp_path / "p"), puzzle).manifest.claim == "no solution"


def test_cubes_that_take_too_long_are_split(verdict: CubeVerdict, workers: WorkerTeam, tmp_path: Path) -> None:
    plan = CubePlan(workers, ((),), seconds=0.0)
    proof = certify(verdict.result, "p", str(tmp_path / "p"), cubes=plan, binary=True)
    assert proof.manifest.details["proof"] == "binary"
    assert verify_proof(str(tmp_path / "p"), STAIRCASE).manifest.claim == "unique"


def test_deadline(verdict: CubeVerdict, workers: WorkerTeam, tmp_path: Path) -> None:
    plan = CubePlan(workers, verdict.leaves)
    with pytest.raises(GaveUp):
        certify(verdict.result, "p", str(tmp_path / "p"), cubes=plan, deadline=Deadline.after(0))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("cube", [(), (Given(40, 0), Given(40, 1))])
def test_a_worker_gives_up_at_the_deadline(cube: Cube, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the cube cannot be split any more; otherwise the worker would go on for nobody."""
    monkeypatch.setattr(cube_refutation, "_is_refuted_by_propagation", lambda *_: False)
    task = cube_refutation.LeafTask(STAIRCASE, "order", "glucose4", (), cube, split_seconds=0.0, seconds=0.0)
    with pytest.raises(GaveUp):
        cube_refutation.refute_leaf(task)


def test_interrupted(verdict: CubeVerdict, tmp_path: Path) -> None:
    plan = CubePlan(WorkerTeam(Here(stop_at(3)), 1), verdict.leaves)
    with pytest.raises(KeyboardInterrupt) as caught:
        certify(verdict.result, "p", str(tmp_path / "p"), cubes=plan)
    assert re.fullmatch(r"of the proof [0-9]+ of [0-9]+ cubes are done", caught.value.__notes__[-1])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("change", ["missing", "twice", "other colour"])
def test_cubes_that_do_not_cover_everything_are_refused(
    change: str, verdict: CubeVerdict, workers: WorkerTeam, tmp_path: Path
) -> None:
    first, *others = verdict.leaves
    end = Given(first[-1].cell, 1 - first[-1].color)
    leaves: dict[str, tuple[Cube, ...]] = {
        "missing": tuple(others),
        "twice": (first, *verdict.leaves),
        "other colour": ((*first[:-1], end), *others),
    }
    with pytest.raises(SolverError, match="do not cover it exactly once"):
        certify(verdict.result, "p", str(tmp_path / "p"), cubes=CubePlan(workers, leaves[change]))
    assert not list(tmp_path.iterdir())


def test_the_cover_alone_is_a_proof() -> None:
    """The negations of the cubes have no model; each of them is needed."""
    puzzle, _ = random_puzzle(random.Random(1), RectGrid(3, 3), 2)
    variables = CellVariables(puzzle)
    leaves: list[Cube] = [(Given(4, 0),), (Given(4, 1),)]
    leaves += [(Given(4, 2), Given(7, color)) for color in range(3)]
    negations = [tuple(-literal for literal in cube_literals(variables, leaf)) for leaf in leaves]
    steps = [*cover_steps(variables, leaves), DratStep(deletes=False, clause=())]
    check_refutation(lambda: iter(negations), variables.n_variables, steps)
    for number in range(len(negations)):
        fewer = negations[:number] + negations[number + 1 :]
        with pytest.raises(Exception, match="does not follow"):
            check_refutation(lambda fewer=fewer: iter(fewer), variables.n_variables, steps)


def test_steps_under_a_cube() -> None:
    steps = [
        (False, (3, 4)),
        (True, (9,)),
        (False, (1, 7)),
        (False, (5, -1)),
        (True, (4, 3)),
        (False, ()),
        (False, (8,)),
    ]
    found = list(steps_under((1, -2), [DratStep(*step) for step in steps]))
    assert found == [
        (False, (3, 4, -1, 2)),
        (False, (5, -1, 2)),
        (True, (4, 3, -1, 2)),
        (False, (-1, 2)),
        (True, (-1, 2, 5)),
    ]


def test_certify(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cube_search, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(cube_search, "CONFLICTS", 0)
    puzzle = write(tmp_path / "staircase.clues", clue_file(STAIRCASE))
    threads = ("--executor", "concurrent.futures:ThreadPoolExecutor")
    done = run("certify", puzzle, "-o", tmp_path / "p", *threads, "--resume", tmp_path / "journal")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("staircase: solved, unique; proved (drat: ")
    assert run("verify-proof", tmp_path / "p", puzzle).code == 0
    again = run("solve", "-u", puzzle, "--proof", tmp_path / "q", *threads, "--resume", tmp_path / "journal")
    assert again.code == 0
    assert "staircase: proved (drat: " in again.out
    assert run("verify-proof", tmp_path / "q", puzzle).code == 0


def test_certify_where_the_verdict_needs_no_cubes(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    refute = cube_refutation.refute_by_cubes
    monkeypatch.setattr(cube_refutation, "refute_by_cubes", lambda *all_: (seen.append(all_[0].leaves), refute(*all_)))
    puzzle = write(tmp_path / "staircase.clues", clue_file(STAIRCASE))
    threads = ("--executor", "concurrent.futures:ThreadPoolExecutor")
    assert run("certify", puzzle, "-o", tmp_path / "p", *threads).code == 0
    assert not seen  # found within a minute
    assert run("certify", puzzle, "-o", tmp_path / "p", *threads, "--kind", "drat").code == 0
    assert seen == [((),)]
    assert run("verify-proof", tmp_path / "p", puzzle).code == 0


def test_drat_trim(verdict: CubeVerdict, workers: WorkerTeam, tmp_path: Path) -> None:
    import shutil

    program = shutil.which("drat-trim")
    if program is None:
        pytest.skip("drat-trim is not installed")
    certify(verdict.result, "p", str(tmp_path / "p"), cubes=CubePlan(workers, verdict.leaves))
    files = [str(tmp_path / "p" / name) for name in ("blocked.cnf", "proof.drat")]
    assert b"s VERIFIED" in subprocess.run([program, *files], capture_output=True, check=False).stdout
