"""Proofs by lines and weights: what is true passes, nothing else does; the checker against brute force."""

from __future__ import annotations

import itertools
import random
import re
import subprocess
import sys
from bisect import bisect_right
from collections import Counter
from contextlib import suppress
from functools import cache
from math import inf

import oracle
import pytest
from conftest import HEX, RECT, tree, write
from forged_proofs import refusal, reseal
from open_puzzles import with_rows_exchanged
from support.families import dominoes, wedges
from test_relaxation import HIDDEN_WEDGES

from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, NoProof, ProofRefused, SolverError
from nonosat.formats import load, loads
from nonosat.formats.clues import write as clue_file
from nonosat.lines.fixpoint import propagate
from nonosat.model.clue import Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid
from nonosat.proofs import kinds
from nonosat.proofs.certificate import certify, verify_proof
from nonosat.proofs.linear import line_placements
from nonosat.proofs.linear import linear_writer as writer
from nonosat.proofs.linear.linear_checker import read_steps
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

FILES = ["manifest.json", "picture.txt", "weights.txt"]


# One line


def clues_for(length, n_colors):
    """Every clue of up to three blocks that might fit, with unknown colours and lengths."""
    blocks = [Block(size, color) for size in range(length + 1) for color in range(n_colors + 1)]
    for count in range(4):
        for clue in itertools.product(blocks, repeat=count):
            if sum(block.least for block in clue) <= length:
                yield clue


@pytest.mark.parametrize(
    ("length", "n_colors"),
    [
        (1, 1),
        (2, 2),
        (3, 2),
        (5, 1),
        *(pytest.param(*size, marks=pytest.mark.slow) for size in ((3, 3), (4, 2), (7, 1))),
    ],
)
def test_placements_against_brute_force(length, n_colors):
    rng = random.Random(length)
    for clue in clues_for(length, n_colors):
        fillings = list(oracle.fillings(clue, length, n_colors))
        for density in (1.0, 0.8):
            colors = [sum((rng.random() < density) << cell for cell in range(length)) for _ in range(n_colors + 1)]
            weights = [[rng.randint(-9, 9) for _ in range(length)] for _ in range(n_colors + 1)]
            left = [cells for cells in fillings if all(colors[c] >> cell & 1 for cell, c in enumerate(cells))]
            expected = [0] * (n_colors + 1)
            for cells in left:
                for cell, color in enumerate(cells):
                    expected[color] |= 1 << cell
            assert line_placements.possible_colors(clue, colors, length) == (expected if left else None)
            most = max((sum(weights[c][cell] for cell, c in enumerate(cells)) for cells in left), default=None)
            assert line_placements.heaviest_placement(clue, colors, weights) == most


# What is true passes


def proof_of(puzzle, folder, **options):
    return certify(solve(puzzle, unique=True), "p", str(folder), kind="linear", **options)


@pytest.mark.parametrize("text", [RECT, HEX], ids=["rect", "hex"])
def test_lines_alone(run, tmp_path, monkeypatch, text):
    monkeypatch.setattr(writer, "call_in_child", None)  # no linear program is solved
    puzzle = write(tmp_path / "p.clues", text)
    result = run("certify", "--kind", "linear", puzzle, "-o", tmp_path / "proof")
    assert (result.code, result.err) == (0, "")
    assert tree(tmp_path / "proof") == FILES
    again = run("verify-proof", tmp_path / "proof", puzzle)
    assert (again.code, again.out, again.err) == (0, result.out, "")


def test_lines_alone_find_no_solution(run, none, tmp_path):
    result = run("certify", "--kind", "linear", none, "-o", tmp_path / "proof")
    assert result.code == 0
    assert tree(tmp_path / "proof") == ["manifest.json", "weights.txt"]
    assert run("verify-proof", tmp_path / "proof", none).out == result.out


@pytest.mark.parametrize("puzzle", [wedges(8), dominoes(9)], ids=["wedges", "dominoes"])
def test_weights(tmp_path, puzzle):
    verdict = proof_of(puzzle, tmp_path / "proof")
    assert (tmp_path / "proof" / "weights.txt").read_text().count("cells") == 1
    assert verify_proof(str(tmp_path / "proof")) == verdict


def test_weights_with_hidden_numbers(tmp_path):
    """A proof holds for the puzzle alone, not for one with another number hidden."""
    puzzle = loads(HIDDEN_WEDGES)
    verdict = proof_of(puzzle, tmp_path / "proof")
    assert "64 cells" in verdict.size
    assert verify_proof(str(tmp_path / "proof"), puzzle) == verdict
    other = loads(HIDDEN_WEDGES.replace("1a\n3a", "_a\n3a"))
    with pytest.raises(ProofRefused, match="row 8: "):
        verify_proof(str(tmp_path / "proof"), other)
    # That one has more solutions.
    reseal(tmp_path / "proof", puzzle=clue_file(other))
    assert refusal(tmp_path / "proof").startswith("step 1: ")


