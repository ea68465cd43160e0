"""docs/troubleshooting.md: the messages in it that need another system or a missing package are those of the program.

Commands with their output are tested with those of the other pages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

import pytest
from docs_pages import DOCS, ROOT

from nonosat.core.system import this_system
from nonosat.solvers.program_backend import SolverProgram

Run = Callable[..., object]

#: Commands in a situation that a test makes.
SITUATIONS: dict[str, tuple[str, ...]] = {
    "no kissat": ("solve", "--no-propagate", "--solver", "kissat", "puzzles/heart.clues"),
    "no PIL": ("make", "docs/examples/teapot.jpg"),
    "no fpdf": ("render", "puzzles/heart.clues", "-o", "heart.pdf"),
    "no memory limit": ("batch", "puzzles/heart.clues", "-o", "out", "--memory", "2G"),
    "no room": ("solve", "puzzles/bicycle.clues", "--no-color"),
}


def messages() -> list[str]:
    """The lines of the blocks that are no sessions."""
    blocks = re.findall(r"^```text\n(.*?)^```$", (DOCS / "troubleshooting.md").read_text(), re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_messages(run, situation: str, monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.chdir(ROOT)
    arguments = SITUATIONS[situation]
    if situation == "no room":
        pytest.importorskip("pty", reason="a terminal of Unix")
        from test_terminal_output import on_terminal, visible

        said = " ".join(" ".join(visible(on_terminal(*arguments, width=44)[1])[:-2]).split())
    else:
        if situation == "no kissat":
            monkeypatch.setattr(SolverProgram, "executable", lambda _: None)
        elif situation == "no memory limit":
            monkeypatch.setattr(this_system(), "limits_memory", False)
            arguments = tuple(str(tmp_path) if word == "out" else word for word in arguments)
        else:
            monkeypatch.setitem(sys.modules, situation.removeprefix("no "), None)
        said = run(*arguments).err.strip()
    assert said in messages()


def test_every_message_has_a_situation() -> None:
    assert len(messages()) == len(SITUATIONS)
