"""Animations of the way to a solution: one SVG file that plays by itself, step by step, without script.

Each frame has links that go back, go on, pause and play, and holds its changes only, so that files stay small.
Everything is in the document from the beginning. A style sheet hides the elements of other frames:

    .c    is seen while its frame is shown
    .d    is seen from its frame on

The clock is the animation's own. Each `.c` has the delay after which its frame begins; each `.d` is hidden until then.
A link to an element `s12` makes that element the target of the page, and by a rule for it all delays become shorter by
the time at which frame 12 begins; since the animation is paused as long as there is such a target, exactly that frame
is seen. A target `p12` does the same with a clock that runs. The names of the key frames differ between these modes, so
that the clock begins anew.

A program that knows no animation shows the last frame; so does a browser whose user wants no motion, until a link is
followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from zlib import crc32

from svgwrite.container import Group, Hyperlink
from svgwrite.text import Text

from nonosat.drawing.clue_chips import number
from nonosat.drawing.svg import PADDING, screen_drawing, screen_style
from nonosat.drawing.svg_document import FONTS, UNTITLED, document_text
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle
from nonosat.publishing.animation_canvas import AnimationCanvas
from nonosat.publishing.animation_frames import AnimationFrame, frame_times
from nonosat.publishing.animation_page import AnimationPage, CaptionPlace, arranged_page, caption_group, caption_texts

#: Distances between the links, by font size.
_LINK_PITCH = 4.0


class Layer(NamedTuple):
    """Elements of an animation that are seen together.

    Attributes:
        at: the number of their frame, from 0; None if they are seen in all frames.
        stays: they are seen from that frame on.
    """

    elements: list[Any]
    at: int | None = None
    stays: bool = False


def animation(puzzle: Puzzle, frames: Sequence[AnimationFrame], *, title: str = "") -> str:
    """An animation as the text of an SVG file; it plays by itself and ends with the last frame.

    Args:
        frames: at least one; the first should show the givens.
        title: for screen readers and tooltips; by default the title of the puzzle.
    """
    canvas, page = canvas_and_page(puzzle, frames)
    drawing = screen_drawing(page.view, canvas.style.ground)
    name = title or puzzle.metadata.title or UNTITLED
    times = frame_times(frames)
    text = caption_group(page.place)
    captions = [caption_texts(page, at, frame.heading) for at, frame in enumerate(frames)]
    text.elements.extend(_timed(Layer(texts, at), len(frames)) for at, texts in enumerate(captions))
    elements = [element for layer in animation_layers(canvas, frames) for element in _shown(layer, len(frames))] + [
        text
    ]
    # Two drawings in one page must not share an identifier.
    checksum = crc32("\n".join(element.tostring() for element in elements).encode(), canvas.checksum)
    prefix = f"n{crc32(name.encode(errors='replace'), checksum):08x}"
    drawing.defs.add(drawing.style(_style_rules(prefix, times)))
    for kind in "sp":
        for at in range(len(frames)):
            drawing.add(Group(id=f"{prefix}-{kind}{at}", class_=kind, debug=False))
    body = Group(id=prefix, debug=False)
    body.elements.extend(elements)
    body.add(_controls(prefix, len(frames), page.place))
    drawing.add(body)
    sizes = kind_of(puzzle.grid).describe(puzzle.grid)
    words = (
        f"Animation, {sizes}, {count(puzzle.n_colors, 'colour')}: how the puzzle is solved, "
        f"in {count(len(frames), 'frame')} with links to pause it and to go back and forward"
    )
    return document_text(drawing, name, words, canvas.palette, checksum, role="group")


def canvas_and_page(puzzle: Puzzle, frames: Sequence[AnimationFrame]) -> tuple[AnimationCanvas, AnimationPage]:
    """The empty canvas of an animation, and its page with the captions of the frames."""
    style = screen_style(puzzle.palette, clues=True)
    canvas = AnimationCanvas(puzzle, style)
    return canvas, arranged_page(canvas.view(PADDING), frames, style.ground)


def animation_layers(canvas: AnimationCanvas, frames: Sequence[AnimationFrame]) -> list[Layer]:
    """An animation without its captions, from bottom to top, for all `frames`; the `canvas` is empty."""
    layers = [Layer(canvas.highlight_elements(frame), at) for at, frame in enumerate(frames)]
    canvas.add_open_cells()
    layers.append(Layer(canvas.taken()))
    layers += [Layer(canvas.known_elements(frame.shown), at, stays=True) for at, frame in enumerate(frames)]
    canvas.add_toneless_rules()
    canvas.add_frame()
    layers.append(Layer(canvas.taken()))
    layers += [Layer(canvas.mark_elements(frame), at) for at, frame in enumerate(frames)]
    canvas.add_clues()
    layers.append(Layer(canvas.taken()))
    return layers


def _style_rules(prefix: str, times: Sequence[float]) -> str:
    """The style sheet, for identifiers with a `prefix` that no other drawing has.

    The targets are PREFIX-s0, PREFIX-p0 and so on, with the classes s and p; an element PREFIX that follows them holds
    everything animated.
    """
    root = f"#{prefix}"
    rules = [
        # Browsers do not scroll to an element without a place.
        f"[id|={prefix}]:empty{{display:none}}",
        f"{root}{{--at:0s}}",
        f"{root} .c{{visibility:hidden;animation:{prefix}-c var(--d) linear calc(var(--t) - var(--at)) 1 none}}",
        f"{root} .d{{animation:{prefix}-d var(--t) linear calc(0s - var(--at)) 1 none}}",
        *(f"@keyframes {prefix}-c{mode}{{from,to{{visibility:visible}}}}" for mode in ("", "s", "p")),
        *(f"@keyframes {prefix}-d{mode}{{from,to{{visibility:hidden}}}}" for mode in ("", "s", "p")),
        f"@media (prefers-reduced-motion:reduce){{{root} .c,{root} .d{{animation-name:none}}}}",
    ]
    for mode, state in (("s", "paused"), ("p", "running")):
        rules += (
            f".{mode}:target~{root} .{kind}{{animation-name:{prefix}-{kind}{mode};animation-play-state:{state}}}"
            for kind in "cd"
        )
    for at, (begin, end) in enumerate(pairwise(times)):
        rules.append(f"{root} .f{at}{{--t:{begin:g}s;--d:{round(end - begin, 1):g}s}}")
        rules.append(f"#{prefix}-s{at}:target~{root},#{prefix}-p{at}:target~{root}{{--at:{begin:g}s}}")
    # Of the links that pause and play, one is seen: while it plays, and without any target, it is the one that pauses.
    rules.append(f"{root} .v,.s:target~{root} .w{{display:none}}.s:target~{root} .v{{display:inline}}")
    return "\n".join(rules)


def _shown(layer: Layer, n_frames: int) -> list[Any]:
    return layer.elements if layer.at is None or not layer.elements else [_timed(layer, n_frames)]


def _timed(layer: Layer, n_frames: int) -> Group:
    """A group that is seen during a frame, or from it on; what is seen during the last frame stays."""
    kind = "d" if layer.stays or layer.at == n_frames - 1 else "c"
    group = Group(class_=f"{kind} f{layer.at}", debug=False)
    group.elements.extend(layer.elements)
    return group


def _controls(prefix: str, n_frames: int, place: CaptionPlace) -> Group:
    """The links of each frame: back, pause or play, and next."""
    size, y = place.size, number(place.y + place.size)
    right = place.x + place.width
    font = {"font_family": FONTS, "font_size": number(size), "text_anchor": "end", "text_decoration": "underline"}
    group = Group(fill=place.link, debug=False, **font)
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
        group.add(_timed(Layer(links, at), n_frames))
    return group


def _link(target: str, word: str, x: float, y: str, **style: object) -> Hyperlink:
    """A word that leads to a place in the drawing."""
    link = Hyperlink(target, target=None, debug=False, **style)
    link.add(Text(word, x=[number(x)], y=[y], debug=False))
    return link
