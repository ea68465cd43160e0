"""Pictures become puzzles: images, drawings of our own, and text."""

from __future__ import annotations

import io
import json
import random
import struct
import sys
import zlib

import oracle
import pytest
import snapshot
from conftest import examples, misused
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from places import ROOT

from nonosat.authoring.assessment import assess
from nonosat.authoring.picture_options import PictureOptions, TracedPicture
from nonosat.authoring.tracing import trace
from nonosat.core.errors import InputError, MissingDependency, UsageError
from nonosat.drawing.layouts import layout_of
from nonosat.drawing.svg import svg
from nonosat.formats import load, load_sheet
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid

COLORS = ((255, 255, 255), (20, 20, 20), (200, 30, 30), (30, 60, 200))
SOLUTIONS = sorted((ROOT / "solutions").glob("*.svg"))


def image_bytes(image: Image.Image, kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **({"lossless": True} if kind == "WEBP" else {}))
    return out.getvalue()


def image_of(rows: list[str], scale: int = 1) -> Image.Image:
    """A character is a pixel: `-` white, a, b, c the other colours."""
    image = Image.new("RGB", (len(rows[0]), len(rows)))
    image.putdata([COLORS["-abc".index(char)] for row in rows for char in row])
    return image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)


def tells(traced: TracedPicture, *words: str) -> bool:
    """Whether one of the remarks has all these words."""
    return any(all(word in remark for word in words) for remark in traced.remarks)


def text_of(picture: Picture) -> list[str]:
    return ["".join("-abcdefgh"[color] for color in row) for row in picture.rows()]


@pytest.fixture(params=["PNG", "GIF", "BMP", "PPM", "WEBP", "TIFF"])
def kind(request):
    return request.param


ROWS = ["-ab-c", "aab--", "---cc", "a-b-c"]


