"""PDF of drawings, one on each page. This module alone imports fpdf2, which turns SVG into PDF.

DejaVu Sans comes with nonosat, so that a document looks the same wherever it is made. It has the letters of Latin,
Greek, Cyrillic and Hebrew, and many symbols.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from itertools import groupby
from typing import Any, NamedTuple
from unicodedata import bidirectional
from xml.etree import ElementTree

from nonosat.core.errors import MissingDependency

_SVG = "{http://www.w3.org/2000/svg}"
#: SVG elements that a PDF has no place for.
_NOT_SEEN = ("title", "desc", "defs")
#: A PDF has a date. A constant one makes the file depend on its content only.
_DATE = datetime(1970, 1, 1, tzinfo=UTC)
#: Names of the embedded fonts: that of nonosat, and one of this machine for characters that it lacks.
_OWN, _OTHER = "own", "other"
#: Points in a unit of the coordinates of links.
_POINTS_PER_MM = 72 / 25.4
#: Directions of characters that are written from right to left.
_FROM_THE_RIGHT = ("R", "AL")
#: Files of the fonts that come with nonosat: the usual one and the bold one.
REGULAR, BOLD = "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"
#: Names of files that systems have in their folders of fonts, those with the most characters last.
_FILES = (
    "DejaVuSans.ttf",
    "LiberationSans-Regular.ttf",
    "Arial.ttf",
    "NotoSans-Regular.ttf",
    "Arial Unicode.ttf",
    "NotoSansCJK-Regular.ttc",
    "msgothic.ttc",
    "msyh.ttc",
)


class PdfLink(NamedTuple):
    """A part of a page, in millimetres, that leads to the page with an index."""

    left: float
    top: float
    width: float
    height: float
    page: int


class PdfBookmark(NamedTuple):
    """An entry in the outline of a document; with a `level` above 0 it stands within the one before."""

    text: str
    level: int = 0


class PdfPage(NamedTuple):
    """A page of a document: a drawing of nonosat, whose size it has, and the bookmarks that lead to it."""

    svg: str
    bookmarks: tuple[PdfBookmark, ...] = ()
    links: tuple[PdfLink, ...] = ()


def require_pdf() -> Any:
    """The package that writes PDF.

    Raises:
        MissingDependency: it is not installed.
    """
    try:
        import fpdf
    except ImportError:
        message = "fpdf2 is needed to write PDF; install it with: pip install 'nonosat[pdf]'"
        raise MissingDependency(message) from None
    return fpdf


def pdf_bytes(svg: str) -> bytes:
    """A PDF of one page with a drawing of nonosat.

    Raises:
        MissingDependency: fpdf2 is not installed.
    """
    title = ElementTree.fromstring(svg).findtext(f"{_SVG}title") or ""
    return pdf_document([PdfPage(svg)], title=title)


def pdf_document(pages: Sequence[PdfPage], *, title: str = "", author: str = "", language: str = "en") -> bytes:
    """A PDF in a language; the same bytes for the same pages on machines with the same fonts.

    Text stays text; where it is written from right to left, its characters are stored in the order in which they are
    seen. Its fonts are embedded: the one that comes with nonosat, and a font of this machine for characters which that
    one lacks. Characters without a font become question marks.

    Raises:
        MissingDependency: fpdf2 is not installed.
    """
    fpdf = require_pdf()
    document = fpdf.FPDF(unit="pt")
    document.set_creation_date(_DATE)
    document.set_producer("nonosat")
    document.set_title(title)
    if author:
        document.set_author(author)
    document.set_lang(language)
    drawings = [ElementTree.fromstring(page.svg) for page in pages]
    for drawing in drawings:
        for element in [child for child in drawing if child.tag.removeprefix(_SVG) in _NOT_SEEN]:
            drawing.remove(element)
    _choose_fonts(drawings, document)
    from fpdf.svg import SVGObject

    for page, drawing in zip(pages, drawings, strict=True):
        shown = SVGObject(ElementTree.tostring(drawing, encoding="unicode"))
        width, height = float(shown.width or 0), float(shown.height or 0)
        # fpdf2 expects the size of the upright page.
        turned = "landscape" if width > height else "portrait"
        document.add_page(orientation=turned, format=(min(width, height), max(width, height)))
        document.set_xy(0, 0)
        # The drawing is not used again; a copy would take half of the time.
        document.draw_path(shown.transform_to_page_viewport(document)[2], copy=False)
        for bookmark in page.bookmarks:
            document.start_section(bookmark.text, level=bookmark.level)
    for number, page in enumerate(pages, start=1):
        document.page = number
        for link in page.links:
            place = [length * _POINTS_PER_MM for length in link[:4]]
            document.link(*place, document.add_link(page=link.page + 1))
    return bytes(document.output())


def _choose_fonts(drawings: Sequence[ElementTree.Element], document: Any) -> None:
    """Give each text an embedded font, and replace characters that no font has."""
    texts = [element for drawing in drawings for element in drawing.iter(f"{_SVG}text")]
    if not texts:
        return
    own = own_font(REGULAR)
    document.add_font(_OWN, fname=own.path)
    known = own.characters
    if any(element.get("font-weight") == "bold" for element in texts):
        bold = own_font(BOLD)
        document.add_font(_OWN, style="B", fname=bold.path)
        known &= bold.characters
    for drawing in drawings:
        for element in drawing.iter():
            if "font-family" in element.attrib:
                element.set("font-family", _OWN)
    lacking = {char for element in texts for char in element.text or ""} - known
    other = font_for(lacking) if lacking else None
    if other is not None:
        document.add_font(_OTHER, fname=other.path)
    for element in texts:
        element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        text = _from_left_to_right(element.text or "")
        if lacking.isdisjoint(text):
            element.text = text
            continue
        element.text = ""
        for style, run in _runs(text, known, other.characters if other is not None else frozenset()):
            ElementTree.SubElement(element, f"{_SVG}tspan", style).text = run


def _runs(text: str, own: frozenset[str], other: frozenset[str]) -> Iterator[tuple[dict[str, str], str]]:
    """The parts of a text in the same font, each with its attributes."""
    for is_other, run in groupby(text, key=lambda char: char not in own and char in other):
        if is_other:
            # This font has one weight only.
            yield {"font-family": _OTHER, "font-weight": "normal"}, "".join(run)
        else:
            yield {"font-family": _OWN}, "".join(char if char in own else "?" for char in run)


def _from_left_to_right(text: str) -> str:
    """A text with its characters in the order in which they are seen, from left to right."""
    from fpdf.bidi import BidiParagraph

    if not any(bidirectional(char) in _FROM_THE_RIGHT for char in text):
        return text
    return str(BidiParagraph(text).get_reordered_string())


class FontFile(NamedTuple):
    """The file of a font, with the characters that the font has."""

    path: str
    characters: frozenset[str]


def own_font(name: str) -> FontFile:
    """A font that comes with nonosat; its name is `REGULAR` or `BOLD`."""
    return FontFile(font_path(name), _characters(font_path(name)))


def font_path(name: str) -> str:
    """The file of a font that comes with nonosat; its name is `REGULAR` or `BOLD`."""
    return str(files("nonosat.drawing").joinpath("fonts", name))


def font_for(characters: Collection[str]) -> FontFile | None:
    """The font of this machine that has the most of some different characters, or None if no font has any of them."""
    best, most = None, 0
    for font in filter(None, map(_installed, _FILES)):
        found = len(font.characters.intersection(characters))
        if found > most:
            best, most = font, found
        if most == len(characters):
            break
    return best


def _installed(name: str) -> FontFile | None:
    """The font of a file in the folders of fonts, or None if there is none."""
    # Both come with fpdf2. Pillow knows the folders of fonts of each system.
    from fontTools.ttLib import TTLibError
    from PIL import ImageFont

    try:
        path = str(ImageFont.truetype(name).path)
        return FontFile(path, _characters(path))
    except (OSError, TTLibError):
        return None


def _characters(path: str) -> frozenset[str]:
    """The characters that a font has.

    Raises:
        OSError: its file cannot be read.
        TTLibError: its file is not a font.
    """
    from fontTools.ttLib import TTFont

    with TTFont(path, fontNumber=0, lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap() or ()))
