"""The XML format of webpbn.com (`.xml`, `.pbn`).

    <puzzleset>
      <puzzle type="grid" defaultcolor="black" backgroundcolor="white">
        <title>...</title>                        also author, copyright, description
        <color name="white" char=".">fff</color>  black and white are known without
        <clues type="columns"><line><count color="red">1</count></line>...</clues>        a group for rows, too
        <solution type="goal"><image>|X.|.X|</image></solution>                           the picture that is meant
        <solution type="saved"><image>...</image></solution>      a part of a picture, ? where nothing is known: givens

Clues that are missing are those of the goal. A count of 0 (a "blotted" clue) is a block of unknown length. Triddlers
are refused.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from html import escape
from typing import NoReturn

from nonosat.errors import InputError, shown
from nonosat.formats.color_syntax import EXPECTED, rgb
from nonosat.formats.sheet import Sheet, metadata_of
from nonosat.formats.source import PlacedBlock, Source, Word
from nonosat.formats.xml import Element, elements
from nonosat.model.clue import Clue, clue_of
from nonosat.model.grid import Grid
from nonosat.model.palette import BACKGROUND, BLACK_ON_WHITE, Palette, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle
from nonosat.model.rect_grid import RectGrid

#: What begins a puzzle.
SEVERAL = r"<puzzle\b"
#: The fields of `Metadata` that have an element.
METADATA = ("title", "author", "copyright", "description")

#: Characters of cells; the first is for background.
_CHARS = "." + string.ascii_letters + string.digits


def looks_like(text: str) -> bool:
    """Whether a text is XML and has a puzzle."""
    return re.match(r"\s*<[?!\w]", text) is not None and re.search(r"<puzzle(set)?\b", text) is not None


def sheets(text: str, file: str | None = None) -> Iterator[Sheet | InputError]:
    """The puzzles of a text, one after the other; one that is broken is an error in its place.

    Raises:
        InputError: the text is no XML.
    """
    several = re.search(rf"{SEVERAL}.*{SEVERAL}", text, re.DOTALL) is not None
    found = False
    for element in elements(text, "puzzle", file):
        found = True
        try:
            yield _WebpbnReader(element, file).sheet()
        except InputError as error:
            if not several:
                raise
            yield error
    if not found:
        raise InputError("no <puzzle> element, expected one", file=file)


def saved_colors(text: str, puzzle: Puzzle, file: str | None = None) -> tuple[int | None, ...]:
    """The saved grid of the first puzzle in a text that has one; its clues, if there are any, are not looked at.

    Args:
        text: XML.
        puzzle: its grid is that of the saved one, and its palette has all of the saved colours.
        file: name of the text in error messages.

    Returns:
        For each cell its colour in the puzzle, None where it is open.

    Raises:
        InputError: there is no saved grid, or it is not of this puzzle.
    """
    for element in elements(text, "puzzle", file):
        reader = _WebpbnReader(element, file)
        palette = reader.palette()
        image = reader.image("saved")
        if image is None:
            continue
        if not isinstance(puzzle.grid, RectGrid):
            reader.fail(f"a saved grid of squares, expected {puzzle.grid.header}", image)
        known = {value: number for number, value in enumerate(puzzle.palette.colors)}
        found: list[int | None] = []
        for color in reader.cells(image, puzzle.grid):
            value = None if color is None else palette.colors[color]
            # What has one colour beside the background needs no agreement about its tint.
            is_plain = puzzle.n_colors == 1 == palette.n_colors
            if value is not None and value not in known and not is_plain:
                reader.fail(f"colour {value} in a saved grid, expected those of the puzzle: {', '.join(known)}", image)
            found.append(None if value is None else color if is_plain else known[value])
        return tuple(found)
    raise InputError('no <solution type="saved"> in a <puzzle>, expected one', file=file)


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:
    """A puzzle that the format can express, as a text."""
    return write_all([Sheet(puzzle, goal)])


def write_all(sheets: Sequence[Sheet]) -> str:
    """Several puzzles that the format can express, as one text."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>"]
    for sheet in sheets:
        lines += _puzzle_lines(sheet.puzzle, sheet.goal)
    return "\n".join([*lines, "</puzzleset>"]) + "\n"


