"""Files of drawings: SVG, PNG or PDF by their suffix, and nothing else."""

from __future__ import annotations

import io
import re
import sys
import tomllib
from collections import Counter
from functools import partial
from types import SimpleNamespace

import pytest
import snapshot
from conftest import HEX, RECT, TWO, misused, refused, tree, write
from PIL import Image
from places import ROOT
from pypdf import PdfReader

from nonosat import load, puzzle
from nonosat.core.errors import UsageError
from nonosat.drawing import drawing_file, pdf_file
from nonosat.drawing import drawing_file as png_file
from nonosat.drawing import pdf_file as font_files
from nonosat.drawing.pdf_file import font_for
from nonosat.drawing.worksheet import worksheet
from nonosat.model.clue import block_text


@pytest.fixture
def hexagon(tmp_path):
    return write(tmp_path / "h.clues", HEX)


@pytest.fixture
def model(run, hexagon, tmp_path):
    """The model of the solution of `hexagon` as a file."""
    return write(tmp_path / "h.sol", run("solve", hexagon, "--sol", "-").out)


@pytest.mark.parametrize("suffix", [".png", ".PNG"])
@pytest.mark.parametrize("command", ["render", "solve", "decode"])
def test_png_is_written(run, hexagon, model, tmp_path, command, suffix):
    png, vector = tmp_path / f"x{suffix}", tmp_path / "x.svg"
    words = {"render": (model, "-o"), "solve": ("-q", "--svg"), "decode": (model, "-q", "--svg")}[command]
    for out in (png, vector):
        result = run(command, hexagon, *words, out)
        assert (result.code, result.out, result.err) == (0, "", "")
    image = Image.open(io.BytesIO(png.read_bytes()))
    assert image.format == "PNG"
    width = vector.read_text().split(' width="')[1].split('"')[0]
    assert image.width == 2 * int(width)
    assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 3


@pytest.mark.slow
def test_a_page_as_png_has_300_dots_an_inch(run, hexagon, tmp_path):
    assert run("render", hexagon, "-o", tmp_path / "x.png").code == 0
    assert Image.open(io.BytesIO((tmp_path / "x.png").read_bytes())).size == (2480, 3508)


@pytest.mark.parametrize("command", ["render", "solve", "decode"])
@pytest.mark.parametrize("name", ["x.jpg", "x.png.txt"])
def test_other_suffixes_are_refused(run, hexagon, model, tmp_path, command, name):
    words = {"render": ("-o",), "solve": ("--svg",), "decode": (model, "--svg")}[command]
    misused(run(command, hexagon, *words, tmp_path / name), name, ".svg .png .pdf")
    assert tree(tmp_path) == ["h.clues", "h.sol"]


@pytest.mark.parametrize(
    ("suffix", "begin"), [(".png", b"\x89PNG"), pytest.param(".pdf", b"%PDF", marks=pytest.mark.slow)]
)
def test_the_second_solution_has_the_same_suffix(run, tmp_path, suffix, begin):
    path = write(tmp_path / "two.clues", TWO)
    run("solve", path, "-u", "-q", "--svg", tmp_path / f"x{suffix}")
    assert set(tree(tmp_path)) == {"two.clues", f"x{suffix}", f"x.second{suffix}"}
    assert (tmp_path / f"x.second{suffix}").read_bytes().startswith(begin)


@pytest.mark.parametrize("words", [("render", "-o"), ("solve", "--svg")])
@pytest.mark.parametrize(
    ("package", "suffix", "extra"), [("resvg_py", ".png", "pictures"), ("fpdf", ".pdf", "pdf")], ids=["png", "pdf"]
)
def test_without_an_extra(run, monkeypatch, hexagon, tmp_path, words, package, suffix, extra):
    monkeypatch.setitem(sys.modules, package, None)
    result = run(words[0], hexagon, words[1], tmp_path / f"x{suffix}")
    assert (result.code, result.out, result.err.count("\n")) == (4, "", 1)
    assert f"nonosat[{extra}]" in result.err
    assert tree(tmp_path) == ["h.clues"]
    assert run(words[0], hexagon, words[1], tmp_path / "x.svg").code == 0


