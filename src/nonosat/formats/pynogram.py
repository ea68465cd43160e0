"""The format of pynogram, sections of a configuration file; read only.

[colors]
b = (blue) *          a colour by name or numbers, and the character that shows it; without any, black on white
[clues]
columns =
1r 5b, '2r', "1b 2"   clues between commas or on lines of their own, in quotes or not; 0 and '' are empty clues
rows =
...

The program nonogrid has the same as TOML: the colours in quotes in a list, `defs = ['b = (blue) *', ...]`, and clues
between three quotation marks. A block without a colour is black, which is a colour of its own beside those that are
declared, unless one of them is called black. Blank lines are ignored, and comments: lines that begin with # or ;, and
in clues the rest of a line.
"""

from __future__ import annotations

import re
from itertools import islice

from nonosat.core.errors import shown
from nonosat.formats.color_syntax import EXPECTED, rgb
from nonosat.formats.file_format import Sheet
from nonosat.formats.source import MAX_LINES, Source, Word
from nonosat.model.palette import BLACK_ON_WHITE, Palette

_SECTION = re.compile(r"\s*\[(\w+)\]\s*")
_ENTRY = re.compile(r"\s*([^\s=:]+)\s*[=:](.*)")
_COLOR = re.compile(r"\s*(?:\(([^)]*)\)|(\S+))(\s+\S)?(\s+[#;].*)?\s*")
_LIST = re.compile(r"\s*defs\s*=\s*\[")
#: What may not stand between quotes in a list; a comment ends the line.
_UNQUOTED = re.compile(r"[^\s,\]#][^\s,]*")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_BLOCK = re.compile(r"([0-9]{1,9})([^\s0-9]\S*)?")
_WORD = re.compile(r"[^\s'\"]+")
_COMMENT = re.compile(r"[#;].*")
#: The name of the colour that blocks without one have.
_BLACK = "black"


def looks_like(text: str) -> bool:
    """True if a text has the section of clues."""
    return re.search(r"^\[clues\][ \t]*$", text, re.MULTILINE) is not None


def read(source: Source) -> Sheet:
    """The puzzle that a text describes."""
    reader = _PynogramReader(source)
    section, key, is_listed = "", "", False
    for number, line in enumerate(source.lines, 1):
        # In the section of colours # may begin a colour, and both may show one.
        content = _COMMENT.sub("", line) if section == "clues" or line.lstrip()[:1] in ("#", ";") else line
        content = content.replace('"""', "   ")
        if not content.strip():
            continue
        if match := _SECTION.fullmatch(content):
            section, key = match[1], ""
        elif section in ("colors", "colours"):
            is_listed = is_listed or _LIST.match(content) is not None
            if is_listed:
                is_listed = reader.colors_of_list(number, content)
            else:
                reader.color(number, content)
        elif section == "clues":
            if match := _ENTRY.fullmatch(content):
                key = match[1]
                if key not in reader.clues:
                    source.fail(f"{shown(key)}, expected rows or columns", Word(key, number, match.start(1) + 1))
                content = " " * match.start(2) + match[2]
            reader.add(number, content, key)
        elif not section and not _ENTRY.fullmatch(content):
            first = Word(content, number, 1).stripped()
            source.fail(f"{shown(first.text)} before the first section, expected a section such as [clues]", first)
    rows, columns = reader.clues["rows"], reader.clues["columns"]
    if not rows or not columns:
        missing = "columns" if rows else "rows"
        source.fail(f"no {missing}, expected `{missing} =` and the clues below it", source.end)
    grid = source.rect(len(rows), len(columns))
    is_declared = bool(reader.colors)
    if not is_declared or any(word.text.isdecimal() for words in (*rows, *columns) for word in words):
        reader.colors.setdefault(_BLACK, BLACK_ON_WHITE.colors[1])
    known = ", ".join(islice(reader.colors, 30)) if is_declared else "lengths alone, since there are no colours"
    numbers = {name: number for number, name in enumerate(reader.colors, 1)}
    numbers[""] = numbers.get(_BLACK, 0)  # a block without a name is black
    palette = Palette((BLACK_ON_WHITE.colors[0], *reader.colors.values()))
    expected = "a length such as 3 or 3b"
    clues = [source.colored(words, numbers, _BLOCK, expected, known) for words in (*rows, *columns)]
    return Sheet(source.puzzle(grid, clues, palette))


class _PynogramReader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.colors: dict[str, str] = {}
        self.clues: dict[str, list[list[Word]]] = {"rows": [], "columns": []}

    def colors_of_list(self, number: int, content: str) -> bool:
        """Take up the colours in quotes on a line of a list; False if the list ends there."""
        for color in _QUOTED.finditer(content):
            self.color(number, " " * (color.start() + 1) + color[0][1:-1])
        begin = _LIST.match(content)
        rest = _QUOTED.sub(lambda quoted: " " * len(quoted[0]), content)
        if word := _UNQUOTED.search(rest, begin.end() if begin else 0):
            place = Word(word[0], number, word.start() + 1)
            self.source.fail(f"{shown(word[0])}, expected a colour in quotes", place)
        return not rest.rstrip().endswith("]")

    def color(self, number: int, content: str) -> None:
        match = _ENTRY.fullmatch(content)
        value = _COLOR.fullmatch(match[2]) if match else None
        if match is None or value is None:
            word = Word(content, number, 1).stripped()
            self.source.fail(f"{shown(word.text)}, expected `<name> = (<colour>) <character>`", word)
        color = rgb(value[1] or value[2] or "")
        if color is None:
            place = Word("", number, match.start(2) + 1)
            self.source.fail(f"colour {shown(match[2].strip())}, expected {EXPECTED}", place)
        self.source.add(self.colors, match[1], color, Word(match[1], number, match.start(1) + 1))

    def add(self, number: int, content: str, key: str) -> None:
        pieces = list(Word(content, number, 1).split(","))
        for at, piece in enumerate(pieces):
            words = piece.words(_WORD)
            if words and not key:
                self.source.fail(f"{shown(words[0].text)}, expected `rows =` or `columns =` before it", words[0])
            # Commas may begin and end a line; between two of them, and between quotes, a clue is empty.
            if key and (piece.text.strip() or 0 < at < len(pieces) - 1):
                self.clues[key].append([] if len(words) == 1 and words[0].text == "0" else words)
            if len(self.clues.get(key, ())) > MAX_LINES:
                self.source.fail(f"too many {key}, expected at most {MAX_LINES:,}", Word("", number, 1))
