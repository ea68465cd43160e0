"""Worksheets: measured as XML in millimetres, and looked at as pixels."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from typing import NamedTuple

import pytest
import resvg_py
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from test_new_grid import TRIANGLES, TriangleGrid, TriangleLayout
from test_properties import puzzles

import nonosat
from nonosat.core.errors import UsageError
from nonosat.drawing.clue_chips import chip_corners
from nonosat.drawing.layout import Layout, sides_of
from nonosat.drawing.layouts import LAYOUTS, layout_of
from nonosat.drawing.paper import ANY_PAPER, MARGIN, PAPERS
from nonosat.drawing.text_width import cut_to_width, text_width
from nonosat.drawing.worksheet import Worksheet, worksheet
from nonosat.model.clue import ANY_COLOR, Block, block_text
from nonosat.model.color_names import color_word
from nonosat.model.colors import contrast, ink, legible_ground
from nonosat.model.grid_kinds import GRIDS
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import BLACK_ON_WHITE, Palette, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

NS = "{http://www.w3.org/2000/svg}"
COLORS = Palette(("#101820", "#333333", "#f2aa4c", "#3333ff", "#ffffff"))


class Box(NamedTuple):
    """A text and the room it takes, in millimetres; digits and letters are at most 0.64 of their size wide."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Page(NamedTuple):
    """What stands on a worksheet."""

    width: float
    height: float
    texts: list[Box]
    chips: list[Box]
    root: ET.Element
    shift: tuple[float, float]
    scale: float


def read(sheet: Worksheet) -> Page:
    root = ET.fromstring(sheet.svg)
    left, top, width, height = map(float, root.get("viewBox").split())
    assert [root.get("width"), root.get("height")] == [f"{width:g}mm", f"{height:g}mm"]
    assert (width, height) == pytest.approx(sheet.size, abs=0.01)
    (group,) = [element for element in root if element.tag == f"{NS}g"]
    move, scale = group.get("transform").removeprefix("translate(").removesuffix(")").split(") scale(")
    x, y = map(float, move.split())
    scale = float(scale)

    def boxes(element: ET.Element, style: dict[str, str]) -> list[Box]:
        style = {**style, **element.attrib}
        if element.tag != f"{NS}text":
            return [box for child in element for box in boxes(child, style)]
        size = float(style["font-size"])
        centred = style.get("text-anchor") == "middle"
        long = 0.64 * size * len(element.text) if centred else text_width(element.text, size)
        start = float(element.get("x")) - (long / 2 if centred else 0)
        baseline = float(element.get("y"))
        return [Box(element.text, start, baseline - 0.72 * size, start + long, baseline)]

    chips = [
        Box(text, x + a * scale - left, y + b * scale - top, x + c * scale - left, y + d * scale - top)
        for text, a, b, c, d in boxes(group, {})
    ]
    texts = [
        Box(text, a - left, b - top, c - left, d - top)
        for element in root
        if element.tag == f"{NS}text"
        for text, a, b, c, d in boxes(element, {})
    ]
    return Page(width, height, texts, chips, root, (x - left, y - top), scale)


def raster(sheet: Worksheet, dpi: int = 100):
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=sheet.svg, dpi=dpi)))).convert("RGBA")

    def pixel(x: float, y: float) -> str:
        *rgb, alpha = image.getpixel((int(x * dpi / 25.4), int(y * dpi / 25.4)))
        assert alpha == 255
        return "#" + bytes(rgb).hex()

    return pixel


