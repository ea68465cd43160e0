"""A sketch: the grid, the colours of its cells, and what its author says about it. All changes make a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from nonosat.core.errors import PuzzleError, UsageError
from nonosat.drawing_board.reshaping import grown, grown_lines, turned
from nonosat.model.clue import Block, Clue
from nonosat.model.color_names import color_words
from nonosat.model.colors import INDISTINGUISHABLE, perceived_distance, rgb
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import read_header
from nonosat.model.palette import BACKGROUND, BLACK_ON_WHITE, Palette, default_palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ImpossibleClues, Metadata, Puzzle, one_line, puzzle_of

#: Larger drawings are refused: no page can show them.
MAX_CELLS = 40_000
#: A colour is a byte, and nobody can tell more of them apart.
MAX_COLORS = 99

#: The least distance, in the unit of `perceived_distance`, of a suggested colour from the others, if there is one.
_DISTINCT = 20.0

#: What is known of a new puzzle.
NO_METADATA = Metadata()


@dataclass(frozen=True)
class Sketch:
    """A picture that is being drawn, and the puzzle that it is to become.

    Args:
        cells: the number of the colour of each cell, 0 for the background.
        typed: the clues of all lines, if the puzzle is typed clue by clue; None for a line that has not been typed yet.
            None in place of them all for the clues of the cells.

    Raises:
        PuzzleError: there are too many cells or colours, or cells or clues do not fit the grid and the palette.
    """

    grid: Grid
    palette: Palette
    cells: bytes
    metadata: Metadata = NO_METADATA
    typed: tuple[Clue | None, ...] | None = None

    def __post_init__(self) -> None:
        if self.grid.n_cells > MAX_CELLS:
            raise PuzzleError(f"{self.grid.n_cells:,} cells, expected at most {MAX_CELLS:,} to draw on")
        if self.palette.n_colors > MAX_COLORS:
            raise PuzzleError(f"{self.palette.n_colors} colours, expected at most {MAX_COLORS}")
        if len(self.cells) != self.grid.n_cells:
            raise PuzzleError(f"{len(self.cells)} colours of cells, expected {self.grid.n_cells}")
        if max(self.cells) > self.palette.n_colors:
            raise PuzzleError(f"a cell of colour {max(self.cells)}, expected at most {self.palette.n_colors}")
        if self.typed is not None:
            self._typed_puzzle(self.typed)  # refuses what cannot be typed

    @classmethod
    def empty(cls, grid: Grid, palette: Palette = BLACK_ON_WHITE) -> Sketch:
        """A sketch of background alone."""
        return cls(grid, palette, bytes(min(grid.n_cells, MAX_CELLS + 1)))

    @classmethod
    def of(cls, picture: Picture, palette: Palette, metadata: Metadata = NO_METADATA) -> Sketch:
        """The sketch of a picture."""
        if palette.n_colors > MAX_COLORS:
            raise PuzzleError(f"{palette.n_colors} colours, expected at most {MAX_COLORS}")
        return cls(picture.grid, palette, bytes(picture.cells), metadata)

    @classmethod
    def of_record(cls, record: Mapping[str, object]) -> Sketch:
        """The sketch of a `record`.

        Raises:
            PuzzleError, UsageError: it is not such a record.
        """
        try:
            grid, colors, cells, metadata = (record[name] for name in ("grid", "colors", "cells", "metadata"))
            if not (isinstance(grid, str) and isinstance(cells, str) and isinstance(metadata, dict)):
                raise TypeError
            if not (isinstance(colors, list) and all(isinstance(color, str) for color in colors)):
                raise TypeError
            numbers = bytes.fromhex(cells)
            typed = None if record.get("typed") is None else _clues(record["typed"])
        except (KeyError, TypeError, ValueError):
            raise UsageError("no sketch, expected its grid, colors, cells and metadata") from None
        return cls(read_header(grid), Palette(tuple(colors)), numbers, typed=typed).described(metadata)

    def record(self) -> dict[str, object]:
        """The sketch for JSON; each cell is two hexadecimal digits."""
        return {
            "grid": self.grid.header,
            "colors": list(self.palette.colors),
            "cells": self.cells.hex(),
            "metadata": {name: text for name, text in self.metadata._asdict().items() if text},
            **({} if self.typed is None else {"typed": self.typed}),
        }

    @cached_property
    def picture(self) -> Picture:
        """The cells as a picture."""
        return Picture(self.grid, tuple(self.cells))

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle of the clues that are typed, which may be impossible, or of those that describe the picture.

        A line that has not been typed yet has no block.
        """
        if self.typed is not None:
            return self._typed_puzzle(self.typed)
        return replace(puzzle_of(self.picture, self.palette), metadata=self.metadata)

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The clues of all lines."""
        return self.puzzle.clues

    @property
    def untyped(self) -> tuple[int, ...]:
        """The lines whose clues have not been typed yet; none if the clues are those of the cells."""
        return tuple(line for line, clue in enumerate(self.typed or ()) if clue is None)

    def typing(self) -> Sketch:
        """The sketch whose clues are typed from now on: those of its picture, or, if that is empty, none yet."""
        if self.typed is not None:
            return self
        return replace(self, typed=self.clues if any(self.cells) else (None,) * self.grid.n_lines)

    def with_clues(self, clues: Mapping[int, Clue]) -> Sketch:
        """The sketch with other clues of some lines; from now on its clues are typed, those of the other lines, too.

        Raises:
            PuzzleError: there is no such block, or there are more than the line has cells.
            UsageError: there is no such line.
        """
        typed = list(self.clues if self.typed is None else self.typed)
        for line, clue in clues.items():
            self.require_line(line)
            typed[line] = clue
        return replace(self, typed=tuple(typed))

    def require_line(self, line: int) -> None:
        """Raise a `UsageError` unless the grid has such a line."""
        if not 0 <= line < self.grid.n_lines:
            raise UsageError(f"line {line}, expected 0 to {self.grid.n_lines - 1}")

    def drawn(self) -> Sketch:
        """The sketch whose clues are those of its cells."""
        return replace(self, typed=None)

    def painted(self, cells: Mapping[int, int]) -> Sketch:
        """The sketch with other colours in some cells.

        Raises:
            UsageError: there is no such cell or colour, or the clues are typed.
        """
        self._require_drawn()
        colors = bytearray(self.cells)
        for cell, color in cells.items():
            if not (0 <= cell < len(colors) and 0 <= color <= self.palette.n_colors):
                raise UsageError(f"cell {cell} in colour {color}, expected a cell and a colour of the sketch")
            colors[cell] = color
        return replace(self, cells=bytes(colors))

    def grown(self, sides: Mapping[str, int]) -> Sketch:
        """The sketch with more or fewer lines at some sides; errors are those of `reshaping.grown`.

        If its clues are typed, those of new lines have yet to be typed.
        """
        grid, cells = grown(self.grid, self.cells, sides)
        typed = None if self.typed is None else tuple(grown_lines(self.grid, self.typed, sides))
        return replace(self, grid=grid, cells=cells, typed=typed)

    def turned(self, turn: str) -> Sketch:
        """The sketch after one of the `reshaping.TURNS`."""
        self._require_drawn()
        grid, cells = turned(self.grid, self.cells, turn)
        return replace(self, grid=grid, cells=cells)

    def with_color(self, color: str = "") -> Sketch:
        """The sketch with one more colour in its palette; by default one that differs from the others."""
        known = self.palette.colors
        suggested = [each for each in default_palette(MAX_COLORS).colors if each not in known]

        def distance(color: str) -> float:
            return min(perceived_distance(rgb(color), rgb(each)) for each in known)

        color = color or next(
            (each for each in suggested if distance(each) > _DISTINCT), max(suggested, key=distance, default="#808080")
        )
        return replace(self, palette=Palette((*known, color)))

    def recolored(self, number: int, color: str) -> Sketch:
        """The sketch in which a colour, or the background, looks otherwise."""
        self._require_color(number, BACKGROUND)
        colors = list(self.palette.colors)
        colors[number] = color
        return replace(self, palette=Palette(tuple(colors)))

    def merged(self, number: int, into: int = BACKGROUND) -> Sketch:
        """The sketch without a colour, whose cells get another one; merging into the background removes them.

        Raises:
            PuzzleError: no colour would be left.
        """
        self._require_drawn()
        self._require_color(number)
        self._require_color(into, BACKGROUND)
        if number == into:
            raise UsageError(f"colour {number} merged into itself, expected another one")
        table = bytearray(range(256))
        table[number] = into
        colors = self.palette.colors[:number] + self.palette.colors[number + 1 :]
        cells = self.cells.translate(bytes(table))
        cells = cells.translate(bytes([color - (color > number) for color in range(256)]))
        return replace(self, palette=Palette(colors), cells=cells)

    def described(self, metadata: Mapping[str, str]) -> Sketch:
        """The sketch with another title, author and so on.

        Raises:
            UsageError: there is no such field of `Metadata`, or it is no text.
        """
        unknown = metadata.keys() - set(Metadata._fields)
        if unknown or not all(isinstance(text, str) for text in metadata.values()):
            raise UsageError(f"metadata {sorted(map(str, metadata))}, expected texts for {', '.join(Metadata._fields)}")
        return replace(self, metadata=self.metadata._replace(**{key: one_line(text) for key, text in metadata.items()}))

    def color_names(self) -> tuple[str, ...]:
        """The names of all colours but the background."""
        return color_words(self.palette.colors)

    def alike(self) -> Sequence[tuple[int, int]]:
        """The pairs of colours, the background among them, that look alike."""
        shades = list(enumerate(map(rgb, self.palette.colors)))
        return [
            (one, other)
            for (one, shade), (other, second) in combinations(shades, 2)
            if perceived_distance(shade, second) <= INDISTINGUISHABLE
        ]

    def _typed_puzzle(self, typed: tuple[Clue | None, ...]) -> Puzzle:
        """The puzzle of typed clues, which may be impossible; PuzzleError if there can be no such clues."""
        clues = tuple(clue or () for clue in typed)
        for line, clue in enumerate(clues):
            for at, block in enumerate(clue):
                if block.length > MAX_CELLS:
                    raise PuzzleError(
                        f"a block of {block.length:,} cells, expected at most {MAX_CELLS:,}", line=line, block=at
                    )
        try:
            return Puzzle(self.grid, self.palette, clues, metadata=self.metadata)
        except ImpossibleClues as error:
            return error.puzzle

    def _require_drawn(self) -> None:
        if self.typed is not None:
            raise UsageError(
                "the clues of this puzzle are typed; draw its picture before you paint cells, turn it or merge colours"
            )

    def _require_color(self, number: int, least: int = BACKGROUND + 1) -> None:
        if not least <= number <= self.palette.n_colors:
            raise UsageError(f"colour {number}, expected {least} to {self.palette.n_colors}")


def _clues(value: Any) -> tuple[Clue | None, ...]:
    """The clues in a record, None for a line without one; TypeError or ValueError if there are none."""
    return tuple(None if clue is None else tuple(_block(*block) for block in clue) for clue in value)


def _block(length: Any, color: Any) -> Block:
    if not type(length) is type(color) is int:
        raise TypeError
    return Block(length, color)
