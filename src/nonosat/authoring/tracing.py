"""From the bytes of a file to a picture: which kind of picture it is, and who reads it."""

from __future__ import annotations

from nonosat.authoring.request import Traced, Wish
from nonosat.errors import InputError, UsageError
from nonosat.system.files import as_text

#: How the files of images begin that are read: PNG, GIF, JPEG, BMP, and the bitmaps of Netpbm.
_IMAGES = (b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"BM", b"P1", b"P2", b"P3", b"P4", b"P5", b"P6")


def trace(data: bytes, file: str, wish: Wish | None = None) -> Traced:
    """The picture that a file shows.

    Args:
        data: the contents of the file.
        file: its name in error messages.
        wish: what is asked for.

    Raises:
        InputError: it shows none; says why.
        UsageError: the wish makes no sense for this kind of picture.
    """
    wish = wish or Wish()
    if wish.size and wish.hexagon:
        raise UsageError("--size and --hex, expected one of them")
    if not data.strip():
        raise InputError("nothing in it, expected a picture", file=file)
    if _is_image(data):
        if wish.palette:
            raise UsageError("--palette is for pictures made of letters, expected --colors for an image")
        from nonosat.authoring.image_picture import trace_image

        return trace_image(data, file, wish)
    if wish.size or wish.hexagon or wish.n_colors or wish.dither:
        raise UsageError(f"--size, --hex, --colors and --dither are for images, and {file} is a text")
    text = as_text(data, file)
    if text.lstrip().startswith("<"):
        if wish.palette or wish.background:
            raise UsageError(f"{file} is a drawing with colours of its own, expected no --palette and no --background")
        from nonosat.authoring.svg_picture import trace_drawing

        return trace_drawing(text, file)
    from nonosat.authoring.text_picture import trace_letters

    return trace_letters(text, file, wish)


def _is_image(data: bytes) -> bool:
    """Whether data begin like those of an image. Text may begin with the same two letters, but not go on like it."""
    if not data.startswith(_IMAGES):
        return False
    return data[:1] != b"P" or data[2:3].isspace() or data[2:3] == b"#"