def striped(grid, n_colors: int) -> Picture:
    return Picture(grid, tuple((3 * cell // 2) % (n_colors + 1) for cell in range(grid.n_cells)))


def expected_texts(puzzle: Puzzle, times: int) -> list[str]:
    lettered = puzzle.n_colors > 1 or any(color == ANY_COLOR for clue in puzzle.clues for _, color in clue)
    words = [block_text(block) if lettered else str(block.length) for clue in puzzle.clues for block in clue]
    givens = [letter(given.color) for given in puzzle.givens if given.color] if puzzle.n_colors > 1 else []
    return sorted((words + ["0"] * puzzle.clues.count(())) * times + givens)


PAGES = {
    "both_ends": st.booleans(),
    "paper": st.sampled_from([None, *PAPERS]),
    "margins": st.booleans(),
    "title": st.sampled_from(["", "A Title"]),
}


@examples(5)
@given(made=puzzles(10), **PAGES)
def test_everything_is_on_the_page_once_and_apart(made, both_ends, paper, margins, title) -> None:
    check_page(made[0], both_ends, paper, margins, title)


@pytest.mark.slow
@examples(80)
@given(made=puzzles(14), **PAGES)
def test_everything_is_on_many_pages_once_and_apart(made, both_ends, paper, margins, title) -> None:
    check_page(made[0], both_ends, paper, margins, title)


def check_page(puzzle: Puzzle, both_ends: bool, paper: str | None, margins: bool, title: str) -> None:
    sheet = worksheet(puzzle, both_ends=both_ends, paper=paper, margins=margins, title=title)
    page = read(sheet)
    upright = ANY_PAPER if paper is None else PAPERS[paper]
    assert (sheet.size in (upright, upright.turned())) == margins
    room = MARGIN if margins else 0.0
    if not margins:
        inner = [area.within_margins() for area in (upright, upright.turned())]
        assert any(page.width <= area.width + 0.01 and page.height <= area.height + 0.01 for area in inner)
    for box in (*page.texts, *page.chips):
        assert room - 0.1 <= box.left < box.right <= page.width - room + 0.1
        assert room - 0.1 <= box.top < box.bottom <= page.height - room + 0.1
    assert sorted(box.text for box in page.chips) == expected_texts(puzzle, 1 + both_ends)
    for one, other in combinations((*page.texts, *page.chips), 2):
        assert not one.overlaps(other), (one, other)
    assert 0 < sheet.cell_size < 10


def test_what_has_no_paper_fits_a4_and_letter() -> None:
    for puzzle in (nonosat.puzzle([[1]] * 90, [[90]]), nonosat.puzzle([[90]], [[1]] * 90)):
        width, height = worksheet(puzzle).size
        for name in ("a4", "letter"):
            area = PAPERS[name].turned() if width > height else PAPERS[name]
            assert width <= area.width - 2 * MARGIN + 0.01
            assert height <= area.height - 2 * MARGIN + 0.01


@pytest.mark.parametrize(
    ("puzzle", "size"),
    [(nonosat.puzzle([[1]] * 40, [[40]]), "portrait"), (nonosat.puzzle([[40]], [[1]] * 40), "landscape")],
)
def test_the_page_is_turned_where_that_makes_larger_cells(puzzle: Puzzle, size: str) -> None:
    assert f"@page{{size:{size};margin:12.7mm}}" in worksheet(puzzle).svg
    page = worksheet(puzzle, paper="letter", margins=True)
    assert page.size == (PAPERS["letter"] if size == "portrait" else PAPERS["letter"].turned())
    assert "@page" not in page.svg  # its margins are there
    width, height = ("279.4", "215.9") if size == "landscape" else ("215.9", "279.4")
    assert f"@page{{size:{width}mm {height}mm;" in worksheet(puzzle, paper="letter").svg


def test_larger_paper_makes_larger_cells() -> None:
    puzzle = nonosat.puzzle([[1]] * 90, [[90]])
    assert worksheet(puzzle, paper="a3").cell_size > 1.3 * worksheet(puzzle, paper="a4").cell_size
    assert worksheet(nonosat.puzzle([[1]], [[1]])).cell_size == 8.0
    with pytest.raises(UsageError, match="'b5'"):
        worksheet(puzzle, paper="b5")


# The heading


def test_title_author_and_copyright() -> None:
    puzzle = nonosat.loads("rect 1 1\n#ffffff #000000\n1a\n1a\ntitle A boat\nauthor Jo & Co\ncopyright (c) Jo\n")
    title, byline = read(worksheet(puzzle)).texts
    assert (title.text, byline.text) == ("A boat", "by Jo & Co \u00b7 (c) Jo")
    assert title.bottom < byline.top
    assert title.bottom - title.top > 1.5 * (byline.bottom - byline.top)
    assert [box.text for box in read(worksheet(puzzle, title="Mine")).texts] == ["Mine", "by Jo & Co \u00b7 (c) Jo"]
    hidden = worksheet(puzzle, show_title=False)
    assert read(hidden).texts == []
    assert ET.fromstring(hidden.svg).findtext(f"{NS}title") == "A boat"
    assert read(worksheet(nonosat.puzzle([[1]], [[1]]))).texts == []


@pytest.mark.parametrize("title", ["W" * 300, "\u65e5\u672c" * 200, "x " * 400])
def test_long_titles_are_cut(title: str) -> None:
    page = read(worksheet(nonosat.puzzle([[1]], [[1]]), title=title))
    (found,) = page.texts
    assert text_width(found.text, 3.6, bold=True) <= 184.7
    assert found.text.endswith("...")
    assert title.startswith(found.text[:-3])
    assert page.width <= 184.7


def test_a_title_is_one_line_of_characters_that_xml_can_hold() -> None:
    puzzle = nonosat.puzzle([[1]], [[1]])
    assert read(worksheet(puzzle, title="\x00\x1b \n")).texts == []
    assert [box.text for box in read(worksheet(puzzle, title="a\n <b> \x00")).texts] == ["a <b>"]


def test_widths_of_text() -> None:
    assert text_width("", 5) == 0
    assert text_width("e\u0301", 5) == text_width("e", 5)
    assert cut_to_width("abc", 5, 100) == "abc"
    assert cut_to_width("abc", 5, 0) == "..."
    assert text_width(cut_to_width("a longer text", 5, 30), 5) <= 30


# Colours without colours


def test_every_colour_has_a_letter_and_a_name() -> None:
    picture = striped(RectGrid(5, 6), 4)
    page = read(worksheet(puzzle_of(picture, COLORS)))
    words = ["a", "dark grey", "b", "orange", "c", "blue", "d", "white"]
    assert [box.text for box in page.texts] == words
    swatches = [rect for rect in page.root.iter(f"{NS}rect") if rect.get("rx")]
    assert [rect.get("fill") for rect in swatches] == list(COLORS.colors[1:])
    assert all(box.text[-1] in "abcd0" for box in page.chips)


def test_letters_are_read_on_chips_of_any_colour() -> None:
    """Middle tones would have little contrast with black and with white, and become lighter or darker."""
    tones = Palette(("#ffffff", "#767676", "#2f6fd0", "#c03030", "#102030"))
    root = ET.fromstring(worksheet(puzzle_of(striped(RectGrid(5, 6), 4), tones)).svg)
    (group,) = root.findall(f"{NS}g")
    fills = [path.get("fill") for path in group.iter(f"{NS}path") if "q" in path.get("d")]
    assert len(fills) == 4
    assert fills[-1] == "#102030"
    assert all(contrast(ink(fill), fill) >= 7 for fill in fills)
    swatches = [rect.get("fill") for rect in root.iter(f"{NS}rect") if rect.get("rx")]
    assert swatches == list(tones.colors[1:])


@given(st.integers(0, 0xFFFFFF), st.sampled_from([4.5, 7.0, 17.0]))
def test_every_colour_has_a_legible_tone(number: int, least: float) -> None:
    tone = legible_ground(f"#{number:06x}", least)
    assert contrast(ink(tone), tone) >= least


def test_one_colour_needs_no_letters() -> None:
    page = read(worksheet(puzzle_of(striped(RectGrid(5, 6), 1), BLACK_ON_WHITE)))
    assert page.texts == []
    assert all(box.text.isdigit() for box in page.chips)


@pytest.mark.parametrize("palette", [COLORS, BLACK_ON_WHITE], ids=["colours", "black"])
def test_blocks_of_unknown_colour(palette: Palette) -> None:
    puzzle = Puzzle(RectGrid(1, 4), palette, ((Block(2, ANY_COLOR),), (Block(1, 1),), (Block(1, ANY_COLOR),), (), ()))
    page = read(worksheet(puzzle))
    assert sorted(box.text for box in page.chips) == ["0", "0", "1?", "1a", "2?"]
    assert page.texts[-2].text == "?"
    assert len([path for path in page.root.iter(f"{NS}path") if path.get("stroke-dasharray")]) == 1


@given(st.integers(0, 0xFFFFFF))
def test_every_colour_has_a_word(number: int) -> None:
    assert color_word(f"#{number:06x}")


def test_an_empty_grid_is_white_and_givens_are_seen() -> None:
    grid = RectGrid(7, 8)
    picture = striped(grid, 4)
    cells = [picture.cells.index(color) for color in range(5)]
    puzzle = puzzle_of(picture, COLORS, [ColoredCell(cell, picture.cells[cell]) for cell in cells])
    sheet = worksheet(puzzle)
    page, pixel, layout = read(sheet), raster(sheet), layout_of(grid)
    assert pixel(0.3, page.height - 0.3) == "#ffffff"
    for cell in range(grid.n_cells):
        x, y = layout.center(cell)
        # Beside the middle, where letters stand.
        x, y = ((part - 0.3) * layout.scale * page.scale + move for part, move in zip((x, y), page.shift, strict=True))
        assert pixel(x, y) == COLORS.colors[picture.cells[cell] if cell in cells[1:] else -1]
    assert [box.text for box in page.chips if len(box.text) == 1 and box.text.isalpha()] == ["a", "b", "c", "d"]


def test_a_solution_keeps_its_background() -> None:
    picture = striped(RectGrid(3, 4), 4)
    puzzle = puzzle_of(picture, COLORS)
    solved = worksheet(puzzle, picture, clues=False, title="Solved")
    assert COLORS.colors[0] in solved.svg
    assert [box.text for box in read(solved).texts] == ["Solved"]
    assert "solved" in solved.svg
    assert COLORS.colors[0] not in worksheet(puzzle).svg


def test_make_reads_a_solution_on_paper(tmp_path) -> None:
    picture = striped(HexGrid(3), 4)
    puzzle = puzzle_of(picture, COLORS)
    (tmp_path / "x.svg").write_text(worksheet(puzzle, picture, title="x").svg)
    assert nonosat.puzzle_of_picture(tmp_path / "x.svg").clues == puzzle.clues


# Guide lines


def strong_lines(sheet: Worksheet) -> int:
    """How many pieces the heavy lines have."""
    paths = [path for path in ET.fromstring(sheet.svg).iter(f"{NS}path") if path.get("stroke-linecap") == "round"]
    return sum(path.get("d").count("M") for path in paths)


def test_guide_lines_of_a_rectangle_are_at_multiples_of_five() -> None:
    grid = RectGrid(11, 7)
    found = list(layout_of(grid).guides())
    assert found == [((0, 5), (7, 5)), ((0, 10), (7, 10)), ((5, 0), (5, 11))]
    assert strong_lines(worksheet(puzzle_of(striped(grid, 1), BLACK_ON_WHITE))) == 3
    # The rule for any grid finds the same lines, in pieces.
    pieces = {frozenset(side) for side in Layout.guides(layout_of(grid))}
    assert pieces == {frozenset(((x, y), (x + 1, y))) for y in (5, 10) for x in range(7)} | {
        frozenset(((5, y), (5, y + 1))) for y in range(11)
    }


@pytest.mark.parametrize(
    "grid",
    [RectGrid(5, 5), RectGrid(1, 1), HexGrid(1), HexGrid(3), TriGrid((2, 1, 3, 1, 2, 2))],
    ids=lambda grid: grid.header,
)
def test_small_grids_have_no_guide_lines(grid) -> None:
    assert list(layout_of(grid).guides()) == []
    assert strong_lines(worksheet(puzzle_of(striped(grid, 1), BLACK_ON_WHITE))) == 0


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 13])
def test_guide_lines_of_hexagons_are_five_cells_apart_in_each_direction(size: int) -> None:
    grid = HexGrid(size)
    layout = layout_of(grid)
    guides = {frozenset(side) for side in layout.guides()}
    assert len(guides) == len(list(layout.guides())) > 0
    family_of = [
        {cell: number for number, line in enumerate(family) for cell in grid.line(line)} for family in grid.families
    ]
    offsets = []
    for number, numbers in enumerate(family_of):
        # Lines of this family between which every side is heavy.
        between = {}
        for other, family in enumerate(grid.families):
            if other == number:
                continue
            for one, next_ in (pair for line in family for pair in pairwise(grid.line(line))):
                shared = {frozenset(side) for side in sides_of(layout.polygon(one))}
                shared &= {frozenset(side) for side in sides_of(layout.polygon(next_))}
                pair = tuple(sorted((numbers[one], numbers[next_])))
                between.setdefault(pair, set()).add(shared <= guides)
        heavy = sorted(high for (_, high), seen in between.items() if seen == {True})
        assert all(b - a == 5 for a, b in pairwise(heavy))
        assert heavy[0] <= 5
        assert heavy[-1] >= 2 * size - 1 - 5
        offsets.append(heavy[0])
    assert offsets[:2] == [5, 5]
    # Pieces are triangles of 10 or 15 cells, where the border does not cut them.
    assert max(areas(grid, layout, guides)) == 15 or size < 9


def areas(grid, layout, guides) -> list[int]:
    """The number of cells of each piece that the guide lines separate."""
    group = list(range(grid.n_cells))

    def find(cell: int) -> int:
        while group[cell] != cell:
            cell = group[cell]
        return cell

    for line in range(grid.n_lines):
        for one, other in pairwise(grid.line(line)):
            shared = {frozenset(side) for side in sides_of(layout.polygon(one))}
            shared &= {frozenset(side) for side in sides_of(layout.polygon(other))}
            if not shared & guides:
                group[find(one)] = find(other)
    roots = [find(cell) for cell in range(grid.n_cells)]
    return [roots.count(root) for root in set(roots)]


# Both ends


def test_clues_of_a_rectangle_at_both_ends() -> None:
    puzzle = puzzle_of(Picture(RectGrid(1, 9), (1, 0, 2, 2, 0, 3, 3, 3, 0)), COLORS)
    page = read(worksheet(puzzle, both_ends=True))
    row = sorted(page.chips, key=lambda box: box.left)
    middle = [box for box in row if page.shift[1] < (box.top + box.bottom) / 2 < page.shift[1] + 20 * page.scale]
    assert [box.text for box in middle] == ["1a", "2b", "3c", "1a", "2b", "3c"]
    before, after = middle[2], middle[3]
    assert before.right < page.shift[0]
    assert after.left > page.shift[0] + 9 * 20 * page.scale
    assert [box.text for box in row].count("0") == 2 * puzzle.clues.count(())


@pytest.mark.parametrize("size", range(1, 8))
def test_lanes_of_hexagons_begin_where_their_lines_end(size: int) -> None:
    grid = HexGrid(size)
    layout = layout_of(grid)
    seen = set()
    for line in range(grid.n_lines):
        cells = grid.line(line)
        for cell, lane in zip((cells[0], cells[-1]), layout.lanes(line), strict=True):
            middles = {((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in sides_of(layout.polygon(cell))}
            assert lane.border in middles
            seen.add(lane.border)
            # Outward, and straight from the border to the first place.
            x, y = (at - border for at, border in zip(lane.nearest, lane.border, strict=True))
            assert x * lane.step[1] == pytest.approx(y * lane.step[0])
            middle_x, middle_y = (part / 2 for part in layout.size)
            far = (lane.border[0] - middle_x) * lane.step[0] + (lane.border[1] - middle_y) * lane.step[1]
            assert far > 0
    assert len(seen) == 2 * grid.n_lines


@pytest.mark.parametrize(
    "grid", [RectGrid(3, 4), *map(HexGrid, range(1, 7)), TriGrid((5, 4, 1, 6, 3, 2))], ids=lambda grid: grid.header
)
def test_chips_at_both_ends_stay_apart_however_long_clues_are(grid) -> None:
    layout = layout_of(grid)
    corners = chip_corners(layout, both_ends=True)
    width, height = (max(axis) - min(axis) for axis in zip(*corners, strict=True))
    places = []
    for line in range(grid.n_lines):
        for _, (x, y), (dx, dy) in layout.lanes(line):
            # The gap between the border and the first chip is 5 pixels.
            gap = 5 / (dx * dx + dy * dy) ** 0.5
            steps = [(x + i * dx, y + i * dy) for i in range(7)]
            places += [(x * layout.scale + gap * dx, y * layout.scale + gap * dy) for x, y in steps]
    for (ax, ay), (bx, by) in combinations(places, 2):
        assert abs(ax - bx) > width or abs(ay - by) > height


def test_clues_of_long_lines_at_both_ends_stay_apart() -> None:
    """Alternating colours: as many blocks as there are cells, which is the most."""
    for size in (2, 3, 6):
        grid = HexGrid(size)
        cells = [0] * grid.n_cells
        for row in grid.families[0]:
            for place, cell in enumerate(grid.line(row)):
                cells[cell] = 1 + (place + 2 * row) % 3
        page = read(worksheet(puzzle_of(Picture(grid, tuple(cells)), COLORS), both_ends=True))
        assert not any(one.overlaps(other) for one, other in combinations(page.chips, 2))


@pytest.fixture
def triangles(monkeypatch: pytest.MonkeyPatch) -> TriangleGrid:
    monkeypatch.setitem(GRIDS, "triangles", TRIANGLES)
    monkeypatch.setitem(LAYOUTS, "triangles", TriangleLayout)
    return TriangleGrid(4)


def test_a_new_grid_has_worksheets(triangles: TriangleGrid) -> None:
    puzzle = puzzle_of(striped(triangles, 3), COLORS)
    page = read(worksheet(puzzle, title="Triangles"))
    assert sorted(box.text for box in page.chips) == expected_texts(puzzle, 1)
    assert strong_lines(worksheet(puzzle)) > 0
    with pytest.raises(UsageError, match="both ends"):
        worksheet(puzzle, both_ends=True)
