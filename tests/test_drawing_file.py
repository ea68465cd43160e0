"""Files of drawings: SVG or PNG by their suffix, and nothing else."""

from __future__ import annotations

import io
import re
import sys

import pytest
from conftest import HEX, RECT, TWO, tree, write
from PIL import Image

from nonosat.drawing import drawing_file
from nonosat.errors import MissingDependency, UsageError


@pytest.fixture
def hexagon(tmp_path):
    return write(tmp_path / "h.clues", HEX)


@pytest.mark.parametrize("suffix", [".png", ".PNG"])
@pytest.mark.parametrize("command", ["render", "solve", "decode"])
def test_png_is_written(run, hexagon, tmp_path, command, suffix):
    model = write(tmp_path / "h.sol", run("solve", hexagon, "--sol", "-").out)
    png, vector = tmp_path / f"x{suffix}", tmp_path / "x.svg"
    words = {"render": ("-o",), "solve": ("-q", "--svg"), "decode": (model, "-q", "--svg")}[command]
    for out in (png, vector):
        result = run(command, hexagon, *words, out)
        assert (result.code, result.out, result.err) == (0, "", "")
    image = Image.open(io.BytesIO(png.read_bytes()))
    assert image.format == "PNG"
    width = vector.read_text().split(' width="')[1].split('"')[0]
    assert image.width == 2 * int(width)
    assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 3


@pytest.mark.parametrize("command", ["render", "solve", "decode"])
@pytest.mark.parametrize("name", ["x.jpg", "x.pdf", "x.png.txt"])
def test_other_suffixes_are_refused(run, hexagon, tmp_path, command, name):
    model = write(tmp_path / "h.sol", run("solve", hexagon, "--sol", "-").out)
    words = {"render": ("-o",), "solve": ("--svg",), "decode": (model, "--svg")}[command]
    result = run(command, hexagon, *words, tmp_path / name)
    assert (result.code, result.out) == (2, "")
    ending = name[name.rindex(".") :]
    reason = f"ends in {ending}, expected one of the suffixes of drawings: .svg .png"
    assert result.err == f"nonosat: {tmp_path}/{name} {reason}\n"
    assert tree(tmp_path) == ["h.clues", "h.sol"]


def test_the_second_solution_is_png_too(run, tmp_path):
    path = write(tmp_path / "two.clues", TWO)
    run("solve", path, "-u", "-q", "--svg", tmp_path / "x.png")
    assert tree(tmp_path) == ["two.clues", "x.png", "x.second.png"]
    assert (tmp_path / "x.second.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("words", [("render", "-o"), ("solve", "--svg")])
def test_without_resvg(run, monkeypatch, hexagon, tmp_path, words):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    result = run(words[0], hexagon, words[1], tmp_path / "x.png")
    assert (result.code, result.out) == (4, "")
    assert result.err == (
        "nonosat: resvg is needed to write PNG, expected it installed: pip install 'nonosat[pictures]'\n"
    )
    assert run(words[0], hexagon, words[1], tmp_path / "x.svg").code == 0


def test_without_fonts():
    text = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text font-family="DejaVu Sans">8</text></svg>'
    assert drawing_file.drawing_bytes("x.png", text).startswith(b"\x89PNG")
    nowhere = text.replace("DejaVu Sans", "Of Nobody")
    with pytest.raises(MissingDependency, match=r"no font for the numbers .*, expected one of Of Nobody$"):
        drawing_file.drawing_bytes("x.png", nowhere)
    assert drawing_file.drawing_bytes("x.svg", text) == text.encode()
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    assert drawing_file.drawing_bytes("x.png", drawing).startswith(b"\x89PNG")
    with pytest.raises(UsageError, match=r"x\.gif ends in \.gif"):
        drawing_file.drawing_bytes("x.gif", text)


def test_clues_can_be_read_in_png(run, tmp_path):
    """The numbers are drawn: without them the picture would be another one."""
    path = write(tmp_path / "p.clues", RECT)
    assert run("render", path, "-o", tmp_path / "p.png").code == 0
    svg = run("render", path).out
    blank = drawing_file.drawing_bytes("x.png", re.sub(r"<text[^>]*>[^<]*</text>", "", svg))
    assert (tmp_path / "p.png").read_bytes() != blank


def colors_at(png, size, places):
    """The colours of an image at places given in pixels of the drawing without a margin of clues."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    zoom = image.width / size
    return [image.getpixel((round(x * zoom), round(y * zoom))) for x, y in places]


def test_empty_puzzles_are_drawn_on_white_paper(run, tmp_path):
    dark = "rect 2 3\n#101d42 #f8f9fa #d62828\n1a\n2b\n1b\n1a\n1b\ngiven 1 2 a\ngiven 2 1 b\ngiven 1 1 -\n"
    path = write(tmp_path / "p.clues", dark)
    svg = run("render", path, "--no-clues").out
    assert "#101d42" not in svg
    # Cells are 20 pixels a side, and begin after 10 pixels.
    size = 3 * 20 + 2 * 10
    png = drawing_file.drawing_bytes("x.png", svg)
    assert colors_at(png, size, [(5, 40), (55, 15), (35, 24), (15, 35)]) == [
        *((255, 255, 255), (255, 255, 255), (248, 249, 250), (214, 40, 40)),
    ]
    # The light given has a dark frame.
    assert all(max(color) < 120 for color in colors_at(png, size, [(30, 20), (50, 20), (40, 10.5)]))


@pytest.mark.parametrize("clues", [(), ("--clues",)])
def test_solutions_keep_their_background(run, tmp_path, clues):
    path = write(tmp_path / "p.clues", "rect 1 2\n#101d42 #f8f9fa\n1a\n1a\n\n")
    assert 'fill="#101d42"' in run("render", path, "-", *clues, stdin="a-\n").out
