"""SVG drawings: measured as XML, and looked at as pixels."""

from __future__ import annotations

import io
import random
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
import resvg_py
import snapshot
from PIL import Image

from nonosat.core.errors import PuzzleError
from nonosat.drawing.layouts import layout_of
from nonosat.drawing.svg import svg
from nonosat.model.clue import Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

NS = "{http://www.w3.org/2000/svg}"
COLORS = Palette(("#fdf6e3", "#333333", "#999900", "#3333ff", "#d62828"))
DARK = Palette(("#101820", "#f2aa4c", "#e5e5e5", "#000000"))
GRIDS = [RectGrid(6, 5), RectGrid(1, 5), HexGrid(1), HexGrid(3), TriGrid((2, 1, 3, 1, 2, 2))]
grids = pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)


def random_picture(grid, n_colors, seed):
    return Picture(grid, tuple(random.Random(seed).choices(range(n_colors + 1), k=grid.n_cells)))


def disc(grid, n_colors):
    """A picture with large regions: rings around a point off the centre."""
    layout = layout_of(grid)
    mx, my = layout.size[0] * 0.4, layout.size[1] * 0.55
    ring = max(layout.size) / 9
    centers = map(layout.center, range(grid.n_cells))
    return Picture(grid, tuple(int(((x - mx) ** 2 + (y - my) ** 2) ** 0.5 / ring) % (n_colors + 1) for x, y in centers))


def raster(text, zoom):
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=zoom)))).convert("RGBA")
    left, top, width, _ = view_of(ET.fromstring(text))
    scale = image.width / width

    def pixel(x, y):
        """Colour at a place in pixels of the drawing."""
        *rgb, alpha = image.getpixel((int((x - left) * scale), int((y - top) * scale)))
        assert alpha == 255
        return "#" + bytes(rgb).hex()

    return pixel


def view_of(root):
    return tuple(map(float, root.get("viewBox").split()))


def path_area(data):
    """Twice the signed area of path data made of M, h, v, l and z."""
    total = 0
    for part in data.split("M")[1:]:
        tokens = re.findall(r"[hvlz]|-?\d+", part)
        points = [(int(tokens[0]), int(tokens[1]))]
        i, command = 2, ""
        while tokens[i] != "z":
            if tokens[i] in "hvl":
                command = tokens[i]
                i += 1
            x, y = points[-1]
            if command == "l":
                points.append((x + int(tokens[i]), y + int(tokens[i + 1])))
                i += 2
            else:
                points.append((x + int(tokens[i]), y) if command == "h" else (x, y + int(tokens[i])))
                i += 1
        total += sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*points, points[0]]))
    return total


@grids
def test_paths_have_the_area_of_their_cells(grid):
    one = layout_of(grid).polygon(0)
    cell_area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*one, one[0]]))
    for seed in range(5):
        picture = random_picture(grid, 4, seed)
        root = ET.fromstring(svg(puzzle_of(picture, COLORS), picture, grid=False))
        areas = {path.get("fill"): path_area(path.get("d")) for path in root.iter(f"{NS}path")}
        assert areas.pop(COLORS.colors[0]) == grid.n_cells * cell_area
        used = set(picture.cells) - {0}
        assert areas == {COLORS.colors[color]: picture.cells.count(color) * cell_area for color in used}
        assert len(list(root.iter(f"{NS}path"))) == 1 + len(areas)


@grids
@pytest.mark.parametrize(
    ("palette", "lines", "clues"), [(COLORS, False, True), (DARK, True, True), (DARK, True, False)]
)
def test_cells_have_their_colours(grid, palette, lines, clues):
    picture = random_picture(grid, palette.n_colors, 3)
    pixel = raster(svg(puzzle_of(picture, palette), picture, grid=lines, clues=clues), 1.3)
    layout = layout_of(grid)
    for cell, color in enumerate(picture.cells):
        x, y = layout.center(cell)
        assert pixel(x * layout.scale, y * layout.scale) == palette.colors[color]


