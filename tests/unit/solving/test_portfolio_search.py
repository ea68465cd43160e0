"""Every way of the strategy against brute force, and what happens when a way fails."""

from __future__ import annotations

import multiprocessing
import random
from functools import cache, partial
from typing import Any

import pytest
from puzzle_tables import table
from support.common import busy
from support.families import dominoes, wedges

import nonosat
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, SolverError, UsageError
from nonosat.core.question import Run
from nonosat.encodings import find_encoding
from nonosat.lines.fixpoint import propagate, propagated
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import check
from nonosat.parallel.processes import available_cores
from nonosat.parallel.race import ProcessRace
from nonosat.parallel.turns import Turns
from nonosat.solving.portfolio import engines, portfolio_search, schedule, search_context
from nonosat.solving.portfolio.schedule import REGIMES, MethodTurns, Regime, scheduled
from nonosat.solving.solution_session import SolutionSession


@cache
def open_puzzles() -> tuple[tuple[Puzzle, set[tuple[int, ...]]], ...]:
    """Small puzzles that lines leave open, with all their solutions; those without any first, with several last."""
    found = sorted(table("open_puzzles"), key=lambda pair: min(len(pair[1]), 2))
    return tuple((puzzle, set(solutions)) for puzzle, solutions in found)


def check_result(puzzle: Puzzle, solutions: set[tuple[int, ...]], result: nonosat.Result) -> None:
    if not solutions:
        assert result.picture is None
        return
    assert result.picture is not None
    assert result.picture.cells in solutions
    assert result.unique is (len(solutions) == 1)
    if result.second is not None:
        assert result.second.cells in solutions - {result.picture.cells}
    assert (result.second is None) == (len(solutions) == 1)


def with_turns(regime: Regime, turns: Turns) -> Regime:
    return regime._replace(
        first=dict.fromkeys(regime.first, turns), on_one_core={}, another=dict.fromkeys(regime.another, turns)
    )


def use_regime(monkeypatch: pytest.MonkeyPatch, regime: Regime) -> None:
    """Search every open part as in a regime."""
    for module in (portfolio_search, schedule):
        monkeypatch.setattr(module, "regime_of", lambda _: regime)


@pytest.mark.slow
@pytest.mark.parametrize("first_conflicts", [0, 20_000])
@pytest.mark.parametrize("regime", [None, "tight and huge"])
@pytest.mark.parametrize("clauses_only", [False, True])
def test_against_brute_force(
    monkeypatch: pytest.MonkeyPatch, first_conflicts: int, regime: str | None, clauses_only: bool
) -> None:
    """All engines, and those alone that need neither beliefs nor a linear program."""
    # A first try without a budget leads into the engines.
    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", first_conflicts)
    if clauses_only:
        another: MethodTurns = dict.fromkeys(("glucose4", "cadical195"), Turns())
        use_regime(monkeypatch, REGIMES[regime or "small"]._replace(first={"glucose4": Turns()}, another=another))
    elif regime:
        use_regime(monkeypatch, REGIMES[regime])
    log: list[str] = []
    puzzles = open_puzzles()
    assert {min(len(solutions), 2) for _, solutions in puzzles} == {0, 1, 2}
    for puzzle, solutions in puzzles:
        result = nonosat.solve(puzzle, unique=True, timeout=Run(Deadline.after(60), log.append))
        check_result(puzzle, solutions, result)
    expected = not clauses_only and not (first_conflicts and regime is None)
    assert any("decimation" in sentence for sentence in log) == expected


def hard_puzzle() -> Puzzle:
    """A random picture that no way solves at once."""
    rng = random.Random(7)
    grid = RectGrid(45, 45)
    cells = tuple(rng.random() < 0.5 for _ in range(grid.n_cells))
    return puzzle_of(Picture(grid, tuple(map(int, cells))), Palette(("#ffffff", "#000000")))