class TestImages:
    def test_pixels_are_cells(self, kind):
        traced = trace(image_bytes(image_of(ROWS), kind), "x")
        assert text_of(traced.picture) == ROWS
        assert traced.palette.colors == ("#ffffff", "#141414", "#c81e1e", "#1e3cc8")

    def test_large_pixels_are_found(self):
        traced = trace(image_bytes(image_of(ROWS, 40)), "x")
        assert text_of(traced.picture) == ROWS
        assert tells(traced, "40 x 40")

    def test_small_drawings_are_taken_as_they_are(self):
        rows = ["aa--", "aa--"]
        assert text_of(trace(image_bytes(image_of(rows)), "x").picture) == rows

    def test_majority_of_a_cell_counts(self):
        image = image_of(["a-", "-a"], 10)
        ImageDraw.Draw(image).point([(0, 0), (1, 1), (15, 15)], COLORS[0])
        assert text_of(trace(image_bytes(image), "x", size=(2, 2)).picture) == ["a-", "-a"]

    def test_size_larger_than_the_image(self):
        assert text_of(trace(image_bytes(image_of(["a-"])), "x", size=(2, 4)).picture) == ["aa--", "aa--"]

    def test_transparency_is_background(self):
        image = Image.new("RGBA", (3, 1), (255, 255, 255, 255))
        image.putpixel((1, 0), (0, 0, 0, 0))
        traced = trace(image_bytes(image), "x")
        assert text_of(traced.picture) == ["a-a"]
        assert traced.palette.colors[1] == "#ffffff"

    def test_background_by_wish_and_by_border(self):
        image = image_of(["bbb", "b-b", "bbb"])
        assert text_of(trace(image_bytes(image), "x").picture) == ["---", "-a-", "---"]
        request = PictureOptions(background="#ffffff")
        assert text_of(trace(image_bytes(image), "x", **request).picture) == ["aaa", "a-a", "aaa"]

    @pytest.mark.parametrize("mode", ["1", "L", "RGB"])
    def test_black_is_filled_whatever_the_border(self, mode):
        image = image_of(["aaa", "a-a", "aaa"]).convert(mode)
        traced = trace(image_bytes(image), "x")
        assert text_of(traced.picture) == ["aaa", "a-a", "aaa"]
        dark = "#141414" if mode != "1" else "#000000"
        assert tells(traced, dark)
        inverted = trace(image_bytes(image), "x", background=dark)
        assert text_of(inverted.picture) == ["---", "-a-", "---"]
        assert text_of(trace(b"P1 3 3\n111 101 111\n", "x").picture) == ["aaa", "a-a", "aaa"]

    def test_a_background_that_is_not_the_most_common_color_is_named(self):
        traced = trace(image_bytes(image_of(["b" * 9, *["b-------b"] * 9, "b" * 9])), "x")
        assert text_of(traced.picture)[1] == "-aaaaaaa-"
        assert tells(traced, "#c81e1e", "#ffffff")

    def test_few_transparent_pixels_are_no_background(self):
        image = Image.new("RGBA", (200, 200), "white")
        ImageDraw.Draw(image).ellipse((50, 50, 150, 150), fill="black")
        image.putpixel((0, 0), (0, 0, 0, 0))
        traced = trace(image_bytes(image), "x", size=(10, 10), n_colors=1)
        assert traced.palette.colors == ("#ffffff", "#000000")
        assert text_of(traced.picture)[:4] == ["-" * 10] * 3 + ["---aaaa---"]
        assert text_of(trace(image_bytes(image), "x").picture)[100][:60].count("a") == 10

    def test_rounded_corners_of_an_icon_are_painted(self):
        image = Image.new("RGBA", (300, 300))
        ImageDraw.Draw(image).rounded_rectangle((0, 0, 299, 299), 50, fill="white")
        ImageDraw.Draw(image).ellipse((60, 60, 240, 240), fill="black")
        traced = trace(image_bytes(image), "x", size=(30, 30), n_colors=1)
        assert text_of(traced.picture)[0] == "-" * 30
        assert "a" in text_of(traced.picture)[15]
        assert tells(traced, "transparent")

    @pytest.mark.parametrize("n_colors", [1, 2, None])
    @pytest.mark.parametrize("zoom", [1, 4])
    def test_colors_are_not_merged_into_transparency(self, n_colors, zoom):
        image = Image.new("RGBA", (200 * zoom, 200 * zoom))
        draw = ImageDraw.Draw(image)
        draw.ellipse([zoom * end for end in (20, 20, 180, 180)], fill="#ffdd00")
        draw.rectangle([zoom * end for end in (80, 80, 120, 120)], fill="#cc0000")
        image = image.resize((200, 200), Image.Resampling.LANCZOS)
        rows = text_of(trace(image_bytes(image), "x", size=(20, 20), n_colors=n_colors).picture)
        assert rows[10].strip("-").count("-") == 0
        assert rows[10].count("-") == 4
        assert len(set(rows[10])) == (2 if n_colors == 1 else 3)

    def test_palette_of_an_image(self):
        data = image_bytes(image_of(["-ab", "cc-"]))
        traced = trace(data, "x", colors=("#ffffff", "#ff0000", "#000000", "#00ff00"))
        assert text_of(traced.picture) == ["-ba", "bb-"] or text_of(traced.picture) == ["-ba", "cc-"]
        assert tells(traced, "#00ff00")
        soft = Image.new("RGB", (64, 48))
        soft.putdata([(40 + x % 9, 80 + y % 7, 110) if x < 40 else (230, x, y) for y in range(48) for x in range(64)])
        for dither in (False, True):
            traced = trace(
                image_bytes(soft), "x", size=(12, 16), colors=("#ffffff", "#000080", "#ff0000"), dither=dither
            )
            assert set(traced.palette.colors) <= {"#ffffff", "#000080", "#ff0000"}
        assert text_of(trace(image_bytes(soft), "x", size=(12, 16), colors=("#ffffff", "#000080")).picture)[5][0] == "a"
        with pytest.raises(UsageError):
            trace(data, "x", colors=("#ffffff", "#ff0000"), n_colors=1)

    def test_background_that_does_not_occur_leaves_no_cell_empty(self):
        data = image_bytes(image_of(["bbb", "bab", "bbb"]))
        traced = trace(data, "x", background="#ffffff")
        assert text_of(traced.picture) == ["bbb", "bab", "bbb"]
        assert traced.palette.colors == ("#ffffff", "#141414", "#c81e1e")
        assert tells(traced, "#ffffff", "#c81e1e #141414")
        one = trace(data, "x", background="#ffffff", n_colors=1)
        assert text_of(one.picture) == ["---", "-a-", "---"]
        assert one.palette.colors == ("#c81e1e", "#141414")
        assert tells(one, "#ffffff")

    def test_background_is_the_color_that_looks_the_same(self):
        traced = trace(image_bytes(image_of(["-a-"])), "x", background="#fefefe")
        assert text_of(traced.picture) == ["-a-"]
        assert tells(traced, "#ffffff", "#fefefe")

    def test_rare_background_is_not_merged_away(self):
        rows = ["aaabbb", "aaabbb", "aa-bbb"]
        traced = trace(image_bytes(image_of(rows)), "x", background="#ffffff", n_colors=1)
        assert traced.palette.colors[0] == "#ffffff"
        assert text_of(traced.picture)[2][2] == "-"
        assert "-" not in "".join(text_of(traced.picture)[:2])

    def test_background_of_a_photograph_is_a_near_color(self):
        image = Image.new("RGB", (64, 48))
        image.putdata([(235 + x % 9, 240 + y % 7, 240) if x < 40 else (x, y, 90) for y in range(48) for x in range(64)])
        traced = trace(image_bytes(image), "x", size=(12, 16), n_colors=1, background="#ffffff")
        assert text_of(traced.picture)[0] == "-" * 10 + "a" * 6
        assert tells(traced, "#ffffff")

    def test_transparent_pixels_that_make_no_cell(self):
        image = image_of(["ab"], 10).convert("RGBA")
        image.putpixel((0, 0), (0, 0, 0, 0))
        assert text_of(trace(image_bytes(image), "x", size=(1, 2)).picture) in (["a-"], ["-a"])

    def test_colors_that_look_the_same_are_merged(self):
        image = image_of(["-ab-", "-aa-", "-ab-"])
        image.putpixel((2, 0), (21, 20, 22))
        image.putpixel((0, 0), (254, 254, 255))
        traced = trace(image_bytes(image), "x")
        assert text_of(traced.picture) == ["-aa-", "-aa-", "-ab-"]
        assert traced.palette.colors == ("#ffffff", "#141414", "#c81e1e")
        assert tells(traced, "#151416", "#141414", "#fefeff", "#ffffff", "keep_colors")
        kept = trace(image_bytes(image), "x", keep_colors=True)
        assert kept.palette.n_colors == 4
        assert not kept.remarks

    def test_icons_are_read(self):
        rows = ["a" * 16, *["a" + "-" * 14 + "a"] * 14, "ab" * 8]
        out = io.BytesIO()
        image_of(rows).save(out, "ICO", sizes=[(16, 16)])
        request = PictureOptions(background="#ffffff")
        assert text_of(trace(out.getvalue(), "x", **request).picture) == rows

    @pytest.mark.parametrize("data", [b"\0\0\0\x18ftypheic", b"PK\3\4\0\0", b"RIFF\0\0\0\0WAVEfmt ", b"abc\0"])
    def test_what_cannot_be_read_is_binary(self, data):
        with pytest.raises(InputError, match="binary data"):
            trace(data, "x")

    def test_large_drawings_come_with_advice(self):
        image = image_of(["-" * 200] * 3 + ["-a" * 100])
        assert tells(trace(image_bytes(image), "x"), "200 x 4", "size=")

    def test_fewer_colors_merge_those_alike(self):
        image = image_of(["-ab-", "-aa-", "-ab-"])
        image.putpixel((2, 0), (28, 22, 22))
        traced = trace(image_bytes(image), "x", n_colors=2)
        assert text_of(traced.picture) == ["-aa-", "-aa-", "-ab-"]

    @pytest.mark.parametrize("n_colors", [1, 2, 5])
    @pytest.mark.parametrize("dither", [False, True])
    def test_photographs_get_few_colors(self, n_colors, dither):
        image = Image.new("RGB", (64, 48))
        image.putdata([(4 * x, 5 * y, 128) for y in range(48) for x in range(64)])
        request = PictureOptions(size=(12, 16), n_colors=n_colors, dither=dither)
        traced = trace(image_bytes(image), "x", **request)
        assert traced.picture.grid == RectGrid(12, 16)
        assert 1 <= traced.palette.n_colors <= n_colors
        assert max(traced.picture.cells) <= traced.palette.n_colors
        assert trace(image_bytes(image), "x", **request) == traced
        if not dither:
            left, right = traced.picture.cells[0], traced.picture.cells[-1]
            assert left != right

    def test_hexagons_are_sampled_at_their_cells(self):
        grid = HexGrid(4)
        picture = Picture(grid, oracle.random_cells(random.Random(1), grid, 3))
        layout = layout_of(grid)
        image = Image.new("RGB", layout.size, COLORS[0])
        for cell, color in enumerate(picture.cells):
            ImageDraw.Draw(image).polygon(layout.polygon(cell), fill=COLORS[color])
        traced = trace(image_bytes(image), "x", hexagon=4)
        names = [traced.palette.colors[color] for color in traced.picture.cells]
        assert names == ["#{:02x}{:02x}{:02x}".format(*COLORS[color]) for color in picture.cells]

    def test_empty_picture_is_a_puzzle(self):
        traced = trace(image_bytes(image_of(["---", "---"])), "x")
        assert text_of(traced.picture) == ["---", "---"]
        assert traced.palette.colors == ("#ffffff", "#000000")

    def test_hidden_colors_do_not_count(self):
        image = Image.new("RGBA", (8, 6), (255, 255, 255, 255))
        for number in range(40):
            image.putpixel((number % 8, number // 8), (6 * number, 0, 99, 0))
        image.putpixel((7, 5), (200, 30, 30, 255))
        traced = trace(image_bytes(image), "x")
        assert text_of(traced.picture) == ["-" * 8] * 5 + ["bbbbbbba"]
        assert traced.palette.colors[1:] == ("#c81e1e", "#ffffff")

    def test_transparent_parts_of_a_photograph(self):
        image = Image.new("RGBA", (64, 48))
        image.putdata([(4 * x, 5 * y, 128, 255 if x >= 32 else 0) for y in range(48) for x in range(64)])
        request = PictureOptions(size=(12, 16), n_colors=2)
        traced = trace(image_bytes(image), "x", **request)
        assert all(row[:8] == "-" * 8 and "-" not in row[8:] for row in text_of(traced.picture))
        filled = trace(image_bytes(image), "x", size=(12, 16), n_colors=2, background="#ffffff")
        assert text_of(filled.picture)[0][:8] == "-" * 8

    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
    def test_images_stand_as_cameras_were_held(self, kind):
        exif = Image.Exif()
        exif[274] = 6
        out = io.BytesIO()
        image_of(["aa--", "----"], 8).save(out, kind, exif=exif)
        assert text_of(trace(out.getvalue(), "x", size=(4, 2), n_colors=1).picture) == [
            "-a",
            "-a",
            "--",
            "--",
        ]

    @pytest.mark.parametrize("width", [1, 3, 6, 12])
    @pytest.mark.parametrize("zoom", [1, 2])
    def test_lines_stay_whole(self, width, zoom):
        image = Image.new("RGB", (320 * zoom, 240 * zoom), "white")
        ImageDraw.Draw(image).ellipse([zoom * end for end in (35, 28, 290, 212)], outline="black", width=width * zoom)
        image = image.resize((320, 240), Image.Resampling.LANCZOS)
        rows = text_of(trace(image_bytes(image), "x", size=(12, 16)).picture)
        outside, seen = [(0, 0)], {(0, 0)}
        while outside:
            y, x = outside.pop()
            for near in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                if near not in seen and 0 <= near[0] < 12 and 0 <= near[1] < 16 and rows[near[0]][near[1]] == "-":
                    seen.add(near)
                    outside.append(near)
        assert (6, 8) not in seen, rows
        assert sum(row.count("a") for row in rows) < 70, rows

    @pytest.mark.parametrize("kind", ["PNG", "JPEG"])
    def test_edges_of_flat_areas_are_no_colors(self, kind):
        image = Image.new("RGB", (640, 480), "#1b2a49")
        draw = ImageDraw.Draw(image)
        draw.ellipse((200, 80, 460, 340), fill="#f5d76e")
        draw.rectangle((0, 400, 640, 480), fill="#2e8b57")
        image = image.resize((320, 240), Image.Resampling.LANCZOS)
        traced = trace(image_bytes(image, kind), "x", size=(24, 32))
        assert traced.palette.n_colors == 2
        assert text_of(traced.picture)[0] == "-" * 32
        assert {*text_of(traced.picture)[-1]} < {"a", "b"}
        assert puzzle_of(traced.picture, traced.palette).n_blocks < 2 * 32 + 2 * 24

    def test_threshold(self):
        image = Image.new("RGB", (80, 60), "white")
        ImageDraw.Draw(image).line((0, 15, 80, 15), fill="black", width=4)
        half = trace(image_bytes(image), "x", size=(6, 8), threshold=0.5)
        assert set(half.picture.cells) == {0}
        assert tells(half, "100 %", "threshold=")
        low = trace(image_bytes(image), "x", size=(6, 8), threshold=0.3)
        assert text_of(low.picture) == ["-" * 8, "a" * 8, *["-" * 8] * 4]
        assert not low.remarks

    def test_threshold_of_a_photograph_of_lines(self):
        image = Image.new("L", (160, 120))
        lines = [
            (245 - x // 8 - (120 if abs(y - 50) < 2 else 0) + (7 * x + 3 * y) % 9)
            for y in range(120)
            for x in range(160)
        ]
        image.putdata(lines)
        request = PictureOptions(size=(6, 8), n_colors=1, threshold=0.1)
        assert text_of(trace(image_bytes(image), "x", **request).picture) == [*["-" * 8] * 2, "a" * 8, *["-" * 8] * 3]

    def test_stretched_images_and_films_are_named(self):
        data = image_bytes(image_of(["a-", "-a"], 20))
        assert tells(trace(data, "x", size=(4, 8)), "8 x 4", "8x8")
        out = io.BytesIO()
        image_of(["a-"]).save(out, "GIF", save_all=True, append_images=[image_of(["-a"])])
        traced = trace(out.getvalue(), "x")
        assert text_of(traced.picture) == ["a-"]
        assert tells(traced, "2 images")

    @pytest.mark.parametrize(("size", "cells"), [((500, 10), (1, 30)), ((10, 500), (30, 1)), ((451, 300), (20, 30))])
    def test_default_size_of_a_large_image(self, size, cells):
        image = Image.effect_noise(size, 50).convert("RGB")
        traced = trace(image_bytes(image), "x")
        assert traced.picture.grid == RectGrid(*cells)
        assert tells(traced, "size=")

    @pytest.mark.parametrize(("size", "cells"), [((None, 40), (27, 40)), ((30, None), (30, 45)), ((20, 20), (20, 20))])
    def test_one_side_of_a_size(self, size, cells):
        image = Image.effect_noise((450, 300), 50).convert("RGB")
        assert trace(image_bytes(image), "x", size=size).picture.grid == RectGrid(*cells)

    def test_bomb_is_refused_before_it_is_unpacked(self):
        def chunk(name: bytes, data: bytes) -> bytes:
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

        head = chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0))
        data = b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
        with pytest.raises(InputError, match="pixels"):
            trace(data, "x")

    @pytest.mark.costly
    @examples(150)
    @given(st.sampled_from(["PNG", "GIF", "BMP", "PPM", "JPEG", "WEBP", "TIFF", "ICO"]), st.data())
    def test_broken_images_are_refused_in_a_line(self, kind, data):
        whole = bytearray(image_bytes(image_of(ROWS), kind))
        whole = whole[: data.draw(st.integers(2, len(whole)))]
        for _ in range(data.draw(st.integers(0, 4))):
            whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
        try:
            trace(bytes(whole), "x", size=(3, 3))
        except (InputError, UsageError) as error:
            message = str(error)
        else:
            message = ""
        assert "\n" not in message


class TestDrawings:
    @pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
    def test_solutions_come_back(self, path):
        puzzle = load(path.parents[1] / "puzzles" / f"{path.stem}.clues")
        traced = trace(path.read_bytes(), path.name)
        assert traced.picture.grid == puzzle.grid
        names = [traced.palette.colors[color] for color in traced.picture.cells]
        again = puzzle_of(Picture(puzzle.grid, tuple(map(int, traced.picture.cells))), traced.palette)
        for before, after in zip(puzzle.clues, again.clues, strict=True):
            assert len(before) == len(after)
            assert all(block.length in (0, told.length) for block, told in zip(before, after, strict=True))
        assert set(names) <= set(puzzle.palette.colors)

    @examples(60)
    @given(st.integers(0, 10**9), st.booleans(), st.booleans())
    def test_any_picture_comes_back(self, seed, clues, lines):
        rng = random.Random(seed)
        grid = rng.choice([RectGrid(rng.randint(1, 6), rng.randint(1, 6)), HexGrid(rng.randint(1, 4))])
        cells = oracle.random_cells(rng, grid, 3)
        cells = (0, 1, 2, 3, *cells)[: grid.n_cells] if grid.n_cells > 3 else cells
        picture = Picture(grid, cells)
        palette = oracle.palette(3)
        text = svg(puzzle_of(picture, palette), picture, clues=clues, grid=lines, differs=[0])
        traced = trace(text.encode(), "x")
        assert traced.picture.grid == grid
        assert [traced.palette.colors[c] for c in traced.picture.cells] == [palette.colors[c] for c in cells]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("<svg><desc>Nonogram, 2 rows, 2 columns, empty</desc></svg>", "picture"),
            ("<svg><desc>Nonogram, 99999 rows, 99999 columns, solved</desc></svg>", "grid"),
            ("<svg><desc>Nonogram, 2 rows, 2 columns, solved</desc>", "x:1:54"),
            (
                '<!DOCTYPE svg [<!ENTITY a "b">]><svg><desc>Nonogram, 2 rows, 2 columns, solved</desc></svg>',
                "document type",
            ),
            ("<html></html>", "^x: .*SVG"),
        ],
    )
    def test_other_files_are_refused(self, text, message):
        with pytest.raises((InputError, UsageError), match=message):
            trace(text.encode(), "x")

    @pytest.mark.costly
    def test_drawings_of_other_programs_become_images(self):
        head = '<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20">'
        text = f'{head}<path d="M0 8H30" stroke="red"/><rect x="10" y="15" width="10" height="5"/></svg>'
        traced = trace(text.encode(), "x", size=(4, 6))
        assert text_of(traced.picture) == ["------", "bbbbbb", "------", "--aa--"]
        assert traced.palette.colors[1:] == ("#000000", "#ff0000")
        with pytest.raises(InputError, match=r"^x: .*SVG"):
            trace(head.encode(), "x", size=(4, 6))
        assert trace(text.encode(), "x", size=(None, 12)).picture.grid == RectGrid(8, 12)

    @pytest.mark.slow
    def test_sizes_of_drawings_of_other_programs(self):
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20">'
        text = f'{head}<rect x="10" y="15" width="10" height="5"/></svg>'
        for size, cells in ((None, (20, 30)), ((10, None), (10, 15))):
            assert trace(text.encode(), "x", size=size).picture.grid == RectGrid(*cells)
        tall = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1000000000"><rect width="1" height="9"/></svg>'
        assert trace(tall.encode(), "x", size=(1, 1)).picture.grid == RectGrid(1, 1)

    def test_drawings_of_other_programs_need_resvg(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "resvg_py", None)
        with pytest.raises(MissingDependency, match="resvg"):
            trace(b"<svg/>", "x", size=(4, 6))

    @pytest.mark.parametrize("data", ["M0 0h2v2", "M0 0 1 1z", "hello", "M0 0l1z", "M0 0h1e9z", "M0 0" + "v9v-9" * 99])
    def test_paths_of_others_are_refused_or_harmless(self, data):
        path = f'<path fill="#000000" transform="scale(20)" d="{data}"/>'
        text = f"<svg><desc>Nonogram, 9 rows, 2 columns, solved</desc>{path}{path}</svg>"
        if data == "M0 0h2v2":
            assert trace(text.encode(), "x").picture.grid == RectGrid(9, 2)
        else:
            with pytest.raises(InputError, match="SVG"):
                trace(text.encode(), "x")


