"""Steve Simpson's format (`.non`) with the extension for colours that collections of puzzles use.

title "..."           also by, copyright, license, description; texts in quotes, with HTML's escapes
color a #rrggbb       one line for each colour, in its order; without any the picture is black on white, or, if blocks
                      have letters all the same, in colours of our own choice
background #rrggbb    white by default; other programs ignore it, as they do any line that begins with an unknown word
width <columns>       also columns <columns>
height <rows>         also rows <rows>
rows                  and below one clue per line: 3,1 or 3a,1b; 0 is an empty clue
columns               likewise
goal "0110..."        the picture row by row: 0 is background, else 1 or the letter of a colour
====                  before another puzzle

The two descriptions of the format differ about blank lines among the clues: they are ignored, or they are empty clues.
They are ignored if the other lines are as many as the lines of the grid, and are empty clues if that alone fits. Words
without digits behind a block are ignored, as both descriptions say.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from nonosat.core.errors import shown
from nonosat.formats.color_syntax import rgb
from nonosat.formats.file_format import Sheet
from nonosat.formats.plain import clues_by_family
from nonosat.formats.source import PlacedBlock, Source, Word
from nonosat.model.nouns import count
from nonosat.model.palette import BLACK_ON_WHITE, Palette, default_palette, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Metadata, Puzzle
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

#: A length, perhaps a letter or an abbreviation of a colour, and perhaps other words.
_BLOCK = re.compile(r"([0-9]{1,9})(?:(\s*)([a-z]{1,6}))?(?![A-Za-z0-9])[^0-9]*")
_LETTER = re.compile(r"[0-9]\s*([a-z])(?![A-Za-z0-9])")
_SEVERAL = "; a line `====` begins another puzzle"
_SIZE = re.compile(r"[ \t]*(width|columns|height|rows)[ \t]+([0-9]\S*)(.*)")
#: By the words that give a size, the name of the size.
_SIZES = {"width": "width", "columns": "width", "height": "height", "rows": "height"}
_CELL = re.compile(r"[^\s\"]")


def looks_like(text: str) -> bool:
    """True if a text begins with a key and has lines that say `width`, `height`, `rows` and `columns`."""
    if not re.match(r"\s*[a-z]+\s", text):
        return False
    keys = set(re.findall(r"^[ \t]*(rows|columns)[ \t]*$", text, re.MULTILINE))
    sizes = re.findall(r"^[ \t]*(width|columns|height|rows)[ \t]+[0-9]+[ \t]*$", text, re.MULTILINE)
    return len(keys) == 2 == len({_SIZES[key] for key in sizes})


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
        number = reader.entry(number)
    for name in ("rows", "columns"):
        if name not in reader.sections:
            source.fail(f"no {name}, expected a line `{name}` and the clues below it", source.end)
    grid, palette = reader.grid(), reader.palette()
    clues = [reader.clue(number) for name in ("rows", "columns") for number in reader.sections[name]]
    puzzle = source.puzzle(grid, clues, palette, metadata=Metadata(**reader.texts))
    return Sheet(puzzle, reader.goal(puzzle) if reader.goal_cells else None)


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
        #: From `width` and `height` to the numbers, which may be written behind what needs them.
        self.sizes: dict[str, Word] = {}
        for number in range(source.first, source.last + 1):
            if match := _SIZE.fullmatch(source.line(number)):
                line = Word(source.line(number), number, 1)
                if rest := line.part(match, 3).words():
                    source.fail(f"{shown(rest[0].text)} after the {_SIZES[match[1]]}, expected one number", rest[0])
                source.add(self.sizes, _SIZES[match[1]], line.part(match, 2), line.part(match, 1), _SEVERAL)
        self.texts: dict[str, str] = {}
        #: From letters to colours, in the order of the palette, and to their numbers.
        self.colors: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.background: dict[str, str] = {}
        #: The numbers of the lines with the clues of the rows and of the columns, 0 for an empty clue.
        self.sections: dict[str, list[int]] = {}
        self.goal_cells: list[Word] = []

    def grid(self, place: Word | None = None) -> RectGrid:
        """The grid of the sizes; an error about a missing one points to `place`, or to the end."""
        for name in ("width", "height"):
            if name not in self.sizes:
                self.source.fail(f"no {name}, expected a line `{name} <number>`", place or self.source.end)
        return self.source.read_rect(self.sizes["height"], self.sizes["width"])

    def entry(self, number: int) -> int:
        """Take up the entry that begins on a line, and return the number of the next line that may begin one."""
        source = self.source
        words = source.words(number, 4)
        key = words[0].text if words else ""
        if key in ("rows", "columns") and not words[1:]:
            return self.section(key, words[0])
        if key == "goal":
            return self.goal_entry(words[0])
        if key == "color":
            if len(words) != 3 or not re.fullmatch("[a-z]{1,6}", words[1].text):
                source.fail("wrong colour, expected `color <letter> #rrggbb`", words[0])
            source.add(self.colors, words[1].text, self.color(words[2]), words[1])
        elif key == "background":
            source.add(self.background, key, self.color(words[-1]), words[0])
        elif key in METADATA:
            text = source.line(number).split(None, 1)[1].strip() if words[1:] else ""
            if len(text) > 1 and text[0] == text[-1] == '"':
                text = text[1:-1]
            source.add(self.texts, METADATA[key], html.unescape(text), words[0])
        elif key in _SIZES and not _SIZE.fullmatch(source.line(number)):
            found = words[1] if words[1:] else words[0].end
            source.fail(f"{shown(found.text)} after `{key}`, expected a number", found)
        elif key[:1].isdecimal():
            source.fail(f"clue {shown(key)} outside the sections, expected it below `rows` or `columns`", words[0])
        return number + 1

    def section(self, name: str, place: Word) -> int:
        """Take up the clues below the line of a place, and return the number of the line behind them."""
        source, grid = self.source, self.grid(place)
        size = grid.height if name == "rows" else grid.width
        first = end = place.line + 1
        while end <= source.last and not source.line(end).lstrip()[:1].isalpha():
            end += 1
        used = [number for number in range(first, end) if source.line(number).strip()]
        if end > source.last:  # of the blank lines at the end of the text, the last one may lack its line end
            end = source.first + len(source.lines) + bool(source.lines[-1])
        clues = used
        if len(used) < size <= end - first and (not used or used[-1] < first + size):
            clues = [number if number in used else 0 for number in range(first, first + size)]
        if len(clues) != size:
            wrong = source.words(used[size], 1)[0] if len(used) > size else next(iter(source.words(end, 1)), source.end)
            source.fail(f"{count(len(used), 'clue')} below `{name}`, expected {size} (an empty clue is 0)", wrong)
        source.add(self.sections, name, clues, place, _SEVERAL)
        return end

    def color(self, word: Word) -> str:
        color = rgb(word.text)
        if color is None:
            self.source.fail(f"colour {shown(word.text)}, expected #rrggbb", word)
        return color

    def palette(self) -> Palette:
        """The colours that are declared, or else those for the letters of the blocks; also sets their numbers."""
        numbers = [number for section in self.sections.values() for number in section if number]
        background = self.background.get("background", BLACK_ON_WHITE.colors[0])
        letters, colors = list(self.colors), list(self.colors.values())
        if not letters:
            found = (match[1] for number in numbers for match in _LETTER.finditer(self.source.line(number)))
            letters = sorted(set(found))
            colors = list(default_palette(len(letters)).colors[1:])
        self.numbers = {name: number for number, name in enumerate(letters, 1)}
        return Palette((background, *colors))

    def clue(self, number: int) -> list[PlacedBlock]:
        """The clue on a line, which is empty for 0."""
        # Frans Faase's solver, for which webpbn.com writes puzzles, has blanks between lengths.
        line = self.source.line(number) if number else ""
        split = self.source.words if re.fullmatch(r"[0-9 \t]*", line) else self.source.fields
        words = split(number, len(line) // 2 + 1) if number else []
        if len(words) == 1 and words[0].text == "0":
            return []
        return [self.block(word) for word in words]

    def block(self, word: Word) -> PlacedBlock:
        """The block of a word, with the colour of its letter, or the only colour."""
        match = _BLOCK.fullmatch(word.text)
        if match is None:
            self.source.fail(f"{shown(word.text)} in a clue, expected a length such as 3 or 3a", word)
        _, blank, name = match.groups("")
        if name and name not in self.numbers:
            if not blank or len(name) == 1:
                known = f"one of {_list(self.numbers)}" if self.numbers else "one letter for each colour"
                self.source.fail(f"colour {shown(name)}, expected {known}", word)
            name = ""  # a word that is ignored
        if not name and len(self.numbers) > 1:
            self.source.fail(f"block {shown(word.text)} without a colour, expected one of {_list(self.numbers)}", word)
        return self.source.block(int(match[1]), self.numbers[name] if name else 1, word)

    def goal_entry(self, place: Word) -> int:
        """Take up the goal from the line of a place on, and return the number of the line behind it."""
        source, number, wanted = self.source, place.line, self.grid(place).n_cells
        if self.goal_cells:
            source.fail("'goal' a second time, expected it once", place)
        text = Word(source.line(number), number, 1)
        text, quotes = Word(text.text[place.column + 3 :], number, place.column + 4), 0
        while True:
            self.goal_cells += text.words(_CELL)
            quotes += text.text.count('"')
            number += 1
            if number > source.last or (len(self.goal_cells) >= wanted and quotes != 1):
                return number
            text = Word(source.line(number), number, 1)

    def goal(self, puzzle: Puzzle) -> Picture:
        """The picture that the goal shows."""
        wanted, numbers = puzzle.grid.n_cells, {"0": 0, "1": 1, **self.numbers}
        if len(self.numbers) > 1:
            del numbers["1"]
        for at, cell in enumerate(self.goal_cells):
            if cell.text not in numbers or at == wanted:
                known = "the end" if at == wanted else f"one of {_list(numbers)}"
                self.source.fail(f"{shown(cell.text)} in the goal, expected {known}", cell)
        if len(self.goal_cells) < wanted:
            place = self.goal_cells[-1].end
            self.source.fail(f"{count(len(self.goal_cells), 'cell')} in the goal, expected {wanted}", place)
        return Picture(puzzle.grid, tuple(numbers[cell.text] for cell in self.goal_cells))


def _list(names: Iterable[str]) -> str:
    return ", ".join(list(names)[:30])