def test_the_width_of_a_png(run, hexagon, model, tmp_path):
    """Of a solution; without changing its proportions. Of a page see below."""
    usual, wide = tmp_path / "usual.png", tmp_path / "wide.png"
    assert run("render", hexagon, model, "-o", usual).code == 0
    assert run("render", hexagon, model, "-o", wide, "--width", "100").code == 0
    (width, height), size = (Image.open(io.BytesIO(path.read_bytes())).size for path in (usual, wide))
    assert size == (100, pytest.approx(100 * height / width, abs=1))
    assert run("render", hexagon, "-o", wide, "--width", "100").code == 0
    assert Image.open(io.BytesIO(wide.read_bytes())).size == (100, 142)
    for words in (("-o", "x.svg"), ("-o", "x.png", "--dpi", "100")):
        misused(run("render", hexagon, "--width", "500", *words), "--width")


def test_a_partial_picture_is_drawn(run, tmp_path):
    puzzle = write(tmp_path / "p.clues", "rect 2 3\n#ffffff #d62828 #3333ff\n1a\n2b\n1b\n1a\n1b\n")
    partial = write(tmp_path / "p.txt", "?a-\n???\n")
    svg = run("render", puzzle, partial, "-o", "-").out
    assert "3 cells" not in svg
    assert "2 cells known" in svg
    assert 'mm"' not in svg
    assert "<text" in svg  # the clues
    assert "<text" not in run("render", puzzle, partial, "--no-clues").out
    assert run("render", puzzle, partial, "-o", tmp_path / "p.png").code == 0
    image = Image.open(io.BytesIO((tmp_path / "p.png").read_bytes())).convert("RGB")
    colors = {color for _, color in image.getcolors(1 << 20)}
    assert (214, 40, 40) in colors
    # As JSON; what is wrong may be drawn, what is no picture not.
    assert run("render", puzzle, "-", stdin='{"picture": ["?a-", "???"]}').out == svg.replace("p.txt", "-")
    assert run("render", puzzle, "-", stdin="bb?\n???\n").code == 0
    refused(run("render", puzzle, "-", stdin="?a-\n??\n"), "<stdin>:2:3", "2 cells")


def test_a_whole_picture_in_a_record_is_verified(run, tmp_path):
    puzzle = write(tmp_path / "p.clues", "rect 1 2\n#ffffff #d62828\n1a\n1a\n\n")
    assert "solved" in run("render", puzzle, "-", stdin='{"picture": ["a-"]}').out
    wrong = run("render", puzzle, "-", stdin='{"picture": ["aa"]}')
    assert (wrong.code, "row 1: found 2a, expected 1a" in wrong.err) == (1, True)


def test_without_pillow(run, monkeypatch, tmp_path):
    Image.new("RGB", (2, 2)).save(tmp_path / "x.png")
    monkeypatch.setitem(sys.modules, "PIL", None)
    result = run("make", tmp_path / "x.png", tmp_path / "x.clues")
    assert (result.code, result.out, result.err.count("\n")) == (4, "", 1)
    assert "nonosat[pictures]" in result.err
    assert tree(tmp_path) == ["x.png"]