@pytest.mark.parametrize("grid", [RectGrid(15, 11), HexGrid(6)], ids=["rect", "hex"])
@pytest.mark.parametrize("zoom", [0.37, 0.73, 1.0, 1.91])
def test_no_hairlines_between_cells_of_one_colour(grid, zoom):
    picture = disc(grid, 3)
    pixel = raster(svg(puzzle_of(picture, DARK), picture, grid=False), zoom)
    layout = layout_of(grid)
    checked = 0
    for line in range(grid.n_lines):
        for one, other in pairwise(grid.line(line)):
            if picture.cells[one] == picture.cells[other]:
                checked += 1
                (ax, ay), (bx, by) = layout.center(one), layout.center(other)
                for step in range(11):
                    x, y = ax + (bx - ax) * step / 10, ay + (by - ay) * step / 10
                    assert pixel(x * layout.scale, y * layout.scale) == DARK.colors[picture.cells[one]]
    assert checked > grid.n_cells / 2


@grids
def test_lines_are_seen_on_light_and_dark_cells(grid):
    """A side between two equal cells differs from them a little, not much."""
    for color in (1, 3):
        picture = Picture(grid, (color,) * grid.n_cells)
        pixel = raster(svg(puzzle_of(picture, DARK), picture), 3)
        layout = layout_of(grid)
        for one, other in pairwise(grid.line(0)):
            (ax, ay), (bx, by) = layout.center(one), layout.center(other)
            seen = bytes.fromhex(pixel((ax + bx) / 2 * layout.scale, (ay + by) / 2 * layout.scale)[1:])
            cell = bytes.fromhex(DARK.colors[color][1:])
            assert 10 < max(abs(a - b) for a, b in zip(seen, cell, strict=True)) < 150


def test_the_sheet_covers_the_page():
    text = svg(puzzle_of(disc(HexGrid(4), 3), DARK))
    pixel = raster(text, 1)
    left, top, width, height = view_of(ET.fromstring(text))
    corners = {
        pixel(left + fx * width, top + fy * height)
        for fx, fy in [(0.04, 0.04), (0.96, 0.04), (0.04, 0.96), (0.96, 0.96)]
    }
    assert len(corners) == 1
    (sheet,) = corners
    assert max(bytes.fromhex(sheet[1:])) < 80  # dark like the background of the picture, not white


def test_an_empty_grid_shows_givens():
    grid = RectGrid(5, 6)
    picture = random_picture(grid, 4, 1)
    cells = [picture.cells.index(color) for color in range(5)]
    puzzle = puzzle_of(picture, COLORS, [ColoredCell(cell, picture.cells[cell]) for cell in cells])
    pixel = raster(svg(puzzle), 2)
    layout = layout_of(grid)
    for cell in range(grid.n_cells):
        x, y = (part * layout.scale for part in layout.center(cell))
        if cell == cells[0]:  # a cross
            assert pixel(x, y) != COLORS.colors[0]
            assert pixel(x, y - 8) == COLORS.colors[0]
        else:
            assert pixel(x, y) == COLORS.colors[picture.cells[cell] if cell in cells else 0]
    assert "empty" in svg(puzzle)


@grids
def test_clues_stay_inside_and_are_all_there(grid):
    picture = random_picture(grid, 4, 7)
    root = ET.fromstring(svg(puzzle_of(picture, COLORS), picture, clues=True))
    check_texts(root, puzzle_of(picture, COLORS))


def test_long_clues_and_large_numbers_stay_inside_and_apart():
    grid = RectGrid(120, 30)
    cells = [(y * 3 + x) % 3 and 1 for y in range(20) for x in range(30)] + [
        2 if x % 2 else 1 for _ in range(100) for x in range(30)
    ]
    puzzle = puzzle_of(Picture(grid, tuple(cells)), COLORS)
    assert max(block.length for clue in puzzle.clues for block in clue) >= 100
    root = ET.fromstring(svg(puzzle, clues=True))
    check_texts(root, puzzle)


def check_texts(root, puzzle):
    left, top, width, height = view_of(root)
    boxes = []
    for group in root.iter(f"{NS}g"):
        size = float(group.get("font-size"))
        assert size >= 6
        for text in group.iter(f"{NS}text"):
            half = 0.64 * size * len(text.text) / 2
            x, y = float(text.get("x")), float(text.get("y"))
            boxes.append((x - half, y - 0.75 * size, x + half, y))
            assert left < boxes[-1][0]
            assert top < boxes[-1][1]
            assert boxes[-1][2] < left + width
            assert boxes[-1][3] < top + height
    expected = sorted(str(block.length) for clue in puzzle.clues for block in clue)
    expected += ["0"] * puzzle.clues.count(())
    assert sorted(text.text for text in root.iter(f"{NS}text")) == sorted(expected)
    grid_width, grid_height = (part * layout_of(puzzle.grid).scale for part in layout_of(puzzle.grid).size)
    boxes.sort()
    for number, (x0, y0, x1, y1) in enumerate(boxes):
        if puzzle.grid.kind == "rect":
            assert not (x1 > 0 and y1 > 0 and x0 < grid_width and y0 < grid_height)
        for other_x0, other_y0, _, other_y1 in boxes[number + 1 :]:
            if other_x0 >= x1:
                break
            assert other_y0 >= y1 or y0 >= other_y1


