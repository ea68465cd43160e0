"""Images, loaded only from known formats, within limits, upright, and without transparency."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from nonosat.core.errors import InputError, MissingDependency
from nonosat.drawing.colors import RGB

if TYPE_CHECKING:
    from PIL import Image

#: The formats that Pillow is allowed to read, so that its other readers need not be trusted.
FORMATS = ("PNG", "GIF", "JPEG", "BMP", "PPM", "WEBP", "TIFF", "ICO")
#: Limit of pixels, more than those of a photograph; a small file could otherwise need much memory.
MAX_PIXELS = 60_000_000
#: The largest number of colours of a drawing.
DRAWN = 24
#: The distance above which colours are easy to distinguish.
_APART = 10 * 24**2


class OpenedImage(NamedTuple):
    """An image in red, green and blue; one that is white where a pixel was transparent, if any was; and remarks."""

    image: Image.Image
    hidden: Image.Image | None
    remarks: tuple[str, ...] = ()


def open_image(data: bytes, file: str, background: RGB | None = None) -> OpenedImage:
    """Open the image in `data`, the contents of a file, as a viewer shows it.

    Args:
        background: the colour of transparent pixels; None for one that no other pixel of a drawing has.

    Raises:
        InputError: it cannot be read, or has too many pixels.
        MissingDependency: Pillow is not installed.
    """
    pillow = require_pillow()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large images; `MAX_PIXELS` decides
            image = pillow.open(BytesIO(data), formats=FORMATS)
            if image.width * image.height > MAX_PIXELS:
                message = f"{image.width} x {image.height} pixels, expected at most {MAX_PIXELS:,}"
                raise InputError(message, file=file)
            n_frames = getattr(image, "n_frames", 1)
            from PIL.ImageOps import exif_transpose

            # Cameras write their orientation beside the pixels.
            colored = exif_transpose(image).convert("RGBA")
    except InputError:
        raise
    except (pillow.DecompressionBombError, MemoryError):
        raise InputError(f"too many pixels, expected at most {MAX_PIXELS:,}", file=file) from None
    except Exception as error:  # the readers of Pillow raise errors of any type
        reason = str(error).partition("\n")[0][:80] or type(error).__name__
        raise InputError(f"a broken image ({reason}), expected a whole one", file=file) from None
    remarks = (f"the first of {n_frames} images in the file is used",) if n_frames > 1 else ()
    hidden = colored.getchannel("A").point([255 if value < 128 else 0 for value in range(256)])
    if hidden.getbbox() is None:
        return OpenedImage(colored.convert("RGB"), None, remarks)
    # The colour below full transparency means nothing.
    colored.putalpha(255)
    colored.paste((0, 0, 0, 0), mask=hidden)
    counts = cast("list[tuple[int, tuple[int, int, int, int]]]", colored.getcolors(DRAWN + 1) or [])
    used = [(red, green, blue) for _, (red, green, blue, opacity) in counts if opacity]
    opaque = colored.convert("RGB")
    opaque.paste(background or unused_gray(used), mask=hidden)
    return OpenedImage(opaque, None if background else hidden, remarks)


def require_pillow() -> Any:
    """The module of Pillow that reads images.

    Raises:
        MissingDependency: Pillow is not installed.
    """
    try:
        import PIL.Image
    except ImportError:
        message = "Pillow is needed to read images, expected it installed: pip install 'nonosat[pictures]'"
        raise MissingDependency(message) from None
    return PIL.Image


def unused_gray(used: list[RGB]) -> RGB:
    """White, or a grey that is easy to distinguish from the `used` colours, for transparent pixels."""
    grays = [(level, level, level) for level in range(255, -1, -8)]
    return max(grays, key=lambda gray: (min([_APART, *(weighted_distance(gray, color) for color in used)]), gray))


def color_counts(image: Image.Image) -> list[tuple[int, RGB]]:
    """The pixels of each colour of a drawing; empty if the image has too many colours to be one."""
    return cast("list[tuple[int, RGB]]", image.getcolors(DRAWN) or [])


def nearest_color(wanted: RGB, colors: list[RGB]) -> RGB:
    """The one of `colors`, of which there is at least one, that is nearest to a wanted colour."""
    return min(colors, key=lambda color: weighted_distance(color, wanted))


def name_of_rgb(color: RGB) -> str:
    """The name `#rrggbb` of a colour."""
    return "#{:02x}{:02x}{:02x}".format(*color)


def weighted_distance(one: RGB, other: RGB) -> int:
    """The perceived difference of two colours, roughly: squared differences, weighted by the sensitivity of the eye."""
    (r, g, b), (R, G, B) = one, other  # noqa: N806
    return 3 * (r - R) ** 2 + 6 * (g - G) ** 2 + (b - B) ** 2