def test_extras_are_declared():
    """Those that messages name, and `test` has all of them."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for extra, package in (("pictures", "pillow"), ("pictures", "resvg-py"), ("pdf", "fpdf2")):
        assert any(entry.startswith(f"{package}>=") for entry in extras[extra])
        assert any(entry.startswith(f"{package}>=") for entry in extras["test"])


def test_text_on_a_machine_without_fonts(monkeypatch):
    """The font that comes with nonosat is enough for the numbers of a picture."""
    import resvg_py

    text = worksheet(puzzle([[1]], [[1]]), title="x").svg
    bare = re.sub(r"<text[^>]*>[^<]*</text>", "", text)
    render = partial(resvg_py.svg_to_bytes, skip_system_fonts=True)
    monkeypatch.setattr(png_file, "require_png", lambda: SimpleNamespace(svg_to_bytes=render))
    assert drawing_file.drawing_bytes("x.png", text) != drawing_file.drawing_bytes("x.png", bare)


def test_other_suffixes_have_no_drawing():
    with pytest.raises(UsageError, match=r"x\.gif ends in \.gif"):
        drawing_file.drawing_bytes("x.gif", "")


def test_clues_can_be_read_in_png(run, tmp_path):
    """The numbers are drawn: without them the picture would be another one."""
    path = write(tmp_path / "p.clues", RECT)
    assert run("render", path, "-o", tmp_path / "p.png", "--dpi", "50").code == 0
    svg = worksheet(load(path), paper="a4", margins=True, title="p").svg
    png = (tmp_path / "p.png").read_bytes()
    assert png == drawing_file.drawing_bytes("x.png", svg, 50)
    assert png != drawing_file.drawing_bytes("x.png", re.sub(r"<text[^>]*>[^<]*</text>", "", svg), 50)


def colors_at(png, size, places):
    """The colours of an image at places in the units of a drawing whose width is `size`."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    zoom = image.width / size
    return [image.getpixel((round(x * zoom), round(y * zoom))) for x, y in places]


def test_empty_puzzles_are_drawn_on_white_paper(run, tmp_path):
    dark = "rect 2 3\n#101d42 #f8f9fa #d62828\n1a\n2b\n1b\n1a\n1b\ngiven 1 2 a\ngiven 2 1 b\ngiven 1 1 -\n"
    path = write(tmp_path / "p.clues", dark)
    svg = run("render", path, "--no-clues", "--no-title").out
    assert "#101d42" not in svg
    # Cells are 8 mm a side, and the grid begins 0.8 mm below the top, in the middle of the width.
    width = float(svg.split(' width="')[1].split("mm")[0])
    x, y = (width - 3 * 8) / 2, 0.8
    png = drawing_file.drawing_bytes("x.png", svg, 300)
    places = [(0.2, 9), (x + 18, y + 2), (x + 10, y + 5.6), (x + 2, y + 10)]
    assert colors_at(png, width, places) == [
        *((255, 255, 255), (255, 255, 255), (248, 249, 250), (214, 40, 40)),
    ]
    # The light given has a dark frame.
    frame = colors_at(png, width, [(x + 8, y + 4), (x + 16, y + 4), (x + 12, y + 8)])
    assert all(max(color) < 120 for color in frame)


@pytest.mark.parametrize("clues", [(), ("--clues",)])
def test_solutions_keep_their_background(run, tmp_path, clues):
    path = write(tmp_path / "p.clues", "rect 1 2\n#101d42 #f8f9fa\n1a\n1a\n\n")
    assert 'fill="#101d42"' in run("render", path, "-", *clues, stdin="a-\n").out


# Pages


def pages_of(path):
    reader = PdfReader(path)
    return [(*map(float, page.mediabox[2:]), page.extract_text()) for page in reader.pages]


def points(width, height):
    """Millimetres in points."""
    return pytest.approx((width * 72 / 25.4, height * 72 / 25.4), abs=0.1)


