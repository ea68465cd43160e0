"""The clue file format (`.clues`), nonosat's own.

    rect <height> <width>      or   hex <size>
    <background> <a> <b> ...   colours as #rrggbb
    one clue per line          blocks <length><colour>, colour a letter or ?; an empty line is an empty clue
    given <row> <position> <colour>   any number, counted from 1, colour a letter or - for background
    title <text>               what is said about the puzzle; also author, copyright, license, description
    goal <cells>               one line for each row of the picture its author has in mind, cells as in text pictures

How many clue lines there are follows from the header, so blank lines always count. Clues missing at the end of the
file are empty. What comes after the clues may come in any order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NoReturn

from nonosat.errors import InputError, PuzzleError, shown
from nonosat.formats.sheet import Sheet, metadata_of
from nonosat.model.grid import MAX_CELLS, Grid, HexGrid, RectGrid, cell_place
from nonosat.model.puzzle import (
    BACKGROUND,
    UNKNOWN,
    Block,
    Clue,
    Given,
    Metadata,
    Palette,
    Picture,
    Puzzle,
    block_text,
    color_number,
    letter,
)

_BLOCK = re.compile(r"([0-9]+)([a-z]{1,6}|\?)")
_NUMBER = re.compile("[0-9]{1,9}")
_TOKEN = re.compile(r"\S+")


def looks_like(text: str) -> bool:
    """Whether a text begins as a clue file does."""
    return re.match(r"\s*(rect|hex)\b", text) is not None


def sheets(text: str, file: str | None = None) -> Iterator[Sheet]:
    """The puzzle that a clue file describes; `file` is its name in error messages.

    Raises:
        InputError: with line and column of the first thing that is wrong.
    """
    yield _CluesReader(text, file).sheet()


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:
    """The puzzle as a clue file."""
    lines = [puzzle.grid.header, " ".join(puzzle.palette.colors)]
    lines += (" ".join(map(block_text, clue)) for clue in puzzle.clues)
    lines += ("given {} {} {}".format(*cell_place(puzzle.grid, cell), letter(color)) for cell, color in puzzle.givens)
    lines += (f"{name} {text}" for name, text in puzzle.metadata._asdict().items() if text)
    if goal is not None:
        from nonosat.formats.picture import picture_rows

        lines += (f"goal {row}" for row in picture_rows(puzzle, goal))
    return "\n".join(lines) + "\n"


class _CluesReader:
    """One pass over the lines of a file; every complaint knows where it is."""

    def __init__(self, text: str, file: str | None) -> None:
        self.file = file
        self.lines = text.split("\n")  # not splitlines(), which loses an empty last clue
        if not text.strip():
            self.fail("empty file, expected `rect <height> <width>` or `hex <size>`", 0)

    def fail(self, message: str, line: int | None, token: int | None = None) -> NoReturn:
        """Complain about a line (from 0) and, where given, about its token number `token` (from 0)."""
        if line is None:
            raise InputError(message, file=self.file)
        column = 1
        if token is not None:
            found = next(islice(_TOKEN.finditer(self.lines[line]), token, None), None)
            column = found.start() + 1 if found else len(self.lines[line].rstrip()) + 1
        raise InputError(message, file=self.file, line=line + 1, column=column)

    def sheet(self) -> Sheet:
        grid = self.grid()
        palette = self.palette()
        clues = self.clues(grid)
        givens: dict[int, Given] = {}
        metadata: dict[str, str] = {}
        goal: list[int] = []
        for line in range(2 + grid.n_lines, len(self.lines)):
            keyword, *rest = self.lines[line].split(None, 1) or [""]
            if keyword in Metadata._fields:
                metadata[keyword] = "".join(rest)
            elif keyword == "goal":
                goal.append(line)
            elif keyword:
                givens[line] = self.given(line, self.lines[line].split(), grid)
        try:
            puzzle = Puzzle(grid, palette, clues, tuple(givens.values()), metadata_of(metadata))
        except PuzzleError as error:
            if error.line is not None:
                self.fail(error.message, 2 + error.line, error.block)
            if error.given is not None:
                self.fail(error.message, list(givens)[error.given], 3)
            self.fail(error.message, None)
        return Sheet(puzzle, self.goal(goal, puzzle) if goal else None)

    def goal(self, lines: list[int], puzzle: Puzzle) -> Picture:
        from nonosat.formats.picture import read_picture

        rows = len(puzzle.grid.families[0])
        if len(lines) != rows:
            self.fail(f"{len(lines)} goal lines, expected {rows}, one for each row", lines[-1], 0)
        # Blank in all other places, the text is a picture whose cells stand where they stand in the file.
        text = [""] * len(self.lines)
        for line in lines:
            text[line] = self.lines[line].replace("goal", " " * len("goal"), 1)
        return read_picture("\n".join(text), puzzle, self.file)

    def grid(self) -> Grid:
        expected = "`rect <height> <width>` or `hex <size>`"
        kind, *sizes = self.lines[0].split() or [""]
        if kind not in ("rect", "hex"):
            self.fail(f"grid {shown(kind)}, expected {expected}" if kind else f"no grid, expected {expected}", 0, 0)
        wanted = 2 if kind == "rect" else 1
        if len(sizes) != wanted:
            self.fail(f"{_words(len(sizes))} after `{kind}`, expected {expected}", 0, min(len(sizes), wanted) + 1)
        for token, size in enumerate(sizes, 1):
            if not re.fullmatch("[0-9]+", size) or not size.strip("0"):
                self.fail(f"size {shown(size)}, expected a whole number from 1", 0, token)
            if not _NUMBER.fullmatch(size):
                self.fail(f"size {shown(size)}, expected at most {MAX_CELLS:,} cells", 0, token)
        try:
            return RectGrid(*map(int, sizes)) if kind == "rect" else HexGrid(*map(int, sizes))
        except PuzzleError as error:
            self.fail(error.message, 0, 1)

    def palette(self) -> Palette:
        tokens = self.lines[1].split() if len(self.lines) > 1 else []
        if not tokens:
            self.fail("no colours, expected `<background> <a> <b> ...` as #rrggbb", 1)
        for token, color in enumerate(tokens):
            if not re.fullmatch("#[0-9a-fA-F]{6}", color):
                self.fail(f"colour {shown(color)}, expected #rrggbb", 1, token)
        try:
            return Palette(tuple(tokens))
        except PuzzleError as error:
            self.fail(error.message, 1, len(tokens))

    def clues(self, grid: Grid) -> tuple[Clue, ...]:
        # Few different blocks make up a puzzle: each is read once.
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
        match = _BLOCK.fullmatch(token)
        if match is None:
            if token == "given":
                self.fail(
                    f"a given instead of clue {line - 1} of {grid.n_lines}, "
                    "expected all clues first (an empty clue is an empty line)",
                    line,
                    number,
                )
            self.fail(f"block {shown(token)}, expected <length><colour> such as 3a or 2?", line, number)
        length, color = match.groups()
        if not _NUMBER.fullmatch(length):
            cells = len(grid.line(line - 2))
            self.fail(f"block {shown(token)}, expected at most the line's {cells} cells", line, number)
        return Block(int(length), UNKNOWN if color == "?" else color_number(color))

    def given(self, line: int, tokens: list[str], grid: Grid) -> Given:
        if tokens[0] != "given":
            self.fail(
                f"{shown(tokens[0])} after the last of {grid.n_lines} clues, "
                "expected the end of the file or `given <row> <position> <colour>`",
                line,
                0,
            )
        if len(tokens) != 4:
            self.fail(
                f"{_words(len(tokens) - 1)} after `given`, expected `given <row> <position> <colour>`",
                line,
                min(len(tokens), 4),
            )
        row = self.counted(tokens[1], len(grid.families[0]), "row", line, 1)
        cells = grid.line(grid.families[0][row])
        cell = cells[self.counted(tokens[2], len(cells), "position", line, 2)]
        if tokens[3] == "-":
            return Given(cell, BACKGROUND)
        if not re.fullmatch("[a-z]{1,6}", tokens[3]):
            self.fail(f"colour {shown(tokens[3])}, expected a letter or - for background", line, 3)
        return Given(cell, color_number(tokens[3]))

    def counted(self, token: str, n: int, what: str, line: int, number: int) -> int:
        """A number from 1 to n in the file, as one from 0."""
        if not _NUMBER.fullmatch(token) or not 1 <= int(token) <= n:
            self.fail(f"{what} {shown(token)}, expected a number from 1 to {n}", line, number)
        return int(token) - 1


def _words(n: int) -> str:
    return "1 word" if n == 1 else f"{n} words"
