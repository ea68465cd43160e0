"""Animations as GIF and WebP, for places that show no SVG: the frames as pixels, each with its time.

Both play for ever, and show the last frame longer than the others. All frames have the colours of one palette: those
that most pixels have, and blends of the rest.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from nonosat.drawing.animation_frame import AnimationFrame
from nonosat.drawing.animation_timing import frame_times
from nonosat.drawing.png_file import png_bytes, require_png
from nonosat.errors import MissingDependency
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from PIL import Image

#: Red, green and blue, 0 to 255.
_Color = tuple[int, int, int]

#: How Pillow writes the formats, by their suffixes. In a GIF pixels that do not change are not written again.
_STYLES: Mapping[str, Mapping[str, Any]] = {
    ".gif": {"format": "GIF", "optimize": True, "disposal": 1},
    ".webp": {"format": "WEBP", "lossless": True, "quality": 60, "minimize_size": True},
}
#: The most frames of an animation; large images have fewer: so many that their pixels are not more than these, but not
#: fewer than the last number.
_MOST_FRAMES, _MOST_PIXELS, _FEW_FRAMES = 120, 100_000_000, 40
#: Seconds for which the last frame is shown, at least.
_LAST = 6.0
#: Colours of an image: one less than a GIF can have, since one stands for pixels that do not change. So many of them
#: are the most frequent colours of the frames, exactly.
_COLORS, _EXACT = 255, 160


def require_animation_images(suffix: str) -> None:
    """Make sure that animations can be written, before there is one.

    Args:
        suffix: `.gif` or `.webp`.

    Raises:
        MissingDependency: resvg or Pillow is not installed, or a Pillow without this format.
    """
    wanted = suffix[1:].upper()
    require_png(f"write {wanted}")
    try:
        from PIL import features
    except ImportError:
        message = f"Pillow is needed to write {wanted}, expected it installed: pip install 'nonosat[pictures]'"
        raise MissingDependency(message) from None
    if suffix == ".webp" and not features.check("webp"):
        raise MissingDependency("the installed Pillow cannot write WebP, expected one with WebP, or a GIF")


def most_frames(puzzle: Puzzle, frames: Sequence[AnimationFrame]) -> int:
    """How many frames an animation of this size can have as images.

    Args:
        puzzle: what is drawn.
        frames: of the animation.

    Raises:
        UsageError: there is no layout for this kind of grid.
    """
    from nonosat.drawing.animation_stills import still_drawings

    width, height = still_drawings(puzzle, frames).size
    return max(_FEW_FRAMES, min(_MOST_FRAMES, _MOST_PIXELS // (width * height)))


def animation_image(path: str, puzzle: Puzzle, frames: Sequence[AnimationFrame]) -> bytes:
    """An animation as the contents of a GIF or WebP file, the same for the same arguments on the same machine.

    Each frame is shown as long as its caption takes to be read.

    Args:
        path: of the file; its suffix is `.gif` or `.webp`.
        puzzle: what is drawn.
        frames: from the first one on, at least one; `most_frames` says how many are reasonable.

    Raises:
        MissingDependency: resvg, a font or Pillow is not installed.
        UsageError: there is no layout for this kind of grid.
    """
    suffix = os.path.splitext(path)[1].lower()
    require_animation_images(suffix)
    first, *others = _indexed(list(_pixels(puzzle, frames)))
    times = [end - begin for begin, end in pairwise(frame_times(frames))]
    times[-1] = max(times[-1], _LAST)
    durations = [round(1000 * seconds) for seconds in times]
    data = BytesIO()
    first.save(data, save_all=True, append_images=others, duration=durations, loop=0, **_STYLES[suffix])
    return data.getvalue()


def _pixels(puzzle: Puzzle, frames: Sequence[AnimationFrame]) -> Iterator[bytes]:
    """The frames as PNG, which needs a hundredth of the memory of their pixels."""
    from PIL import Image

    from nonosat.drawing.animation_stills import still_drawings

    stills = still_drawings(puzzle, frames)
    clues = Image.open(BytesIO(png_bytes(stills.clues, zoom=1))).convert("RGBA")
    for text in stills.frames:
        image = Image.open(BytesIO(png_bytes(text, zoom=1))).convert("RGBA")
        image.alpha_composite(clues)
        data = BytesIO()
        image.convert("RGB").save(data, "PNG", compress_level=1)
        yield data.getvalue()


def _opened(pictures: Sequence[bytes]) -> Iterator[Image.Image]:
    """The pixels of pictures, one after the other."""
    from PIL import Image

    return (Image.open(BytesIO(picture)).convert("RGB") for picture in pictures)


def _indexed(pictures: Sequence[bytes]) -> Iterator[Image.Image]:
    """The same pictures in the colours of one palette, which makes files smaller."""
    import numpy
    from PIL import Image

    numbers: Counter[_Color] = Counter()
    for image in _opened(pictures):
        for number, color in image.getcolors(image.width * image.height) or ():
            numbers[cast(_Color, color)] += number
    palette = _palette(numbers)
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


def _palette(numbers: Mapping[_Color, int]) -> list[_Color]:
    """The colours of an animation: those that most pixels have, and blends of the rest.

    Args:
        numbers: by colour, how many pixels have it.
    """
    from PIL import Image

    colors = sorted(numbers, key=lambda color: (-numbers[color], color))
    if len(colors) <= _COLORS:
        return colors
    chosen, rest = colors[:_EXACT], colors[_EXACT:]
    strip = Image.new("RGB", (len(rest), 1))
    strip.putdata(rest)
    levels = strip.quantize(_COLORS - _EXACT, method=Image.Quantize.MEDIANCUT).getpalette() or []
    blends = zip(levels[::3], levels[1::3], levels[2::3], strict=True)
    return [*chosen, *blends][:_COLORS]
