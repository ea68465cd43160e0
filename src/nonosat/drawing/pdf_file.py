"""PDF of drawings. This module alone imports fpdf2, which turns SVG into PDF."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

from nonosat.drawing.font_files import font_for
from nonosat.errors import MissingDependency

_SVG = "{http://www.w3.org/2000/svg}"
#: What a PDF has no place for.
_NOT_SEEN = ("title", "desc", "defs")
#: A PDF has a date. It is always the same, so that the file is.
_DATE = datetime(1970, 1, 1, tzinfo=UTC)
#: The name of the font that is embedded.
_EMBEDDED = "embedded"


def require_pdf() -> Any:
    """The package that writes PDF.

    Raises:
        MissingDependency: it is not installed.
    """
    try:
        import fpdf
    except ImportError:
        message = "fpdf2 is needed to write PDF, expected it installed: pip install 'nonosat[pdf]'"
        raise MissingDependency(message) from None
    return fpdf


def pdf_bytes(svg: str) -> bytes:
    """A PDF of one page, which is as large as the drawing; the same bytes whenever it is called.

    Text stays text. Every PDF reader has the fonts for Latin-1, so they are not embedded. Other characters are drawn
    with a font of this machine that has them, or as question marks if there is none.

    Args:
        svg: the drawing, as nonosat writes it.

    Raises:
        MissingDependency: fpdf2 is not installed.
    """
    fpdf = require_pdf()
    from fpdf.svg import SVGObject

    root = ElementTree.fromstring(svg)
    page = fpdf.FPDF(unit="pt")
    page.set_creation_date(_DATE)
    page.set_producer("nonosat")
    page.set_title(root.findtext(f"{_SVG}title") or "")
    for element in [child for child in root if child.tag.removeprefix(_SVG) in _NOT_SEEN]:
        root.remove(element)
    _choose_fonts(root, page)
    drawing = SVGObject(ElementTree.tostring(root, encoding="unicode"))
    width, height = float(drawing.width or 0), float(drawing.height or 0)
    # Width and height are those of an upright page, which is turned if it is wider than high.
    turned = "landscape" if width > height else "portrait"
    page.add_page(orientation=turned, format=(min(width, height), max(width, height)))
    drawing.draw_to_page(page, 0, 0)
    return bytes(page.output())


def _choose_fonts(root: ElementTree.Element, page: Any) -> None:
    """Give an embedded font to each text that has characters beside Latin-1, and replace characters without a font."""
    others = [element for element in root.iter(f"{_SVG}text") if not _is_latin(element.text or "")]
    if not others:
        return
    wanted = {char for element in others for char in element.text or ""}
    font = font_for(wanted)
    if font is not None:
        page.add_font(_EMBEDDED, fname=font.path)
    for element in others:
        known = font.characters if font is not None else frozenset(map(chr, range(32, 127)))
        element.text = "".join(char if char in known else "?" for char in element.text or "")
        if font is not None:
            element.set("font-family", _EMBEDDED)
            element.attrib.pop("font-weight", None)


def _is_latin(text: str) -> bool:
    """Whether the fonts of every PDF reader have all characters of a text."""
    return all(" " <= char <= "~" or "\xa0" <= char <= "\xff" for char in text)