@pytest.mark.costly
def test_a_pdf_is_one_page_with_text(run, hexagon, tmp_path):
    result = run("render", hexagon, "-o", tmp_path / "x.pdf", "--title", "\u017b\u00f3\u0142w \U0010fffd")
    assert (result.code, result.out, result.err) == (0, "", "")
    ((width, height, text),) = pages_of(tmp_path / "x.pdf")
    assert (width, height) == points(210, 297)
    # Polish letters are in the font that comes with nonosat; what no font has is a question mark.
    assert text.splitlines()[0] == "\u017b\u00f3\u0142w ?"
    blocks = [block_text(block) for clue in load(hexagon).clues for block in clue]
    assert Counter(re.findall("[0-9][a-c]", text)) == Counter(blocks)
    assert "b olive" in text
    # Fonts are embedded, also those of numbers, which every reader has.
    fonts = fonts_of(tmp_path / "x.pdf")
    assert len(fonts) == 2
    assert all("/FontFile2" in font for font in fonts.values())


@pytest.mark.slow
def test_paper_of_pages(run, hexagon, tmp_path):
    assert run("render", hexagon, "--paper", "letter", "-o", tmp_path / "x.pdf").code == 0
    assert pages_of(tmp_path / "x.pdf")[0][:2] == points(215.9, 279.4)
    path = write(tmp_path / "p.clues", "rect 1 30\n#ffffff #000000\n30a\n" + "1a\n" * 30)
    assert run("render", path, "-o", tmp_path / "x.PDF").code == 0
    assert pages_of(tmp_path / "x.PDF")[0][:2] == points(297, 210)
    partial = write(tmp_path / "p.txt", "?" * 30 + "\n")
    assert run("render", path, partial, "-o", tmp_path / "x.pdf").code == 0
    assert pages_of(tmp_path / "x.pdf")[0][:2] == points(297, 210)


def test_a_wide_puzzle_is_in_landscape(run, tmp_path):
    path = write(tmp_path / "p.clues", "rect 1 30\n#ffffff #000000\n30a\n" + "1a\n" * 30)
    run("render", path, "-o", tmp_path / "x.png", "--dpi", "50")
    image = Image.open(io.BytesIO((tmp_path / "x.png").read_bytes()))
    assert image.size == (585, 413)
    assert image.info["dpi"] == pytest.approx((50, 50), abs=0.1)


@pytest.mark.slow
def test_a_pdf_is_the_same_every_time():
    text = worksheet(puzzle([[1]], [[1]]), paper="a4", margins=True, title="x").svg
    first = drawing_file.drawing_bytes("x.pdf", text)
    assert drawing_file.drawing_bytes("x.pdf", text) == first
    assert b"19700101" in first


@pytest.mark.slow
def test_drawings_of_solutions_as_pdf(run, hexagon, model, tmp_path):
    assert run("solve", hexagon, "-q", "--svg", tmp_path / "x.pdf").code == 0
    ((width, height, _),) = pages_of(tmp_path / "x.pdf")
    svg = run("solve", hexagon, "-q", "--svg", "-").out
    assert (width, height) == tuple(float(svg.split(f' {name}="')[1].split('"')[0]) for name in ("width", "height"))
    assert run("render", hexagon, model, "-o", tmp_path / "page.pdf").code == 0
    ((width, height, text),) = pages_of(tmp_path / "page.pdf")
    assert (width, height) == points(210, 297)
    assert text.split() == ["h"]


@pytest.mark.slow
def test_titles_on_a_machine_without_any_font(monkeypatch, tmp_path):
    monkeypatch.setattr(font_files, "_FILES", ("nowhere.ttf",))
    assert font_for("a") is None
    text = worksheet(puzzle([[1]], [[1]]), title="\u017b\u00f3\u0142w \u65e5\u672c", paper="a4", margins=True).svg
    (tmp_path / "x.pdf").write_bytes(drawing_file.drawing_bytes("x.pdf", text))
    ((_, _, found),) = pages_of(tmp_path / "x.pdf")
    assert found.split()[:2] == ["\u017b\u00f3\u0142w", "??"]