class TestLetters:
    @pytest.mark.parametrize(
        ("text", "rows"),
        [
            ("-a\nb-\n", ["-a", "b-"]),
            ("#.\n.#\n", ["a-", "-a"]),
            ("  X X\n  . X\n", ["aa", "-a"]),
            ("# #\n #\n# #", ["a-a", "-a-", "a-a"]),
            ("\n\n##\n\n", ["aa"]),
            ("10\n01", ["a-", "-a"]),
            ("-a-\naaa\ncat: solved, unique\n", ["-a-", "aaa"]),
        ],
    )
    def test_rectangles(self, text, rows):
        assert text_of(trace(text.encode(), "x").picture) == rows

    @pytest.mark.parametrize("text", ["  ab\n-a-\nba\n", " a b\n- a -\n b a", "ab\n -a-\nba"])
    def test_hexagons(self, text):
        traced = trace(text.encode(), "x")
        assert traced.picture.grid == HexGrid(2)
        assert text_of(traced.picture) == ["ab", "-a-", "ba"]

    @pytest.mark.parametrize(
        ("text", "rows", "colors"),
        [
            ("⬜🟧⬜\n🟧🟪🟦\n", ["-a-", "abc"], "#e07a2f #7b3f99 #1f6fb4"),
            ("⬜◼\N{VARIATION SELECTOR-16}⬜\n■⬜⬛\n", ["-a-", "a-a"], "#1d1d1d"),
            ("⬛ 🟥 #\n⬜ 🔴 X\n", ["aba", "-ba"], "#1d1d1d #c1272d"),
            ("RG\n.R\n", ["ab", "-a"], "#c1272d #2e8b57"),
            ("R.G\n.BY\n", ["a-b", "-cd"], "#c1272d #2e8b57 #1f6fb4 #e0a100"),
            ("AR\n.A\n", ["ab", "-a"], "#1d1d1d #c1272d"),
            ("B.\n.B\n", ["a-", "-a"], "#1d1d1d"),
            ("WBW\nBWB\n", ["-a-", "a-a"], "#1d1d1d"),
            ("WRK\nRWW\n", ["-ab", "a--"], "#c1272d #1d1d1d"),
            ("K#R\n", ["aab"], "#1d1d1d #c1272d"),
            ("x _ x\nx x x\n", ["a-a", "aaa"], "#1d1d1d"),
            ("xX\n#x\n", ["aa", "aa"], "#1d1d1d"),
            ("é#\nbB\n", ["ab", "cd"], "#c1272d #1d1d1d #1f6fb4 #2e8b57"),
            ("b🟥\n🟩b\n", ["ab", "ca"], "#1d1d1d #c1272d #2e8b57"),
            ("🟨⬜\n⬜🟨🟨\n🟨🟨", ["a-", "-aa", "aa"], "#e0a100"),
        ],
    )
    def test_squares_and_any_letters_are_colors(self, text, rows, colors):
        traced = trace(text.encode(), "x")
        assert text_of(traced.picture) == rows
        assert traced.palette == Palette(("#ffffff", *colors.split()))

    def test_white_is_no_background_where_another_sign_is(self):
        traced = trace(b"W.R\nRW.", "x")
        assert text_of(traced.picture) == ["a-b", "ba-"]
        assert traced.palette.colors[1:] == ("#ffffff", "#c1272d")
        assert traced.palette.colors[0] != "#ffffff"

    def test_colors_that_letters_get_are_said(self):
        for text, said in (("R.G", True), ("AR.", True), ("ab.", False), ("#.#", False), ("🟥⬜", False)):
            assert tells(trace(text.encode(), "x"), "letters") == said, text
        assert trace(b"R.G", "x", colors=("#ffffff", "#000000", "#123456")).remarks == ()

    def test_palette_above_the_rows(self):
        for text in (
            "#ffffff #FF0000 #00ff00\nb-a\n",
            "\n#ffffff #ff0000 #00ff00\n\nb - a",
            "rect 1 3\n#ffffff #ff0000 #00ff00\nb-a",
            '{"picture": ["b-a"], "colors": ["#ffffff", "#ff0000", "#00ff00"]}',
            '{"picture": [[2, 0, 1]], "colors": ["#ffffff", "#ff0000", "#00ff00"]}',
        ):
            traced = trace(text.encode(), "x")
            assert text_of(traced.picture) == ["b-a"]
            assert traced.palette.colors == ("#ffffff", "#ff0000", "#00ff00")
            named = trace(text.encode(), "x", colors=("#000000", "#111111", "#222222"))
            assert named.palette.colors == ("#000000", "#111111", "#222222")
        with pytest.raises(InputError) as caught:
            trace(b"#ffffff #ff0000\na-\n-b", "x")
        assert (caught.value.line, caught.value.column) == (3, 2)

    def test_many_colors_have_names_of_several_letters(self):
        palette = " ".join(f"#{number:06x}" for number in range(30))
        traced = trace(f"{palette}\naa - a\n- ac z\n".encode(), "x")
        assert traced.picture.cells == (27, 0, 1, 0, 29, 26)
        with pytest.raises(InputError):
            trace(f"{palette}\naa - a\n- ac\n".encode(), "x")

    @pytest.mark.parametrize(
        "text",
        [
            "[[1,0],[1,1]]",
            "[[true,false],[true,true]]",
            '{"goal": [[1,0],[1,1]]}',
            '[["#000","#fff"],["#000","black"]]',
        ],
    )
    def test_rows_of_numbers_in_json(self, text):
        traced = trace(text.encode(), "x", background=None if "#" not in text else "#ffffff")
        assert text_of(traced.picture) == ["a-", "aa"]

    @pytest.mark.parametrize(
        "text",
        [
            "[]",
            "[[]]",
            "[[1,0],[1]]",
            "[[1],2]",
            "[[-1]]",
            "[[1.5]]",
            '[["?"]]',
            "[[null]]",
            '{"picture": [[1,0],[1]]}',
            '{"picture": ["a-"], "colors": ["red", "none"]}',
        ],
    )
    def test_json_that_is_no_picture(self, text):
        with pytest.raises(InputError) as caught:
            trace(text.encode(), "x")
        assert caught.value.file == "x"

    def test_long_rows_are_counted_before_there_are_cells(self):
        with pytest.raises(InputError, match=r"^x:1: grid"):
            trace(b"a\n" * 5_000 + b"a" * 5_000, "x")

    def test_more_letters_than_default_colors(self):
        with pytest.raises(InputError, match=r"^x:1:12: .*palette"):
            trace(b"ABCDEFGHIJKL", "x")
        palette = tuple(f"#{number:06x}" for number in range(13))
        assert trace(b"ABCDEFGHIJKL", "x", colors=palette).palette == Palette(palette)

    def test_palette_and_background(self):
        traced = trace(b"ab", "x", colors=("#000000", "#111111", "#222222"), background="#eeeeee")
        assert traced.palette == Palette(("#eeeeee", "#111111", "#222222"))
        with pytest.raises(UsageError, match=r"^x: .*palette"):
            trace(b"ab", "x", colors=("#000000", "#111111"))

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("a-\n-!", "^x:2:2: '!'"),
            ("", "^x: .*empty"),
            ("z", "^x:.* colour 26"),
            ("xo", "^x:1:1: "),
            ("\n \n", "^x: .*empty"),
        ],
    )
    def test_anything_else_is_refused(self, text, message):
        with pytest.raises(InputError, match=message):
            trace(text.encode(), "x")

    @settings(deadline=None)
    @given(st.binary(max_size=60))
    def test_any_bytes_are_read_or_refused(self, data):
        try:
            trace(data, "x")
        except (InputError, UsageError) as error:
            message = str(error)
        else:
            message = ""
        assert "\n" not in message


