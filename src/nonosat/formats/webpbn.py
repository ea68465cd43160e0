"""Reading the XML format of webpbn.com (`.xml`, `.pbn`).

    <puzzleset>
      <puzzle type="grid" defaultcolor="black" backgroundcolor="white">
        <title>...</title>                        also author, copyright, description
        <color name="white" char=".">fff</color>  black and white are known without
        <clues type="columns"><line><count color="red">1</count></line>...</clues>        a group for rows, too
        <solution type="goal"><image>|X.|.X|</image></solution>                           the picture that is meant
        <solution type="saved"><image>...</image></solution>      a part of a picture, ? where nothing is known: givens

Clues that are missing are those of the goal. A count of 0 (a "blotted" clue) is a block of unknown length. Triddlers
have the type `triddler`, six groups of clues, and images with slashes: see `webpbn_triddler`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn

from nonosat.core.errors import InputError, PuzzleError, shown
from nonosat.formats.color_syntax import EXPECTED, rgb
from nonosat.formats.file_format import Sheet
from nonosat.formats.source import PlacedBlock, Source
from nonosat.formats.webpbn_triddler import GROUPS, grid_of_groups, grid_of_image, split_image
from nonosat.formats.webpbn_writer import KINDS, METADATA, file_text, write
from nonosat.formats.xml import Element, elements
from nonosat.model.clue import clue_of
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import GRIDS
from nonosat.model.nouns import joined
from nonosat.model.palette import BACKGROUND, BLACK_ON_WHITE, Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Metadata, Puzzle

__all__ = ["SEVERAL", "file_text", "looks_like", "pieces", "read", "saved_colors", "write"]

#: The beginning of a puzzle.
SEVERAL = r"<puzzle\b"

#: The names of groups of clues by the type of puzzle.
_GROUPS = {"grid": ("rows", "columns"), "triddler": GROUPS}


def looks_like(text: str) -> bool:
    """True if a text is XML and has a puzzle."""
    return re.match(r"\s*<[?!\w]", text) is not None and re.search(r"<puzzle(set)?\b", text) is not None


def pieces(source: Source) -> Iterator[_WebpbnReader]:
    """A reader of each puzzle of a text.

    Raises:
        InputError: the text is not XML, or has no puzzle.
    """
    element = None
    for element in elements(source.text, "puzzle", source.file):
        yield _WebpbnReader(element, source.file)
    if element is None:
        source.fail("no <puzzle> element, expected one")


def read(reader: _WebpbnReader) -> Sheet:
    """The puzzle of an element."""
    element, kind = reader.element, reader.type()
    reader.no_text(element)
    palette = reader.palette()
    groups: dict[str, Element] = {}
    for group in element.all("clues"):
        name = group.attributes.get("type", "")
        if name not in _GROUPS[kind]:
            reader.fail(f"clues of type {shown(name)}, expected {joined(_GROUPS[kind], 'or')}", group)
        reader.source.add(groups, name, group, group.place)
    texts: dict[str, str] = {}
    for child in element.children:
        if child.tag in METADATA:
            reader.source.add(texts, child.tag, child.text, child.place)
    goal_image, saved = reader.image("goal"), reader.image("saved")
    goal = None
    if groups:
        grid, clues = reader.clues(kind, groups)
    elif goal_image:
        grid = reader.grid_of_image(kind, goal_image)
        goal = reader.picture(goal_image, grid)
        place, meant = goal_image.place, (clue_of(goal.line(i)) for i in range(grid.n_lines))
        clues = [[reader.source.block(length, color, place) for length, color in clue] for clue in meant]
    else:
        words = "rows and columns" if kind == "grid" else "the six sides"
        reader.fail(f"neither clues nor a goal, expected clues of {words}", element)
    givens = []
    if saved:
        cells = enumerate(reader.cells(saved, grid))
        givens = [(ColoredCell(cell, color), saved.place) for cell, color in cells if color is not None]
    puzzle = reader.source.puzzle(grid, clues, palette, givens=givens, metadata=Metadata(**texts))
    if goal_image and goal is None:
        goal = reader.picture(goal_image, grid)
    return Sheet(puzzle, goal)


def saved_colors(text: str, puzzle: Puzzle, file: str | None = None) -> tuple[int | None, ...]:
    """The saved grid of the first element in a text that has one; its clues, if there are any, are not looked at.

    Returns:
        For each cell its colour in the `puzzle`, which has all of these colours; None where it is open.

    Raises:
        InputError: there is no saved grid, or it is not of this puzzle.
    """
    for element in elements(text, "puzzle", file):
        reader = _WebpbnReader(element, file)
        palette = reader.palette()
        image = reader.image("saved")
        if image is None:
            continue
        if KINDS[reader.type()] != puzzle.grid.kind:
            cells = GRIDS[KINDS[reader.type()]].cells
            reader.fail(f"a saved grid of {cells}, expected {puzzle.grid.header}", image)
        known = {value: number for number, value in enumerate(puzzle.palette.colors)}
        found: list[int | None] = []
        for color in reader.cells(image, puzzle.grid):
            value = None if color is None else palette.colors[color]
            # A single colour besides the background may have another tint.
            is_plain = puzzle.n_colors == 1 == palette.n_colors
            if value is not None and value not in known and not is_plain:
                reader.fail(f"colour {value} in a saved grid, expected those of the puzzle: {', '.join(known)}", image)
            found.append(None if value is None else color if is_plain else known[value])
        return tuple(found)
    raise InputError('no <solution type="saved"> in a <puzzle>, expected one', file=file)


class _WebpbnReader:
    def __init__(self, element: Element, file: str | None) -> None:
        self.element = element
        self.source = Source("", file, whole=element.place)
        #: Numbers of the colours by their names and by their characters.
        self.names: dict[str, int] = {}
        self.chars: dict[str, int] = {}

    def fail(self, message: str, element: Element) -> NoReturn:
        self.source.fail(message, element.place)

    def type(self) -> str:
        """The type of the puzzle, a key of `_GROUPS`."""
        kind = self.element.attributes.get("type", "grid")
        if kind not in _GROUPS:
            self.fail(f"puzzle of type {shown(kind)}, expected {joined(list(_GROUPS), 'or')}", self.element)
        return kind

    def clues(self, kind: str, groups: Mapping[str, Element]) -> tuple[Grid, Sequence[Sequence[PlacedBlock]]]:
        """The grid with a line for each clue, and the clues in the order of its lines."""
        found = {
            name: [
                [self.block(count) for count in self.children(line, "count")] for line in self.children(group, "line")
            ]
            for name, group in groups.items()
        }
        if kind == "triddler":
            try:
                return grid_of_groups(found)
            except PuzzleError as error:
                self.fail(error.message, self.element)
        missing = [name for name in _GROUPS[kind] if name not in groups]
        if missing:
            self.fail(f"no clues of the {missing[0]}, expected two groups of clues", self.element)
        rows, columns = (found[name] for name in _GROUPS[kind])
        return self.source.rect(len(rows), len(columns)), rows + columns

    def palette(self) -> Palette:
        """The colours that are declared or used, the background first; also sets their names and characters."""
        attributes = self.element.attributes
        background = attributes.get("backgroundcolor", "white")
        default = attributes.get("defaultcolor", "black")
        values = {"white": BLACK_ON_WHITE.colors[0], "black": BLACK_ON_WHITE.colors[1]}
        chars = {"white": ".", "black": "X"}
        declared: dict[str, str] = {}
        for color in self.element.all("color"):
            name = color.attributes.get("name", "")
            value = rgb(color.text)
            if value is None:
                self.fail(f"colour {shown(color.text.strip())}, expected {EXPECTED}", color)
            self.source.add(declared, name, value, color.place)
            values[name] = value
            chars[name] = color.attributes.get("char", chars.get(name, ""))
        for name in (background, default):
            if name not in values:
                self.fail(f"colour {shown(name)} of the puzzle, expected one that a <color> declares", self.element)
        lines = (line for group in self.element.all("clues") for line in group.all("line"))
        used = {count.attributes.get("color", default) for line in lines for count in line.all("count")}
        known = [name for name in declared if name != background]
        known += (name for name in (default, "black", "white") if name in used and name not in (*known, background))
        if not known:
            known = ["white" if background == "black" else "black"]
        self.names = {name: number for number, name in enumerate([background, *known])}
        self.names[""] = self.names.get(default, BACKGROUND)
        self.chars = {chars[name]: self.names[name] for name in (background, *known) if len(chars.get(name, "")) == 1}
        return Palette(tuple(values[name] for name in dict.fromkeys([background, *known])))

    def no_text(self, element: Element) -> None:
        """Refuse text beside the children of an element."""
        if text := element.text.strip():
            self.fail(f"text {shown(text)} in <{element.tag}>, expected only elements", element)

    def children(self, element: Element, tag: str) -> list[Element]:
        """The children of an element, which are all of one tag and have no text beside them."""
        self.no_text(element)
        for child in element.children:
            if child.tag != tag:
                self.fail(f"<{child.tag[:40]}> in <{element.tag}>, expected <{tag}>", child)
        return element.children

    def block(self, count: Element) -> PlacedBlock:
        name = count.attributes.get("color", "")
        if name not in self.names:
            self.fail(f"colour {shown(name)}, expected one that a <color> declares", count)
        if self.names[name] == BACKGROUND:
            self.fail("a block of the background colour, expected another colour", count)
        length = self.source.number(count.place._replace(text=count.text.strip()))
        return self.source.block(length or None, self.names[name], count.place)

    def image(self, kind: str) -> Element | None:
        """The image of the first solution of a kind, `goal` or `saved`.

        A puzzle may have several goals, of which the first is kept; what is saved fixes cells, and is one.
        """
        found = [each for each in self.element.all("solution") if each.attributes.get("type", "goal") == kind]
        if kind == "saved" and found[1:]:
            self.fail("a second saved grid, expected one", found[1])
        return found[0].find("image") if found else None

    def rows(self, image: Element) -> list[list[str]]:
        """The cells of an image, row by row: a character each, or several in brackets."""
        if self.type() == "triddler":
            pieces = split_image(image.text)
            if pieces is None:
                self.fail("an image without rows, expected them between slashes and backslashes", image)
            return [re.findall(r"\[[^\[\]]*\]|\S| ", piece) for piece in pieces]
        pieces = image.text.split("|")
        if len(pieces) < 3 or pieces[0].strip() or pieces[-1].strip():
            self.fail("an image without rows, expected them between vertical bars", image)
        rows = [row for row in pieces[1:-1] if row.strip() or (row and "\n" not in row)]
        return [re.findall(r"\[[^\[\]]*\]|\S| ", row.strip("\n")) for row in rows]

    def grid_of_image(self, kind: str, image: Element) -> Grid:
        rows = self.rows(image)
        if kind == "grid":
            return self.source.rect(len(rows), max(map(len, rows), default=0))
        try:
            return grid_of_image(image.text, len(rows[0]))
        except PuzzleError as error:
            self.fail(error.message, image)

    def cells(self, image: Element, grid: Grid) -> Iterator[int | None]:
        """The colours of an image, None where it is open."""
        rows = self.rows(image)
        lengths, expected = list(map(len, rows)), [len(grid.line(row)) for row in grid.families[0]]
        if lengths != expected and grid.kind == "rect":
            odd = next((length for length in lengths if length != expected[0]), expected[0])
            message = f"an image of {odd} x {len(rows)} cells, expected {expected[0]} x {len(expected)}"
            self.fail(message, image)
        if lengths != expected:
            self.fail(f"an image with rows of {_list(lengths)} cells, expected {_list(expected)}", image)
        for row in rows:
            for char in row:
                if char == "?" or len(char) > 1:
                    yield None
                elif char in self.chars:
                    yield self.chars[char]
                else:
                    known = ", ".join(map(shown, list(self.chars)[:30]))
                    self.fail(f"cell {shown(char)} in an image, expected one of {known}", image)

    def picture(self, image: Element, grid: Grid) -> Picture:
        """The picture of an image in which every cell has a colour."""
        cells = list(self.cells(image, grid))
        if None in cells:
            self.fail("a goal with open cells, expected a colour in each", image)
        return Picture(grid, tuple(cell for cell in cells if cell is not None))


def _list(lengths: Sequence[int]) -> str:
    """Lengths of rows for a message, the first ones if there are many: `3, 5, 7`."""
    return ", ".join(map(str, lengths[:12])) + (", ..." if len(lengths) > 12 else "")
