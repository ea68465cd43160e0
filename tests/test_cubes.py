"""One puzzle cut into cubes: the verdict, the splits, the journal, and workers that die."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest
from conftest import RECT, TWO, write
from families import FAMILIES
from oracle import brute_force, random_puzzle
from test_batch_workers import cluster  # noqa: F401 - a fixture

from nonosat.batch import executors
from nonosat.batch.executors import dask_team, local_team
from nonosat.cubes import cube_search
from nonosat.cubes.cube import Cube, CubeAnswer, contains, first_gap
from nonosat.cubes.cube_journal import CubeJournal
from nonosat.cubes.cube_search import CubeVerdict, solve_by_cubes
from nonosat.cubes.cube_splitting import cube_state, split_cube
from nonosat.cubes.cube_task import CubeTask, search_cube
from nonosat.cubes.cube_tree import CubeTree
from nonosat.cubes.cube_workers import TRIES
from nonosat.errors import GaveUp, InputError, SolverError
from nonosat.formats import loads
from nonosat.formats.clues import write as clue_file
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Given, Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.interrupted import SearchInterrupted
from nonosat.solving.pipeline import solve
from nonosat.system.deadline import Deadline
from nonosat.system.worker_team import WorkerTeam

#: 353 cubes, if each is split until line solving decides it.
STAIRCASE = FAMILIES["dominoes"](13, 0)

#: 2,427 cubes, which takes some seconds.
LONG_STAIRCASE = FAMILIES["dominoes"](15, 0)


@pytest.fixture
def workers() -> Iterator[WorkerTeam]:
    with ThreadPoolExecutor(2) as executor:
        yield WorkerTeam(executor, 2)


class Here(Executor):
    """Calls functions at once, in this thread; `before` is called with the number of the call."""

    def __init__(self, before: Callable[[int], None] = lambda _: None) -> None:
        self.before, self.calls = before, 0

    def submit(self, fn, /, *args, **kwargs):
        self.calls += 1
        future: Future = Future()
        try:
            self.before(self.calls)
            future.set_result(fn(*args, **kwargs))
        except OSError as error:
            future.set_exception(error)
        return future


def conquer(puzzle: Puzzle, workers: WorkerTeam, **options) -> CubeVerdict:
    """The verdict by splits alone: no portfolio, and no solver unless conflicts are given."""
    return solve_by_cubes(puzzle, workers, **{"first_seconds": 0, "conflicts": 0, **options})


# The verdict

KINDS: dict[str, tuple[Grid, dict[str, float]]] = {
    "rect": (RectGrid(5, 5), {}),
    "colours": (RectGrid(4, 4), {"n_colors": 2, "density": 0.7}),
    "unknown": (RectGrid(4, 4), {"n_colors": 2, "unknown": 0.5, "density": 0.7}),
    "hidden": (RectGrid(4, 5), {"hidden": 0.4}),
    "hex": (HexGrid(3), {"n_colors": 2, "unknown": 0.6, "hidden": 0.3}),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("conflicts", [0, 2_000])
def test_against_brute_force(kind: str, conflicts: int, workers: WorkerTeam) -> None:
    grid, options = KINDS[kind]
    rng = random.Random(f"cubes {kind}")
    split = 0
    for _ in range(25):
        puzzle, _ = random_puzzle(rng, grid, **options)
        solutions = brute_force(puzzle)
        verdict = conquer(puzzle, workers, conflicts=conflicts)
        result = verdict.result
        assert result.picture is not None
        assert result.picture.cells in solutions
        assert result.unique is (len(solutions) == 1)
        if not result.unique:
            assert result.second is not None
            assert result.second.cells in solutions - {result.picture.cells}
        assert bool(verdict.leaves) == result.unique
        split += len(verdict.leaves) > 1 or not result.unique
    assert split


def test_no_solution(workers: WorkerTeam) -> None:
    rng = random.Random(5)
    seen = 0
    while seen < 5:
        one, _ = random_puzzle(rng, RectGrid(4, 4))
        other, _ = random_puzzle(rng, RectGrid(4, 4))
        rows = sum(block.length for clue in one.clues[:4] for block in clue)
        if rows != sum(block.length for clue in other.clues[4:] for block in clue):
            continue
        puzzle = Puzzle(one.grid, one.palette, one.clues[:4] + other.clues[4:])
        if brute_force(puzzle):
            continue
        seen += 1
        verdict = conquer(puzzle, workers)
        assert (verdict.result.picture, verdict.result.unique) == (None, None)
        assert verdict.leaves


def test_first_solution_only(workers: WorkerTeam) -> None:
    verdict = conquer(loads(TWO), workers, unique=False, conflicts=2_000)
    assert verdict.result.picture is not None
    assert verdict.result.unique is None


def test_easy_puzzles_need_no_workers() -> None:
    verdict = solve_by_cubes(STAIRCASE, WorkerTeam(Here(lambda _: pytest.fail("no cube")), 1))
    assert (verdict.result.unique, verdict.leaves, verdict.progress) == (True, (), "")


def test_the_first_solution_is_taken_from_the_portfolio(workers: WorkerTeam, monkeypatch) -> None:
    solved = cube_search.solve_puzzle(STAIRCASE, cube_search.SolveOptions(unique=True))
    given_up = solved._replace(unique=None, gave_up=True)
    monkeypatch.setattr(cube_search, "solve_puzzle", lambda *_, **__: given_up)
    verdict = solve_by_cubes(STAIRCASE, workers, conflicts=0)
    assert verdict.result.unique
    assert verdict.result.picture == solved.picture
    assert len(verdict.leaves) > 200


def test_processes(tmp_path) -> None:
    with local_team(2) as team:
        verdict = conquer(STAIRCASE, team)
    assert verdict.result.unique


# Splits


def test_parts_cover_a_cube_exactly_once() -> None:
    rng = random.Random(3)
    for _ in range(20):
        puzzle, picture = random_puzzle(rng, RectGrid(5, 5), 2, unknown=0.3)
        cube: Cube = ()
        state = cube_state(puzzle, cube)
        assert state is not None
        if not state.n_open:
            continue
        parts = split_cube(state, cube, 2)
        everything = (*parts.open, *parts.refuted)
        assert first_gap(cube, everything, puzzle.n_colors) is None
        for cells in brute_force(puzzle):
            assert [contains(part, cells) for part in parts.open].count(True) == 1
        assert contains(cube, picture.cells)


ZERO, ONE = Given(7, 0), Given(7, 1)


@pytest.mark.parametrize(
    ("parts", "gap"),
    [
        ([()], None),
        ([(ZERO,), (ONE,)], None),
        ([(ZERO,), (ONE, Given(2, 0)), (ONE, Given(2, 1))], None),
        ([], ()),
        ([(), ()], ()),
        ([(ZERO,)], (ONE,)),
        ([(ZERO,), (ONE,), (ONE,)], (ONE,)),
        ([(ZERO,), (Given(8, 1),)], ()),
        ([(ZERO,), (ONE,), (Given(7, 2),)], ()),
        ([(ZERO,), (ONE, Given(2, 0))], (ONE, Given(2, 1))),
        ([(ZERO,), (ONE, Given(2, 0)), (ONE, Given(3, 1))], (ONE,)),
    ],
)
def test_gaps(parts, gap) -> None:
    assert first_gap((), parts, 1) == gap


def test_gaps_in_a_deep_tree() -> None:
    """Deeper than functions may call each other, as a file may claim."""
    cube = tuple(Given(cell, 0) for cell in range(3_000))
    parts = [(*cube[:depth], Given(depth, 1)) for depth in range(len(cube))]
    assert first_gap((), [*parts, cube], 1) is None
    assert first_gap((), parts, 1) == cube


def test_wrong_answers_of_workers_are_refused() -> None:
    puzzle = loads(TWO)
    picture, *_ = sorted(brute_force(puzzle))
    cell = next(cell for cell, color in enumerate(picture) if color == 1)
    other = Given(cell, 0)
    tree = CubeTree(puzzle)
    for answer, message in (
        (CubeAnswer(open=((other,),)), "do not cover"),
        (CubeAnswer(open=((),)), "came back as it was"),
        (CubeAnswer(pictures=((0,) * len(picture),)), "expected"),
        (CubeAnswer(pictures=((0,),)), "outside of its cube"),
    ):
        with pytest.raises(SolverError, match=message):
            tree.apply((), answer)
    with pytest.raises(SolverError, match="found again"):
        tree.apply((), CubeAnswer(pictures=(picture, picture)))
    assert not tree.pictures
    tree.apply((), CubeAnswer(pictures=(picture,), open=((),)))
    with pytest.raises(SolverError, match="found again"):
        tree.apply((), CubeAnswer(pictures=(picture,)))
    with pytest.raises(SolverError, match="not open"):
        tree.apply((other,), CubeAnswer())
    tree.apply((), CubeAnswer(open=tuple((Given(cell, color),) for color in range(puzzle.n_colors + 1))))
    with pytest.raises(SolverError, match="outside of its cube"):
        tree.apply((other,), CubeAnswer(pictures=(picture,)))


def test_a_known_solution_outside_of_the_cube_excludes_nothing() -> None:
    """It is excluded by its coloured cells; in another cube, that would exclude other solutions."""
    puzzle = loads(TWO)
    one, other = sorted(brute_force(puzzle))
    cell = next(cell for cell in range(len(one)) if one[cell] != other[cell])
    task = CubeTask(puzzle, (Given(cell, other[cell]),), known=(one,), conflicts=2_000)
    assert search_cube(task).pictures == (other,)
    assert search_cube(task._replace(known=(other,))).pictures == ()


# Workers that die


def test_cubes_of_dead_workers_are_given_out_again() -> None:
    def die(number: int) -> None:
        if number % 3 == 1:
            raise OSError("lost")

    here = Here(die)
    verdict = conquer(STAIRCASE, WorkerTeam(here, 2))
    assert verdict.result.unique
    assert here.calls >= 36


def test_a_cube_at_which_every_worker_dies() -> None:
    def die(number: int) -> None:
        raise OSError("lost")

    here = Here(die)
    with pytest.raises(SolverError, match=f"a cube failed {TRIES} times, the last time with: OSError: lost"):
        conquer(STAIRCASE, WorkerTeam(here, 1))
    assert here.calls == TRIES


def test_a_killed_process(tmp_path) -> None:
    """Of the pool of batches: it replaces the process, and no cube is lost."""
    journal = tmp_path / "journal"
    with local_team(2) as team:
        workers = team
        victim = team.executor.submit(os.getpid).result(60)
        thread = threading.Thread(target=lambda: (wait_for_lines(journal, 3), os.kill(victim, signal.SIGKILL)))
        thread.start()
        verdict = conquer(LONG_STAIRCASE, workers, journal=str(journal))
        thread.join()
    assert verdict.result.unique


def wait_for_lines(path, count: int) -> None:
    until = time.monotonic() + 120
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_dask_cluster_of_which_one_worker_is_killed(cluster, tmp_path) -> None:  # noqa: F811
    address, processes = cluster
    journal = tmp_path / "journal"
    thread = threading.Thread(target=lambda: (wait_for_lines(journal, 8), processes[0].kill()))
    thread.start()
    with dask_team(address) as team:
        verdict = conquer(LONG_STAIRCASE, team, journal=str(journal))
    thread.join()
    assert processes[0].wait(60)
    assert verdict.result.unique
    assert len(verdict.leaves) > 200


class Forgetful(Executor):
    """Calls nothing, and says nothing of that."""

    def submit(self, fn, /, *args, **kwargs):  # noqa: ARG002
        return Future()


def test_workers_that_are_lost() -> None:
    with pytest.raises(SolverError, match="all are gone"):
        conquer(STAIRCASE, WorkerTeam(Forgetful(), 1, lambda: "all are gone"))


def test_a_dask_cluster_whose_scheduler_ends(cluster, tmp_path, monkeypatch) -> None:  # noqa: F811
    from distributed import Client

    address, _ = cluster
    monkeypatch.setattr(executors, "_CONNECT_SECONDS", 3)
    journal = tmp_path / "journal"

    def end() -> None:
        wait_for_lines(journal, 3)
        with Client(address) as client:
            client.shutdown()

    thread = threading.Thread(target=end)
    with dask_team(address) as team:
        thread.start()
        # Which one is noticed first is a matter of chance.
        with pytest.raises(SolverError, match=r"is lost|take no more work|worker was lost"):
            conquer(LONG_STAIRCASE, team, journal=str(journal))
    thread.join()


# The journal


def stop_at(number: int) -> Callable[[int], None]:
    """Ctrl-C at a call."""

    def stop(call: int) -> None:
        if call == number:
            raise KeyboardInterrupt

    return stop


def test_resume(tmp_path) -> None:
    journal = str(tmp_path / "journal")
    whole = Here()
    expected = conquer(STAIRCASE, WorkerTeam(whole, 1))
    for stop in (3, 9, 15):
        here = Here(stop_at(stop))
        with pytest.raises(KeyboardInterrupt) as caught:
            conquer(STAIRCASE, WorkerTeam(here, 1), journal=journal)
        assert "cubes are done" in caught.value.__notes__[-1]
        with open(journal, "ab") as file:
            file.write(b'{"cube":[[1')  # as if killed in the middle of a line
    last = Here()
    found = conquer(STAIRCASE, WorkerTeam(last, 1), journal=journal)
    assert found.leaves == expected.leaves
    assert found.result == expected.result
    assert last.calls < whole.calls
    nothing = Here(lambda _: pytest.fail("all is done"))
    assert conquer(STAIRCASE, WorkerTeam(nothing, 1), journal=journal).leaves == expected.leaves


def test_interrupted_with_a_solution(tmp_path) -> None:
    journal = str(tmp_path / "journal")
    puzzle = STAIRCASE
    picture = solve(puzzle).picture
    assert picture is not None
    with CubeJournal(journal, puzzle) as book:
        assert not list(book.answers())
        book.append((), CubeAnswer(pictures=(picture.cells,), open=((),)))
    with pytest.raises(SearchInterrupted) as caught:
        conquer(puzzle, WorkerTeam(Here(stop_at(9)), 1), journal=journal)
    assert caught.value.result.picture is not None
    assert caught.value.result.gave_up
    assert "cubes are done" in caught.value.__notes__[-1]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("rect 4 5", 1, "no journal of cubes"),
        ("rect 4 5\n1a\n", 1, "no journal of cubes"),
        ('{"cubes": 2, "puzzle": "x"}\n', 1, "no journal of cubes"),
        ('{"cubes": 1, "puzzle": "x"}\n', 1, "the journal of another puzzle"),
        ("HEAD\nabc\n", 2, "no JSON"),
        ("HEAD\n[]\n", 2, "another object"),
        ('HEAD\n{"cube":[],"pictures":[],"open":[],"refuted":[],"more":1}\n', 2, "another object"),
        ('HEAD\n{"cube":[[0,9]],"pictures":[],"open":[],"refuted":[]}\n', 2, "a cube that is none"),
        ('HEAD\n{"cube":[],"pictures":3,"open":[],"refuted":[]}\n', 2, "pictures is no list"),
        ('HEAD\n{"cube":[],"pictures":[[1]],"open":[],"refuted":[]}\n', 2, "a picture that is none"),
        ('HEAD\n{"cube":[],"pictures":[],"open":[[[0,0]]],"refuted":[]}\n', 2, "do not cover"),
        ('HEAD\n{"cube":[[0,0]],"pictures":[],"open":[],"refuted":[]}\n', 2, "not open"),
    ],
)
def test_files_that_are_no_journal(text: str, line: int, message: str, tmp_path, workers: WorkerTeam) -> None:
    path = tmp_path / "journal"
    conquer(loads(RECT), workers, journal=str(path))
    head = path.read_text().splitlines()[0]
    content = text.replace("HEAD", head)
    path.write_text(content)
    with pytest.raises(InputError, match=message) as caught:
        conquer(loads(RECT), workers, journal=str(path))
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert path.read_text() == content


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_files_that_cannot_be_a_journal(run, staircase, tmp_path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, "/dev/null", tmp_path, tmp_path / "none" / "journal"):
        done = run("solve", staircase, "--resume", path)
        assert (done.code, done.out) == (3, "")
        assert done.err.startswith(f"{path}: cannot be written: ")


# The command


@pytest.fixture
def staircase(tmp_path):
    return write(tmp_path / "staircase.clues", clue_file(FAMILIES["dominoes"](9, 0)))


@pytest.fixture
def by_splits(monkeypatch) -> None:
    """Cubes from the beginning, and no solver."""
    monkeypatch.setattr(cube_search, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(cube_search, "CONFLICTS", 0)


THREADS = ("--executor", "concurrent.futures:ThreadPoolExecutor", "--portfolio", 2)


def test_solve(run, staircase, two, none, by_splits, tmp_path) -> None:
    journal = tmp_path / "journal"
    done = run("solve", "-u", staircase, *THREADS, "--resume", journal)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("staircase: solved, unique\n")
    lines = journal.read_text().splitlines()
    assert json.loads(lines[0])["cubes"] == 1
    again = run("solve", "-u", staircase, "--resume", journal, "-v")
    assert (again.code, again.out) == (0, done.out)
    assert "continued: " in again.err
    assert run("solve", "-u", two, *THREADS).code == 1
    assert run("solve", "-u", none, *THREADS).code == 1
    wrong = run("solve", "-u", two, "--resume", journal)
    assert (wrong.code, wrong.out) == (3, "")
    assert wrong.err == f"{journal}:1: the journal of another puzzle, expected one of this puzzle\n"


def test_gave_up(run, hard, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(cube_search, "FIRST_SECONDS", 0.0)
    done = run("solve", "-u", hard, "--resume", tmp_path / "journal", "--portfolio", 1, "--timeout", 3)
    assert (done.code, done.out) == (5, "")
    assert "cubes are done" in done.err


def test_deadline_with_a_solution() -> None:
    solved = conquer(STAIRCASE, WorkerTeam(Here(), 1)).result
    assert solved.picture is not None
    tree = CubeTree(STAIRCASE)
    tree.apply((), CubeAnswer(pictures=(solved.picture.cells,), open=((),)))
    search = cube_search._CubeSearch(tree, WorkerTeam(Here(), 1), 2, 0, None, lambda *_: None, lambda _: None)
    verdict = search.run(Deadline.after(0))
    assert (verdict.result.gave_up, verdict.result.unique, verdict.leaves) == (True, None, ())
    assert verdict.progress == "0 of 1 cubes are done"
    with pytest.raises(GaveUp, match="0 of 1 cubes are done"):
        conquer(STAIRCASE, WorkerTeam(Here(), 1), deadline=Deadline.after(0))


def test_interrupted(hard, tmp_path) -> None:
    journal = tmp_path / "journal"
    code = "import nonosat.cubes.cube_search as search; search.FIRST_SECONDS = 0.0; "
    code += "import sys; from nonosat.__main__ import main; sys.exit(main())"
    arguments = ["solve", "-u", hard, "--resume", journal, "--portfolio", "1", "--timeout", "300"]
    process = subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], stderr=subprocess.PIPE)
    wait_for_lines(journal, 2)
    time.sleep(0.5)
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(rb"nonosat: interrupted; 0 of [0-9]+ cubes are done\n", err)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--dask", "tcp://x:1", "--executor", "a:b"], "--dask and --executor, expected one of them"),
        (["--resume", "j", "--solver", "glucose4"], "cubes with --solver, --strategy or --no-propagate"),
        (["--resume", "j", "--strategy", "decimation"], "cubes with --solver, --strategy or --no-propagate"),
        (["--resume", "j", "--all"], "cut one puzzle into cubes"),
        (["--resume", "j", "--sat", "x.sat"], "cut one puzzle into cubes"),
        (["--resume", "-"], "'-', expected a file"),
        (["--executor", "nowhere:none"], "executor 'nowhere:none'"),
    ],
)
def test_wrong_use(run, staircase, tmp_path, monkeypatch, arguments, complaint) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("solve", staircase, *arguments)
    assert (done.code, done.out) == (2, "")
    assert complaint in done.err
    assert not list(tmp_path.glob("[j-]"))


def test_two_puzzles(run, staircase, none) -> None:
    done = run("solve", staircase, none, "--resume", "j")
    assert done.code == 2
    assert "cut one puzzle into cubes" in done.err


def test_certify_no_linear(run, staircase, tmp_path) -> None:
    done = run("certify", staircase, "-o", tmp_path / "p", "--kind", "linear", "--resume", tmp_path / "j")
    assert done.code == 2
    assert "a linear proof by cubes" in done.err
