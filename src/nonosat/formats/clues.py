"""The clue file format (`.clues`), nonosat's own.

    <kind> <size> ...          the grid, such as rect <height> <width> or hex <size>; `model.grid_kinds` has all kinds
    <background> <a> <b> ...   colours as #rrggbb or #rgb
    one clue per line          blocks <length><colour>, colour a letter or ?; _ instead of the length is a hidden
                               number, a block of unknown length; an empty line is an empty clue
    given <row> <position> <colour>   any number, counted from 1, colour a letter or - for background
    title <text>               metadata, one line of text; also author, copyright, license, description
    goal <cells>               one line for each row of the picture its author has in mind, cells as in text pictures

The header determines the number of clue lines, so blank lines always count. Clues missing at the end of the file are
empty. The lines after the clues may come in any order.

The digest is the SHA-256 of the canonical text: the clue file of the puzzle without metadata, with the number of
colours in place of their values. It has all that decides the answer: the grid, the number of colours, the clues and the
givens, with colours by letter in the order of the palette. Titles, authors and colour values are left out.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import NoReturn

from nonosat.core.arguments import public
from nonosat.core.errors import InputError, PuzzleError, shown
from nonosat.formats.color_syntax import rgb
from nonosat.formats.file_format import Sheet
from nonosat.formats.source import Source
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block, Clue, block_text
from nonosat.model.grid import Grid, cell_place
from nonosat.model.grid_kinds import HeaderError, begins_with_header, header_usage, read_header
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND, Palette, color_number, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Metadata, Puzzle

_BLOCK = re.compile(r"([0-9]+|_)([a-z]{1,6}|\?)")
#: More digits than any number in a clue file needs.
_MAX_DIGITS = 9


#: True for a text that begins with the first word of a clue file.
looks_like = begins_with_header


def read(source: Source) -> Sheet:
    """The puzzle that a clue file describes."""
    reader = _CluesReader(source)
    grid = reader.grid()
    palette = reader.palette()
    clues = reader.clues(grid)
    givens: dict[int, ColoredCell] = {}
    metadata: dict[str, str] = {}
    goal: list[int] = []
    for line in range(2 + grid.n_lines, len(reader.lines)):
        keyword, *rest = reader.lines[line].split(None, 1) or [""]
        if keyword in Metadata._fields:
            if keyword in metadata:
                reader.fail(f"a second {keyword!r}, expected one", line, 0)
            metadata[keyword] = "".join(rest)
        elif keyword == "goal":
            goal.append(line)
        elif keyword:
            givens[line] = reader.given(line, reader.lines[line].split(), grid)
    try:
        puzzle = Puzzle(grid, palette, clues, tuple(givens.values()), Metadata(**metadata))
    except PuzzleError as error:
        if error.line is not None:
            reader.fail(error.message, 2 + error.line, error.block)
        if error.given is not None:
            reader.fail(error.message, list(givens)[error.given], 3)
        reader.fail(error.message, None)
    return Sheet(puzzle, reader.goal(goal, puzzle) if goal else None)


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:
    """The puzzle as a clue file, with the picture that its author has in mind."""
    lines = [puzzle.grid.header, " ".join(puzzle.palette.colors)]
    lines += (" ".join(map(block_text, clue)) for clue in puzzle.clues)
    lines += ("given {} {} {}".format(*cell_place(puzzle.grid, cell), letter(color)) for cell, color in puzzle.givens)
    lines += (f"{name} {text}" for name, text in puzzle.metadata._asdict().items() if text)
    if goal is not None:
        from nonosat.formats.picture_text import picture_rows

        lines += (f"goal {row}" for row in picture_rows(puzzle, goal))
    return "\n".join(lines) + "\n"


class _CluesReader:
    """One pass over the lines of a file; every error has its line and column."""

    def __init__(self, source: Source) -> None:
        self.file = source.file
        self.lines = source.lines
        if not source.text.strip():
            self.fail(f"empty file, expected {header_usage()}", 0)

    def fail(self, message: str, line: int | None, token: int | None = None) -> NoReturn:
        """Raise an error about a line, from 0, None for the file, and its word, from 0, None for its beginning."""
        if line is None:
            raise InputError(message, file=self.file)
        column = 1
        if token is not None:
            found = next(islice(re.finditer(r"\S+", self.lines[line]), token, None), None)
            column = found.start() + 1 if found else len(self.lines[line].rstrip()) + 1
        raise InputError(message, file=self.file, line=line + 1, column=column)

    def goal(self, lines: list[int], puzzle: Puzzle) -> Picture:
        """The picture whose rows stand on these lines, numbered from 0."""
        from nonosat.formats.picture_text import read_picture

        rows = len(puzzle.grid.families[0])
        if len(lines) != rows:
            self.fail(f"{count(len(lines), 'goal line')}, expected {rows}, one for each row", lines[-1], 0)
        # Blank in all other places, the text is a picture whose cells stand where they stand in the file.
        text = [""] * len(self.lines)
        for line in lines:
            text[line] = self.lines[line].replace("goal", " " * len("goal"), 1)
        return read_picture("\n".join(text), puzzle, self.file)

    def grid(self) -> Grid:
        try:
            return read_header(self.lines[0])
        except HeaderError as error:
            self.fail(error.message, 0, error.word)

    def palette(self) -> Palette:
        tokens = self.lines[1].split() if len(self.lines) > 1 else []
        if not tokens:
            self.fail("no colours, expected `<background> <a> <b> ...` as #rrggbb", 1)
        colors = [rgb(token) if token.startswith("#") else None for token in tokens]
        if None in colors:
            wrong = colors.index(None)
            self.fail(f"colour {shown(tokens[wrong])}, expected #rrggbb or #rgb", 1, wrong)
        try:
            return Palette(tuple(filter(None, colors)))
        except PuzzleError as error:
            self.fail(error.message, 1, len(tokens))

    def clues(self, grid: Grid) -> tuple[Clue, ...]:
        """The clues, from the third line on."""
        # A puzzle has few different blocks: each is read once.
        blocks: dict[str, Block] = {}
        clues = []
        for line in range(2, min(2 + grid.n_lines, len(self.lines))):
            # One block more than there are cells is enough to know that the clue is wrong.
            enough = len(grid.line(line - 2)) + 1
            tokens = self.lines[line].split(None, enough)[:enough]
            try:
                clues.append(tuple([blocks[token] for token in tokens]))
            except KeyError:
                for number, token in enumerate(tokens):
                    if token not in blocks:
                        blocks[token] = self.block(token, line, number, grid)
                clues.append(tuple([blocks[token] for token in tokens]))
        clues += [()] * (grid.n_lines - len(clues))
        return tuple(clues)

    def block(self, token: str, line: int, number: int, grid: Grid) -> Block:
        """The block of a word; `line` and the `number` of the word in the line count from 0."""
        match = _BLOCK.fullmatch(token)
        if match is None:
            if token == "given":
                self.fail(
                    f"a given instead of clue {line - 1} of {grid.n_lines}, "
                    "expected all clues first (an empty clue is an empty line)",
                    line,
                    number,
                )
            self.fail(f"block {shown(token)}, expected <length><colour> such as 3a, 2? or _a", line, number)
        length, color = match.groups()
        if len(length) > _MAX_DIGITS:
            cells = len(grid.line(line - 2))
            self.fail(f"block {shown(token)}, expected at most the line's {count(cells, 'cell')}", line, number)
        if length != "_" and not int(length):
            self.fail("block of length 0, expected at least 1", line, number)
        return Block(ANY_LENGTH if length == "_" else int(length), ANY_COLOR if color == "?" else color_number(color))

    def given(self, line: int, tokens: list[str], grid: Grid) -> ColoredCell:
        """The given on a line, numbered from 0, from its words."""
        if tokens[0] != "given":
            self.fail(
                f"{shown(tokens[0])} after the last of {grid.n_lines} clues, "
                "expected the end of the file or `given <row> <position> <colour>`",
                line,
                0,
            )
        if len(tokens) != 4:
            self.fail(
                f"{count(len(tokens) - 1, 'word')} after `given`, expected `given <row> <position> <colour>`",
                line,
                min(len(tokens), 4),
            )
        row = self.counted(tokens[1], len(grid.families[0]), "row", line, 1)
        cells = grid.line(grid.families[0][row])
        cell = cells[self.counted(tokens[2], len(cells), "position", line, 2)]
        if tokens[3] == "-":
            return ColoredCell(cell, BACKGROUND)
        if not re.fullmatch("[a-z]{1,6}", tokens[3]):
            self.fail(f"colour {shown(tokens[3])}, expected a letter or - for background", line, 3)
        return ColoredCell(cell, color_number(tokens[3]))

    def counted(self, token: str, n: int, what: str, line: int, number: int) -> int:
        """The number of a word, from 1 to n in the file, as one from 0; `what` names it in the error message."""
        if not re.fullmatch("[0-9]{1,9}", token) or not 1 <= int(token) <= n:
            self.fail(f"{what} {shown(token)}, expected a number from 1 to {n}", line, number)
        return int(token) - 1


#: The number of first hexadecimal digits that are printed for people.
SHORT = 16


def canonical_text(puzzle: Puzzle) -> str:
    """The text that the digest is made of, in ASCII.

    Its lines, which end with newline characters, are the grid, the number of colours, the clues, and the givens by
    ascending cells.
    """
    header, _, rest = write(replace(puzzle, metadata=Metadata())).split("\n", 2)
    return f"{header}\n{puzzle.n_colors}\n{rest}"


@public
def puzzle_digest(puzzle: Puzzle) -> str:
    """The SHA-256 of the canonical text of a puzzle, as 64 hexadecimal digits."""
    import hashlib

    return hashlib.sha256(canonical_text(puzzle).encode()).hexdigest()
