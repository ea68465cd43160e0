"""Animations of the way to a solution: one SVG file that plays by itself, step by step, without script.

Each frame has links that go back, go on, pause and play; `drawing.animation_timing` says by which rules. Each frame
holds its changes only, so that files stay small.

svgwrite takes time to import: import this module where a drawing is wanted, not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from zlib import crc32

import svgwrite
from svgwrite.container import Group, Hyperlink
from svgwrite.text import Text

from nonosat.drawing.animation_frame import AnimationFrame
from nonosat.drawing.animation_page import CaptionPlace, WrappedLine, arranged_page, caption_group, caption_texts
from nonosat.drawing.animation_sheet import AnimationSheet
from nonosat.drawing.animation_timing import frame_times, style_rules
from nonosat.drawing.clue_chips import number
from nonosat.drawing.svg_document import FONTS, UNTITLED, document_text
from nonosat.drawing.svg_screen import LARGEST, PADDING, SHEET_RADIUS, screen_style
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle

#: Distances between the links, by font size.
_LINK_PITCH = 4.0


def animation(puzzle: Puzzle, frames: Sequence[AnimationFrame], *, title: str = "") -> str:
    """An animation as the text of an SVG file, the same for the same arguments.

    It plays by itself, each frame as long as its caption takes to be read, and ends with the last one. The lines that
    a frame names are highlighted, the cells that it decides are marked, supposed cells are discs.

    Args:
        frames: at least one; the first should show the givens.
        title: for screen readers and tooltips; by default the title of the puzzle.

    Raises:
        UsageError: there is no layout for this kind of grid.
    """
    style = screen_style(puzzle.palette, clues=True)
    ground = style.ground
    sheet = AnimationSheet(puzzle, style)
    (left, top, width, height), place, captions = arranged_page(sheet.view(PADDING), frames, ground)
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


def _film(
    sheet: AnimationSheet, frames: Sequence[AnimationFrame], place: CaptionPlace, captions: Sequence[list[WrappedLine]]
) -> list[Any]:
    """All elements but the links, from bottom to top."""
    film: list[Any] = [_timed("", at, len(frames), sheet.highlight_elements(frame)) for at, frame in enumerate(frames)]
    sheet.add_open_cells()
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
    text = caption_group(place)
    for at, (frame, lines) in enumerate(zip(frames, captions, strict=True)):
        text.add(_timed("", at, len(frames), caption_texts(place, frame.heading, lines)))
    return [element for element in (*film, text) if element is not None]


def _timed(kind: str, at: int, n_frames: int, elements: Sequence[Any]) -> Group | None:
    """A group that is seen during a frame, or from it on; None without elements.

    Args:
        kind: `d` for a group that stays; any other is seen during its frame only, unless that is the last one.
        at: the number of the frame, from 0.
    """
    if not elements:
        return None
    group = Group(class_=f"{kind or ('d' if at == n_frames - 1 else 'c')} f{at}", debug=False)
    group.elements.extend(elements)
    return group


def _controls(prefix: str, n_frames: int, place: CaptionPlace) -> Iterable[Any]:
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