def test_race_on_a_larger_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", 2_000)
    puzzle = hard_puzzle()
    log: list[str] = []
    result = nonosat.solve(puzzle, unique=True, timeout=nonosat.Run(log=log.append))
    assert result.picture is not None
    assert check(puzzle, result.picture) == []
    assert result.unique is False
    assert result.second is not None
    assert check(puzzle, result.second) == []
    assert result.differs
    assert log[0].startswith(f"{propagate(puzzle).n_open} cells open")


def test_deadline_ends_all_of_it() -> None:
    rng = random.Random(3)
    grid = RectGrid(60, 60)
    cells = tuple(int(rng.random() < 0.5) for _ in range(grid.n_cells))
    puzzle = puzzle_of(Picture(grid, cells), Palette(("#ffffff", "#000000")))
    with pytest.raises(GaveUp):
        nonosat.solve(puzzle, timeout=0.05)


def replace_run(monkeypatch: pytest.MonkeyPatch, name: str, run: engines.Run) -> None:
    """Let all engines of a family for the first solution run something else."""
    family = engines.FIRST_SOLUTION[name]
    monkeypatch.setitem(engines.FIRST_SOLUTION, name, family._replace(engines=dict.fromkeys(family.engines, run)))


def blank(context: search_context.SearchContext) -> tuple[int, ...]:
    """A picture of background, whatever the puzzle."""
    return (0,) * context.puzzle.grid.n_cells


@pytest.mark.slow
def test_all_ways_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise SolverError("out of order")

    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", 0)
    for name in engines.FIRST_SOLUTION:
        replace_run(monkeypatch, name, fail)
    puzzle, _ = open_puzzles()[-1]
    with pytest.raises(SolverError, match="out of order; out of order; out of order"):
        nonosat.solve(puzzle, processes=1)


@pytest.mark.slow
@pytest.mark.parametrize("regime", ["small", "medium"])
def test_beliefs_never_claim_that_there_is_none(monkeypatch: pytest.MonkeyPatch, regime: str) -> None:
    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", 0)
    use_regime(monkeypatch, REGIMES[regime])
    for name in ("decimation", "reinforcement"):
        replace_run(monkeypatch, name, lambda _: None)
    for puzzle, solutions in open_puzzles():
        check_result(puzzle, solutions, nonosat.solve(puzzle, unique=True))


def test_a_wrong_picture_of_a_way_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", 0)
    for name in engines.FIRST_SOLUTION:
        replace_run(monkeypatch, name, blank)
    puzzle = next(puzzle for puzzle, _ in open_puzzles() if any(puzzle.clues))
    with pytest.raises(SolverError, match="verification"):
        nonosat.solve(puzzle)


def test_a_way_that_is_wrong_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", 0)
    replace_run(monkeypatch, "decimation", blank)
    puzzle, solutions = next((puzzle, found) for puzzle, found in open_puzzles() if found and any(puzzle.clues))
    picture = nonosat.solve(puzzle).picture
    assert picture is not None
    assert picture.cells in solutions


@pytest.mark.parametrize("name", REGIMES)
def test_a_regime_names_engines(name: str) -> None:
    """Some of them prove that there is no solution, or no other."""
    regime = REGIMES[name]
    for registry, methods in ((engines.FIRST_SOLUTION, regime.first), (engines.ANOTHER_SOLUTION, regime.another)):
        assert any(registry[method].proves for method in methods)
    assert regime.on_one_core.keys() <= regime.first.keys()


@pytest.mark.parametrize("name", REGIMES)
def test_no_engine_waits_for_more_than_six_times_its_work(name: str) -> None:
    """On one core, and the one that solves most open parts for no more than three times."""
    regime = REGIMES[name]
    for methods in (regime.first_methods(1), regime.another):
        weights = [turns.weight for turns in methods.values()]
        assert sum(weights) <= 6 * min(weights)
        assert sum(weights) <= 3 * max(weights)