def _puzzle_lines(puzzle: Puzzle, goal: Picture | None) -> Iterator[str]:
    palette = puzzle.palette.colors
    names = [_color_name(color, palette) for color in range(len(palette))]
    yield f'<puzzle type="grid" defaultcolor="{names[1]}" backgroundcolor="{names[0]}">'
    for key in METADATA:
        if text := getattr(puzzle.metadata, key):
            yield f"<{key}>{escape(text, quote=False)}</{key}>"
    for number, (name, value) in enumerate(zip(names, palette, strict=True)):
        yield f'<color name="{name}" char="{_char(number)}">{value[1:]}</color>'
    for kind, family in zip(("columns", "rows"), reversed(puzzle.grid.families), strict=True):
        yield f'<clues type="{kind}">'
        for clue in puzzle.clues[family.start : family.stop]:
            counts = (f'<count color="{names[color]}">{length}</count>' for length, color in clue)
            yield f"<line>{''.join(counts)}</line>"
        yield "</clues>"
    if goal is not None:
        yield from _image("goal", puzzle.grid, [_char(color) for color in goal.cells])
    if puzzle.givens:
        chars = ["?"] * puzzle.grid.n_cells
        for cell, color in puzzle.givens:
            chars[cell] = _char(color)
        yield from _image("saved", puzzle.grid, chars)
    yield "</puzzle>"


def _color_name(color: int, palette: tuple[str, ...]) -> str:
    """A name for a colour: `white` or `black` if it is that, or else its letter."""
    for name in ("white", "black"):
        if rgb(name) == palette[color] and palette.index(palette[color]) == color:
            return name
    return f"color-{letter(color)}" if color else "background"


def _char(color: int) -> str:
    """The character of a colour in an image."""
    # Beyond the ASCII letters some 20,000 of another script, none of which has a meaning in an image.
    return _CHARS[color] if color < len(_CHARS) else chr(0x4E00 + color)


def _image(kind: str, grid: Grid, chars: list[str]) -> Iterator[str]:
    yield f'<solution type="{kind}"><image>'
    for row in grid.families[0]:
        yield f"|{''.join(chars[cell] for cell in grid.line(row))}|"
    yield "</image></solution>"


