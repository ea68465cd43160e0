"""Animations as GIF and WebP: their frames, times, colours and limits."""

from __future__ import annotations

import re
import sys
from io import BytesIO
from pathlib import Path

import pytest
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
suffixes = pytest.mark.parametrize("suffix", [".gif", ".webp"])
grids = pytest.mark.parametrize("grid", [RectGrid(3, 4), HexGrid(2)], ids=lambda grid: grid.header)


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
@grids
def test_cells_become_known_frame_by_frame(grid, suffix) -> None:
    puzzle, frames = solved(grid)
    found = frames_in(animation_image(f"x{suffix}", puzzle, frames))
    assert len(found) == len(frames)
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


@suffixes
def test_it_plays_for_ever_and_the_last_frame_is_held(suffix) -> None:
    puzzle, frames = solved(RectGrid(3, 4))
    data = animation_image(f"x{suffix.upper()}", puzzle, frames)
    image = Image.open(BytesIO(data))
    assert image.format == suffix[1:].upper()
    assert image.info["loop"] == 0
    *others, last = [duration for _, duration in frames_in(data)]
    assert all(1000 <= duration < 5000 for duration in others)
    assert last >= 6000


@suffixes
def test_the_line_of_a_frame_is_seen_without_its_caption(suffix) -> None:
    puzzle, frames = solved(RectGrid(3, 4))
    plain, lined = (
        [AnimationFrame(heading=each.heading, caption=(), lines=each.lines if lines else ()) for each in frames]
        for lines in (False, True)
    )
    bare, marked = (frames_in(animation_image(f"x{suffix}", puzzle, each)) for each in (plain, lined))
    orange = (0xE3, 0x9B, 0x00)
    for (without, _), (image, _) in zip(bare[:-1], marked[:-1], strict=True):
        numbers = [sum(n for n, color in each.getcolors(1 << 22) if color == orange) for each in (without, image)]
        assert numbers[0] == 0
        assert numbers[1] > 100


@suffixes
def test_clues_and_captions_are_drawn(suffix) -> None:
    puzzle, frames = solved(RectGrid(3, 4))
    ((image, _), *_) = frames_in(animation_image(f"x{suffix}", puzzle, frames))
    other = [AnimationFrame(heading="", caption=(), lines=frames[0].lines, shown=frames[0].shown), *frames[1:]]
    ((silent, _), *_) = frames_in(animation_image(f"x{suffix}", puzzle, other))
    assert image.tobytes() != silent.tobytes()
    n_blocks = sum(max(1, len(clue)) for clue in puzzle.clues)
    assert [still.count("<text") for still in still_drawings(puzzle, frames)] == [n_blocks + 1] * len(frames)


@suffixes
def test_the_same_bytes_for_the_same_frames(suffix) -> None:
    puzzle, frames = solved(HexGrid(2))
    one, other = (animation_image(f"x{suffix}", puzzle, frames) for _ in range(2))
    assert one == other


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


def test_small_drawings_are_enlarged_and_large_ones_are_not(monkeypatch) -> None:
    sizes = {}
    for n in (5, 40, 150):
        puzzle = Puzzle(RectGrid(n, n), COLORS, ((),) * 2 * n)
        _, page = canvas_and_page(puzzle, [AnimationFrame(heading="", caption=())])
        sizes[n] = max(image_size(page))
    assert sizes[5] < 1000
    assert 1100 <= sizes[40] <= 1600
    assert sizes[150] == 1600


def test_large_images_have_fewer_frames() -> None:
    frames = [AnimationFrame(heading="", caption=())]
    few, many = (most_frames(Puzzle(RectGrid(n, n), COLORS, ((),) * 2 * n), frames) for n in (150, 5))
    assert 40 <= few < many == 120


def test_steps_are_merged() -> None:
    walkthrough = nonosat.explain(nonosat.load(PUZZLES / "sailboat.clues"))
    n_steps = len(walkthrough.steps)
    whole = walkthrough_frames(walkthrough, has_links=False)
    merged = merged_frames(walkthrough, 8)
    assert len(merged) <= 8 < len(whole)
    assert (merged[0], merged[-1]) == (whole[0], whole[-1])
    assert re.fullmatch(rf"Steps 1 to \d+ of {n_steps}", merged[1].heading)
    assert re.search(rf"(to|Step) {n_steps} of {n_steps}$", merged[-2].heading)
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
    for name, text in {"heart": HEART, "two": TWO}.items():
        Path(f"{name}.clues").write_text(text)


@suffixes
def test_explain_writes_them(run, suffix) -> None:
    ran = run("explain", "heart.clues", "-o", f"steps{suffix}")
    assert (ran.code, ran.out, ran.err) == (0, "heart: solved in 6 steps, all by single lines\n", "")
    assert len(frames_in(Path(f"steps{suffix}").read_bytes())) == 8
    assert Path(f"steps{suffix}").stat().st_size < 400_000


@suffixes
def test_the_exit_code_is_that_of_the_explanation(run, suffix) -> None:
    assert run("explain", "two.clues", "-o", f"steps{suffix}").code == 1
    assert len(frames_in(Path(f"steps{suffix}").read_bytes())) == 2


def test_a_note_where_steps_are_merged(run, monkeypatch) -> None:
    monkeypatch.setattr(animation_images, "_MOST_FRAMES", 5)
    monkeypatch.setattr(animation_images, "_FEW_FRAMES", 5)
    ran = run("explain", "heart.clues", "-o", "steps.gif")
    assert (ran.code, ran.out) == (0, "heart: solved in 6 steps, all by single lines\n")
    assert ran.err == "heart: 6 steps in 5 frames; -o FILE.svg for a frame for each\n"
    assert len(frames_in(Path("steps.gif").read_bytes())) == 5
    assert run("explain", "heart.clues", "-q", "-o", "steps.gif").err == ""


@suffixes
@pytest.mark.parametrize(("package", "name"), [("PIL", "Pillow"), ("resvg_py", "resvg")])
def test_without_a_package(run, monkeypatch, suffix, package, name) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    ran = run("explain", "heart.clues", "-o", f"steps{suffix}")
    wanted = suffix[1:].upper()
    message = f"{name} is needed to write {wanted}, expected it installed: pip install 'nonosat[pictures]'"
    assert (ran.code, ran.out, ran.err) == (4, "", f"nonosat: {message}\n")
    assert not list(Path().glob("steps*"))


def test_a_pillow_without_webp(run, monkeypatch) -> None:
    monkeypatch.setattr(features, "check", lambda _: False)
    ran = run("explain", "heart.clues", "-o", "steps.webp")
    assert (ran.code, ran.out) == (4, "")
    assert "cannot write WebP" in ran.err
    assert run("explain", "heart.clues", "-o", "steps.gif").code == 0