def test_last_block_stands_next_to_the_grid():
    grid = RectGrid(1, 9)
    puzzle = puzzle_of(Picture(grid, (1, 0, 2, 2, 0, 3, 3, 3, 0)), COLORS)
    root = ET.fromstring(svg(puzzle, clues=True))
    row = sorted((float(t.get("x")), t.text) for t in root.iter(f"{NS}text") if float(t.get("y")) > 0)
    assert [text for _, text in row] == ["1", "2", "3"]
    assert row[-1][0] < 0


def test_last_block_stands_next_to_the_hexagon():
    """Row, up-left line, down-left line through the middle of an asymmetric picture of size 2."""
    puzzle = puzzle_of(Picture(HexGrid(2), (1, 0, 2, 1, 2, 3, 0)), COLORS)
    texts = [
        (float(t.get("x")), float(t.get("y")), t.text) for t in ET.fromstring(svg(puzzle, clues=True)).iter(f"{NS}text")
    ]
    layout = layout_of(puzzle.grid)
    for line in (1, 4, 7):
        (x, y), (dx, dy) = layout.entry(line)
        found = []
        for px, py, text in texts:
            px, py = px / layout.scale - x, (py - 4.14) / layout.scale - y
            along, across = (
                (px * dx + py * dy) / (dx * dx + dy * dy),
                abs(px * dy - py * dx) / (dx * dx + dy * dy) ** 0.5,
            )
            if across < 3 and along > -0.5:
                found.append((along, text))
        assert [text for _, text in sorted(found)] == [str(b.length) for b in reversed(puzzle.clues[line])]


@pytest.mark.parametrize(("grid", "joined"), [(HexGrid(3), True), (RectGrid(4, 4), False)], ids=["hex", "rect"])
def test_slanted_clues_are_led_to_their_lines(grid, joined):
    puzzle = puzzle_of(random_picture(grid, 4, 1), COLORS)
    text = svg(puzzle, clues=True)
    pixel = raster(text, 3)
    layout = layout_of(grid)
    left, top, *_ = view_of(ET.fromstring(text))
    sheet = pixel(left + 8, top + 3)
    for line in range(grid.n_lines):
        (x, y), (dx, dy) = layout.entry(line)
        outside = 3 / layout.scale / (dx * dx + dy * dy) ** 0.5 - 0.5  # three pixels from the border
        seen = pixel((x + outside * dx) * layout.scale, (y + outside * dy) * layout.scale)
        assert (seen != sheet) == joined


def test_chips_have_the_colours_of_their_blocks():
    grid = RectGrid(1, 6)
    puzzle = puzzle_of(Picture(grid, (1, 2, 2, 3, 0, 4)), COLORS)
    pixel = raster(svg(puzzle, clues=True), 4)
    for place, color in enumerate((4, 3, 2, 1)):
        assert pixel(-10 - 5 - 20 * place - 6.5, 10) == COLORS.colors[color]


def test_blocks_of_unknown_colour_are_dashed_and_carry_no_colour():
    grid = RectGrid(1, 4)
    puzzle = Puzzle(grid, COLORS, ((Block(2, 0),), (Block(1, 0),), (Block(1, 0),), (), ()))
    root = ET.fromstring(svg(puzzle, clues=True))
    (dashed,) = [path for path in root.iter(f"{NS}path") if path.get("stroke-dasharray")]
    assert dashed.get("d").count("M") == 3
    assert dashed.get("fill") not in COLORS.colors


def test_single_colour_clues_are_plain_numbers_if_they_can_be_read():
    picture = random_picture(RectGrid(5, 5), 1, 3)
    for color, chips in (("#000000", False), ("#ffffee", True)):
        root = ET.fromstring(svg(puzzle_of(picture, Palette(("#ffffff", color))), clues=True))
        assert any("q" in path.get("d") for path in root.iter(f"{NS}path")) == chips


