"""The README does what it says: commands print what it shows, its example runs, its list of commands is complete."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import need_program
from docs_pages import README, ROOT, Session, check, environment, printed_by_shell, python_blocks, sessions

TEXT = README.read_text()


def test_it_is_short() -> None:
    assert len(README.read_bytes()) <= 9_000


def test_there_are_sessions() -> None:
    assert len(list(sessions(README))) >= 8


@pytest.mark.parametrize("session", list(sessions(README)), ids=str)
def test_session(session: Session) -> None:
    if "kissat" in session.command:
        need_program("kissat")
    check(session)


def test_the_first_session_in_a_shell() -> None:
    """The others are called in this process where that is the same."""
    first = next(sessions(README))
    assert printed_by_shell(first.command) == first.output


def test_library_example() -> None:
    (example,) = python_blocks(README)
    done = subprocess.run(
        [sys.executable, "-c", example], cwd=ROOT, env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("-------a-------\n")
    assert done.stdout.endswith(" True\n")


def test_every_command_is_mentioned() -> None:
    from nonosat.cli import COMMANDS

    for command in COMMANDS:
        assert f"nonosat {command}" in TEXT


def test_the_commands_that_a_newcomer_types() -> None:
    """They stand there as `.ci/run` looks for them."""
    lines = [line.split("#")[0].strip() for line in TEXT.splitlines() if line.startswith("    make ")]
    assert lines == ["make solutions", "make test"]