class _WebpbnReader:
    """Reads one puzzle element.

    Args:
        element: the element.
        file: name of the file in error messages.
    """

    def __init__(self, element: Element, file: str | None) -> None:
        self.element = element
        self.source = Source("", file, whole=_place(element))
        #: Numbers of the colours by their names and by their characters.
        self.names: dict[str, int] = {}
        self.chars: dict[str, int] = {}

    def fail(self, message: str, element: Element) -> NoReturn:
        """Raise an error about an element."""
        self.source.fail(message, _place(element))

    def sheet(self) -> Sheet:
        """The puzzle of the element."""
        element = self.element
        kind = element.attributes.get("type", "grid")
        if kind == "triddler":
            self.fail("a triddler, a grid of triangles, which is not supported; expected type grid", element)
        if kind != "grid":
            self.fail(f"puzzle of type {shown(kind)}, expected grid", element)
        palette = self.palette()
        groups = {group.attributes.get("type", ""): group for group in element.all("clues")}
        for name, group in groups.items():
            if name not in ("rows", "columns"):
                self.fail(f"clues of type {shown(name)}, expected rows or columns", group)
        texts = {key: found.text for key in METADATA if (found := element.find(key))}
        goal_image, saved = self.image("goal"), self.image("saved")
        goal = None
        if groups:
            missing = [name for name in ("rows", "columns") if name not in groups]
            if missing:
                self.fail(f"no clues of the {missing[0]}, expected two groups of clues", element)
            rows, columns = ([self.clue(line) for line in groups[name].all("line")] for name in ("rows", "columns"))
            clues = rows + columns
            grid = self.source.rect(len(rows), len(columns))
        elif goal_image:
            grid = self.source.rect(*self.size(goal_image))
            goal = self.picture(goal_image, grid)
            clues = [self.placed(clue_of(goal.line(i)), goal_image) for i in range(grid.n_lines)]
        else:
            self.fail("neither clues nor a goal, expected clues of rows and columns", element)
        givens = [(given, _place(saved)) for given in self.givens(saved, grid)] if saved else []
        puzzle = self.source.puzzle(grid, palette, clues, givens=givens, metadata=metadata_of(texts))
        if goal_image and goal is None:
            goal = self.picture(goal_image, grid)
        return Sheet(puzzle, goal)

    def palette(self) -> Palette:
        """The colours that are declared or used, the background first; also sets their names and characters."""
        attributes = self.element.attributes
        background = attributes.get("backgroundcolor", "white")
        default = attributes.get("defaultcolor", "black")
        values = {"white": BLACK_ON_WHITE.colors[0], "black": BLACK_ON_WHITE.colors[1]}
        chars = {"white": ".", "black": "X"}
        declared = []
        for color in self.element.all("color"):
            name = color.attributes.get("name", "")
            value = rgb(color.text)
            if value is None:
                self.fail(f"colour {shown(color.text.strip())}, expected {EXPECTED}", color)
            values[name] = value
            declared.append(name)
            chars[name] = color.attributes.get("char", chars.get(name, ""))
        for name in (background, default):
            if name not in values:
                self.fail(f"colour {shown(name)} of the puzzle, expected one that a <color> declares", self.element)
        used = {count.attributes.get("color", default) for count in self.counts()}
        known = [name for name in declared if name != background]
        known += (name for name in (default, "black", "white") if name in used and name not in (*known, background))
        if not known:
            known = ["white" if background == "black" else "black"]
        self.names = {name: number for number, name in enumerate([background, *known])}
        self.names[""] = self.names.get(default, BACKGROUND)
        self.chars = {chars[name]: self.names[name] for name in (background, *known) if len(chars.get(name, "")) == 1}
        return Palette(tuple(values[name] for name in dict.fromkeys([background, *known])))

    def counts(self) -> Iterator[Element]:
        """The blocks of all clues."""
        for group in self.element.all("clues"):
            for line in group.all("line"):
                yield from line.all("count")

    def clue(self, line: Element) -> list[PlacedBlock]:
        """The clue of a line."""
        return [self.block(count) for count in line.all("count")]

    def block(self, count: Element) -> PlacedBlock:
        """The block that a count stands for."""
        name = count.attributes.get("color", "")
        if name not in self.names:
            self.fail(f"colour {shown(name)}, expected one that a <color> declares", count)
        if self.names[name] == BACKGROUND:
            self.fail("a block of the background's colour, expected another one", count)
        length = self.source.number(Word(count.text.strip(), count.line, count.column))
        if length == 0:
            return self.source.hidden_block(self.names[name], _place(count))
        return self.source.block(length, self.names[name], _place(count))

    def placed(self, clue: Clue, image: Element) -> list[PlacedBlock]:
        """A clue that was made from an image, with the image as its place."""
        return [self.source.block(length, color, _place(image)) for length, color in clue]

    def image(self, kind: str) -> Element | None:
        """The image of the first solution of a kind, `goal` or `saved`."""
        for solution in self.element.all("solution"):
            if solution.attributes.get("type", "goal") == kind:
                return solution.find("image")
        return None

    def rows(self, image: Element) -> list[list[str]]:
        """The cells of an image, row by row: a character each, or several in brackets."""
        pieces = image.text.split("|")
        if len(pieces) < 3 or pieces[0].strip() or pieces[-1].strip():
            self.fail("an image without rows, expected them between vertical bars", image)
        rows = [row for row in pieces[1:-1] if row.strip() or (row and "\n" not in row)]
        return [re.findall(r"\[[^\[\]]*\]|\S| ", row.strip("\n")) for row in rows]

    def size(self, image: Element) -> tuple[int, int]:
        """Height and width of an image."""
        rows = self.rows(image)
        return len(rows), max(map(len, rows), default=0)

    def cells(self, image: Element, grid: RectGrid) -> Iterator[int | None]:
        """The colours of an image, None where it is open."""
        rows = self.rows(image)
        if len(rows) != grid.height or any(len(row) != grid.width for row in rows):
            odd = next((len(row) for row in rows if len(row) != grid.width), grid.width)
            self.fail(f"an image of {len(rows)} x {odd} cells, expected {grid.height} x {grid.width}", image)
        for row in rows:
            for char in row:
                if char == "?" or len(char) > 1:
                    yield None
                elif char in self.chars:
                    yield self.chars[char]
                else:
                    known = ", ".join(map(shown, list(self.chars)[:30]))
                    self.fail(f"cell {shown(char)} in an image, expected one of {known}", image)

    def picture(self, image: Element, grid: RectGrid) -> Picture:
        """The picture of an image in which every cell has a colour."""
        cells = list(self.cells(image, grid))
        if None in cells:
            self.fail("a goal with open cells, expected a colour in each", image)
        return Picture(grid, tuple(cell for cell in cells if cell is not None))

    def givens(self, image: Element, grid: RectGrid) -> Iterator[Given]:
        """The cells of an image that have a colour."""
        for cell, color in enumerate(self.cells(image, grid)):
            if color is not None:
                yield Given(cell, color)


def _place(element: Element) -> Word:
    """Where an element begins."""
    return Word(element.tag, element.line, element.column)
