"""A short form of `make stress`."""

from __future__ import annotations

import random

import oracle
import pytest
import stress
import stress_authoring
import stress_batch

from nonosat.model.rect_grid import RectGrid


def test_random_puzzles_through_every_way(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["stress.py", "--small", "5", "--large", "1", "--seed", "2"])
    assert stress.main() == 0
    assert capsys.readouterr().out.startswith("6 puzzles")


def test_wrong_answer_is_noticed():
    puzzle, _ = oracle.random_puzzle(random.Random(1), RectGrid(3, 3))
    expected = ("none", "unique", "several")[min(2, len(oracle.brute_force(puzzle)))]
    assert stress.complaint(puzzle, "glucose4", "order", True, expected) is None
    assert stress.complaint(puzzle, "glucose4", "order", True, "none") is not None


@pytest.mark.slow
def test_faults_in_batches(monkeypatch, capsys):
    arguments = ["stress_batch.py", "--faults", "4", "--puzzles", "12"]
    monkeypatch.setattr("sys.argv", arguments)
    assert stress_batch.main() == 0
    assert capsys.readouterr().out.startswith("4 faults")


@pytest.mark.parametrize(
    "number", [pytest.param(6, marks=pytest.mark.costly), pytest.param(300, marks=pytest.mark.slow)]
)
def test_answers_to_authors_against_exhaustive_search(monkeypatch, capsys, number):
    """The fewest givens, changes and shown colours until a puzzle is unique or lines solve it, and diagnoses."""
    monkeypatch.setattr("sys.argv", ["stress_authoring.py", "--puzzles", str(number), "--seed", "2"])
    assert stress_authoring.main() == 0
    printed = capsys.readouterr().out
    assert "0 wrong" in printed
    assert "typing errors: " in printed


@pytest.mark.slow
def test_wrong_answers_to_authors_are_noticed(monkeypatch, capsys):
    monkeypatch.setattr(stress_authoring, "fewest_cells_given", lambda *_: 99)
    monkeypatch.setattr("sys.argv", ["stress_authoring.py", "--puzzles", "2"])
    assert stress_authoring.main() == 1
    assert "99" in capsys.readouterr().err
