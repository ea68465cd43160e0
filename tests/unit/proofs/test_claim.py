"""Proofs of solution maps and of fewest givens: what is true is proved, nothing else passes."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace

import oracle
import pytest
import snapshot
from conftest import TWO, misused, refused, tree, write
from forged_proofs import claim_of_givens, copy_of, pairs, put, refusal, reseal, solution_texts
from forgeries_of_claims import witnesses

import nonosat
from nonosat.analysis import solution_map
from nonosat.authoring import fewest_givens
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, NoProof, ProofRefused, ProofTooLarge, SolverError, UsageError
from nonosat.formats import loads
from nonosat.formats.clues import write as clue_file
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.proofs import certificate, claim_reader, hitting_set_bound
from nonosat.proofs.certificate import certify, verify_proof
from nonosat.proofs.claim import Claim, map_claim
from nonosat.proofs.hitting_set_bound import fewest_elements
from nonosat.proofs.manifest import GIVENS, OTHERS


def claim_of_map(puzzle: Puzzle) -> Claim:
    found = nonosat.map_solutions(puzzle)
    assert found.is_complete
    return map_claim(puzzle, found.witnesses, found.state)


def fewest(solutions: set[oracle.Cells], goal: oracle.Cells) -> int:
    """The fewest cells that have to be given, by trying all sets."""
    cells = range(len(goal))
    return next(
        size
        for size in range(len(goal) + 1)
        for chosen in itertools.combinations(cells, size)
        if all(other == goal or any(other[c] != goal[c] for c in chosen) for other in solutions)
    )


def differing(solutions: set[oracle.Cells]) -> tuple[int, ...]:
    """The cells in which solutions differ."""
    return tuple(cell for cell, colors in enumerate(zip(*solutions, strict=True)) if len(set(colors)) > 1)


# The command line


DRAT = ["blocked.cnf", "check.txt", "formula.cnf", "proof.drat", "solution.sol"]
LINEAR = ["picture.txt", "weights.txt"]


@pytest.mark.parametrize(
    ("options", "files"),
    [
        (("--map",), [*DRAT, OTHERS]),
        (("--map", "--kind", "linear"), [*LINEAR, OTHERS]),
        (("--givens", "--binary"), [*DRAT, OTHERS, GIVENS]),
        (("--givens", "--encoding", "start"), [*DRAT, OTHERS, GIVENS]),
        (("--givens", "--kind", "linear"), [*LINEAR, OTHERS, GIVENS]),
    ],
)
def test_commands(run, tmp_path, options, files):
    puzzle, folder = write(tmp_path / "p.clues", clue_file(pairs(2))), tmp_path / "proof"
    record = json.loads(run("certify", puzzle, "-o", folder, *options, "--json").out)
    expected = {"--map": ("solution map", 8, 28, 0), "--givens": ("fewest givens", None, None, 2)}[options[0]]
    givens = record["givens"]
    assert (record["claim"], record["differing"], record["constant"], len(givens)) == expected
    assert tree(folder) == sorted([*files, "manifest.json"])
    verified = json.loads(run("verify-proof", folder, puzzle, "--json").out)
    assert {**verified, "seconds": 0} == {**record, "seconds": 0}
    if givens:
        told = loads(clue_file(pairs(2)) + (folder / GIVENS).read_text())
        assert nonosat.solve(told, unique=True).unique


def test_sentences_on_the_command_line(run, two, tmp_path):
    for option in ("--map", "--givens"):
        folder = tmp_path / option
        result = run("certify", two, "-o", folder, option, "--kind", "linear")
        assert (result.code, result.err) == (0, "")
        assert run("verify-proof", folder, two).out == result.out
        snapshot.compare("cli/certify", f"two solutions {option}", result.out)


@pytest.mark.parametrize("option", ["--map", "--givens"])
def test_one_solution_or_none(run, rect, none, tmp_path, option):
    """Then the claim is the stronger one."""
    for puzzle, claim in ((rect, "unique"), (none, "no solution")):
        result = run("certify", puzzle, "-o", tmp_path / puzzle.stem, option, "--json")
        assert (result.code, json.loads(result.out)["claim"]) == (0, claim)


@pytest.mark.parametrize(("picture", "other"), [("a-\n-a\n", "-a\na-\n"), ("-a\na-\n", "a-\n-a\n")])
def test_goals(run, tmp_path, picture, other):
    """The goal of the file, or the picture of a file."""
    folder, lines = tmp_path / "proof", "".join(f"goal {row}\n" for row in picture.split())
    puzzle = write(tmp_path / "two.clues", TWO + lines)
    assert run("certify", puzzle, "-o", folder, "--givens", "--kind", "linear").code == 0
    assert (folder / "picture.txt").read_text() == picture
    goal = write(tmp_path / "goal.txt", other)
    assert run("certify", puzzle, "-o", folder, "--givens", "--goal", goal, "--kind", "linear").code == 0
    assert (folder / "picture.txt").read_text() == other


def test_any_goal_and_a_wrong_one(run, two, tmp_path):
    assert run("certify", two, "-o", tmp_path / "proof", "--givens", "--any").code == 0
    wrong = write(tmp_path / "wrong.txt", "aa\n--\n")
    refused(run("certify", two, "-o", tmp_path / "new", "--givens", "--goal", wrong), wrong, "row 1", "2a", "1a")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "options",
    [("--map", "--givens"), ("--goal", "g"), ("--any",), ("--map", "--any"), ("--givens", "--any", "--goal", "g")],
)
def test_wrong_options(run, two, tmp_path, options):
    misused(run("certify", two, "-o", tmp_path / "proof", *options))
    assert not (tmp_path / "proof").exists()


def test_a_map_that_is_not_decided(run, tmp_path, monkeypatch):
    """At the time limit certify says which part is known, and writes nothing."""

    def end(self, deadline, log):
        raise GaveUp("no answer within the time limit")

    monkeypatch.setattr(solution_map._MapSearch, "run", end)
    puzzle = write(tmp_path / "p.clues", clue_file(pairs(2)))
    result = run("certify", puzzle, "-o", tmp_path / "proof", "--map")
    assert (result.code, result.out) == (5, "")
    shown = len(nonosat.solve(pairs(2), unique=True).differs)
    if shown < 8:
        assert [n for n in (str(shown), "28", str(8 - shown)) if n not in result.err] == []
    assert "no proof" in result.err
    assert tree(tmp_path) == ["p.clues"]


def test_givens_that_are_not_proved(run, two, tmp_path, monkeypatch):
    real = fewest_givens.fewest_givens

    def impatient(*arguments, **options):
        return real(*arguments, **{**options, "deadline": Deadline.after(0)})

    monkeypatch.setattr(fewest_givens, "fewest_givens", impatient)
    result = run("certify", two, "-o", tmp_path / "proof", "--givens")
    assert (result.code, result.out) == (5, "")
    assert [noun for noun in ("fewest givens", " 1", " 4", "no proof") if noun not in result.err] == []
    assert tree(tmp_path) == ["two.clues"]


@pytest.mark.parametrize("option", ["--map", "--givens"])
def test_a_time_limit(run, hard, tmp_path, option):
    result = run("certify", hard, "-o", tmp_path / "proof", option, "--timeout", "0.05")
    assert (result.code, result.out) == (5, "")
    assert result.err.count("\n") == 1
    assert tree(tmp_path) == []


# The library


def test_library(tmp_path):
    puzzle = pairs(2)
    found = nonosat.map_solutions(puzzle)
    proof = nonosat.certify(nonosat.map_claim(puzzle, found.witnesses), "pairs", str(tmp_path / "map"))
    assert proof.claim.differing == found.differing
    assert nonosat.verify_proof(str(tmp_path / "map"), puzzle) == proof
    mended = nonosat.mend(puzzle, by="givens")
    claim = nonosat.Claim(puzzle=mended.original, solution=mended.picture, others=mended.others, givens=mended.givens)
    proof = nonosat.certify(claim, "pairs", str(tmp_path / "givens"))
    assert proof.claim == claim == replace(claim, state=PropagationState(puzzle))
    assert "state" not in repr(claim)
    assert proof.claim.text == "fewest givens"


def test_few_solutions_show_a_map():
    """Of all solutions, those that add most cells; none that adds no cell."""
    puzzle = pairs(3)
    solutions = [Picture(puzzle.grid, cells) for cells in sorted(oracle.brute_force(puzzle))]
    assert len(solutions) == 8
    claim = map_claim(puzzle, solutions)
    assert (len(claim.others), len(claim.differing), len(claim.constant_cells)) == (1, 12, 69)
    assert claim.solution == solutions[0]
    assert map_claim(puzzle, [solutions[0]] * 3).others == ()
    assert map_claim(puzzle, []).text == "no solution"


def claims_of_two() -> list[Claim]:
    two = loads(TWO)
    one, other = (Picture(two.grid, cells) for cells in ((1, 0, 0, 1), (0, 1, 1, 0)))
    return [
        Claim(puzzle=two, solution=None),
        Claim(puzzle=two, solution=one),
        Claim(puzzle=two, solution=one, others=(one,)),
        Claim(puzzle=two, solution=one, others=(Picture(two.grid, (1, 1, 0, 0)),)),
        Claim(puzzle=two, solution=Picture(two.grid, (1, 1, 0, 0)), others=(other,)),
        Claim(puzzle=two, solution=one, others=(other,), givens=(ColoredCell(0, 0),)),
        Claim(puzzle=two, solution=one, others=(other,), givens=(ColoredCell(0, 1), ColoredCell(1, 0))),
        Claim(puzzle=two, solution=one, others=(), givens=(ColoredCell(0, 1),)),
    ]


def claims_of_four() -> list[Claim]:
    four = pairs(2)
    found = claim_of_givens(four)
    first = oracle.brute_force(four) - {found.solution.cells}
    near = next(cells for cells in first if sum(map(int.__ne__, cells, found.solution.cells)) == 4)
    return [
        Claim(puzzle=four, solution=found.solution, others=(Picture(four.grid, near),)),
        Claim(puzzle=four, solution=found.solution, others=found.others[:1], givens=found.givens),
        Claim(puzzle=four, solution=found.solution, others=found.others, givens=found.givens[:1]),
    ]


@pytest.mark.parametrize("kind", ["drat", "linear"])
@pytest.mark.parametrize("part", [claims_of_two()[:4], claims_of_two()[4:], claims_of_four()], ids=range(3))
def test_claims_that_are_not_true(tmp_path, part, kind):
    """Nothing is written for them."""
    for claim in part:
        with pytest.raises((SolverError, NoProof)):
            certify(claim, "p", str(tmp_path / "proof"), kind=kind)
    assert tree(tmp_path) == []


@pytest.mark.parametrize(
    "parts", [{"others": (Picture(RectGrid(2, 2), (1, 0, 0, 1)),)}, {"givens": (ColoredCell(0, 1),)}]
)
def test_parts_of_a_claim_without_a_solution(tmp_path, parts):
    with pytest.raises(UsageError, match="without the solution"):
        certify(Claim(puzzle=loads(TWO), solution=None, **parts), "p", str(tmp_path / "proof"))
    assert tree(tmp_path) == []


# The truth


#: The puzzles are tried in parts, since all of them take some seconds.
parts = pytest.mark.parametrize("part", range(3))


def puzzles(seed: str, number: int):
    """Puzzles of all sorts with several solutions, and these."""
    rng = random.Random(seed)
    while number:
        grid = rng.choice([RectGrid(3, 3), RectGrid(4, 4), RectGrid(4, 3), RectGrid(5, 3), HexGrid(2), HexGrid(3)])
        puzzle, _ = oracle.random_puzzle(
            rng,
            grid,
            rng.choice((1, 1, 2)),
            unknown=rng.choice((0.0, 0.4)),
            hidden=rng.choice((0, 0, 0.5)),
            givens=rng.choice((0, 0, 1)),
            density=rng.choice((0.3, 0.5)),
        )
        solutions = oracle.brute_force(puzzle)
        if 1 < len(solutions) < 100:
            number -= 1
            yield puzzle, solutions


@pytest.mark.slow
@parts
def test_maps_against_brute_force(tmp_path, part):
    kinds, n_constant = set(), 0
    for number, (puzzle, solutions) in enumerate(puzzles(f"solution maps {part}", 40)):
        kind = "linear" if number % 2 else "drat"
        claim = claim_of_map(puzzle)
        try:
            proof = certify(claim, "p", str(tmp_path / f"proof-{number}"), kind=kind)
        except NoProof:
            assert kind == "linear"
            continue
        assert verify_proof(str(tmp_path / f"proof-{number}"), puzzle).claim == claim
        assert proof.claim.differing == differing(solutions)
        assert {proof.claim.solution.cells, *(other.cells for other in proof.claim.others)} <= solutions
        kinds |= {(proof.manifest.kind, puzzle.grid.kind), (proof.manifest.kind, puzzle.n_colors)}
        n_constant += len(proof.claim.constant_cells) > 0
    assert len(kinds) == 8
    assert n_constant > 13


@pytest.mark.slow
@parts
def test_maps_that_claim_too_much_against_brute_force(tmp_path, part):
    """Without one of the other solutions of a map, the cells that it alone shows are no longer proved."""
    refused = 0
    for number, (puzzle, solutions) in enumerate(puzzles(f"too much {part}", 20)):
        first = min(solutions)
        chosen = sorted(solutions - {first})[:1]
        claim = Claim(
            puzzle=puzzle,
            solution=Picture(puzzle.grid, first),
            others=tuple(Picture(puzzle.grid, cells) for cells in chosen),
        )
        if claim.differing == differing(solutions):
            certify(claim, "p", str(tmp_path / f"proof-{number}"), kind="drat")
            continue
        for kind in ("drat", "linear"):
            with pytest.raises((SolverError, NoProof)):
                certify(claim, "p", str(tmp_path / "other"), kind=kind)
        refused += 1
    assert refused > 3


@pytest.mark.slow
@parts
def test_fewest_givens_against_brute_force(tmp_path, part):
    sizes = set()
    for number, (puzzle, solutions) in enumerate(puzzles(f"fewest {part}", 40)):
        goal = None if number % 3 else random.Random(number).choice(sorted(solutions))
        claim = claim_of_givens(puzzle, None if goal is None else Picture(puzzle.grid, goal), any_goal=number % 3 == 1)
        proof = certify(claim, "p", str(tmp_path / f"proof-{number}"), kind=("drat", "auto")[number % 2])
        solution = proof.claim.solution.cells
        assert goal in (None, solution)
        assert {solution, *(other.cells for other in proof.claim.others)} <= solutions
        assert len(proof.claim.givens) == fewest(solutions, solution)
        if number % 3 == 1:
            assert len(proof.claim.givens) == min(fewest(solutions, cells) for cells in solutions)
        assert oracle.brute_force(proof.claim.core.puzzle) == {solution}
        sizes.add((len(proof.claim.givens), puzzle.grid.kind))
    assert sizes >= {(1, "hex"), (1, "rect"), (2, "rect")}


@pytest.mark.slow
@parts
def test_other_numbers_of_givens_are_refused(tmp_path, part):
    """One cell more, that is not needed, or one less, with all other solutions as witnesses."""
    for number, (puzzle, solutions) in enumerate(puzzles(f"other numbers {part}", 14)):
        folder = str(tmp_path / f"proof-{number}")
        found = claim_of_givens(puzzle)
        solution, size = found.solution, len(found.givens)
        others = tuple(Picture(puzzle.grid, cells) for cells in sorted(solutions - {solution.cells}))
        given = {cell for cell, _ in (*puzzle.givens, *found.givens)}
        more = next((cell for cell in range(puzzle.grid.n_cells) if cell not in given), None)
        wrong = [found.givens[:-1]] if size > 1 else []
        if more is not None:
            wrong.append(tuple(sorted((*found.givens, ColoredCell(more, solution.cells[more])))))
        for givens in wrong:
            with pytest.raises(SolverError):
                certify(Claim(puzzle=puzzle, solution=solution, others=others, givens=givens), "p", folder)
        all_witnesses = Claim(puzzle=puzzle, solution=solution, others=others, givens=found.givens)
        assert certify(all_witnesses, "p", folder).claim == all_witnesses


def test_sentences():
    puzzle = loads("rect 2 2\n#ffffff #000000\n_a\n_a\n_a\n_a\n")
    one, *others = (Picture(puzzle.grid, cells) for cells in ((1, 1, 1, 1), (0, 1, 1, 1), (0, 1, 1, 0), (1, 0, 1, 1)))
    givens = (ColoredCell(0, 1), ColoredCell(3, 1))
    claims = [
        Claim(puzzle=puzzle, solution=None),
        *(Claim(puzzle=puzzle, solution=one, others=tuple(others[:number])) for number in range(4)),
        *(Claim(puzzle=puzzle, solution=one, others=(others[0],), givens=givens[:number]) for number in (1, 2)),
    ]
    snapshot.compare("proofs/claims", "sentences", "".join(f"{claim.sentence()}\n" for claim in claims))


# Sets and the fewest elements that meet them


#: Three elements meet all of these, but not with the first one of a smallest set.
LATER_ELEMENT = [{2, 4, 5}, {0, 3, 5}, {5, 6}, {2, 3, 5}, {3, 6}, {0, 2}, {0, 4, 6}, {3, 4}, {2, 4, 6}]


def test_fewest_elements_against_brute_force():
    rng = random.Random(1)
    families = [(7, [*map(frozenset, LATER_ELEMENT)])]
    for _ in range(400):
        n = rng.randint(1, 9)
        sizes = [rng.randint(1, min(n, rng.randint(1, 4))) for _ in range(rng.randint(0, 12))]
        families.append((n, [frozenset(rng.sample(range(n), size)) for size in sizes]))
    for n, sets in families:
        expected = next(
            size
            for size in range(n + 1)
            if any(all(one & set(chosen) for one in sets) for chosen in itertools.combinations(range(n), size))
        )
        assert fewest_elements(sets) == expected


def test_fewest_elements_of_many_groups():
    """Groups that share no element are searched alone: 200 of them at once take no time."""
    triangle = [(0, 1), (1, 2), (0, 2)]
    sets = [frozenset(10 * group + member for member in pair) for group in range(200) for pair in triangle]
    assert fewest_elements(sets) == 400


def test_too_many_sets(monkeypatch, tmp_path):
    """What cannot be checked is not accepted, neither by the one who writes nor by the one who reads."""
    rng = random.Random(5)
    sets = [frozenset(rng.sample(range(100), 3)) for _ in range(400)]
    monkeypatch.setattr(hitting_set_bound, "MAX_WORK", 20_000)
    with pytest.raises(ProofTooLarge, match="search for fewer"):
        fewest_elements(sets)
    claim, folder = claim_of_givens(pairs(3)), str(tmp_path / "proof")
    certify(claim, "p", folder)
    monkeypatch.setattr(hitting_set_bound, "MAX_WORK", 3)
    with pytest.raises(ProofRefused, match="too large"):
        verify_proof(folder)
    with pytest.raises(NoProof, match="too large"):
        certify(claim, "p", str(tmp_path / "other"))
    assert not (tmp_path / "other").exists()
    monkeypatch.setattr(hitting_set_bound, "MAX_WORK", 10**6)
    monkeypatch.setattr(hitting_set_bound, "MAX_DEPTH", 1)
    triangle = [frozenset(pair) for pair in ((0, 1), (1, 2), (0, 2))]
    with pytest.raises(ProofTooLarge, match="cells"):
        fewest_elements(triangle)


# Folders that are wrong, beside those of `forgeries_of_claims`

KINDS = ("drat", "linear")


@pytest.mark.parametrize("kind", KINDS)
def test_more_witnesses_than_needed(tmp_path, kind):
    """They are true, so they may be there."""
    folder = copy_of(f"map-{kind}", tmp_path)
    assert len(verify_proof(str(folder)).claim.differing) == 8
    true = (folder / OTHERS).read_text()
    near = [text for text in solution_texts() if sum(map(str.__ne__, text, true)) == 4]
    put(OTHERS, "\n".join([true, *near]))(folder)
    reseal(folder)
    claim = verify_proof(str(folder)).claim
    assert (len(claim.others), len(claim.differing)) == (3, 8)
    folder = copy_of(f"givens-{kind}", tmp_path)
    witnesses("123")(folder)
    reseal(folder)
    assert len(verify_proof(str(folder)).claim.others) == 3


def test_another_claim_that_is_true(tmp_path):
    """Lines alone are the proof, and the other solutions of the givens those of a map."""
    folder = copy_of("givens-linear", tmp_path)
    (folder / GIVENS).unlink()
    reseal(folder, claim="solution map")
    assert verify_proof(str(folder)).claim.differing == differing(oracle.brute_force(pairs(2)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("claim", ["map", "givens"])
def test_another_puzzle(tmp_path, claim, kind):
    folder = copy_of(f"{claim}-{kind}", tmp_path)
    assert verify_proof(str(folder), pairs(2)).manifest.name == "p"
    assert "another puzzle: grid" in refusal(folder, pairs(3))
    given = loads(clue_file(pairs(2)) + "given 1 1 a\n")
    assert "another puzzle: row 1, cell 1" in refusal(folder, given)


def test_places_of_givens():
    """A row of a hexagon has as many places as cells."""
    grid = HexGrid(3)
    puzzle = puzzle_of(Picture(grid, (1,) * grid.n_cells), oracle.palette(1))
    for row, position in itertools.product(range(1, 7), range(1, 7)):
        text = f"given {row} {position} a\n"
        if row <= 5 and position <= (3, 4, 5, 4, 3)[row - 1]:
            assert claim_reader._read_givens(puzzle, text) == (ColoredCell(grid.line(row - 1)[position - 1], 1),)
        else:
            with pytest.raises(ProofRefused, match="a cell"):
                claim_reader._read_givens(puzzle, text)


def test_long_file_of_other_solutions(tmp_path, monkeypatch):
    folder = copy_of("map-linear", tmp_path)
    size = (folder / "other-solutions.txt").stat().st_size
    monkeypatch.setattr(claim_reader, "_MAX_CHARACTERS", size)
    verify_proof(str(folder))
    monkeypatch.setattr(claim_reader, "_MAX_CHARACTERS", size - 1)
    assert refusal(folder).startswith(OTHERS)


def test_a_search_that_is_wrong_is_noticed(tmp_path, monkeypatch):
    """Before the longer part of the proof; and what passes the writer, before the folder has its name."""
    claim = claim_of_givens(pairs(2))
    wrong = Claim(puzzle=claim.puzzle, solution=claim.solution, others=claim.others[:1], givens=claim.givens)
    with pytest.raises(SolverError, match="1 cell "):
        certify(wrong, "p", str(tmp_path / "proof"), kind="drat")
    monkeypatch.setattr(certificate, "_require_checkable", lambda *_: None)
    with pytest.raises(SolverError, match="verification"):
        certify(wrong, "p", str(tmp_path / "proof"), kind="drat")
    assert tree(tmp_path) == []


@pytest.mark.parametrize("option", ["--map", "--givens"])
def test_a_search_that_gives_up(run, two, tmp_path, monkeypatch, option):
    """Certify says what is known."""

    def end(*_, **__):
        raise GaveUp("no answer in time")

    for module in (solution_map, fewest_givens):
        monkeypatch.setattr(module, "map_solutions", end)
    result = run("certify", two, "-o", tmp_path / "proof", option)
    assert (result.code, result.out) == (5, "")
    assert [noun for noun in ("two: ", "no answer in time", "no proof") if noun not in result.err] == []
    assert tree(tmp_path) == ["two.clues"]