def test_a_strategy_chooses_among_the_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the regime is."""
    puzzle, _ = next((puzzle, found) for puzzle, found in open_puzzles() if len(found) > 1)
    use_regime(monkeypatch, REGIMES["long blocks and huge"])
    log: list[str] = []
    nonosat.solve(
        puzzle,
        unique=True,
        strategy="decimation",
        processes=2,
        timeout=Run(Deadline.after(60), log.append),
    )
    searches = [sentence for sentence in log if sentence.startswith("searching for")]
    assert ["decimation" in searches[0], "neighbours" in searches[-1], len(searches)] == [True, True, 2]
    assert not any(name in "".join(searches) for name in ("glucose4", "probing", "shaving", "relaxation"))


@pytest.mark.slow
@pytest.mark.parametrize("table", ["FIRST_SOLUTION", "ANOTHER_SOLUTION"])
def test_every_way_and_variant_against_brute_force(table: str) -> None:
    """Each alone, in this process."""
    for puzzle, solutions in open_puzzles()[::2]:
        domains = propagate(puzzle)
        assert domains is not None
        some = Picture(puzzle.grid, min(solutions)) if solutions else None
        if table == "ANOTHER_SOLUTION" and some is None:
            continue
        methods = getattr(engines, table)
        for name, engine in scheduled(methods, dict.fromkeys(methods, Turns()), 1000).items():
            with context_of(puzzle) as context:
                context.picture = some
                try:
                    cells = engine.engine(context)
                except GaveUp:
                    assert name == "linear relaxation"
                    continue
            left = solutions - ({some.cells} if table == "ANOTHER_SOLUTION" and some else set())
            if cells is not None:
                assert cells in left, name
            else:
                assert not (engine.method.proves and left), name


def context_of(puzzle: Puzzle) -> search_context.SearchContext:
    state = propagated(puzzle)
    assert state is not None
    return search_context.SearchContext(state)


@pytest.mark.parametrize("puzzle", [wedges(12), dominoes(9)], ids=["wedges", "dominoes"])
def test_the_linear_relaxation_answers_both_questions(puzzle: Puzzle) -> None:
    with context_of(puzzle) as context:
        assert context.open_part.n_open
        cells = engines.FIRST_SOLUTION["linear relaxation"].engines["linear relaxation"](context)
        assert cells is not None
        context.picture = Picture(puzzle.grid, cells)
        assert not check(puzzle, context.picture)
        assert engines.ANOTHER_SOLUTION["linear relaxation"].engines["linear relaxation"](context) is None


def test_who_has_the_first_goes_on_to_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it has learned would be lost to another process."""
    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", 0)
    use_regime(monkeypatch, REGIMES["small"]._replace(first={"glucose4": Turns()}))
    for puzzle, solutions in open_puzzles()[::9]:
        log: list[str] = []
        check_result(puzzle, solutions, nonosat.solve(puzzle, unique=True, timeout=nonosat.Run(log=log.append)))
        assert not any(sentence.startswith("searching for a second") for sentence in log)
    method = engines.FIRST_SOLUTION["glucose4"]
    without_budget = partial(engines._continue_search, conflicts=0)
    monkeypatch.setitem(engines.FIRST_SOLUTION, "glucose4", method._replace(continued=without_budget))
    log = []
    puzzle, solutions = open_puzzles()[-1]
    check_result(puzzle, solutions, nonosat.solve(puzzle, unique=True, timeout=nonosat.Run(log=log.append)))
    assert any(sentence.startswith("searching for a second solution") for sentence in log)


@pytest.mark.parametrize(
    ("portfolio", "every"),
    [pytest.param(1, 10, marks=pytest.mark.costly), *(pytest.param(n, 3, marks=pytest.mark.slow) for n in (1, 2, 7))],
)
def test_portfolios_against_brute_force(monkeypatch: pytest.MonkeyPatch, portfolio: int, every: int) -> None:
    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", 0)
    monkeypatch.setattr("nonosat.parallel.race.TURN", 0.5)
    use_regime(monkeypatch, with_turns(REGIMES["small"], Turns(1.0, 0.5)))
    for puzzle, solutions in open_puzzles()[::every]:
        check_result(puzzle, solutions, nonosat.solve(puzzle, unique=True, processes=portfolio, timeout=60))


