"""The frames of an animation, each as an SVG drawing by itself, to be made into pixels.

svgwrite takes time to import: import this module where a drawing is wanted, not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from nonosat.drawing.animation_frame import AnimationFrame, ShownCell
from nonosat.drawing.animation_page import AnimationPage, arranged_page, caption_group, caption_texts
from nonosat.drawing.animation_sheet import AnimationSheet
from nonosat.drawing.svg_screen import PADDING, screen_style
from nonosat.model.puzzle import Puzzle

#: Pixels of an image for each pixel of a drawing, at most.
_MOST_ZOOM = 2.0
#: The longer side of an image in pixels: up to this, small drawings are enlarged, and down to the second number, large
#: ones are made smaller.
_SIDE, _LARGE_SIDE = 1200, 1600


class StillDrawings(NamedTuple):
    """The drawings of an animation as texts of SVG files, all of the same size, which is that of an image in pixels.

    Attributes:
        frames: each frame without the clues; each is made when it is asked for.
        clues: the clues on a transparent ground, to be laid upon every frame.
        size: width and height in pixels.
    """

    frames: Iterator[str]
    clues: str
    size: tuple[int, int]


def still_drawings(puzzle: Puzzle, frames: Sequence[AnimationFrame]) -> StillDrawings:
    """The drawings of the frames of an animation. Since text takes the most time to draw, the clues are apart.

    Args:
        puzzle: what is drawn.
        frames: from the first one on, at least one.

    Raises:
        UsageError: there is no layout for this kind of grid.
    """
    style = screen_style(puzzle.palette, clues=True)
    sheet = AnimationSheet(puzzle, style)
    page = arranged_page(sheet.view(PADDING), frames, style.ground)
    left, top, width, height = page.view
    zoom = _zoom(width, height)
    size = max(1, round(width * zoom)), max(1, round(height * zoom))
    begin = (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{left} {top} {width} {height}" width="{size[0]}" height="{size[1]}">'
    )
    ground = f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{style.ground}"/>'
    sheet.add_clues()
    clues = f"{begin}{_written(sheet.elements)}</svg>"
    sheet.elements.clear()
    return StillDrawings(_still_frames(sheet, frames, page, begin + ground), clues, size)


def _still_frames(
    sheet: AnimationSheet, frames: Sequence[AnimationFrame], page: AnimationPage, begin: str
) -> Iterator[str]:
    """Each frame without the clues.

    Args:
        sheet: with no elements.
        frames: what is drawn.
        page: of the animation.
        begin: how each drawing begins.
    """
    # What does not change is written once.
    sheet.add_fog()
    fog = _written(sheet.elements)
    sheet.elements.clear()
    sheet.add_rules(())
    sheet.add_frame()
    rules = _written(sheet.elements)
    sheet.elements.clear()
    known: dict[int, ShownCell] = {}
    for frame, lines in zip(frames, page.captions, strict=True):
        known |= {each.cell: each for each in frame.shown}
        caption = caption_group(page.place)
        caption.elements.extend(caption_texts(page.place, frame.heading, lines))
        decided, marks = sheet.known_elements(known.values()), [*sheet.mark_elements(frame), caption]
        yield f"{begin}{_written(sheet.glow_elements(frame))}{fog}{_written(decided)}{rules}{_written(marks)}</svg>"


def _zoom(width: float, height: float) -> float:
    """How many pixels of an image there are for each pixel of a drawing of some width and height."""
    longest = max(width, height)
    return min(_MOST_ZOOM, max(_SIDE / longest, min(1.0, _LARGE_SIDE / longest)))


def _written(elements: Iterable[Any]) -> str:
    """Elements as text."""
    return "".join(element.tostring() for element in elements)
