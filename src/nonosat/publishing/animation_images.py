"""Animations as GIF and WebP, for places that show no SVG: the frames as pixels, each with its time.

Both play for ever, and show the last frame longer than the others. All frames have the colours of one palette,
those that most pixels have. GIF knows nothing else, and without it files of WebP are 2 to 5 times as large.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from nonosat.core.errors import MissingDependency
from nonosat.core.images import pillow
from nonosat.drawing.drawing_file import png_bytes, require_png
from nonosat.model.colors import RGB
from nonosat.model.puzzle import Puzzle
from nonosat.publishing.animation import animation_layers, canvas_and_page
from nonosat.publishing.animation_frames import AnimationFrame, frame_times
from nonosat.publishing.animation_page import AnimationPage, caption_group, caption_texts

if TYPE_CHECKING:
    from PIL import Image

#: The options with which Pillow writes the formats, by their suffixes. In a GIF pixels that do not change are not
#: written again.
_STYLES: Mapping[str, Mapping[str, Any]] = {
    ".gif": {"format": "GIF", "optimize": True, "disposal": 1},
    ".webp": {"format": "WEBP", "lossless": True, "quality": 60, "minimize_size": True},
}
#: The most frames of an animation, and the most pixels of all its frames together. The second limit never reduces the
#: number of frames below the third number.
_MOST_FRAMES, _MOST_PIXELS, _FEW_FRAMES = 120, 100_000_000, 40
#: Milliseconds for which the last frame is shown, at least.
_LAST = 6000
#: Colours of an image: one less than a GIF can have, since one stands for pixels that do not change.
_COLORS = 255
#: Pixels of an image for each pixel of a drawing, at most.
_MOST_ZOOM = 2.0
#: The longer side of an image in pixels: up to this, small drawings are enlarged, and down to the second number, large
#: ones are made smaller.
_SIDE, _LARGE_SIDE = 1200, 1600


def require_animation_images(suffix: str) -> None:
    """Make sure that animations can be written; the suffix is `.gif` or `.webp`.

    Raises:
        MissingDependency: resvg or Pillow is not installed, or a Pillow without this format.
    """
    wanted = suffix[1:].upper()
    require_png(f"write {wanted}")
    pillow(f"write {wanted}")
    from PIL import features

    if suffix == ".webp" and not features.check("webp"):
        raise MissingDependency("the installed Pillow cannot write WebP; install one that can, or write a GIF")


def most_frames(puzzle: Puzzle, frames: Sequence[AnimationFrame]) -> int:
    """The most frames that an animation with images as large as for these `frames` can reasonably have."""
    _, page = canvas_and_page(puzzle, frames)
    width, height = image_size(page)
    return max(_FEW_FRAMES, min(_MOST_FRAMES, _MOST_PIXELS // (width * height)))


def animation_image(path: str, puzzle: Puzzle, frames: Sequence[AnimationFrame]) -> bytes:
    """An animation as the contents of a GIF or WebP file, the same for the same arguments on the same machine.

    Args:
        path: ends in `.gif` or `.webp`.
        frames: at least one; `most_frames` gives a reasonable number.

    Raises:
        MissingDependency: resvg or Pillow is not installed.
    """
    suffix = os.path.splitext(path)[1].lower()
    require_animation_images(suffix)
    # As PNG the frames need a hundredth of the memory of their pixels.
    first, *others = _indexed([png_bytes(text, zoom=1) for text in still_drawings(puzzle, frames)])
    durations = [round(1000 * (end - begin)) for begin, end in pairwise(frame_times(frames))]
    durations[-1] = max(durations[-1], _LAST)
    data = BytesIO()
    first.save(data, save_all=True, append_images=others, duration=durations, loop=0, **_STYLES[suffix])
    return data.getvalue()


def _opened(pictures: Sequence[bytes]) -> Iterator[Image.Image]:
    from PIL import Image

    return (Image.open(BytesIO(picture)).convert("RGB") for picture in pictures)


def _indexed(pictures: Sequence[bytes]) -> Iterator[Image.Image]:
    """PNG files as images in the colours that most of their pixels have, or the nearest of these."""
    import numpy
    from PIL import Image

    numbers: Counter[RGB] = Counter()
    for image in _opened(pictures):
        for number, color in image.getcolors(image.width * image.height) or ():
            numbers[cast(RGB, color)] += number
    palette = sorted(numbers, key=lambda color: (-numbers[color], color))[:_COLORS]
    levels = [level for color in palette for level in color]
    # Pillow finds the nearest colours only roughly. For each colour that occurs, the number of the nearest one:
    nearest = numpy.zeros(1 << 24, numpy.uint8)
    choices = numpy.array(palette, numpy.int32)
    for color in numbers:
        distances = ((choices - numpy.array(color, numpy.int32)) ** 2).sum(axis=1)
        nearest[color[0] << 16 | color[1] << 8 | color[2]] = distances.argmin()
    for image in _opened(pictures):
        pixels = numpy.asarray(image, numpy.int32)
        codes = pixels[..., 0] << 16 | pixels[..., 1] << 8 | pixels[..., 2]
        found = Image.fromarray(nearest[codes])
        found.putpalette(levels)
        yield found


def still_drawings(puzzle: Puzzle, frames: Sequence[AnimationFrame]) -> Iterator[str]:
    """The frames of an animation as SVG; the size of each is that of its image."""
    canvas, page = canvas_and_page(puzzle, frames)
    left, top, width, height = page.view
    size = image_size(page)
    begin = (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{left} {top} {width} {height}" width="{size[0]}" height="{size[1]}">'
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{canvas.style.ground}"/>'
    )
    layers = animation_layers(canvas, frames)
    texts = ["".join(element.tostring() for element in layer.elements) for layer in layers]
    for number, frame in enumerate(frames):
        caption = caption_group(page.place)
        caption.elements.extend(caption_texts(page, number, frame.heading))
        seen = (
            text
            for text, (_, at, stays) in zip(texts, layers, strict=True)
            if at is None or at == number or (stays and at < number)
        )
        yield f"{begin}{''.join(seen)}{caption.tostring()}</svg>"


def image_size(page: AnimationPage) -> tuple[int, int]:
    """The pixels of an image, in width and in height."""
    _, _, width, height = page.view
    longest = max(width, height)
    zoom = min(_MOST_ZOOM, max(_SIDE / longest, min(1.0, _LARGE_SIDE / longest)))
    return max(1, round(width * zoom)), max(1, round(height * zoom))
