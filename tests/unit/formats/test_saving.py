"""`save` and `dumps` are the counterparts of `load` and `loads`."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from conftest import HEX, RECT, write

import nonosat
from nonosat.core.errors import FileError
from nonosat.formats import FORMATS

PUZZLE = dataclasses.replace(nonosat.loads(RECT), metadata=nonosat.Metadata(title=" A  title\n", author="ab \u200d"))


def test_dumps_is_the_counterpart_of_loads() -> None:
    for puzzle in (PUZZLE, nonosat.loads(HEX)):
        back = nonosat.loads(nonosat.dumps(puzzle))
        assert (back, back.metadata) == (puzzle, puzzle.metadata)
    back = nonosat.loads(nonosat.dumps(PUZZLE, format="webpbn"), format="webpbn")
    assert (back, back.metadata) == (PUZZLE, PUZZLE.metadata)


@pytest.mark.parametrize("suffix", FORMATS["webpbn"].suffixes + FORMATS["clues"].suffixes)
def test_save_is_the_counterpart_of_load(tmp_path: Path, suffix: str) -> None:
    nonosat.save(PUZZLE, tmp_path / f"p{suffix}")
    back = nonosat.load(tmp_path / f"p{suffix}")
    assert (back, back.metadata) == (PUZZLE, PUZZLE.metadata)


def test_a_sheet_keeps_its_goal(tmp_path: Path) -> None:
    sheet = nonosat.Sheet(PUZZLE, nonosat.solve(PUZZLE).picture, "p")
    nonosat.save(sheet, str(tmp_path / "p.clues"))
    assert nonosat.load_sheet(tmp_path / "p.clues") == sheet._replace(format="clues")
    assert nonosat.loads(nonosat.dumps(sheet)) == PUZZLE


def test_a_named_format_and_standard_output(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    nonosat.save(PUZZLE, tmp_path / "p.txt", format="clues")
    assert nonosat.load(tmp_path / "p.txt") == PUZZLE
    nonosat.save(PUZZLE, "-")
    assert capsysbinary.readouterr().out == (tmp_path / "p.txt").read_bytes()


@pytest.mark.parametrize(
    ("name", "format_name"),
    [("p.txt", None), ("p.nothing", None), ("p", None), ("p.pzl", None), ("p.clues", "nothing")],
)
def test_what_cannot_be_written_leaves_the_file(tmp_path: Path, name: str, format_name: str | None) -> None:
    write(tmp_path / name, "before")
    with pytest.raises(nonosat.UsageError):
        nonosat.save(PUZZLE, tmp_path / name, format=format_name)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "before")]


def test_losses_and_folders(tmp_path: Path) -> None:
    with pytest.raises(nonosat.UsageError):
        nonosat.dumps(nonosat.loads(HEX), format="non")
    with pytest.raises(nonosat.UsageError):
        nonosat.save(PUZZLE, tmp_path)
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").touch()
    with pytest.raises(FileError):
        nonosat.save(PUZZLE, tmp_path / "file" / "p.clues")
    nonosat.save(PUZZLE, tmp_path / "new" / "p.clues")
    assert nonosat.load(tmp_path / "new" / "p.clues") == PUZZLE
