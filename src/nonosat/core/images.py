"""Images: recognised by their first bytes, and opened only from known formats and within limits."""

from __future__ import annotations

import re
import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any

from nonosat.core.errors import InputError, MissingDependency

if TYPE_CHECKING:
    from PIL.Image import Image

#: The formats that Pillow is allowed to read, so that its other readers need not be trusted.
FORMATS = ("PNG", "GIF", "JPEG", "BMP", "PPM", "WEBP", "TIFF", "ICO")
#: The largest file, in bytes.
MAX_BYTES = 1 << 26
#: Limit of pixels, more than those of a photograph; a small file could otherwise need much memory.
MAX_PIXELS = 60_000_000

#: The beginnings of the images that can be read, and their names in messages.
_IMAGES = (
    (rb"\x89PNG", "a PNG image"),
    (rb"GIF8", "a GIF image"),
    (rb"\xff\xd8\xff", "a JPEG image"),
    (rb"BM", "a BMP image"),
    (rb"II[*+]\x00|MM\x00[*+]", "a TIFF image"),
    (rb"\x00\x00\x01\x00", "an icon (ICO)"),
    (rb"P[1-6][\s#]", "an image of Netpbm (PBM, PGM or PPM)"),
    (rb"(?s)RIFF....WEBP", "a WebP image"),
)


def image_kind(data: bytes) -> str | None:
    """The kind of an image by the first 20 bytes of its file; None for any other file.

    A few kinds begin with two letters only, which may also begin a text.
    """
    return next((words for pattern, words in _IMAGES if re.match(pattern, data)), None)


def is_no_text(data: bytes) -> bool:
    """True if the contents of a file are an image or other binary data."""
    return image_kind(data) is not None or b"\0" in data


def pillow(wanted: str = "read images") -> Any:
    """The module of Pillow for images; MissingDependency, with the `wanted` task, if it is not installed."""
    try:
        import PIL.Image
    except ImportError:
        message = f"Pillow is needed to {wanted}; install it with: pip install 'nonosat[pictures]'"
        raise MissingDependency(message) from None
    return PIL.Image


def open_image(data: bytes, file: str) -> tuple[Image, tuple[str, ...]]:
    """Open the image in `data`, the contents of a file, as a viewer shows it.

    Returns:
        The image in red, green, blue and opacity, and remarks.

    Raises:
        InputError: it cannot be read, or has too many pixels.
        MissingDependency: Pillow is not installed.
    """
    reader = pillow()
    from PIL.ImageOps import exif_transpose

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large images; `MAX_PIXELS` decides
            image = reader.open(BytesIO(data), formats=FORMATS)
            if image.width * image.height > MAX_PIXELS:
                message = f"{image.width} x {image.height} pixels, expected at most {MAX_PIXELS:,}"
                raise InputError(message, file=file)
            n_frames = getattr(image, "n_frames", 1)
            # Cameras write their orientation beside the pixels.
            colored = exif_transpose(image).convert("RGBA")
    except InputError:
        raise
    except (reader.DecompressionBombError, MemoryError):
        raise InputError(f"too many pixels, expected at most {MAX_PIXELS:,}", file=file) from None
    except reader.UnidentifiedImageError:
        raise InputError(f"not an image, expected one of {', '.join(FORMATS)}", file=file) from None
    except Exception as error:  # Pillow's readers may raise any exception
        reason = str(error).partition("\n")[0][:80] or type(error).__name__
        raise InputError(f"a broken image ({reason}), expected a complete one", file=file) from None
    return colored, (f"only the first of {n_frames} images in the file is used",) if n_frames > 1 else ()
