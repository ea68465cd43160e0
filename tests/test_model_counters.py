"""Optional packages that count models: their numbers against brute force, and what happens without them."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Iterator
from itertools import product
from math import isclose, prod

import pytest
from oracle import Cells
from test_solution_map import narrowed, parts, permutations

from nonosat.analysis import counting_methods
from nonosat.analysis.count_estimate import CountEstimate, EstimateOptions
from nonosat.analysis.counting import count
from nonosat.backends.model_counters import estimated_number, exact_number, has_exact_counter, require_estimates
from nonosat.cnf.formula import Formula
from nonosat.encodings.cell_variables import CellVariables
from nonosat.errors import GaveUp, MissingDependency, SolverError, UsageError
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.formulas import encode_open_part
from nonosat.system.deadline import Deadline

needs_ganak = pytest.mark.skipif(not has_exact_counter(), reason="pyganak is not installed")
needs_approxmc = pytest.mark.skipif(
    importlib.util.find_spec("pyapproxmc") is None, reason="pyapproxmc is not installed"
)


def formulas() -> Iterator[tuple[Formula, int, set[Cells]]]:
    """Residual formulas of small puzzles of every kind, the number of their cell variables, and the solutions."""
    for puzzle, solutions, found in parts():
        domains = narrowed(found).domains()
        yield encode_open_part(puzzle, domains), CellVariables(puzzle, domains).n_variables, solutions


@needs_ganak
def test_exact_numbers_against_brute_force() -> None:
    checked = 0
    for formula, n_counted, solutions in formulas():
        assert exact_number(formula, n_counted) == len(solutions)
        checked += 1
    assert checked > 100


@needs_approxmc
def test_estimates_against_brute_force() -> None:
    """With these seeds all of them are within the tolerance; few of them have to be."""
    for formula, n_counted, solutions in list(formulas())[::3]:
        number = estimated_number(formula, n_counted, epsilon=0.8, delta=0.2, seed=1)
        assert len(solutions) / 1.8 <= number <= len(solutions) * 1.8
        assert number == estimated_number(formula, n_counted, epsilon=0.8, delta=0.2, seed=1)


def only(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(counting_methods, "SEARCH_NODES", 3)
    methods = {name: counting_methods.METHODS[name] for name in names}
    monkeypatch.setattr(counting_methods, "METHODS", methods)


@needs_ganak
def test_the_model_counter_is_a_method(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "search", "model counter")
    found = count(permutations(7))
    assert [(part.method, part.at_least) for part in found.components] == [("model counter", 5_040)]


@needs_approxmc
def test_an_estimate_of_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "search")
    found = count(permutations(6), estimate=EstimateOptions(seed=3))
    assert not found.is_exact
    assert found.estimate is not None
    assert 720 / 1.8 <= found.estimate.number <= 720 * 1.8
    assert str(found).startswith(f"at least {found.at_least} solutions; estimate: ")


def test_without_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    hidden = ("pyganak", "pyapproxmc")
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *more: None if name in hidden else find(name, *more))
    only(monkeypatch, "search", "model counter")
    found = count(permutations(5))
    assert not found.is_exact
    with pytest.raises(MissingDependency):
        require_estimates()
    with pytest.raises(MissingDependency):
        count(permutations(5), estimate=EstimateOptions())


def test_a_counter_that_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    from nonosat.backends import model_counters

    def crash(*_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(model_counters, "_exact_number", crash)
    monkeypatch.setattr(model_counters, "has_exact_counter", lambda: True)
    only(monkeypatch, "search", "model counter")
    with pytest.raises(SolverError, match="pyganak"):
        count(permutations(5))


def test_a_counter_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    from nonosat.backends import model_counters

    monkeypatch.setattr(model_counters, "_exact_number", lambda *_: time.sleep(1_000))
    formula, n_counted, _ = next(formulas())
    with pytest.raises(GaveUp):
        exact_number(formula, n_counted, Deadline.after(0.2))


@pytest.mark.parametrize("number", [1, 2, 5])
def test_guarantees_compose(number: int) -> None:
    options = EstimateOptions(tolerance=0.5, confidence=0.9)
    epsilon, delta = options.for_each_of(number)
    assert isclose(prod([1 + epsilon] * number), 1.5)
    assert isclose(delta * number, 0.1)


def test_wrong_options() -> None:
    for tolerance, confidence in ((0, 0.5), (float("inf"), 0.5), (float("nan"), 0.5), (0.5, 0), (0.5, 1)):
        with pytest.raises(UsageError):
            EstimateOptions(tolerance=tolerance, confidence=confidence)


def test_several_components_are_estimated_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers that are known are multiplied exactly."""
    from nonosat.backends import model_counters

    asked: list[float] = []

    def estimated(formula: Formula, n_counted: int, **options: float) -> int:
        asked.append(options["delta"])
        return 10

    monkeypatch.setattr(model_counters, "estimated_number", estimated)
    monkeypatch.setattr(model_counters, "require_estimates", lambda: None)
    puzzle = three_components()
    only(monkeypatch, "search")
    count_component = counting_methods.count_component
    seen: list[int] = []

    def exact_only_once(task: counting_methods.ComponentTask, **options: bool) -> counting_methods.ComponentCount:
        counted = count_component(task, **options)
        seen.append(counted.at_least)
        return counted if len(seen) == 1 else counted._replace(is_exact=False)

    monkeypatch.setattr("nonosat.analysis.counting.count_component", exact_only_once)
    monkeypatch.setattr(counting_methods, "SEARCH_NODES", 3_000)
    estimate = count(puzzle, estimate=EstimateOptions(confidence=0.8)).estimate
    assert isinstance(estimate, CountEstimate)
    n_estimated = len(seen) - 1
    assert n_estimated >= 2
    assert (estimate.n_components, estimate.number) == (n_estimated, seen[0] * 10**n_estimated)
    assert asked == [pytest.approx(0.2 / n_estimated)] * n_estimated


def three_components() -> Puzzle:
    """Three pairs of rows, separated by full rows, in each of which two cells may be swapped."""
    rows = ("#.......", ".#......", "########", "..#.....", "...#....", "########", "....#...", ".....#..")
    cells = tuple(int(cell == "#") for row in rows for cell in row)
    return puzzle_of(Picture(RectGrid(8, 8), cells), Palette(("#ffffff", "#000000")))


@needs_ganak
@needs_approxmc
def test_formulas_with_free_variables() -> None:
    """Numbers of random formulas; some variables occur in no clause."""
    rng = random.Random(5)
    for _ in range(40):
        n_vars = rng.randint(3, 8)
        formula = Formula()
        formula.new_variables("x", ("i",), "is true", n_vars, lambda offset: (offset,))
        signs = (-1, 1)
        clauses = [
            tuple(rng.choice(signs) * v for v in rng.sample(range(1, n_vars + 1), rng.choice((2, 3))))
            for _ in range(rng.randint(1, 10))
        ]
        formula.new_group("random", "random clauses").add_simplified(clauses)
        n_counted = rng.randint(1, n_vars)
        models = {
            values[:n_counted]
            for values in product((False, True), repeat=n_vars)
            if all(any(values[abs(v) - 1] == (v > 0) for v in clause) for clause in clauses)
        }
        assert exact_number(formula, n_counted) == len(models)
        if models:
            number = estimated_number(formula, n_counted, epsilon=0.8, delta=0.2, seed=1)
            assert len(models) / 1.8 <= number <= len(models) * 1.8
