"""All kinds of files that are saved, and the folder of these files."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest
from conftest import write

from nonosat.core.errors import FileError, InputError, MissingDependency, NonosatError, NoSolution, UsageError
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.sketch_files import SketchFolder, digest_of, require_plain, save_forms, saved_file
from nonosat.formats.loading import load_sheet
from nonosat.formats.registry import FORMATS
from nonosat.model.clue import Block, Clue
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.puzzle import Metadata
from nonosat.model.rect_grid import RectGrid

HEART = Sketch(RectGrid(3, 3), BLACK_ON_WHITE, bytes([1, 0, 1, 1, 1, 1, 0, 1, 0]), Metadata("Heart", "me"))
COLORED = Sketch(RectGrid(2, 2), Palette(("#ffffff", "#000000", "#ff0000")), bytes([0, 1, 1, 2]))


def test_pages_of_typed_clues() -> None:
    typed = HEART.with_clues({0: HEART.clues[0]})
    assert b"<html" in saved_file(typed, "p.html").data
    assert saved_file(typed, "p.gno").losses == ()


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
    for name, form in (
        ("p", ""),
        ("p.odd", ""),
        ("p.clues", "odd"),
        ("p.svg", "odd"),
        ("p.svg", "book"),
        ("p.pzl", "pzl"),
    ):
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
        pytest.param("p.pdf", "book", b"%PDF", "fpdf", marks=pytest.mark.slow),
    ],
)
def test_pages_and_drawings(name: str, form: str, beginning: bytes, package: str | None) -> None:
    if package is not None:
        pytest.importorskip(package)
    data = saved_file(HEART, name, form).data
    assert data.lower().startswith(beginning.lower())


@pytest.mark.slow
def test_no_book_without_a_solution() -> None:
    pytest.importorskip("fpdf")
    with pytest.raises(NoSolution):
        saved_file(HEART.with_clues({0: ()}), "p.pdf", "book")


OVERLONG: tuple[Clue, ...] = ((Block(9, 1),), (Block(40_000, 1),), (Block(2, 1), Block(2, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("form", save_forms(), ids=str)
def test_clues_that_do_not_fit_are_saved_or_refused(form: tuple[str, str, str]) -> None:
    for sketch, clue in product((HEART, COLORED), OVERLONG):
        try:
            data = saved_file(sketch.with_clues({0: clue}), f"p{form[1]}", form[2]).data
        except (UsageError, MissingDependency):
            assert form[1] != ".clues"
        else:
            assert data


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
