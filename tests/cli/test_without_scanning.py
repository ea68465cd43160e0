"""The package scanning is a leaf: without it every other command and name of the library works."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest
from conftest import write
from docs_pages import environment
from test_json_records import RECORDS

from nonosat.cli import COMMANDS

#: Of each command the arguments of a run that ends with 0: those for its records, and others.
ARGUMENTS = {name: words.replace("PUZZLE", "p.clues") for name, words in RECORDS.items()} | {
    "certify": "p.clues -o proof",
    "make": "picture.txt made.clues",
    "solve": "-u p.clues --sol p.sol",
    "decode": "p.clues p.sol",
    "encode": "p.clues",
    "generate": "3x3",
    "render": "p.clues -o p.svg",
    "page": "p.clues -o p.html",
    "book": "p.clues -o p.pdf",
    "convert": "p.clues p.non",
    "encodings": "",
    "formats": "",
    "line": "2,1 ?????",
    "solvers": "",
}
#: What the process runs: each of its arguments is a command with its words.
SCRIPT = """
import sys
sys.modules["nonosat.scanning"] = None
import nonosat
from nonosat.cli import cli
for name in set(nonosat.__all__) - {"scan", "ScanResult"}:
    getattr(nonosat, name)
for line in sys.argv[1:]:
    assert not cli.main(line.split(), standalone_mode=False), line
"""


@pytest.mark.costly
def test_every_other_command_works(tmp_path) -> None:
    assert ARGUMENTS.keys() == COMMANDS.keys() - {"scan", "draw"}  # `draw` runs until its page is closed
    write(tmp_path / "p.clues", "rect 2 2\n#ffffff #000000\n1a\n2a\n2a\n1a\n")
    write(tmp_path / "picture.txt", "a-\naa\n")
    lines = [f"{name} {words}" for name, words in ARGUMENTS.items() if name != "book" or find_spec("fpdf")]
    words = [sys.executable, "-c", SCRIPT, *lines]
    done = subprocess.run(words, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
