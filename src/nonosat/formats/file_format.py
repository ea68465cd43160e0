"""File formats: their names, the parts of a puzzle that they can express, and the functions of their modules.

The module of a format has

    looks_like(text) -> bool              true for a text that can be meant in this format; quick, and never fails
    read(source) -> Sheet                 its puzzle, or an `InputError` with line and column of the first error
    write(puzzle) -> str                  the text of a puzzle that the format can express; `write(puzzle, goal)` if it
                                          can hold a goal

and, if a file may hold several puzzles,

    SEVERAL                               a regular expression for the text that begins a puzzle or separates two
    pieces(source) -> Iterator[Source]    the parts of a file that hold a puzzle each; `read` takes one of them
    file_text(texts) -> str               the file with the texts of puzzles

A module of several formats has a dictionary `LAYOUTS` from their names to objects with these methods.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple, cast

from nonosat.core.errors import InputError, UsageError
from nonosat.formats.source import Source
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import joined
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import check


class Loss(NamedTuple):
    """A part of a puzzle that a file format cannot express, for programs and, with an article, for people.

    The kind is `grid`, `lengths`, `colors`, `tints`, `unknown`, `hidden`, `givens`, `goal` or a field of `Metadata`.
    Tints are the looks of the one colour and the background; colours are what makes a clue read differently.
    """

    kind: str
    words: str


class Format(NamedTuple):
    """A file format, an entry of the registry of formats.

    Attributes:
        suffixes: endings of file names, in lower case, with the dot.
        writes: true if it can be written; all can be read.
        colors: true if it has a palette; without one the puzzle is black on white.
        unknown, hidden: true if it can hold blocks of unknown colour, and of unknown length.
        grids: the kinds of grids that it can hold, keys of `GRIDS`; None for all kinds.
        metadata: the fields of `Metadata` that have a place.
        max_characters: more than a file of any puzzle has; reading takes many times as much memory.
        max_colors: the number of colours that have names, without the background.
        max_length: cells of the longest block that can be written; None for any.
    """

    name: str
    module: str
    about: str
    suffixes: tuple[str, ...]
    writes: bool = True
    colors: bool = False
    unknown: bool = False
    hidden: bool = False
    givens: bool = False
    grids: tuple[str, ...] | None = ("rect",)
    metadata: tuple[str, ...] = ()
    goal: bool = False
    several: bool = False
    max_characters: int = 1 << 23
    max_colors: int = 1_000_000
    max_length: int | None = None

    def __repr__(self) -> str:
        return f"<Format {self.name}: {self.about}>"

    def holds(self, kind: str) -> bool:
        """True if it can hold grids of a kind, a key of `GRIDS`."""
        return self.grids is None or kind in self.grids

    def losses(self, sheet: Sheet) -> tuple[Loss, ...]:
        """The parts of a puzzle that it cannot express; none if `sheets` reads the text of `write` as an equal one."""
        puzzle = sheet.puzzle
        found = []
        if not self.holds(puzzle.grid.kind):
            found.append(Loss("grid", f"the grid of {kind_of(puzzle.grid).cells}"))
        if self.max_length and any(block.length > self.max_length for clue in puzzle.clues for block in clue):
            found.append(Loss("lengths", f"the blocks of more than {self.max_length} cells"))
        if puzzle.n_colors > (self.max_colors if self.colors else 1):
            found.append(Loss("colors", f"the {puzzle.n_colors} colours"))
        elif puzzle.palette != BLACK_ON_WHITE and not self.colors:
            found.append(Loss("tints", f"the colours {' '.join(puzzle.palette.colors)}"))
        if not self.unknown and puzzle.has_unknown_colors:
            found.append(Loss("unknown", "the blocks of unknown colour"))
        if not self.hidden and puzzle.has_hidden_lengths:
            found.append(Loss("hidden", "the blocks of unknown length"))
        if puzzle.givens and not self.givens:
            found.append(Loss("givens", "the givens"))
        if sheet.goal is not None and not self.goal:
            found.append(Loss("goal", "the goal picture"))
        names = {"license": "licence"}
        found += (
            Loss(name, f"the {names.get(name, name)}")
            for name, text in puzzle.metadata._asdict().items()
            if text and name not in self.metadata
        )
        return tuple(found)

    def looks_like(self, text: str) -> bool:
        """True if a text can be meant in this format."""
        return bool(self._functions.looks_like(text))

    def sheets(self, text: str, file: str | None = None) -> Iterator[Sheet | InputError]:
        """The puzzles of a text with newline characters as line ends; `file` is its name in error messages.

        A puzzle among several that is broken is an error in its place, so that the others can be read.

        Raises:
            InputError: the text is not of this format, or its only puzzle is broken.
        """
        source, functions = Source(text, file), self._functions
        only: InputError | None = None
        for number, piece in enumerate(functions.pieces(source) if self.several else [source]):
            if only is not None:
                yield only
                only = None
            try:
                yield functions.read(piece)
            except InputError as error:
                if number:
                    yield error
                else:
                    only = error
        if only is not None:
            raise only

    def at_least(self, text: str, count: int) -> bool:
        """True if a text seems to hold `count` puzzles or more, from 1; quick, since none is read."""
        if not self.several:
            return count <= 1
        beginnings = re.finditer(self._functions.SEVERAL, text, re.MULTILINE)
        return next(islice(beginnings, count - 1, None), None) is not None

    def read(self, text: str, file: str | None = None) -> Puzzle:
        """The first puzzle of a text; `file` is its name in error messages.

        Raises:
            InputError: the text is not a puzzle of this format.
        """
        sheet = next(self.sheets(text, file), None)
        if sheet is None:
            raise InputError("no puzzle, expected at least one", file=file)
        if isinstance(sheet, InputError):
            raise sheet
        return sheet.puzzle

    def write(self, puzzle: Puzzle, goal: Picture | None = None) -> str:
        """The text that `sheets` reads as an equal puzzle, with the picture that its author has in mind.

        Raises:
            UsageError: the format cannot be written, or cannot express the puzzle.
        """
        return self.write_all([Sheet(puzzle, goal)])

    def write_all(self, sheets: Sequence[Sheet]) -> str:
        """The text that `sheets` reads as equal puzzles.

        Raises:
            UsageError: the format cannot be written, or cannot express them.
        """
        if not self.writes:
            raise UsageError(
                f"the format {self.name} is read-only; choose one that `nonosat formats` lists as writable"
            )
        if len(sheets) != 1 and not self.several:
            raise UsageError(f"{len(sheets)} puzzles, expected one: a {self.name} file holds no more")
        for sheet in sheets:
            if lost := self.losses(sheet):
                raise UsageError(f"the format {self.name} cannot express {joined([loss.words for loss in lost])}")
        write = self._functions.write
        texts = [write(sheet.puzzle, sheet.goal) if self.goal else write(sheet.puzzle) for sheet in sheets]
        return cast(str, self._functions.file_text(texts) if self.several else texts[0])

    @property
    def _functions(self) -> Any:
        """The object with the functions of the format: its module, or its entry in the `LAYOUTS` of one."""
        module = import_module(self.module)
        return module.LAYOUTS[self.name] if hasattr(module, "LAYOUTS") else module


class Sheet(NamedTuple):
    """A puzzle as a file has it.

    Attributes:
        goal: the picture that its author has in mind, if the file has it. Readers make sure that it has the puzzle's
            grid and colours; whether it satisfies the clues is checked by `model.verifier`.
        name: of the puzzle, in messages and names of files; empty for text that comes from no file.
        remarks: what its user should know about how it was read, a sentence each.
        format: name of the format in which a file was read; empty for text that comes from no file.
    """

    puzzle: Puzzle
    goal: Picture | None = None
    name: str = ""
    remarks: tuple[str, ...] = ()
    format: str = ""

    @property
    def valid_goal(self) -> Picture | None:
        """The picture that its author has in mind, if there is one and it satisfies the clues."""
        return None if self.goal is None or check(self.puzzle, self.goal) else self.goal
