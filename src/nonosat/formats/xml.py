"""XML as a tree whose elements have their places in the file; safe for untrusted files.

Python's expat parses the text. A reference to a document type, as files of puzzles have it, is ignored and never
fetched; one that declares anything itself is refused before it is used, so no entity multiplies or fetches files. The
depth is bounded here; the caller bounds the size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import NoReturn
from xml.parsers import expat

from nonosat.core.errors import InputError, shown
from nonosat.formats.source import Word

#: Elements within elements; puzzles need five levels.
MAX_DEPTH = 12
_CHUNK = 1 << 16


@dataclass(slots=True, eq=False)
class Element:
    """An element of XML that begins at a place in the file, from 1, with its text, without that of its children."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    @property
    def place(self) -> Word:
        """The place where it begins."""
        return Word(self.tag, self.line, self.column)

    def find(self, tag: str) -> Element | None:
        """The first child with a tag, or None."""
        return next((child for child in self.children if child.tag == tag), None)

    def all(self, tag: str) -> Iterator[Element]:
        """The children with a tag, in their order."""
        return (child for child in self.children if child.tag == tag)


def elements(text: str, tag: str, file: str | None = None) -> Iterator[Element]:
    """The elements of a tag, one after the other; nothing else is kept in memory.

    Raises:
        InputError: the text is not XML, nested too deeply, or its document type declares something.
    """
    reader = _XmlTreeReader(tag, file)
    try:
        for start in range(0, len(text), _CHUNK):
            reader.parser.Parse(text[start : start + _CHUNK], False)
            yield from reader.finished
            reader.finished.clear()
        reader.parser.Parse("", True)
    except expat.ExpatError as error:
        message = f"{expat.errors.messages.get(error.code, 'broken XML')}, expected XML"
        raise InputError(message, file=file, line=error.lineno, column=error.offset + 1) from None


class _XmlTreeReader:
    def __init__(self, tag: str, file: str | None) -> None:
        self.tag = tag
        self.file = file
        self.depth = 0
        #: The elements that are open, from one of the tag on.
        self.open: list[Element] = []
        self.finished: list[Element] = []
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.buffer_size = 1 << 20  # few pieces to put together, also of a large image
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.StartDoctypeDeclHandler = self.doctype
        parser.EntityDeclHandler = self.entity
        parser.SkippedEntityHandler = self.skipped

    def fail(self, message: str) -> NoReturn:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        raise InputError(message, file=self.file, line=line, column=column)

    def doctype(self, name: str, system: str | None, public: str | None, declares: int) -> None:  # noqa: ARG002
        if declares:
            self.fail("a document type with declarations, expected none or a reference to one")

    def entity(self, *declaration: object) -> None:  # noqa: ARG002
        self.fail("an entity is declared, expected none")

    def skipped(self, name: str, is_parameter: bool) -> None:
        """Read a reference to an entity of the document type as that of HTML, since no document type is read."""
        text = unescape(f"&{name};")
        if is_parameter or len(text) > 1:
            self.fail(f"entity {shown(name)}, expected one of XML or HTML")
        self.characters(text)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"element {shown(tag)} within {MAX_DEPTH} others, expected fewer levels")
        if self.open or tag == self.tag:
            element = Element(tag, attributes, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
            if self.open:
                self.open[-1].children.append(element)
            self.open.append(element)

    def end(self, tag: str) -> None:  # noqa: ARG002 - the parser makes sure that it is the last one opened
        self.depth -= 1
        if self.open:
            element = self.open.pop()
            if not self.open:
                self.finished.append(element)

    def characters(self, data: str) -> None:
        """Add text to the element that is open."""
        if self.open:
            self.open[-1].text += data
