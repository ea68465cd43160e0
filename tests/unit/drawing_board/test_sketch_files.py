"""Files that are opened, and all kinds of files that are saved."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import HEX, NONE, RECT, RECT_PICTURE, TWO, write

from nonosat.core.errors import FileError, InputError, NonosatError, UsageError
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.sketch_files import SketchFolder, digest_of, opened, require_plain, saved_file, traced
from nonosat.formats.loading import load, load_sheet
from nonosat.formats.registry import FORMATS
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.puzzle import Metadata
from nonosat.model.rect_grid import RectGrid

HEART = Sketch(RectGrid(3, 3), BLACK_ON_WHITE, bytes([1, 0, 1, 1, 1, 1, 0, 1, 0]), Metadata("Heart", "me"))
COLORED = Sketch(RectGrid(2, 2), Palette(("#ffffff", "#000000", "#ff0000")), bytes([0, 1, 1, 2]))


def test_open_a_puzzle(tmp_path: Path) -> None:
    found = opened(str(write(tmp_path / "p.clues", RECT)))
    assert (found.is_puzzle, found.is_faithful, found.remarks) == (True, True, ())
    assert found.sketch.puzzle == load(tmp_path / "p.clues")
    assert found.digest == digest_of(str(tmp_path / "p.clues"))
    assert opened(str(write(tmp_path / "h.clues", HEX))).sketch.grid.header == "hex 3"


def test_what_a_sketch_lacks_is_said(tmp_path: Path) -> None:
    found = opened(str(write(tmp_path / "p.clues", TWO + "given 1 1 a\n")))
    assert not found.is_faithful
    assert "givens" in found.remarks[0]


UNKNOWN = "rect 1 2\n#ffffff #000000\n1?\n1a\n\n"
IMPOSSIBLE = "rect 2 2\n#ffffff #000000\n2a\n2a\n1a\n\n"


@pytest.mark.parametrize("text", [NONE, UNKNOWN, IMPOSSIBLE], ids=["none", "unknown", "impossible"])
def test_puzzles_without_a_picture_are_typed(tmp_path: Path, text: str) -> None:
    """Nothing of them is lost, also when they are saved."""
    found = opened(str(write(tmp_path / "p.clues", text)))
    assert (found.is_faithful, found.remarks) == (True, ())
    assert found.sketch.typed == found.sketch.clues
    assert saved_file(found.sketch, "p.clues").data.decode() == text
    with pytest.raises(UsageError):
        saved_file(found.sketch, "p.svg", "solution")


def test_pages_of_typed_clues() -> None:
    typed = HEART.with_clues({0: HEART.clues[0]})
    assert b"<html" in saved_file(typed, "p.html").data
    assert saved_file(typed, "p.gno").losses == ()


def test_one_puzzle_of_a_file_and_a_link(tmp_path: Path) -> None:
    text = saved_file(HEART, "p.non").data.decode()
    write(tmp_path / "two.non", f"{text}\n====\n{text}")
    found = opened(f"{tmp_path}/two.non#2")
    assert (found.sketch.puzzle, found.digest) == (HEART.puzzle, "")
    assert opened("https://puzz.link/p?nonogram/2/2/2112").sketch.grid == RectGrid(2, 2)


def test_open_a_picture(tmp_path: Path) -> None:
    found = opened(str(write(tmp_path / "picture.txt", RECT_PICTURE)))
    assert (found.is_puzzle, found.sketch.grid.header) == (False, "rect 4 5")
    assert traced(RECT_PICTURE.encode(), "picture").sketch == found.sketch


def test_open_an_image(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    path = str(tmp_path / "i.png")
    image.new("RGB", (90, 60), "white").save(path)
    assert opened(path, size=(4, 6)).sketch.grid == RectGrid(4, 6)


def test_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        opened(str(write(tmp_path / "x.clues", "rect 2 2\n#ffffff #000000\nx\n")))
    with pytest.raises(InputError):
        opened(str(tmp_path / "missing.clues"))
    with pytest.raises(InputError):
        opened(str(write(tmp_path / "noise.png", b"\0\1\2")))
    with pytest.raises(UsageError):
        opened(str(write(tmp_path / "p.clues", RECT)), size=(3, 3))


@pytest.mark.parametrize(
    "name", [name for name, format_ in FORMATS.items() if format_.writes and format_.holds("rect")]
)
def test_every_format_that_can_be_written(tmp_path: Path, name: str) -> None:
    file = tmp_path / f"p{FORMATS[name].suffixes[0] if FORMATS[name].suffixes else '.txt'}"
    write(file, saved_file(HEART, file.name, name).data)
    sheet = load_sheet(file, name)
    assert sheet.puzzle == HEART.puzzle
    assert sheet.goal == (HEART.picture if FORMATS[name].goal else None)


def test_losses_are_named() -> None:
    saved = saved_file(COLORED, "p.gno")
    assert any("2 colours" in loss for loss in saved.losses)
    assert saved_file(HEART, "p.clues").losses == ()
    with pytest.raises(UsageError):
        saved_file(Sketch.of_record({**HEART.record(), "grid": "hex 2", "cells": "00" * 7}), "p.non")
    for name, form in (("p", ""), ("p.odd", ""), ("p.clues", "odd"), ("p.svg", "odd"), ("p.pzl", "pzl")):
        with pytest.raises(UsageError):
            saved_file(HEART, name, form)


@pytest.mark.parametrize(
    ("name", "form", "beginning", "package"),
    [
        ("p.html", "", b"<!doctype html>", None),
        ("p.svg", "", b"<svg", None),
        ("p.svg", "solution", b"<svg", None),
        pytest.param("p.png", "worksheet", b"\x89PNG", "resvg_py", marks=pytest.mark.slow),
        pytest.param("p.png", "solution", b"\x89PNG", "resvg_py", marks=pytest.mark.slow),
        pytest.param("p.pdf", "solution", b"%PDF", "fpdf", marks=pytest.mark.slow),
    ],
)
def test_pages_and_drawings(name: str, form: str, beginning: bytes, package: str | None) -> None:
    if package is not None:
        pytest.importorskip(package)
    data = saved_file(HEART, name, form).data
    assert data.lower().startswith(beginning.lower())


BAD_NAMES = [
    "",
    ".",
    "..",
    ".x",
    "../x.clues",
    "a/b.clues",
    "a\\b.clues",
    "C:x.clues",
    "x\0.clues",
    "x\n.clues",
    "x" * 300,
]


@pytest.mark.parametrize("name", BAD_NAMES, ids=ascii)
def test_names_that_lead_elsewhere(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        require_plain(name)
    with pytest.raises(UsageError):
        SketchFolder(str(tmp_path), {}).write(name, b"x")


def test_a_folder_notices_what_others_change(tmp_path: Path) -> None:
    path = write(tmp_path / "p.clues", "one")
    folder = SketchFolder(str(tmp_path), {"p.clues": digest_of(str(path))})
    assert folder.obstacle("p.clues") == folder.obstacle("new.clues") == ""
    path.write_text("two", encoding="utf-8")
    assert "changed" in folder.obstacle("p.clues")
    folder.write("p.clues", b"three")
    assert (folder.obstacle("p.clues"), path.read_bytes()) == ("", b"three")
    write(tmp_path / "other.clues", "x")
    assert "exists" in folder.obstacle("other.clues")
    path.unlink()
    assert folder.obstacle("p.clues") == ""


def test_links_and_folders_are_no_files(tmp_path: Path) -> None:
    folder = SketchFolder(str(tmp_path), {})
    (tmp_path / "sub.clues").mkdir()
    write(tmp_path / "target", "x")
    os.symlink(tmp_path / "target", tmp_path / "link.clues")
    for name in ("sub.clues", "link.clues"):
        with pytest.raises(UsageError):
            folder.write(name, b"y")
    assert (tmp_path / "target").read_bytes() == b"x"


def test_what_cannot_be_read_or_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "p.clues", "x")

    def fails(*_: object, **__: object) -> None:
        raise OSError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("builtins.open", fails)
        with pytest.raises(InputError):
            digest_of(str(path))
        with pytest.raises(FileError):
            SketchFolder(str(tmp_path), {}).write("p.clues", b"y")
    assert path.read_bytes() == b"x"
    assert issubclass(FileError, NonosatError)
