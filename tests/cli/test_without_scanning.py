"""The package scanning is a leaf: without it every other command and name of the library works."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest
from conftest import write
from docs_pages import environment

from nonosat.cli import COMMANDS

#: Of each command the arguments of a run that ends with 0.
ARGUMENTS = {
    "solve": "-u p.clues --sat p.sat --sol p.sol",
    "explain": "p.clues",
    "hint": "p.clues picture.txt",
    "count": "p.clues",
    "batch": "p.clues -o out",
    "check": "p.clues picture.txt",
    "encode": "p.clues",
    "decode": "p.clues p.sol",
    "make": "picture.txt made.clues",
    "diagnose": "p.clues",
    "mend": "p.clues --by givens -o mended.clues",
    "rate": "p.clues",
    "generate": "3x3",
    "render": "p.clues -o p.svg",
    "page": "p.clues -o p.html",
    "book": "p.clues -o p.pdf",
    "info": "p.clues",
    "compare": "p.clues --encodings order",
    "encodings": "",
    "solvers": "",
    "certify": "p.clues -o proof",
    "verify-proof": "proof p.clues",
    "convert": "p.clues p.non",
    "formats": "",
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
    assert ARGUMENTS.keys() == COMMANDS.keys() - {"scan"}
    write(tmp_path / "p.clues", "rect 2 2\n#ffffff #000000\n1a\n2a\n2a\n1a\n")
    write(tmp_path / "picture.txt", "a-\naa\n")
    lines = [f"{name} {words}" for name, words in ARGUMENTS.items() if name != "book" or find_spec("fpdf")]
    words = [sys.executable, "-c", SCRIPT, *lines]
    done = subprocess.run(words, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
