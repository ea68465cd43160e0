"""Animations: how a puzzle becomes known, step by step, as one SVG file that plays by itself, without script.

Each frame has links that go back, go on, pause and play; see `drawing.animation_timing` for how. What does not change
is drawn once, and each frame adds what it changes, so that files stay small.

svgwrite takes time to import: import this module where a drawing is wanted, not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from zlib import crc32

import svgwrite
from svgwrite.container import Group, Hyperlink
from svgwrite.text import Text

from nonosat.drawing.animation_frame import AnimationFrame
from nonosat.drawing.animation_sheet import AnimationSheet
from nonosat.drawing.animation_timing import frame_times, style_rules
from nonosat.drawing.caption_text import WrappedLine, caption_height, wrapped_caption
from nonosat.drawing.clue_chips import number
from nonosat.drawing.contrast import ink, mix
from nonosat.drawing.svg_document import FONTS, UNTITLED, document_text, xml_text
from nonosat.drawing.svg_screen import LARGEST, PADDING, SHEET_RADIUS, screen_style
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle

#: Size of the font of captions, the least width of a caption, and the distance between grid and caption, in pixels.
_FONT, _LEAST_WIDTH, _GAP = 14.0, 400.0, 16.0
#: More lines of a caption than this are not shown.
_MOST_LINES = 44
#: Distances between the links, by font size.
_LINK_PITCH = 4.0


class _Caption(NamedTuple):
    """Where captions stand.

    Attributes:
        x, y: the upper left corner.
        width: of the lines.
        size: of the font.
        ink: colour of the text.
        link: colour of links.
    """

    x: float
    y: float
    width: float
    size: float
    ink: str
    link: str


def animation(puzzle: Puzzle, frames: Sequence[AnimationFrame], *, title: str = "") -> str:
    """An animation as the text of an SVG file, the same for the same arguments.

    It plays by itself, each frame as long as its caption takes to be read, and ends with the last one. The lines that
    a frame names are highlighted, the cells that it decides are marked, supposed cells are discs.

    Args:
        puzzle: what is drawn.
        frames: from the first one on, at least one; the cells that are given should be shown in the first.
        title: name of the drawing for screen readers and tooltips; by default the title of the puzzle.

    Raises:
        UsageError: there is no layout for this kind of grid.
    """
    style = screen_style(puzzle.palette, clues=True)
    ground = style.ground
    sheet = AnimationSheet(puzzle, style)
    view = sheet.view(PADDING)
    page, place, captions = _arranged(view, frames, ground)
    left, top, width, height = page
    shrink = min(1.0, LARGEST / max(width, height))
    drawing = svgwrite.Drawing(
        size=tuple(max(1, round(length * shrink)) for length in (width, height)),
        viewBox=f"{left} {top} {width} {height}",
        debug=False,
    )
    name = title or puzzle.metadata.title or UNTITLED
    times = frame_times(frames)
    film = _film(sheet, frames, place, captions)
    # Two drawings in one page must not share an identifier.
    checksum = crc32("\n".join(element.tostring() for element in film).encode(), sheet.checksum)
    prefix = f"n{crc32(name.encode(errors='replace'), checksum):08x}"
    drawing.defs.add(drawing.style(style_rules(prefix, times)))
    drawing.add(drawing.rect((left, top), (width, height), rx=SHEET_RADIUS, ry=SHEET_RADIUS, fill=ground))
    for kind in "sp":
        for at in range(len(frames)):
            drawing.add(Group(id=f"{prefix}-{kind}{at}", class_=kind, debug=False))
    body = Group(id=prefix, debug=False)
    body.elements.extend(film)
    body.elements.extend(_controls(prefix, len(frames), place))
    drawing.add(body)
    sizes = kind_of(puzzle.grid).describe(puzzle.grid)
    words = (
        f"Animation, {sizes}, {count(puzzle.n_colors, 'colour')}: how the puzzle is solved, "
        f"in {count(len(frames), 'frame')} with links to pause it and to go back and on"
    )
    return document_text(drawing, name, words, sheet.palette, checksum, role="group")


def _arranged(
    view: tuple[int, int, int, int], frames: Iterable[AnimationFrame], ground: str
) -> tuple[tuple[int, int, int, int], _Caption, list[list[WrappedLine]]]:
    """The view of the page, where captions stand, and their lines: beside the grid or below it.

    Args:
        view: of the grid with its clues: left, top, width and height.
        frames: with the captions.
        ground: on which captions stand.
    """
    left, top, width, height = view
    found = []
    for beside in (False, True):
        # Large grids are shown smaller, and their captions should not be.
        size = _FONT * max(1.0, (width + beside * _LEAST_WIDTH) / LARGEST, height / LARGEST)
        wide = _LEAST_WIDTH * size / _FONT if beside else max(width - 2 * PADDING, _LEAST_WIDTH * size / _FONT)
        captions = [_cut(wrapped_caption(frame.caption, size, wide), size) for frame in frames]
        tall = 2.6 * size + max(caption_height(lines, size) for lines in captions) + PADDING
        if beside:
            page = (left, top, round(width + _GAP + wide + PADDING), round(max(height, tall + 2 * PADDING)))
            x, y = left + width + _GAP, top + 1.0 * PADDING
        else:
            margin = max(0.0, wide + 2 * PADDING - width) / 2
            page = (round(left - margin), top, round(width + 2 * margin), round(height + tall))
            x, y = left - margin + PADDING, top + height
        text = ink(ground)
        place = _Caption(x, y, wide, size, text, mix(text, "#0b6cff", 0.7))
        found.append((max(page[2] / 4, page[3] / 3), page, place, captions))
    _, page, place, captions = min(found, key=lambda each: each[0])
    return page, place, captions


def _cut(lines: list[WrappedLine], size: float) -> list[WrappedLine]:
    """The lines of a caption, at most so many, the last of which says that there are more."""
    if len(lines) <= _MOST_LINES:
        return lines
    kept = lines[: _MOST_LINES - 1]
    more = f"... and {len(lines) - len(kept)} more lines, in the text of the explanation"
    return [*kept, WrappedLine(more, 0.0, kept[-1].y + 1.4 * size)]


def _film(
    sheet: AnimationSheet, frames: Sequence[AnimationFrame], place: _Caption, captions: Sequence[list[WrappedLine]]
) -> list[Any]:
    """All that is drawn but the links, from bottom to top."""
    film: list[Any] = [_timed("", at, len(frames), sheet.glow_elements(frame)) for at, frame in enumerate(frames)]
    sheet.add_fog()
    film += sheet.elements
    film += [_timed("d", at, len(frames), sheet.known_elements(frame.shown)) for at, frame in enumerate(frames)]
    sheet.elements.clear()
    sheet.add_rules(())
    sheet.add_frame()
    film += sheet.elements
    film += [_timed("", at, len(frames), sheet.mark_elements(frame)) for at, frame in enumerate(frames)]
    sheet.elements.clear()
    sheet.add_clues()
    film += sheet.elements
    text = Group(fill=place.ink, font_family=FONTS, font_size=number(place.size), debug=False)
    for at, (frame, lines) in enumerate(zip(frames, captions, strict=True)):
        words: list[Any] = [
            Text(
                xml_text(frame.heading),
                x=[number(place.x)],
                y=[number(place.y + place.size)],
                font_weight="bold",
                debug=False,
            )
        ]
        top = place.y + 1.9 * place.size
        words += [
            Text(xml_text(line.text), x=[number(place.x + line.x)], y=[number(top + line.y)], debug=False)
            for line in lines
        ]
        text.add(_timed("", at, len(frames), words))
    return [element for element in (*film, text) if element is not None]


def _timed(kind: str, at: int, n_frames: int, elements: Sequence[Any]) -> Group | None:
    """A group that is seen during a frame, or from it on; None without elements.

    Args:
        kind: `d` for what stays; else it is seen during its frame only, unless that is the last one.
        at: the number of the frame.
        n_frames: of the animation.
        elements: of the group.
    """
    if not elements:
        return None
    group = Group(class_=f"{kind or ('d' if at == n_frames - 1 else 'c')} f{at}", debug=False)
    group.elements.extend(elements)
    return group


def _controls(prefix: str, n_frames: int, place: _Caption) -> Iterable[Any]:
    """The links of each frame: back, pause or play, and next."""
    size, y = place.size, number(place.y + place.size)
    right = place.x + place.width
    group = Group(
        fill=place.link,
        font_family=FONTS,
        font_size=number(size),
        text_anchor="end",
        text_decoration="underline",
        debug=False,
    )
    for at in range(n_frames):
        is_last = at == n_frames - 1
        links: list[Any] = []
        if at:
            links.append(_link(f"#{prefix}-s{at - 1}", "back", right - 2 * _LINK_PITCH * size, y))
        if is_last:
            links.append(_link(f"#{prefix}-s0", "first", right - _LINK_PITCH * size, y))
        else:
            links.append(_link(f"#{prefix}-s{at}", "pause", right - _LINK_PITCH * size, y, class_="w"))
            links.append(_link(f"#{prefix}-p{at}", "play", right - _LINK_PITCH * size, y, class_="v"))
            links.append(_link(f"#{prefix}-s{at + 1}", "next", right, y))
        group.add(_timed("", at, n_frames, links))
    return [group]


def _link(target: str, word: str, x: float, y: str, **style: object) -> Hyperlink:
    """A word that leads to a place in the drawing."""
    link = Hyperlink(target, target=None, debug=False, **style)
    link.add(Text(word, x=[number(x)], y=[y], debug=False))
    return link
