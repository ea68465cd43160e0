"""Animations as GIF and WebP: their frames, times, colours and limits."""

from __future__ import annotations

import re
import sys
from io import BytesIO
from pathlib import Path

import pytest
import snapshot
from explaining_puzzles import HARD, HEART, TWO, nested
from PIL import Image, features
from places import ROOT

import nonosat
from nonosat.drawing.layouts import layout_of
from nonosat.explaining.explain import Walkthrough
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.publishing import animation_images as animation_images
from nonosat.publishing.animation import canvas_and_page
from nonosat.publishing.animation_frames import AnimationFrame, ShownCell, merged_frames, walkthrough_frames
from nonosat.publishing.animation_images import animation_image, image_size, most_frames, still_drawings

PUZZLES = ROOT / "puzzles"
COLORS = Palette(("#ffffff", "#d62828", "#3333ff"))
TINY = "rect 1 1\n#ffffff #000000\n1a\n1a\n"
suffixes = pytest.mark.parametrize("suffix", [".gif", ".webp"])


def solved(grid) -> tuple[Puzzle, list[AnimationFrame]]:
    """A puzzle in three colours, and frames that show one row after the other."""
    picture = Picture(grid, tuple(cell % 3 for cell in range(grid.n_cells)))
    rows = [grid.line(line) for line in grid.families[0]]
    steps = [
        AnimationFrame(
            heading=f"Step {number}",
            caption=(),
            lines=(number,),
            shown=tuple(ShownCell(cell, (picture.cells[cell],)) for cell in row),
        )
        for number, row in enumerate(rows)
    ]
    return puzzle_of(picture, COLORS), [*steps, AnimationFrame(heading="End", caption=())]


def frames_in(data: bytes) -> list[tuple[Image.Image, int]]:
    """The pixels of each frame, and its milliseconds."""
    image = Image.open(BytesIO(data))
    found = []
    for number in range(image.n_frames):
        image.seek(number)
        image.load()
        found.append((image.convert("RGB"), image.info["duration"]))
    return found


@suffixes
@pytest.mark.parametrize(
    "grid", [RectGrid(2, 1), *(pytest.param(g, marks=pytest.mark.slow) for g in (RectGrid(3, 4), HexGrid(2)))], ids=str
)
def test_cells_become_known_frame_by_frame(grid, suffix) -> None:
    puzzle, frames = solved(grid)
    data = animation_image(f"x{suffix.upper()}", puzzle, frames)
    image = Image.open(BytesIO(data))
    assert image.format == suffix[1:].upper()
    # It plays for ever, and the last frame is held.
    assert image.info["loop"] == 0
    found = frames_in(data)
    assert len(found) == len(frames)
    *others, last = [duration for _, duration in found]
    assert all(1000 <= duration < 5000 for duration in others)
    assert last >= 6000
    canvas, page = canvas_and_page(puzzle, frames)
    left, top, width, _ = page.view
    layout = layout_of(grid)
    known: dict[int, int] = {}
    for frame, (image, _) in zip(frames, found, strict=True):
        known |= {each.cell: each.colors[0] for each in frame.shown}
        zoom = image.width / width
        lines = {cell for line in frame.lines for cell in grid.line(line)}
        for cell in range(grid.n_cells):
            # A quarter of a cell from its centre, where neither the dot of open cells nor the frame of new ones is.
            x, y = (place * layout.scale for place in layout.center(cell))
            pixel = image.getpixel((round((x - left + 5) * zoom), round((y - top) * zoom)))
            color = puzzle.palette.colors[known[cell]] if cell in known else canvas.open_color
            if cell not in lines:
                assert pixel == tuple(bytes.fromhex(color[1:]))
            else:
                assert pixel != tuple(bytes.fromhex(canvas.open_color[1:]))
    assert grid != HexGrid(2) or animation_image(f"x{suffix}", puzzle, frames) == data


@pytest.mark.slow
@suffixes
def test_the_line_of_a_frame_is_seen_without_its_caption(suffix) -> None:
    puzzle, frames = solved(RectGrid(2, 2))
    lined = [AnimationFrame(heading=each.heading, caption=(), lines=each.lines) for each in frames]
    *marked, last = (image for image, _ in frames_in(animation_image(f"x{suffix}", puzzle, lined)))
    orange = [[n for n, color in image.getcolors(1 << 22) if color == (0xE3, 0x9B, 0x00)] for image in (*marked, last)]
    assert all(sum(found) > 100 for found in orange[:-1])
    assert not orange[-1]


def test_clues_and_captions_are_drawn() -> None:
    puzzle, frames = solved(RectGrid(3, 4))
    n_blocks = sum(max(1, len(clue)) for clue in puzzle.clues)
    assert [still.count("<text") for still in still_drawings(puzzle, frames)] == [n_blocks + 1] * len(frames)


@pytest.mark.slow
def test_flat_colours_are_exact_with_many_of_them() -> None:
    """Of more colours than a GIF can have, the most frequent ones stay as they are."""
    colors = ["#ffffff", *(f"#{(n * 37) % 256:02x}{(n * 91) % 256:02x}{(n * 53 + 9) % 256:02x}" for n in range(1, 40))]
    picture = Picture(RectGrid(5, 8), tuple(range(40)))
    puzzle = puzzle_of(picture, Palette(tuple(colors)))
    frame = AnimationFrame(heading="", caption=(), shown=tuple(ShownCell(n, (n,)) for n in range(40)))
    ((_, _), (image, _)) = frames_in(animation_image("x.gif", puzzle, [frame, AnimationFrame(heading="", caption=())]))
    found = {color for _, color in image.getcolors(1 << 22)}
    assert {tuple(bytes.fromhex(color[1:])) for color in colors} <= found
    assert len(found) <= 256


