"""Every question returns an answer with the same three members, and takes the same limits."""

from __future__ import annotations

import inspect
import json

import pytest

import nonosat
from nonosat.core.deadline import Deadline
from nonosat.core.question import Answer, Outcome, Run

TWO = "rect 2 2\n#ffffff #000000\n1a\n1a\n1a\n1a\n"
UNIQUE = "rect 1 2\n#ffffff #000000\n2a\n1a\n1a\n"

#: Questions about one puzzle, by the names of the library.
QUESTIONS = ("count", "diagnose", "explain", "hint", "map_solutions", "mend", "rate", "solve")


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("text", [UNIQUE, TWO], ids=["unique", "two"])
def test_members(name: str, text: str) -> None:
    answer: Answer = getattr(nonosat, name)(nonosat.loads(text))
    assert isinstance(answer.outcome, Outcome)
    assert answer.sentence().strip()
    assert "\n" not in answer.sentence()
    assert json.loads(json.dumps(answer.record()))


def test_an_outcome_is_the_exit_code() -> None:
    assert [(int(outcome), outcome.word) for outcome in Outcome] == [(0, "yes"), (1, "no"), (5, "gave up")]
    assert nonosat.solve(nonosat.loads(UNIQUE), unique=True).outcome is Outcome.YES
    assert nonosat.solve(nonosat.loads(TWO)).outcome is Outcome.YES
    assert nonosat.solve(nonosat.loads(TWO), unique=True).outcome is Outcome.NO


@pytest.mark.parametrize("name", QUESTIONS)
def test_limits(name: str) -> None:
    """Seconds, a run, or nothing."""
    question = getattr(nonosat, name)
    assert inspect.signature(question).parameters["timeout"].default is None
    puzzle = nonosat.loads(UNIQUE)
    answers = [question(puzzle, timeout=timeout).outcome for timeout in (None, 60, Run(Deadline.after(60)))]
    assert len(set(answers)) == 1
