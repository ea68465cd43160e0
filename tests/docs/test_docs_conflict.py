"""The pictures of a conflict in docs/sat.md are those that the script draws, and the clause that it learns is true."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from docs_pages import DOCS, UPDATE

import nonosat

EXAMPLES = DOCS / "examples"
PUZZLE = EXAMPLES / "conflict.clues"


def test_the_script(tmp_path: Path, capsys) -> None:
    spec = importlib.util.spec_from_file_location("conflict", EXAMPLES / "conflict.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main(str(PUZZLE), "r2c2", str(EXAMPLES if UPDATE else tmp_path))
    for name in ("conflict-board.svg", "conflict-graph.svg"):
        assert UPDATE or (tmp_path / name).read_text("utf-8") == (EXAMPLES / name).read_text("utf-8")
    assert "learnt" in capsys.readouterr().out
    solution = nonosat.solve(nonosat.load(str(PUZZLE)), unique=True)
    assert solution.unique
    assert solution.picture.cells[1 * 4 + 1] == 1
