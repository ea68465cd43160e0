"""The options --strategy and --portfolio, as a person uses them."""

from __future__ import annotations

import json
import signal
from threading import Event

import pytest
from conftest import TWO, tree, write

import nonosat
from nonosat.core.errors import GaveUp
from nonosat.solving.options import STRATEGIES
from nonosat.solving.solution_session import SolutionSession

#: No solution, though lines on their own have nothing to say against it.
NO_SOLUTION = "rect 5 4\n#ffffff #333333\n1a\n1a 1a\n\n1a 1a\n1a 1a\n1a\n2a\n1a 1a\n2a\n"


INTERRUPTED = "\nnonosat: interrupted\n"


@pytest.fixture
def interrupted(monkeypatch):
    """Interrupts the search for a second solution."""
    search = SolutionSession.next

    def interrupted_at_the_second(pictures, *limits):
        if pictures.model:
            signal.raise_signal(signal.SIGINT)
        return search(pictures, *limits)

    monkeypatch.setattr(SolutionSession, "next", interrupted_at_the_second)


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize("strategy", ["auto", "sat", "hints"])
def test_what_is_known_when_it_is_interrupted(run, two, strategy):
    result = run("solve", "-u", "--letters", two, two, "--strategy", strategy)
    assert result.out[:6] in ("a-\n-a\n", "-a\na-\n")
    assert "gave up" in result.out
    assert (result.code, result.err, result.out.count("\n")) == (130, INTERRUPTED, 3)


@pytest.mark.usefixtures("interrupted")
def test_files_are_written_when_it_is_interrupted(run, two, tmp_path):
    result = run("solve", "-u", two, "-o", tmp_path / "out", "-q")
    assert (result.code, result.out, result.err) == (130, "", INTERRUPTED)
    assert tree(tmp_path / "out") == ["two.sat", "two.sol", "two.svg"]
    assert run("check", two, tmp_path / "out" / "two.sol").code == 0


@pytest.mark.usefixtures("interrupted")
def test_record_when_it_is_interrupted(run, two):
    result = run("solve", "-u", two, "--json", "--timeout", "60")
    record = json.loads(result.out)
    assert (result.code, record["outcome"], record["unique"], record["exit"]) == (130, "gave up", None, 5)
    assert record["picture"]


@pytest.mark.usefixtures("interrupted")
def test_interrupted_and_nowhere_to_write(run, two, tmp_path):
    (tmp_path / "x.svg").mkdir()
    result = run("solve", "-u", two, "--svg", tmp_path / "x.svg")
    assert (result.code, result.out) == (130, "")
    assert result.err.startswith(f"{tmp_path}/x.svg: ")
    assert result.err.endswith(INTERRUPTED)
    assert result.err.count("\n") == 3


@pytest.mark.usefixtures("interrupted")
def test_a_goal_is_a_second_solution_also_when_it_is_interrupted(run, tmp_path):
    codes = []
    for rows in (("a-", "-a"), ("-a", "a-")):
        path = write(tmp_path / "two.clues", TWO + "".join(f"goal {row}\n" for row in rows))
        result = run("solve", "-u", path)
        assert result.code == 130, result.err
        codes.append("not unique" in result.out)
        assert result.err == INTERRUPTED
    assert sorted(codes) == [False, True]


@pytest.mark.parametrize("propagate", [False, True])
@pytest.mark.parametrize("solver", [None, "cadical195"])
def test_the_library_returns_the_result_when_it_is_cancelled(two, propagate, solver, monkeypatch):
    puzzle, cancel, search = nonosat.load(two), Event(), SolutionSession.next

    def cancelled_at_the_second(pictures, *limits):
        if pictures.model is not None:
            cancel.set()
        return search(pictures, *limits)

    monkeypatch.setattr(SolutionSession, "next", cancelled_at_the_second)
    result = nonosat.solve(
        puzzle, unique=True, solver=solver, propagate=propagate, timeout=nonosat.Run.of(None, cancel)
    )
    assert not nonosat.check(puzzle, result.picture)
    assert (result.unique, result.gave_up, result.second) == (None, True, None)
    assert (result.model is None) == propagate


def test_cancelled_without_a_solution(two):
    cancel = Event()
    cancel.set()
    for options in ({}, {"propagate": False}, {"solver": "cadical195"}, {"unique": False}):
        with pytest.raises(GaveUp):
            nonosat.solve(nonosat.load(two), timeout=nonosat.Run.of(None, cancel), **{"unique": True, **options})


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("portfolio", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_every_strategy_on_a_puzzle_with_two_solutions(run, two, strategy, portfolio):
    result = run("solve", "-u", two, "--strategy", strategy, "--portfolio", portfolio, "--no-color")
    assert (result.code, result.err) == (1, "")
    assert "not unique" in result.out


@pytest.mark.parametrize("strategy", ["decimation", "reinforcement"])
def test_beliefs_prove_nothing(run, tmp_path, strategy):
    no_solution = write(tmp_path / "n.clues", NO_SOLUTION)
    result = run("solve", no_solution, "--strategy", strategy, "--portfolio", "1")
    assert (result.code, result.out) == (5, "")
    assert strategy in result.err
    assert run("solve", no_solution).code == 1


@pytest.mark.thinned(4)
@pytest.mark.parametrize("solver", ["cadical195", "kissat404", "glucose4"])
@pytest.mark.parametrize("options", [(), ("--no-propagate",), ("--timeout", "60")], ids=str)
def test_hints_for_any_solver_and_formula(run, rect, two, solver, options):
    for path, code in ((rect, 0), (two, 1)):
        result = run("solve", path, "-u", "--strategy", "hints", "--solver", solver, *options)
        assert (result.code, result.err) == (code, "")


def test_what_is_written_with_hints_is_in_our_numbers(run, rect, tmp_path):
    """The formula is renamed for kissat only."""
    for strategy in ("sat", "hints"):
        result = run("solve", rect, "-o", tmp_path / strategy, "--solver", "kissat404", "--strategy", strategy)
        assert result.code == 0
    for name in ("rect.sat", "rect.sol", "rect.svg"):
        assert (tmp_path / "sat" / name).read_bytes() == (tmp_path / "hints" / name).read_bytes()