def test_reproducible(tmp_path):
    """The same puzzle, the same bytes."""
    for name in "ab":
        proof_of(wedges(10), tmp_path / name)
    for file in FILES:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


@cache
def open_puzzles():
    """Small puzzles that lines leave open, with all their solutions: five each with none, with one, with several."""
    rng = random.Random(1)
    found = ([], [], [])
    while min(map(len, found)) < 5:
        grid = rng.choice([RectGrid(5, 5), RectGrid(5, 5), RectGrid(6, 6), HexGrid(3)])
        puzzle, _ = oracle.random_puzzle(
            rng, grid, rng.choice([1, 1, 1, 2]), unknown=rng.choice([0.0, 0.2]), hidden=rng.choice([0, 0, 0.2])
        )
        if rng.random() < 0.5:
            puzzle = with_rows_exchanged(puzzle, rng)
        domains = propagate(puzzle)
        if domains is not None and domains.n_open:
            result = solve(puzzle, unique=True)
            kind = found[0 if result.picture is None else 1 if result.unique else 2]
            if len(kind) < 5:
                kind.append((puzzle, oracle.brute_force(puzzle)))
    return found


@pytest.mark.slow
def test_against_brute_force(tmp_path):
    """Whatever is claimed, a proof is there only if the claim is true; and for most of what is true there is one."""
    proved = {"unique": 0, "no solution": 0}
    for number, (puzzle, solutions) in enumerate(itertools.chain(*open_puzzles())):
        picture = Picture(puzzle.grid, min(solutions)) if solutions else None
        for claimed in (None, picture) if solutions else (None,):
            result = Result(puzzle, claimed, unique=claimed is not None)
            with suppress(NoProof):
                verdict = certify(result, "p", str(tmp_path / str(number)), kind="linear")
                assert len(solutions) == (1 if claimed else 0)
                assert verdict.manifest.claim == ("unique" if claimed else "no solution")
                proved[verdict.manifest.claim] += 1
    # Few of the smallest puzzles are that easy; `test_weights` has families that are.
    assert proved["unique"] >= 1
    assert proved["no solution"] >= 2


# What is false does not


@pytest.mark.slow
def test_no_weights_prove_what_is_false(tmp_path):
    """Puzzles with two solutions or more, of which one is said to be the only one, and weights of all sizes."""
    rng = random.Random(5)
    for number, (puzzle, solutions) in enumerate(open_puzzles()[2]):
        folder = tmp_path / str(number)
        folder.mkdir()
        grid = puzzle.grid
        proof_file = write_lie(folder, puzzle, min(solutions))
        for _ in range(30):
            scale = rng.choice([1, 10, 10**6])
            cells = rng.sample(range(grid.n_cells), rng.randint(1, grid.n_cells))
            # Cells that are the same in all solutions may well be proved, but then others remain open.
            weights = {
                (cell, rng.randint(0, puzzle.n_colors), rng.randint(1, len(grid.families) - 1)): rng.randint(-9, 9)
                for cell in range(grid.n_cells)
            }
            lines = [f"{c} {color} {family} {w * scale}\n" for (c, color, family), w in weights.items()]
            proof_file.write_text(f"unit {rng.choice([1, 10])}\ncells {' '.join(map(str, cells))}\n{''.join(lines)}")
            reseal(folder)
            assert re.match(r"step 1: |[0-9]+ cells? left open ", refusal(folder))


def write_lie(folder, puzzle, cells):
    from nonosat.formats.picture_text import picture_rows
    from nonosat.proofs.manifest import Manifest, write_manifest

    rows = picture_rows(puzzle, Picture(puzzle.grid, cells))
    (folder / "picture.txt").write_text("".join(f"{row}\n" for row in rows))
    (folder / "weights.txt").write_text("")
    write_manifest(str(folder), Manifest(kind="linear", claim="unique", name="p", puzzle=puzzle, details={}, files={}))
    return folder / "weights.txt"