# Limits


def test_sizes_and_numbers_of_frames() -> None:
    """Small drawings are enlarged, large ones are not, and have fewer frames."""
    frames = [AnimationFrame(heading="", caption=())]
    puzzles = {n: Puzzle(RectGrid(n, n), COLORS, ((),) * 2 * n) for n in (5, 40, 150)}
    sizes = {n: max(image_size(canvas_and_page(puzzle, frames)[1])) for n, puzzle in puzzles.items()}
    assert sizes[5] < 1000 < 1100 <= sizes[40] <= sizes[150] == 1600
    assert 40 <= most_frames(puzzles[150], frames) < most_frames(puzzles[5], frames) == 120


def test_steps_are_merged() -> None:
    walkthrough = nonosat.explain(nonosat.load(PUZZLES / "sailboat.clues"))
    n_steps = len(walkthrough.steps)
    whole = walkthrough_frames(walkthrough, has_links=False)
    merged = merged_frames(walkthrough, 8)
    assert len(merged) <= 8 < len(whole)
    assert (merged[0], merged[-1]) == (whole[0], whole[-1])
    assert str(n_steps) in merged[1].heading
    assert [line.text.partition(".")[0] for frame in merged[1:-1] for line in frame.caption] == list(
        map(str, range(1, n_steps + 1))
    )
    for frames in (whole, merged):
        known: dict[int, tuple[int, ...]] = {}
        for frame in frames:
            known |= {each.cell: each.colors for each in frame.shown}
        assert walkthrough.picture is not None
        assert known == {cell: (color,) for cell, color in enumerate(walkthrough.picture.cells)}


def test_what_is_left_of_a_supposition_in_a_merged_frame() -> None:
    walkthrough = nonosat.explain(nonosat.loads(HARD))
    _, frame, _ = merged_frames(walkthrough, 3)
    suppositions = [line.text for line in frame.caption if "Suppose" in line.text]
    assert suppositions
    assert all(re.search(r"Suppose [^.]*\. So [^.]*\.$", text) for text in suppositions)
    assert (frame.supposed, frame.broken) == ((), None)


def test_a_step_of_several_frames_is_merged_into_one() -> None:
    puzzle, step = nested()
    walkthrough = Walkthrough(puzzle=puzzle, start=((0, 1),) * 9, steps=(step,), picture=None, n_open=8)
    frames = merged_frames(walkthrough, 3)
    assert [frame.heading for frame in frames] == ["1 step", "Step 1 of 1", "End"]
    assert len(frames[1].caption) == 1


def test_only_animations_with_links_speak_of_them() -> None:
    walkthrough = nonosat.explain(nonosat.loads(HEART))
    for has_links in (False, True):
        first, *_ = walkthrough_frames(walkthrough, has_links=has_links)
        assert any("links" in line.text for line in first.caption) == has_links


# The command


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"heart": HEART, "two": TWO, "tiny": TINY}.items():
        Path(f"{name}.clues").write_text(text)


@pytest.mark.parametrize(
    ("name", "suffix", "code", "n_frames"),
    [
        pytest.param("tiny", ".gif", 0, 3, marks=pytest.mark.costly),
        *(pytest.param("heart", suffix, 0, 8, marks=pytest.mark.slow) for suffix in (".gif", ".webp")),
        *(pytest.param("two", suffix, 1, 2, marks=pytest.mark.slow) for suffix in (".gif", ".webp")),
    ],
)
def test_explain_writes_them(run, suffix, name, code, n_frames) -> None:
    ran = run("explain", f"{name}.clues", "-o", f"steps{suffix}")
    assert (ran.code, ran.out.count("\n"), ran.err) == (code, 1, "")
    data = Path(f"steps{suffix}").read_bytes()
    assert len(frames_in(data)) == n_frames
    assert len(data) < 400_000


@pytest.mark.slow
def test_a_note_where_steps_are_merged(run, monkeypatch) -> None:
    monkeypatch.setattr(animation_images, "_MOST_FRAMES", 5)
    monkeypatch.setattr(animation_images, "_FEW_FRAMES", 5)
    ran = run("explain", "heart.clues", "-o", "steps.gif")
    assert ran.code == 0
    snapshot.compare("cli/explain", "steps merged in an animation", ran.out + ran.err)
    assert len(frames_in(Path("steps.gif").read_bytes())) == 5
    assert run("explain", "heart.clues", "-q", "-o", "steps.gif").err == ""


@suffixes
@pytest.mark.parametrize(("package", "name"), [("PIL", "Pillow"), ("resvg_py", "resvg")])
def test_without_a_package(run, monkeypatch, suffix, package, name) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    ran = run("explain", "tiny.clues", "-o", f"steps{suffix}")
    assert (ran.code, ran.out, ran.err.count("\n")) == (4, "", 1)
    assert [word for word in (name, suffix[1:].upper(), "nonosat[pictures]") if word not in ran.err] == []
    assert not list(Path().glob("steps*"))


def test_a_pillow_without_webp(run, monkeypatch) -> None:
    monkeypatch.setattr(features, "check", lambda _: False)
    ran = run("explain", "tiny.clues", "-o", "steps.webp")
    assert (ran.code, ran.out) == (4, "")
    assert "WebP" in ran.err
