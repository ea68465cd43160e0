"""Puzzles: a grid, a palette and clues, with the checks that any puzzle must pass before it is solved.

Nothing here knows of SAT, files or pixels. All classes are immutable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple, NoReturn

from nonosat.core.errors import PuzzleError
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Clue, clue_of, earliest_starts, has_hidden, minimum_length
from nonosat.model.grid import Grid, line_name
from nonosat.model.nouns import count
from nonosat.model.palette import Palette, known_letters, letter
from nonosat.model.picture import Picture, displayed


class ColoredCell(NamedTuple):
    """A cell and its `color`, 0 for the background: a given, a change, or a cell that a player has filled."""

    cell: int
    color: int


class Metadata(NamedTuple):
    """Facts about a puzzle; empty where nothing is known. A `Puzzle` makes each one line, as by `one_line`."""

    title: str = ""
    author: str = ""
    copyright: str = ""
    license: str = ""
    description: str = ""


#: The characters that join or part letters and emoji; of all that are not printable only these belong to a text.
_JOINERS = "\u200c\u200d"


def one_line(text: str) -> str:
    """A text on one line, with one blank for each run of blanks and control characters, and none at its ends."""
    return " ".join("".join(char if char.isprintable() or char in _JOINERS else " " for char in text).split())


@dataclass(frozen=True)
class Puzzle:
    """A puzzle: the conditions that a picture must satisfy to be a solution.

    Two puzzles with the same solutions by the same clues and givens are equal, whatever their metadata.

    Args:
        clues: one for each line of the grid, in the order of its lines.
        givens: the cells that are fixed, in any order; kept ascending and without repetitions.

    Raises:
        PuzzleError: a block, a given, or the totals of the clues cannot be right, or a clue does not fit on its line.
    """

    grid: Grid
    palette: Palette
    clues: tuple[Clue, ...]
    givens: tuple[ColoredCell, ...] = ()
    metadata: Metadata = field(default=Metadata(), compare=False)

    def __post_init__(self) -> None:
        if len(self.clues) != self.grid.n_lines:
            raise PuzzleError(f"{len(self.clues)} clues, expected {self.grid.n_lines}, one for each line of the grid")
        _check_clues(self)
        _check_givens(self)
        object.__setattr__(self, "givens", tuple(sorted(set(self.givens))))
        if any(self.metadata):
            object.__setattr__(self, "metadata", Metadata(*map(one_line, self.metadata)))
        if overlong := overlong_lines(self):
            _refuse_overlong(self, overlong[0])
        message = find_disagreement(self.grid, self.clues, self.n_colors)
        if message is not None:
            raise ImpossibleClues(message, self)

    def __repr__(self) -> str:
        title = f"{self.metadata.title!r} " if self.metadata.title else ""
        return f"<Puzzle {title}{self.grid.header} n_colors={self.n_colors} n_blocks={self.n_blocks}>"

    def _repr_svg_(self) -> str:
        """The drawing that a notebook displays: the empty puzzle with its clues."""
        return displayed("svg", self)

    @property
    def n_colors(self) -> int:
        """The number of colours besides the background."""
        return self.palette.n_colors

    @property
    def n_blocks(self) -> int:
        """The number of blocks of all clues together."""
        return sum(map(len, self.clues))

    @property
    def has_unknown_colors(self) -> bool:
        """True if the clues leave the colour of some block open."""
        return any(color == ANY_COLOR for clue in self.clues for _, color in clue)

    @property
    def has_hidden_lengths(self) -> bool:
        """True if the clues leave the length of some block open."""
        return any(map(has_hidden, self.clues))

    @property
    def fixes_n_colored(self) -> bool:
        """True if all solutions have the same number of coloured cells, fixed by the clues of some family."""
        families = self.grid.families
        return any(not any(map(has_hidden, self.clues[family.start : family.stop])) for family in families)


class ImpossibleClues(PuzzleError):
    """A puzzle that has no solution, as counting shows: a clue needs more cells than its line has, or the families of
    lines disagree about the number of cells.

    Attributes:
        puzzle: the puzzle, for a closer diagnosis. All else in it is sound.
    """

    def __init__(self, message: str, puzzle: Puzzle, *, line: int | None = None, block: int | None = None) -> None:
        super().__init__(message, line=line, block=block)
        self.puzzle = puzzle


def puzzle_of(picture: Picture, palette: Palette, givens: Iterable[ColoredCell] = ()) -> Puzzle:
    """The puzzle whose clues describe a picture, and which fixes the cells in `givens`.

    Raises:
        PuzzleError: the picture has a colour that the palette lacks.
    """
    clues = tuple(clue_of(picture.line(index)) for index in range(picture.grid.n_lines))
    return Puzzle(picture.grid, palette, clues, tuple(givens))


def _check_clues(puzzle: Puzzle) -> None:
    """Refuse a block with a length or colour that cannot be, and a clue with more blocks than its line has cells."""
    grid, n_colors = puzzle.grid, puzzle.n_colors
    for index, clue in enumerate(puzzle.clues):
        for number, (length, color) in enumerate(clue):
            if length < 0:
                raise PuzzleError(f"block of length {length}, expected at least 1", line=index, block=number)
            if not 0 <= color <= n_colors:
                raise PuzzleError(
                    f"block of colour {letter(color)[:20]!r}, expected {known_letters(n_colors)} or ? "
                    "(the palette has no more)",
                    line=index,
                    block=number,
                )
        length = len(grid.line(index))
        if len(clue) > length:
            raise PuzzleError(
                f"clue of {line_name(grid, index)} has more than {count(length, 'block')}, "
                f"but the line has only {count(length, 'cell')}",
                line=index,
                block=_first_overflow(clue[: length + 1], n_colors, length),
            )


def fits(puzzle: Puzzle, line: int, clue: Clue) -> bool:
    """True if `line` of a puzzle has enough cells for a clue."""
    return not clue or minimum_length(clue, puzzle.n_colors) <= len(puzzle.grid.line(line))


def overlong_lines(puzzle: Puzzle) -> list[int]:
    """The lines that are too short for their clues; only a puzzle that was refused has any."""
    return [line for line, clue in enumerate(puzzle.clues) if not fits(puzzle, line, clue)]


def overlong_sentence(puzzle: Puzzle, line: int) -> str:
    """What is wrong with the clue of one of the `overlong_lines`."""
    needed = count(minimum_length(puzzle.clues[line], puzzle.n_colors), "cell")
    return f"clue of {line_name(puzzle.grid, line)} needs {needed}, but the line has only {len(puzzle.grid.line(line))}"


def _refuse_overlong(puzzle: Puzzle, line: int) -> NoReturn:
    block = _first_overflow(puzzle.clues[line], puzzle.n_colors, len(puzzle.grid.line(line)))
    raise ImpossibleClues(overlong_sentence(puzzle, line), puzzle, line=line, block=block)


def _first_overflow(clue: Clue, n_colors: int, length: int) -> int:
    """The first block that does not end within a line of this length, however early all blocks start."""
    starts = earliest_starts(clue, n_colors)
    return next(i for i, block in enumerate(clue) if min(starts[i].values()) + block.least > length)


def _check_givens(puzzle: Puzzle) -> None:
    """Refuse a given whose cell or colour does not exist, and a second colour for a cell."""
    seen: dict[int, int] = {}
    for number, (cell, color) in enumerate(puzzle.givens):
        if not 0 <= cell < puzzle.grid.n_cells:
            raise PuzzleError(f"given for cell {cell}, expected 0 to {puzzle.grid.n_cells - 1}", given=number)
        if not 0 <= color <= puzzle.n_colors:
            raise PuzzleError(
                f"given of colour {letter(color)[:20]!r}, expected - or a colour of the palette", given=number
            )
        if seen.setdefault(cell, color) != color:
            raise PuzzleError(
                f"given {letter(color)!r} for a cell that is given {letter(seen[cell])!r} already, expected one colour",
                given=number,
            )


def find_disagreement(grid: Grid, clues: Sequence[Clue], n_colors: int) -> str | None:
    """A disagreement of the totals of `clues` in `n_colors` colours; every family of lines counts the same cells.

    Returns:
        A sentence that says what is wrong and what was expected; None if the totals can agree.
    """
    return compare_totals(grid, cell_totals(grid, clues, n_colors))


class FamilyTotal(NamedTuple):
    """The numbers of cells that the clues of a family of lines ask for.

    Attributes:
        cells: for each colour, `ANY_COLOR` first, the least number: a block of unknown length counts as one cell.
        hidden: the colours of the blocks of unknown length; the numbers of all other colours are exact.
    """

    cells: tuple[int, ...]
    hidden: frozenset[int] = frozenset()

    @property
    def least(self) -> int:
        """The least number of cells of all colours together."""
        return sum(self.cells)

    @property
    def has_unknown_colors(self) -> bool:
        """True if some block has an unknown colour, so that there may be more cells of a colour."""
        return self.cells[ANY_COLOR] > 0

    def changed(self, before: Clue, after: Clue) -> FamilyTotal:
        """The total after one clue has been replaced by another; the colours of `hidden` stay as they are."""
        cells = list(self.cells)
        for clue, sign in ((before, -1), (after, 1)):
            for block in clue:
                cells[block.color] += sign * block.least
        return self._replace(cells=tuple(cells))


def compare_totals(grid: Grid, totals: Sequence[FamilyTotal]) -> str | None:
    """A sentence on a disagreement of the `totals` of all families, in their order; None if they can agree."""
    names = [f"{family.name}s" for family in grid.family_names]
    for (name, total), (other_name, other) in combinations(zip(names, totals, strict=True), 2):
        # With `?` in a family its cells of a colour are not known, but the sums over all colours still must agree.
        if not total.has_unknown_colors and not other.has_unknown_colors:
            for color in range(1, len(total.cells)):
                message = _difference(
                    (other_name, other.cells[color], color in other.hidden),
                    (name, total.cells[color], color in total.hidden),
                    f" of colour {letter(color)!r}",
                )
                if message:
                    return message
        message = _difference(
            (other_name, other.least, bool(other.hidden)), (name, total.least, bool(total.hidden)), ""
        )
        if message:
            return message
    known = sum(max(cells) for cells in zip(*(total.cells[1:] for total in totals), strict=True))
    most = min((total.least for total in totals if not total.hidden), default=known)
    if known > most:
        return (
            f"clues need at least {count(known, 'cell')} of known colours altogether, "
            f"expected at most {most}, the total of each family of lines"
        )
    return None


def cell_totals(grid: Grid, clues: Sequence[Clue], n_colors: int) -> list[FamilyTotal]:
    """The numbers of cells of `n_colors` colours that `clues` ask for, for each family in the order of the grid."""
    return [_family_total(clues[family.start : family.stop], n_colors) for family in grid.families]


def _family_total(clues: Sequence[Clue], n_colors: int) -> FamilyTotal:
    total = [0] * (n_colors + 1)
    hidden = set()
    for clue in clues:
        for length, color in clue:
            total[color] += length or 1
            if length == ANY_LENGTH:
                hidden.add(color)
    return FamilyTotal(tuple(total), frozenset(hidden))


def _difference(found: tuple[str, int, bool], expected: tuple[str, int, bool], what: str) -> str | None:
    """A contradiction between two families, each by its name in the plural, its cells, and if there may be more."""
    (name, cells, is_open), (other_name, other, is_other_open) = found, expected
    if cells == other or (is_open and (is_other_open or cells < other)) or (is_other_open and cells > other):
        return None
    least = "at least " if is_open else ""
    bound = "at most " if is_open else "at least " if is_other_open else ""
    asked = f"add up to {least}{count(cells, 'cell')}{what}"
    return f"clues of the {name} {asked}, expected {bound}{other}, the total of the {other_name}"