def test_a_step_is_accepted_up_to_its_bound(tmp_path):
    """One weight grows until the heaviest placements, by brute force, weigh too much."""
    n, folder = 8, tmp_path / "proof"
    puzzle = wedges(n)
    picture = proof_of(puzzle, folder).claim.solution
    (step,) = read_steps(str(folder / "weights.txt"), puzzle)
    lines = [(puzzle.grid.line(index), list(oracle.fillings(puzzle.clues[index], n, 1))) for index in range(2 * n)]

    def changed(extra):
        by_column = Counter({(color, cell): weight for (_, color, cell), weight in step.weights.items()})
        by_column[1, 0] += extra
        by_row = Counter({place: -weight for place, weight in by_column.items()})
        by_row.subtract({(picture.cells[cell], cell): step.unit for cell in step.cells})
        return by_column, [by_row] * n + [by_column] * n

    def excess(extra):
        """The weight of the heaviest placements, less the largest that is accepted."""
        bound = sum(
            max(sum(weights[place] for place in zip(filling, line, strict=True)) for filling in fillings)
            for weights, (line, fillings) in zip(changed(extra)[1], lines, strict=True)
        )
        return bound + (len(step.cells) - 1) * step.unit + 1

    most = bisect_right(range(1 << 60), 0, key=excess) - 1
    assert excess(most) == 0
    for extra in (most, most + 1):
        weights = "".join(f"{cell} {color} 1 {weight}\n" for (color, cell), weight in changed(extra)[0].items())
        text = f"unit {step.unit}\ncells {' '.join(map(str, step.cells))}\n{weights}"
        (folder / "weights.txt").write_text(text)
        reseal(folder)
        if extra == most:
            assert verify_proof(str(folder))
        else:
            assert refusal(folder).startswith("step 1: ")


# What is missing or late

#: It has one solution, which lines and the linear relaxation do not find.
RELAXED = "rect 6 6\n#ffffff #333333\n1a 1a\n1a 3a\n1a\n2a 2a\n2a\n2a\n1a 1a\n1a 1a\n1a\n3a 1a\n1a 3a\n2a\n"


def test_no_proof(run, two, tmp_path):
    """Of a claim that is not true, and of one that is."""
    for claimed, noun in ((None, "a solution"), (Picture(RectGrid(2, 2), (1, 0, 0, 1)), "4 cells")):
        with pytest.raises(NoProof, match=noun):
            certify(Result(load(two), claimed, unique=claimed is not None), "p", str(tmp_path / "proof"), kind="linear")
    solved = load(write(tmp_path / "two.clues", RECT))
    with pytest.raises(NoProof, match="a solution"):
        certify(Result(solved, None), "p", str(tmp_path / "proof"), kind="linear")
    assert tree(tmp_path) == ["two.clues"]
    path = write(tmp_path / "p.clues", RELAXED)
    assert solve(load(path), unique=True).unique
    result = run("certify", "--kind", "linear", path, "-o", tmp_path / "q")
    assert (result.code, result.out) == (5, "")
    assert "linear relaxation" in result.err
    assert not (tmp_path / "q").exists()


@pytest.mark.costly
def test_numpy_and_highspy_are_not_imported_where_lines_are_the_proof(rect, tmp_path):
    script = "import sys; from nonosat.__main__ import main; main(); print({'numpy', 'highspy'} & set(sys.modules))"
    arguments = ["certify", "--kind", "linear", rect, "-o", tmp_path / "proof"]
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True)
    assert (done.stdout.splitlines()[1:], done.stderr) == (["set()"], "")
    assert tree(tmp_path / "proof") == FILES


def test_a_linear_program_that_is_not_solved(tmp_path, monkeypatch):
    def fail(*_):
        raise SolverError("no memory for it")

    monkeypatch.setattr(writer, "_solve_relaxation", fail)
    with pytest.raises(NoProof, match="no memory for it"):
        proof_of(wedges(8), tmp_path / "proof")
    assert tree(tmp_path) == []


def test_checking_needs_no_package(tmp_path, monkeypatch):
    proof_of(wedges(8), tmp_path / "proof")
    for name in (
        "highspy",
        "numpy",
        "nonosat.solving.relaxation.weights",
        "nonosat.lines.fixpoint",
        "nonosat.encodings.order",
    ):
        monkeypatch.setitem(sys.modules, name, None)
    verify_proof(str(tmp_path / "proof"))


def test_auto_has_another_kind_when_time_is_over(tmp_path, monkeypatch):
    monkeypatch.setattr(kinds, "AUTO", (("drat", 0.0), ("linear", inf)))
    verdict = certify(solve(wedges(8), unique=True), "p", str(tmp_path / "proof"))
    assert verdict.manifest.kind == "linear"
    assert certify(solve(wedges(8), unique=True), "p", str(tmp_path / "proof"), binary=True).manifest.kind == "drat"


@pytest.mark.slow
def test_time(tmp_path, monkeypatch):
    puzzle = wedges(40)
    claimed = Result(puzzle, None)
    with pytest.raises(GaveUp):
        certify(claimed, "p", str(tmp_path / "proof"), kind="linear", deadline=Deadline.after(0.1))
    proof_of(wedges(12), tmp_path / "proof")
    with pytest.raises(GaveUp):
        verify_proof(str(tmp_path / "proof"), deadline=Deadline.after(-1))
