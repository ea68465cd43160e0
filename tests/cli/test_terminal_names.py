"""Names of files that would disturb a terminal: commands print them without control characters."""

from __future__ import annotations

import pytest
from conftest import refused, write


def test_name_that_would_disturb_the_terminal(run, tmp_path):
    refused(run("solve", tmp_path / "a\nb\x1b[2J.clues"), f"{tmp_path}/a?b?[2J.clues")


#: The arguments of each command that reads a puzzle; % is the file. Data for programs (JSON, CSV) has the exact name.
NAMED = {
    "solve": ("-v", "-u", "%"),
    "solve --all": ("-v", "%"),
    "solve --json": ("%",),
    "solve --solver": ("minisat22", "-v", "%"),
    "solve -o": ("out", "%"),
    "explain": ("-v", "%"),
    "hint": ("%",),
    "count": ("-v", "%"),
    "batch": ("%", "-o", "out"),
    "check": ("%", "picture"),
    "encode": ("%",),
    "decode": ("%", "model"),
    "make": ("picture", "%"),
    "diagnose": ("-v", "%"),
    "mend": ("-v", "%", "-o", "mended.clues"),
    "rate": ("%",),
    "rate --timeout": ("9", "%", "%"),
    "render": ("%", "-o", "drawing.svg"),
    "page": ("%", "-o", "page.html"),
    "info": ("%",),
    "info --clues": ("%",),
    "compare": ("--encodings", "order", "%"),
    "certify": ("%", "-o", "proof"),
    "convert": ("%", "--to", "px", "--lossy"),
}


@pytest.mark.parametrize("command", NAMED)
def test_no_command_lets_a_name_disturb_the_terminal(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    name = "he\x1b[2J\nrt.clues"
    write(tmp_path / name, "rect 2 2\n#ffffff #000000\n1a\n1a\n1a\n1a\n")
    write(tmp_path / "picture", "a-\n-a\n")
    write(tmp_path / "model", "s SATISFIABLE\nv 1 -2 -3 4 0\n")
    result = run(*command.split(), *(name if word == "%" else word for word in NAMED[command]))
    assert result.code in (0, 1), result.err
    shown = result.out + result.err
    assert "\x1b" not in shown
    assert not any(line.startswith("rt") for line in shown.split("\n"))
