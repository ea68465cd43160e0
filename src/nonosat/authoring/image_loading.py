"""Loading images: only known formats, within limits, and without transparency. Only this package imports Pillow."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import TYPE_CHECKING

from nonosat.authoring.image_colors import color_counts, weighted_distance
from nonosat.drawing.color_distance import RGB
from nonosat.errors import InputError, MissingDependency

if TYPE_CHECKING:
    from PIL import Image

#: The formats that Pillow is allowed to read, so that its other readers need not be trusted.
FORMATS = ("PNG", "GIF", "JPEG", "BMP", "PPM", "WEBP", "TIFF", "ICO")
#: Limit of pixels, more than those of a photograph; a small file could otherwise need much memory.
MAX_PIXELS = 60_000_000
#: The distance above which colours are easy to distinguish.
_APART = 10 * 24**2


def open_image(data: bytes, file: str) -> tuple[Image.Image, RGB | None]:
    """The image without transparency, and the colour that replaces transparent pixels, if there are any.

    Args:
        data: the contents of its file.
        file: name of the file in error messages.

    Raises:
        InputError: it cannot be read, or has too many pixels.
        MissingDependency: Pillow is not installed.
    """
    try:
        from PIL import Image
    except ImportError:
        message = "Pillow is needed to read images, expected it installed: pip install 'nonosat[pictures]'"
        raise MissingDependency(message) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large images; `MAX_PIXELS` decides
            image = Image.open(BytesIO(data), formats=FORMATS)
            if image.width * image.height > MAX_PIXELS:
                message = f"{image.width} x {image.height} pixels, expected at most {MAX_PIXELS:,}"
                raise InputError(message, file=file)
            colored = image.convert("RGBA")
    except InputError:
        raise
    except (Image.DecompressionBombError, MemoryError):
        raise InputError(f"too many pixels, expected at most {MAX_PIXELS:,}", file=file) from None
    except Exception as error:  # the readers of Pillow raise errors of any type
        reason = str(error).partition("\n")[0][:80] or type(error).__name__
        raise InputError(f"a broken image ({reason}), expected a whole one", file=file) from None
    alpha = colored.getchannel("A")
    opaque = colored.convert("RGB")
    transparent = alpha.point([255 if value < 128 else 0 for value in range(256)])
    if transparent.getbbox() is None:
        return opaque, None
    clear = _unused(opaque)
    opaque.paste(clear, mask=transparent)
    return opaque, clear


def _unused(image: Image.Image) -> RGB:
    """White, or a grey that is easy to distinguish from all colours of the image, for transparent pixels."""
    used = [color for _, color in color_counts(image)]
    greys = [(level, level, level) for level in range(255, -1, -8)]
    return max(greys, key=lambda grey: (min([_APART, *(weighted_distance(grey, color) for color in used)]), grey))