@grids
def test_marked_cells_are_outlined(grid):
    picture = random_picture(grid, 3, 2)
    puzzle = puzzle_of(picture, DARK)
    plain, marked = svg(puzzle, picture), svg(puzzle, picture, differs=[0])
    layout = layout_of(grid)
    before, after = raster(plain, 3), raster(marked, 3)
    seen = set()
    for (ax, ay), (bx, by) in pairwise([*layout.polygon(0), layout.polygon(0)[0]]):
        for step in range(40):
            place = [(a + (b - a) * step / 40) * layout.scale for a, b in ((ax, bx), (ay, by))]
            seen.add(after(*place))
    if grid.n_cells > 1:
        far = [part * layout.scale for part in layout.polygon(grid.n_cells - 1)[2]]
        assert before(*far) == after(*far)
    assert {"#ffffff", "#1a1a1a"} <= seen  # black and white, whatever the colours are
    for cell in range(grid.n_cells):
        x, y = (part * layout.scale for part in layout.center(cell))
        assert before(x, y) == after(x, y)
    assert ET.fromstring(marked)[1].text != ET.fromstring(plain)[1].text


def test_title_and_description_for_screen_readers():
    picture = random_picture(RectGrid(2, 3), 4, 1)
    puzzle = puzzle_of(picture, COLORS)
    root = ET.fromstring(svg(puzzle, picture, title='a <b> & "c" \x00\x1b\ud800 é'))
    title, description = root[0], root[1]
    assert (title.tag, title.text) == (f"{NS}title", 'a <b> & "c"  é')
    assert description.tag == f"{NS}desc"
    hexagon = puzzle_of(random_picture(HexGrid(2), 1, 1), Palette(("#ffffff", "#000000")))
    descriptions = [description.text, *(ET.fromstring(svg(hexagon))[at].text for at in (0, 1))]
    snapshot.compare("drawing/svg", "descriptions", "\n".join(descriptions))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"


def test_the_same_drawing_twice_and_other_ids_for_others():
    one, other = (random_picture(RectGrid(6, 6), 4, seed) for seed in (1, 2))
    puzzle = puzzle_of(one, COLORS)
    assert svg(puzzle, one, clues=True, differs=[3, 4]) == svg(puzzle, one, clues=True, differs={4, 3})
    ids = {ET.fromstring(svg(puzzle_of(p, COLORS), p)).get("aria-labelledby") for p in (one, other)}
    assert len(ids) == 2


def test_sizes():
    small = ET.fromstring(svg(puzzle_of(disc(RectGrid(10, 20), 1), COLORS)))
    assert (small.get("width"), small.get("height")) == ("420", "220")
    large = ET.fromstring(svg(puzzle_of(disc(RectGrid(10, 2000), 1), COLORS)))
    assert float(large.get("width")) == 1600
    assert view_of(large)[2] == 40020


@pytest.mark.parametrize(
    ("size", "most"), [(100, 30_000), pytest.param(1000, 400_000, marks=pytest.mark.slow)], ids=["100", "1000"]
)
def test_files_stay_small(size, most):
    picture = disc(RectGrid(size, size), 4)
    assert len(svg(puzzle_of(picture, COLORS), picture)) < most


def test_pictures_of_other_puzzles_are_refused():
    puzzle = puzzle_of(random_picture(RectGrid(2, 3), 1, 1), Palette(("#ffffff", "#000000")))
    with pytest.raises(PuzzleError, match=r"rect 3 2.*rect 2 3"):
        svg(puzzle, Picture(RectGrid(3, 2), (0,) * 6))
    with pytest.raises(PuzzleError, match="colour"):
        svg(puzzle, Picture(RectGrid(2, 3), (0, 1, 2, 0, 0, 0)))


@pytest.mark.parametrize("zoom", [0.65, 1.35])
def test_the_ground_does_not_shine_through_between_colours(zoom):
    """Half a pixel of each of two dark regions, which would make a quarter of it white."""
    grid = RectGrid(9, 8)
    palette = Palette(("#ffffff", "#202020", "#200000"))
    picture = Picture(grid, tuple(1 + (x >= 3) for _ in range(9) for x in range(8)))
    pixel = raster(svg(puzzle_of(picture, palette), picture, grid=False), zoom)
    for step in range(-30, 31):
        assert max(bytes.fromhex(pixel(60 + step / 10, 90)[1:])) < 0x20 + 0x18
