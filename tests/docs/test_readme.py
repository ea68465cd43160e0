"""The README does what it says: commands print what it shows, and its example runs."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import need_program
from docs_pages import README, ROOT, Session, check, environment, printed_by_shell, python_blocks, sessions


def costly(session: Session) -> object:
    is_costly = any(name in session.command for name in ("batch", "certify", "mend"))
    return pytest.param(session, marks=pytest.mark.costly) if is_costly else session


@pytest.mark.parametrize("session", [costly(session) for session in sessions(README)], ids=str)
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


def test_the_commands_that_a_newcomer_types() -> None:
    """`.ci/run` runs these two, as it finds them in the text."""
    lines = [line.split("#")[0].strip() for line in README.read_text().splitlines() if line.startswith("    make ")]
    assert lines == ["make solutions", "make test"]
