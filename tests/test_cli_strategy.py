"""The options --strategy and --portfolio, as a person uses them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import write

from nonosat.solving.enumeration import SolutionEnumerator
from nonosat.solving.portfolio.strategies import STRATEGIES

#: No solution, though lines on their own have nothing to say against it.
NO_SOLUTION = "rect 5 4\n#ffffff #333333\n1a\n1a 1a\n\n1a 1a\n1a 1a\n1a\n2a\n1a 1a\n2a\n"


@pytest.mark.parametrize("strategy", ["auto", "sat", "hints"])
def test_what_is_known_when_it_is_interrupted(run, two, monkeypatch, strategy):
    search = SolutionEnumerator.next

    def interrupted_at_the_second(pictures, *limits):
        if pictures.model:
            raise KeyboardInterrupt
        return search(pictures, *limits)

    monkeypatch.setattr(SolutionEnumerator, "next", interrupted_at_the_second)
    result = run("solve", "-u", two, "--strategy", strategy)
    known = "a solution was found, whether it is the only one is open"
    assert (result.code, result.out, result.err) == (130, "", f"\nnonosat: interrupted; {known}\n")


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("portfolio", [1, 3])
def test_every_strategy_on_a_puzzle_with_two_solutions(run, two, strategy, portfolio):
    result = run("solve", "-u", two, "--strategy", strategy, "--portfolio", portfolio, "--no-color")
    assert (result.code, result.err) == (1, "")
    assert "two: solved, not unique; a second solution differs in 4 cells" in result.out


def test_decimation_proves_nothing(run, tmp_path):
    no_solution = write(tmp_path / "n.clues", NO_SOLUTION)
    result = run("solve", no_solution, "--strategy", "decimation", "--portfolio", "1")
    assert (result.code, result.out) == (5, "")
    assert result.err == "nonosat: decimation found nothing, which proves nothing\n"
    assert run("solve", no_solution).code == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--strategy", "luck"), "strategy 'luck', expected one of auto, sat, hints, decimation"),
        (("--strategy", "decimation", "--solver", "glucose4"), "strategy decimation with a solver"),
        (("--strategy", "decimation", "--no-propagate"), "strategy decimation with a solver"),
        (("--strategy", "decimation", "--sol", "-"), "strategy decimation with a solver"),
    ],
)
def test_strategies_that_make_no_sense(run, two, options, message):
    result = run("solve", two, *options)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("portfolio", ["0", "-1", "many"])
def test_portfolios_that_make_no_sense(run, two, portfolio):
    result = run("solve", two, "--portfolio", portfolio)
    assert (result.code, result.out) == (2, "")
    assert "Invalid value for '--portfolio'" in result.err


@pytest.mark.parametrize("strategy", ["hints", "decimation"])
def test_numpy_and_highspy_are_not_imported_where_lines_solve_the_puzzle(rect, strategy):
    script = "import sys; from nonosat.__main__ import main; main(); print({'numpy', 'highspy'} & set(sys.modules))"
    arguments = ["solve", "-q", "-u", rect, "--strategy", strategy]
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("set()\n", "")


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


def test_help_lists_the_strategies(run):
    result = run("solve", "--help")
    for name, plan in STRATEGIES.items():
        assert " ".join(f"{name}: {plan.summary}".split()) in " ".join(result.out.split())