@pytest.mark.parametrize("seed", range(12))
def test_judgement_agrees_with_brute_force(seed):
    rng = random.Random(seed)
    grid = oracle.random_grid(rng, 12)
    goal = Picture(grid, oracle.random_cells(rng, grid, 2))
    puzzle = puzzle_of(goal, oracle.palette(2))
    solutions = oracle.brute_force(puzzle)
    judgement = assess(puzzle, goal)
    assert judgement.unique == (len(solutions) == 1)
    if not judgement.unique:
        assert judgement.differs in [
            tuple(i for i, color in enumerate(goal.cells) if other[i] != color) for other in solutions
        ]


class TestCommand:
    def test_writes_a_puzzle_and_says_how_good_it_is(self, run, tmp_path):
        (tmp_path / "x.png").write_bytes(image_bytes(image_of(ROWS)))
        done = run("make", str(tmp_path / "x.png"), str(tmp_path / "x.clues"), "--letters")
        assert done.code == 0
        assert done.out.splitlines()[:5] == ["#ffffff #141414 #c81e1e #1e3cc8", *ROWS]
        snapshot.compare("authoring/make", "an image", done.out + done.err)
        assert load(tmp_path / "x.clues").clues[0] == ((1, 1), (1, 2), (1, 3))

    def test_says_where_another_solution_differs(self, run, tmp_path):
        (tmp_path / "x.txt").write_text("#-\n-#\n")
        done = run("make", str(tmp_path / "x.txt"), str(tmp_path / "x.clues"), "--unique", "--no-color")
        assert done.code == 1
        snapshot.compare("authoring/make", "several solutions", done.out + done.err)
        done = run("make", str(tmp_path / "x.txt"), str(tmp_path / "x.clues"), "--json")
        assert json.loads(done.out)["differs"] == [[1, 1], [1, 2], [2, 1], [2, 2]]
        assert done.code == 0

    def test_puzzle_to_standard_output_and_words_to_the_other(self, run, tmp_path):
        (tmp_path / "x.txt").write_text("##\n-#\n")
        done = run("make", str(tmp_path / "x.txt"))
        assert done.out.startswith("rect 2 2\n")
        assert len(done.err.splitlines()) == 1

    def test_other_formats_title_and_goal(self, run, tmp_path):
        (tmp_path / "x.png").write_bytes(image_bytes(image_of(ROWS)))
        done = run("make", str(tmp_path / "x.png"), str(tmp_path / "x.cwd"))
        misused(done, "cwd")
        assert not (tmp_path / "x.cwd").exists()
        done = run("make", str(tmp_path / "x.png"), str(tmp_path / "x.clues"), "--title", "A  test", "--goal")
        sheet = load_sheet(tmp_path / "x.clues")
        assert sheet.puzzle.metadata.title == "A test"
        assert text_of(sheet.goal) == ROWS
        done = run("make", str(tmp_path / "x.png"), str(tmp_path / "y.cwd"), "--lossy")
        assert (done.code, "cwd" in done.err) == (0, True)
        assert load(tmp_path / "y.cwd").n_colors == 1

    @pytest.mark.parametrize("row", ["...", "###", "bbb"])
    def test_a_picture_of_one_color_is_said(self, run, tmp_path, row):
        (tmp_path / "x.txt").write_text(f"{row}\n{row}\n")
        done = run("make", str(tmp_path / "x.txt"), str(tmp_path / "x.clues"))
        assert (done.code, "cell" in done.err) == (1, True)
        assert not run("make", str(tmp_path / "x.txt"), str(tmp_path / "x.clues"), "-q").err

    def test_short_rows_are_said(self, run, tmp_path):
        (tmp_path / "x.txt").write_text("# # #\n#\n# # #\n")
        done = run("make", str(tmp_path / "x.txt"), "--no-check")
        assert "line 2" in done.err
        (tmp_path / "x.txt").write_text("X X\n X\n")
        assert "line 2" not in run("make", str(tmp_path / "x.txt"), "--no-check").err

    def test_drawing_and_metadata(self, run, tmp_path):
        (tmp_path / "x.txt").write_text("##\n-#\n")
        words = ["--title", "Corner", "--author", "A B", "--license", "CC0"]
        svg_file, clues = str(tmp_path / "x.svg"), str(tmp_path / "x.clues")
        assert run("make", str(tmp_path / "x.txt"), clues, "--svg", svg_file, *words).code == 0
        metadata = load(clues).metadata
        assert (metadata.title, metadata.author, metadata.license) == ("Corner", "A B", "CC0")
        drawn = (tmp_path / "x.svg").read_text()
        assert "Corner" in drawn
        assert text_of(trace(drawn.encode(), "x").picture) == ["aa", "-a"]

    @pytest.mark.parametrize(
        ("arguments", "names"),
        [
            ("--size 3", ["size", "'3'"]),
            ("--size 0x3", ["0 columns"]),
            ("--size x", ["size", "'x'"]),
            ("--size 3x3 --hex 4", ["--size", "--hex"]),
            ("--background #12", ["'#12'"]),
            ("--background #123,#456", ["'#123,#456'"]),
            ("--palette #fff,#000 --colors 2", ["--palette", "--colors"]),
            ("--palette #fff", ["palette"]),
            ("--palette #fff,#000,black", ["palette"]),
            ("--unique --no-check", ["--unique", "--no-check"]),
            ("--json", ["OUT"]),
        ],
    )
    def test_wrong_wishes(self, run, tmp_path, arguments, names):
        (tmp_path / "x.png").write_bytes(image_bytes(image_of(ROWS)))
        misused(run("make", tmp_path / "x.png", *arguments.split()), *names)

    def test_texts_have_a_size_of_their_own(self, run, tmp_path):
        (tmp_path / "x.txt").write_text("##\n-#\n")
        done = run("make", str(tmp_path / "x.txt"), "--size", "3x3")
        misused(done, "--size")
