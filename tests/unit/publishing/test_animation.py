"""Animations: read as XML and as a style sheet; what is seen in each frame is worked out as a browser does it."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
import resvg_py
from PIL import Image

import nonosat
from nonosat.drawing.layout import cells_outline
from nonosat.drawing.layouts import layout_of
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.publishing.animation import animation
from nonosat.publishing.animation_frames import AnimationFrame, CaptionLine, ShownCell, SupposedCell, frame_times
from nonosat.publishing.animation_page import caption_height, wrapped_caption

NS = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
COLORS = Palette(("#ffffff", "#d62828", "#3333ff"))
GRIDS = [RectGrid(4, 6), HexGrid(3)]
grids = pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)


def puzzle_on(grid) -> Puzzle:
    """A puzzle with blocks in most lines."""
    return puzzle_of(Picture(grid, tuple(cell % 3 for cell in range(grid.n_cells))), COLORS)


def empty_on(grid) -> Puzzle:
    return Puzzle(grid, COLORS, ((),) * grid.n_lines)


def frames_of(grid, n_steps: int = 3) -> list[AnimationFrame]:
    """A start, some steps and an end."""
    steps = [
        AnimationFrame(
            heading=f"Step {step}",
            caption=(CaptionLine(f"Caption {step} & <more>."), CaptionLine("Indented.", 1)),
            lines=(step % grid.n_lines, grid.n_lines - 1),
            shown=tuple(
                ShownCell((step + at) % grid.n_cells, colors) for at, colors in enumerate([(1,), (0, 2), (0,)])
            ),
            supposed=(SupposedCell(7, 1, "?"), SupposedCell(8, 0, "1")) if step % 2 else (),
            broken=grid.n_lines - 1 if step % 2 else None,
        )
        for step in range(1, n_steps + 1)
    ]
    start = AnimationFrame(heading="Start", caption=(CaptionLine("Nothing is known."),))
    end = AnimationFrame(heading="End", caption=(CaptionLine("Solved."),))
    return [start, *steps, end]


class Animation:
    """An animation as a browser plays it: which elements are seen at a time, or after a link was followed."""

    def __init__(self, text: str) -> None:
        self.root = ET.fromstring(text)
        self.style = next(self.root.iter(f"{NS}style")).text or ""
        rules = re.findall(r"\.f(\d+)\{--t:([\d.]+)s;--d:([\d.]+)s\}", self.style)
        self.times = {int(number): (float(begin), float(length)) for number, begin, length in rules}
        jumps = re.findall(r"#([\w-]+):target~#\w+,#([\w-]+):target~#\w+\{--at:([\d.]+)s\}", self.style)
        self.jumps = {name: float(at) for *names, at in jumps for name in names}

    def seen(self, at: float) -> list[ET.Element]:
        """The animated groups that are seen so many seconds after the beginning."""
        return [group for group in self.groups() if self.is_seen(group, at)]

    def groups(self) -> list[ET.Element]:
        """The groups that are animated."""
        return [each for each in self.root.iter(f"{NS}g") if re.fullmatch(r"[cd] f\d+", each.get("class", ""))]

    def is_seen(self, group: ET.Element, at: float) -> bool:
        kind, number = group.get("class", "").split(" f")
        begin, length = self.times[int(number)]
        return begin <= at if kind == "d" else begin <= at < begin + length

    def texts(self, at: float) -> list[str]:
        """The words of the frame at a time, without links."""
        return [text.text or "" for group in self.seen(at) for text in group.findall(f"{NS}text")]

    def links(self, at: float) -> dict[str, str]:
        """The links that are seen at a time, from their words to their targets."""
        found = [link for group in self.seen(at) for link in group.iter(f"{NS}a")]
        return {"".join(link.itertext()): link.get(XLINK, "") for link in found}


@grids
def test_it_is_xml_without_script(grid) -> None:
    text = animation(empty_on(grid), frames_of(grid), title="A <title> & more")
    root = ET.fromstring(text)
    assert root.tag == f"{NS}svg"
    assert next(root.iter(f"{NS}title")).text == "A <title> & more"
    assert not list(root.iter(f"{NS}script"))
    assert not [name for each in root.iter() for name in each.attrib if name.startswith("on")]
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
    assert root.get("role") == "group"  # the content of an image is not read to anyone


@grids
def test_a_frame_for_each_step(grid) -> None:
    frames = frames_of(grid)
    shown = Animation(animation(empty_on(grid), frames))
    assert len(shown.times) == len(frames)
    for number, frame in enumerate(frames):
        begin, length = shown.times[number]
        texts = shown.texts(begin + length / 2)
        assert frame.heading in texts
        assert [line.text for line in frame.caption if line.text in texts] == [line.text for line in frame.caption]
        assert not [other.heading for other in frames if other is not frame and other.heading in texts]
    # The last frame stays.
    assert "End" in shown.texts(10_000.0)


@grids
def test_what_is_known_stays_and_what_is_marked_goes(grid) -> None:
    shown = Animation(animation(empty_on(grid), frames_of(grid)))
    begin, length = shown.times[2]
    fills = [path.get("fill") for group in shown.seen(begin) for path in group.iter(f"{NS}path")]
    assert "#d62828" in fills
    kinds = [group.get("class") for group in shown.seen(begin + length)]
    assert "d f2" in kinds
    assert "c f2" not in kinds


def test_frames_follow_each_other_without_a_gap() -> None:
    shown = Animation(animation(empty_on(GRIDS[0]), frames_of(GRIDS[0], 30)))
    for (begin, length), (following, _) in pairwise(shown.times[number] for number in range(len(shown.times))):
        assert begin + length == pytest.approx(following)


def test_links_pause_and_go_on() -> None:
    frames = frames_of(GRIDS[0])
    shown = Animation(animation(empty_on(GRIDS[0]), frames))
    ids = {each.get("id"): each.get("class") for each in shown.root.iter() if each.get("id")}
    for number in range(len(frames)):
        at = shown.times[number][0]
        links = shown.links(at)
        words = {"pause", "play", "next"} if number < len(frames) - 1 else {"first"}
        assert links.keys() == words | ({"back"} if number else set())
        for word, target in links.items():
            name = target.removeprefix("#")
            # The target is there, and the rule for it moves the clock to the frame that is meant.
            assert ids[name] == ("p" if word == "play" else "s")
            wanted = {"back": number - 1, "next": number + 1, "first": 0}.get(word, number)
            assert shown.jumps[name] == shown.times[wanted][0]
    assert re.search(r"\.s:target~#\w+ \.c\{[^}]*animation-play-state:paused", shown.style)
    assert re.search(r"\.p:target~#\w+ \.c\{[^}]*animation-play-state:running", shown.style)


def test_targets_stand_before_what_they_control() -> None:
    """The selector is for siblings that follow."""
    root = ET.fromstring(animation(empty_on(GRIDS[0]), frames_of(GRIDS[0])))
    ids = [child.get("id", "") for child in root if child.tag == f"{NS}g"]
    assert all(name.startswith(f"{ids[-1]}-") for name in ids[:-1])
    assert len(ids) == 2 * 5 + 1


def test_who_wants_no_motion_sees_the_last_frame() -> None:
    style = Animation(animation(empty_on(GRIDS[0]), frames_of(GRIDS[0]))).style
    assert re.search(r"@media \(prefers-reduced-motion:reduce\)\{[^}]*animation-name:none", style)
    # Without animation `.c` is hidden, and `.d` is not: known cells and the last caption are seen.
    assert re.search(r"#\w+ \.c\{visibility:hidden", style)
    assert not re.search(r"\.d\{[^}]*visibility:hidden", style)


def test_the_same_for_the_same_frames() -> None:
    grid = GRIDS[1]
    one, other = (animation(empty_on(grid), frames_of(grid)) for _ in range(2))
    assert one == other
    different = animation(empty_on(grid), frames_of(grid, 4))

    def ids(text: str) -> set[str]:
        return set(re.findall(r'id="([^"]+)"', text))

    # Two drawings in one page have no identifier in common.
    assert not ids(one) & ids(different)
    assert not ids(one) & ids(animation(empty_on(grid), frames_of(grid), title="another"))


@grids
def test_lines_cells_and_suppositions_are_marked(grid) -> None:
    shown = Animation(animation(puzzle_on(grid), frames_of(grid)))

    def marks(number: int) -> str:
        begin = shown.times[number][0]
        groups = [group for group in shown.seen(begin) if group.get("class", "").endswith(f"f{number}")]
        return "".join(ET.tostring(group, encoding="unicode") for group in groups)

    assert "#e39b00" in marks(1)  # lines
    assert "#0b6cff" in marks(1)  # cells that are decided
    assert "#d4001a" in marks(1)  # the contradiction
    assert ">?<" in marks(1)
    assert "#d4001a" not in marks(2)
    assert ">?<" not in marks(2)


@pytest.mark.slow
def test_size_of_a_long_animation() -> None:
    """200 steps on 25 x 25 cells, each with marks and a caption of three sentences."""
    grid = RectGrid(25, 25)
    puzzle = nonosat.puzzle_of_picture([[(row * column) % 3 % 2 for column in range(25)] for row in range(25)])
    frames = [
        AnimationFrame(
            heading=f"Step {step + 1} of 200",
            caption=(CaptionLine("Row 4: the block of 7 covers columns 4 to 6 wherever it starts."),) * 4,
            lines=(step % 50, (step * 7 + 1) % 50),
            shown=tuple(ShownCell((step * 3 + at) % grid.n_cells, (at % 2,)) for at in range(4)),
            supposed=tuple(SupposedCell((step * 5 + at * 30) % grid.n_cells, at % 2, str(at)) for at in range(6)),
        )
        for step in range(200)
    ]
    assert len(animation(puzzle, frames)) < 1_000_000


# Captions and outlines


def test_captions_are_wrapped() -> None:
    text = "Row 3: the block of 7 covers columns 4 to 6 wherever it starts, " * 4
    lines = wrapped_caption([CaptionLine(text), CaptionLine("So it is.", 1)], 10.0, 200.0)
    assert " ".join(line.text for line in lines) == f"{text.strip()} So it is."
    assert all(len(line.text) < 50 for line in lines)
    assert lines[-1].x > lines[0].x
    assert all(above.y < below.y for above, below in pairwise(lines))
    assert caption_height(lines, 10.0) > lines[-1].y


def test_a_word_that_is_too_long_has_a_line_of_its_own() -> None:
    assert [line.text for line in wrapped_caption([CaptionLine(f"a {'b' * 90} c")], 10.0, 100.0)] == [
        "a",
        "b" * 90,
        "c",
    ]


def test_long_captions_are_cut_and_say_so() -> None:
    frames = [AnimationFrame(heading="1", caption=tuple(CaptionLine(f"Sentence {n}.") for n in range(90)))]
    text = animation(empty_on(GRIDS[0]), frames)
    assert "Sentence 40." in text
    assert "Sentence 89." not in text
    assert "more lines" in text


def test_longer_captions_are_shown_longer() -> None:
    short, long = (AnimationFrame(heading="", caption=(CaptionLine("x" * n),)) for n in (10, 300))
    times = frame_times([short, long, short])
    assert times[0] == 0
    assert times[2] - times[1] > times[1] - times[0] > 1


@grids
def test_the_outline_of_cells_is_that_of_the_region(grid) -> None:
    layout = layout_of(grid)

    def area(loop) -> float:
        return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True)) / 2

    cell = area(layout.polygon(0))
    for cells in ([0], [0, 1], [0, 2], range(grid.n_cells), [0, 1, 2, 3, 5, 7, 8]):
        found = cells_outline(map(layout.polygon, cells))
        assert sum(map(area, found)) == pytest.approx(cell * len(cells))
        assert all(len(set(loop)) == len(loop) for loop in found)
    if grid.kind == "rect":
        assert len(cells_outline(map(layout.polygon, range(grid.n_cells)))[0]) == 4


@grids
def test_without_animation_the_last_frame_is_seen(grid) -> None:
    """As resvg draws it, which knows no key frames."""
    picture = Picture(grid, tuple(cell % 3 for cell in range(grid.n_cells)))
    puzzle = puzzle_of(picture, COLORS)
    known = tuple(ShownCell(cell, (color,)) for cell, color in enumerate(picture.cells))
    frames = frames_of(grid)
    text = animation(puzzle, [*frames[:-1], AnimationFrame(heading="Known", caption=(), shown=known), frames[-1]])
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text)))).convert("RGB")
    left, top = map(float, ET.fromstring(text).get("viewBox", "").split()[:2])
    layout = layout_of(grid)
    for cell, color in enumerate(picture.cells):
        x, y = (place * layout.scale for place in layout.center(cell))
        assert image.getpixel((round(x - left), round(y - top))) == tuple(bytes.fromhex(COLORS.colors[color][1:]))