def search_log(puzzle: Puzzle) -> list[str]:
    """What a search in one process at a time says."""
    log: list[str] = []
    nonosat.solve(puzzle, unique=True, processes=1, timeout=Run(log=log.append))
    return log


@pytest.mark.costly
def test_the_load_of_the_machine_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one process at a time, turns and answers are the same."""
    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", 0)
    monkeypatch.setattr("nonosat.parallel.race.TURN", 1)
    use_regime(monkeypatch, with_turns(REGIMES["medium"], Turns(1.0, 0.5)))
    turns: list[list[str]] = []

    class NotedRace(ProcessRace[Any]):
        def __exit__(self, *error: object) -> None:
            turns.append(self.turns_taken)
            super().__exit__(*error)

    monkeypatch.setattr("nonosat.parallel.race.ProcessRace", NotedRace)
    quiet = search_log(hard_puzzle())
    with busy(2 * available_cores()):
        assert search_log(hard_puzzle()) == quiet
    half = len(turns) // 2
    assert turns[:half] == turns[half:]
    assert len(set(turns[0])) == 4
    assert len(turns[0]) > 10


@pytest.mark.slow
def test_the_load_of_the_machine_changes_nothing_in_a_longer_search() -> None:
    puzzle = random_puzzle(RectGrid(60, 60), seed=1)
    quiet = search_log(puzzle)
    assert sum(sentence.startswith("searching for") for sentence in quiet) == 2
    with busy(available_cores()):
        assert search_log(puzzle) == quiet


@pytest.mark.slow
def test_where_processes_cannot_be_forked(monkeypatch: pytest.MonkeyPatch, force_system) -> None:
    """Every engine gets the puzzle pickled, and begins anew."""
    force_system(forks=False)
    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", 0)
    log: list[str] = []
    for puzzle, solutions in open_puzzles()[::5]:
        check_result(
            puzzle,
            solutions,
            nonosat.solve(puzzle, unique=True, timeout=Run(Deadline.after(60), log.append)),
        )
    assert any(sentence.startswith("searching for") for sentence in log)


@pytest.mark.slow
@pytest.mark.parametrize("registry", [engines.FIRST_SOLUTION, engines.ANOTHER_SOLUTION], ids=["first", "another"])
def test_every_engine_in_a_process_that_is_not_forked(force_system, registry: Any) -> None:
    force_system(forks=False)
    puzzle = next(puzzle for puzzle, solutions in open_puzzles() if len(solutions) > 1)
    state = propagated(puzzle)
    assert state is not None
    context = search_context.SearchContext(state)
    if registry is engines.ANOTHER_SOLUTION:
        context.picture = context.begun.next()
    calls = {
        name: partial(portfolio_search._run_engine, next(iter(family.engines.values())), family.continued, context)
        for name, family in registry.items()
    }
    with context, ProcessRace(calls) as race:
        answers = dict(race)
    complete = {name for name in registry if name not in ("neighbours", "linear relaxation")}
    assert complete <= set(answers)
    for cells, _, _ in answers.values():
        assert cells is None or not check(puzzle, Picture(puzzle.grid, cells))
        assert cells is None or context.picture is None or cells != context.picture.cells
    assert not any("crashed" in failure or "failed:" in failure for failure in race.failures), race.failures


def test_where_there_may_be_no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """One engine after the other; those that prove nothing leave time for those that do."""
    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", 0)
    monkeypatch.setattr(search_context, "ALONE_WORK", 0.0)
    for module in ("nonosat.parallel.race", "nonosat.solving.portfolio.search_context"):
        monkeypatch.setattr(f"{module}.may_have_children", lambda: False)
    log: list[str] = []
    for puzzle, solutions in open_puzzles()[::4]:
        check_result(puzzle, solutions, nonosat.solve(puzzle, unique=True, timeout=nonosat.Run(log=log.append)))
    assert any(sentence.startswith(("glucose4 found", "glucose4 proved")) for sentence in log)


def test_strategy_sat_is_one_solver_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio_search, "search_portfolio", None)
    for puzzle, solutions in open_puzzles():
        check_result(puzzle, solutions, nonosat.solve(puzzle, unique=True, strategy="sat"))
        check_result(puzzle, solutions, nonosat.solve(puzzle, unique=True, solver="minisat22"))
    with pytest.raises(UsageError, match="luck"):
        nonosat.solve(puzzle, strategy="luck")


def test_first_values_of_the_second_search_are_the_first_picture() -> None:
    puzzle, solutions = next(pair for pair in open_puzzles() if len(pair[1]) > 1)
    domains = propagate(puzzle)
    assert domains is not None
    formula = find_encoding("order").encode(puzzle, domains, residual=True)
    one = Picture(puzzle.grid, min(solutions))
    with SolutionSession(puzzle, formula, nonosat.find_backend("cadical195"), domains=domains) as pictures:
        pictures.exclude(one)
        found = set()
        while (picture := pictures.next()) is not None:
            found.add(picture.cells)
    assert found == solutions - {one.cells}


def _solve_in_pool(puzzle: Puzzle) -> tuple[bool, bool | None]:
    result = nonosat.solve(puzzle, unique=True, timeout=60)
    return result.picture is not None, result.unique


def _give_up_in_pool(puzzle: Puzzle) -> str:
    try:
        nonosat.solve(puzzle, timeout=0.5)
    except GaveUp as error:
        return str(error)
    return "solved"


@pytest.mark.slow
def test_in_the_workers_of_a_pool_which_may_not_have_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "FIRST_CONFLICTS", 0)
    context = multiprocessing.get_context("fork")
    rng = random.Random(3)
    grid = RectGrid(120, 120)
    hard = puzzle_of(
        Picture(grid, tuple(int(rng.random() < 0.5) for _ in range(grid.n_cells))), Palette(("#ffffff", "#000000"))
    )
    puzzles = open_puzzles()
    with context.Pool(1) as pool:
        answers = pool.map(_solve_in_pool, [puzzle for puzzle, _ in puzzles])
        assert "time limit" in pool.apply(_give_up_in_pool, [hard])
    for (_, solutions), (solved, unique) in zip(puzzles, answers, strict=True):
        assert solved == bool(solutions)
        assert unique is (len(solutions) == 1 if solutions else None)


@pytest.mark.parametrize("options", [{}, {"strategy": "sat"}], ids=["of the picture", "of one solver"])
def test_the_model_of_a_formula(options: dict[str, Any]) -> None:
    """It satisfies the formula, with the value of every variable, and is the picture."""
    for puzzle, solutions in open_puzzles()[::3]:
        formula = nonosat.encode(puzzle)
        result = nonosat.solve(puzzle, unique=True, formula=formula, **options)
        check_result(puzzle, solutions, result)
        assert result.formula is formula
        if result.picture is None:
            assert result.model is None
            continue
        assert result.model is not None
        assert [abs(literal) for literal in result.model] == list(range(1, formula.n_vars + 1))
        true = set(result.model)
        assert all(true.intersection(clause) for clause in formula.clauses())
        assert nonosat.decode(puzzle, result.model) == result.picture


def test_the_model_of_a_formula_that_is_not_the_puzzles() -> None:
    palette = Palette(("#ffffff", "#000000"))
    one, other = (puzzle_of(Picture(RectGrid(1, 2), cells), palette) for cells in ((0, 1), (1, 0)))
    with pytest.raises(SolverError):
        nonosat.solve(one, formula=nonosat.encode(other))