@pytest.mark.slow
def test_characters_that_only_another_font_has(monkeypatch, tmp_path):
    """Each part of a title is in a font that has it; here the other font stands in for one of this machine."""
    own = font_files.own_font(font_files.REGULAR)
    lacking = font_files.FontFile(own.path, own.characters - set("xyz"))
    monkeypatch.setattr(pdf_file, "own_font", {font_files.REGULAR: lacking, font_files.BOLD: lacking}.get)
    monkeypatch.setattr(pdf_file, "font_for", lambda characters: own if characters <= own.characters else None)
    text = worksheet(puzzle([[1]], [[1]]), title="abxyc z", paper="a4", margins=True).svg
    (tmp_path / "x.pdf").write_bytes(drawing_file.drawing_bytes("x.pdf", text))
    ((_, _, found),) = pages_of(tmp_path / "x.pdf")
    assert found.splitlines()[0] == "abxyc z"
    assert len(fonts_of(tmp_path / "x.pdf")) == 3


def fonts_of(path):
    """The descriptors of all fonts of a PDF, by their names."""
    found = {}
    for page in PdfReader(path).pages:
        for name, font in page["/Resources"].get("/Font", {}).items():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            found[name] = inner["/FontDescriptor"].get_object()
    return found


def test_text_from_the_right(tmp_path):
    """Hebrew is seen from right to left, as its readers expect; a PDF reader may turn it back for its user."""
    text = worksheet(puzzle([[1]], [[1]]), title="ab \u05e9\u05dc\u05d5\u05dd cd", paper="a4", margins=True).svg
    root = pdf_file.ElementTree.fromstring(text)
    document = pdf_file.require_pdf().FPDF()
    pdf_file._choose_fonts([root], document)
    for font in document.fonts.values():  # `output` does that, which nothing is given to here
        font.close()
    (title,) = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text") if "ab" in each.text]
    assert title == "ab \u05dd\u05d5\u05dc\u05e9 cd"


def test_the_fonts_are_installed():
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    assert named["nonosat.drawing"] == ["fonts/*"]
    for name in (font_files.REGULAR, font_files.BOLD):
        font = font_files.own_font(name)
        assert set(map(chr, range(32, 127))) <= font.characters
        assert {"\u017b", "\u05d0", "\u0416", "\u03a9"} <= font.characters
    assert "Bitstream Vera" in (ROOT / "src/nonosat/drawing/fonts/LICENSE").read_text()


def test_small_cells_are_reported(run, tmp_path):
    path = write(tmp_path / "p.clues", "rect 1 90\n#ffffff #000000\n90a\n" + "1a\n" * 90)
    result = run("render", path, "-o", tmp_path / "x.svg")
    assert (result.code, result.out) == (0, "")
    assert run("render", path, "-o", tmp_path / "x.svg", "--paper", "a3").err == ""
    longer = write(tmp_path / "q.clues", "rect 1 190\n#ffffff #000000\n190a\n" + "1a\n" * 190)
    longest = run("render", longer, "-o", tmp_path / "x.svg", "--paper", "a3")
    snapshot.compare("cli/render", "small cells", result.err + longest.err)
    assert "2.8 mm" in result.err
    assert "2.1 mm" in longest.err
    assert ("a3" in result.err, "a3" in longest.err) == (True, False)


def test_options_of_pages(run, hexagon):
    once, twice = (run("render", hexagon, *words).out for words in ((), ("--both-sides",)))
    assert twice.count("<text") - 4 == 2 * (once.count("<text") - 4) - 3  # title and legend stand there once
    assert ">h</text>" in once
    assert ">h</text>" not in run("render", hexagon, "--no-title").out
    misused(run("render", hexagon, "--no-clues", "--both-sides"), "--no-clues", "--both-sides")
    misused(run("render", hexagon, "--dpi", "100"), "--dpi", ".png")


def test_a_solution_is_on_a_page_where_that_is_wanted(run, hexagon, model):
    drawing = run("render", hexagon, model).out
    assert ' width="' in drawing
    assert 'mm"' not in drawing
    page = run("render", hexagon, model, "--paper", "a4").out
    assert 'mm"' in page
    assert "solved" in page
