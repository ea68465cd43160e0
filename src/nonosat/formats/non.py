"""Steve Simpson's format (`.non`) with the extension for colours that collections of puzzles use.

title "..."           also by, copyright, license, description; texts in quotes, with HTML's escapes
color a #rrggbb       one line for each colour, in its order; without any the picture is black on white
background #rrggbb    white by default; other programs ignore it, as they do any line that they do not know
width <columns>
height <rows>
rows                  and below one clue per line: 3,1 or 3a,1b; 0 or an empty line is an empty clue
columns               likewise
goal "0110..."        the picture row by row: 0 is background, else 1 or the letter of a colour
====                  before another puzzle
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from nonosat.core.errors import shown
from nonosat.formats.color_syntax import rgb
from nonosat.formats.file_format import Sheet, metadata_of
from nonosat.formats.plain import clues_by_family
from nonosat.formats.source import PlacedBlock, Source, Word
from nonosat.model.nouns import count
from nonosat.model.palette import BLACK_ON_WHITE, Palette, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid

_SEPARATOR = r"^====+[ \t]*$"
#: The beginning of a puzzle: the text, or a line that separates two puzzles.
SEVERAL = rf"\A(?!====)|{_SEPARATOR}"
#: Several puzzles as one text.
file_text = "====\n".join
#: From the words of a file to the fields of `Metadata`.
METADATA = {
    "title": "title",
    "by": "author",
    "copyright": "copyright",
    "license": "license",
    "description": "description",
}

_BLOCK = re.compile(r"([0-9]{1,9})\s*([a-z]*)")
_CELL = re.compile(r"[^\s\"]")


def looks_like(text: str) -> bool:
    """True if a text begins with a key and has lines that say `width`, `height`, `rows` and `columns`."""
    if not re.match(r"\s*[a-z]+\s", text):
        return False
    return all(re.search(rf"^[ \t]*{key}\b[ \t]*$", text, re.MULTILINE) for key in ("rows", "columns")) and all(
        re.search(rf"^[ \t]*{key}[ \t]+[0-9]+[ \t]*$", text, re.MULTILINE) for key in ("width", "height")
    )


def pieces(source: Source) -> Iterable[Source]:
    """The puzzles of a text."""
    if not re.search(_SEPARATOR, source.text, re.MULTILINE):
        return [source]
    return (part for part in source.parts(_SEPARATOR) if re.sub(_SEPARATOR, "", part.text, count=1, flags=re.M).strip())


def read(source: Source) -> Sheet:
    """The puzzle that a text describes."""
    reader = _NonReader(source)
    number = source.first
    while number <= source.last:
        number = reader.key(number)
    grid = reader.grid(source.end)
    palette = Palette((reader.background, *(reader.colors.values() or BLACK_ON_WHITE.colors[1:])))
    reader.numbers = {name: number for number, name in enumerate(reader.colors, 1)}
    clues = []
    for name, length in (("rows", grid.height), ("columns", grid.width)):
        if name not in reader.begins:
            source.fail(f"no {name}, expected a line `{name}` and the clues below it", source.end)
        clues += [reader.clue(reader.begins[name] + i, name, i, grid) for i in range(length)]
    puzzle = source.puzzle(grid, clues, palette, metadata=metadata_of(reader.texts))
    return Sheet(puzzle, None if reader.goal_line is None else reader.goal(reader.goal_line, puzzle))


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:
    """A puzzle that the format can express, as a text."""
    plain = puzzle.palette == BLACK_ON_WHITE
    lines = []
    for key, name in METADATA.items():
        if text := getattr(puzzle.metadata, name):
            code = key == "license" and re.fullmatch(r"[\w.+-]+", text)
            lines.append(f"{key} {text}" if code else f'{key} "{_escaped(text)}"')
    if not plain:
        lines += (f"color {letter(color)} {puzzle.palette.colors[color]}" for color in range(1, puzzle.n_colors + 1))
        lines.append(f"background {puzzle.palette.colors[0]}")
    rows, columns = clues_by_family(puzzle)
    lines += [f"width {len(columns)}", f"height {len(rows)}"]
    for name, clues in (("rows", rows), ("columns", columns)):
        lines += ["", name]
        for clue in clues:
            blocks = (f"{length}{'' if plain else letter(color)}" for length, color in clue)
            lines.append(",".join(blocks) or "0")
    if goal is not None:
        cells = "".join("0" if not color else "1" if plain else letter(color) for color in goal.cells)
        lines += ["", f'goal "{cells}"']
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;")


class _NonReader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.sizes: dict[str, Word] = {}
        self.texts: dict[str, str] = {}
        #: From letters to colours, in the order of the palette.
        self.colors: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.background = BLACK_ON_WHITE.colors[0]
        #: The first line of the clues of the rows and of the columns.
        self.begins: dict[str, int] = {}
        self.goal_line: int | None = None

    def key(self, number: int) -> int:
        """Take up the entry of a line, and return the number of the next line that may have one."""
        source = self.source
        words = source.words(number, 4)
        key = words[0].text if words else ""
        if key in ("rows", "columns"):
            grid = self.grid(words[0])
            self.begins[key] = number + 1
            return number + 1 + (grid.height if key == "rows" else grid.width)
        if key in ("width", "height"):
            if len(words) != 2:
                source.fail(f"{count(len(words) - 1, 'word')} after `{key}`, expected a number", words[-1])
            self.sizes[key] = words[1]
        elif key == "color":
            if len(words) != 3 or not re.fullmatch("[a-z]{1,6}", words[1].text):
                source.fail("wrong colour, expected `color <letter> #rrggbb`", words[0])
            self.colors[words[1].text] = self.color(words[2])
        elif key == "background":
            self.background = self.color(words[-1])
        elif key in METADATA:
            text = source.line(number).split(None, 1)[1].strip() if words[1:] else ""
            if len(text) > 1 and text[0] == text[-1] == '"':
                text = text[1:-1]
            self.texts[METADATA[key]] = html.unescape(text)
        elif key == "goal":
            self.goal_line = number
        return number + 1

    def color(self, word: Word) -> str:
        color = rgb(word.text)
        if color is None:
            self.source.fail(f"colour {shown(word.text)}, expected #rrggbb", word)
        return color

    def grid(self, place: Word) -> RectGrid:
        """The grid of the sizes that have been read so far; an error about a missing one points to `place`."""
        for key in ("width", "height"):
            if key not in self.sizes:
                self.source.fail(f"no {key}, expected a line `{key} <number>` before the clues", place)
        return self.source.read_rect(self.sizes["height"], self.sizes["width"])

    def clue(self, number: int, name: str, index: int, grid: RectGrid) -> list[PlacedBlock]:
        """The clue of the row or column `index`, from 0, on the line `number` of the file; `name` is as in messages."""
        found = []
        # Frans Faase's solver, for which webpbn.com writes puzzles, has blanks between lengths.
        split = self.source.words if re.fullmatch(r"[0-9 \t]*", self.source.line(number)) else self.source.fields
        words = split(number, max(grid.height, grid.width) + 1)
        if len(words) == 1 and words[0].text == "0":
            return []
        for word in words:
            match = _BLOCK.fullmatch(word.text)
            if match is None:
                known = f"clue {index + 1} of {getattr(grid, 'height' if name == 'rows' else 'width')} {name}"
                self.source.fail(f"{shown(word.text)} in {known}, expected a length such as 3 or 3a", word)
            found.append(self.source.block(int(match[1]), self.number(match[2], word), word))
        return found

    def number(self, name: str, word: Word) -> int:
        """The number of a colour; one that is not named is the only one."""
        if not name and len(self.colors) > 1:
            self.source.fail(f"block {shown(word.text)} without a colour, expected one of {_list(self.colors)}", word)
        if not name:
            return 1
        if name not in self.colors:
            known = f"one of {_list(self.colors)}" if self.colors else "`color` lines before the clues"
            self.source.fail(f"colour {shown(name)}, expected {known}", word)
        return self.numbers[name]

    def goal(self, number: int, puzzle: Puzzle) -> Picture:
        """The picture that begins on a line, and may go on over several."""
        source = self.source
        wanted = puzzle.grid.n_cells
        cells: list[int] = []
        begin = source.line(number).index("goal") + len("goal")
        numbers = {"0": 0, "1": 1, **self.numbers}
        if len(self.colors) > 1:
            del numbers["1"]
        while len(cells) < wanted and number <= source.last:
            for match in _CELL.finditer(source.line(number), begin):
                if match[0] not in numbers or len(cells) == wanted:
                    known = "the end" if len(cells) == wanted else f"one of {_list(numbers)}"
                    source.fail(
                        f"{shown(match[0])} in the goal, expected {known}", Word(match[0], number, match.start() + 1)
                    )
                cells.append(numbers[match[0]])
            number, begin = number + 1, 0
        if len(cells) < wanted:
            source.fail(f"{count(len(cells), 'cell')} in the goal, expected {wanted}", source.end)
        return Picture(puzzle.grid, tuple(cells))


def _list(names: Iterable[str]) -> str:
    return ", ".join(list(names)[:30])
