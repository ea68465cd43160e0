"""Clues as their author types them: read from texts and written as texts, and their sums.

A text is the clue of a line as in clue files, `3a 1b`, or lengths alone with one colour, `3 1`. Dots and commas also
separate blocks, since they are beside the digits on a keypad, and the keypad of a phone may have no blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from nonosat.core.errors import InputError, PuzzleError, UsageError
from nonosat.drawing_board.sketch import Sketch
from nonosat.formats.clue_words import clue_of_words
from nonosat.formats.source import LENGTH
from nonosat.model.clue import Block, Clue, block_text, length_text
from nonosat.model.grid import line_name
from nonosat.model.nouns import capitalized
from nonosat.model.puzzle import cell_totals


class WrongClue(UsageError):
    """A text that is no clue.

    Attributes:
        line: of the grid, from 0.
        column: where the wrong word begins in the text, from 1.
    """

    def __init__(self, sentence: str, line: int, column: int) -> None:
        super().__init__(sentence)
        self.line, self.column = line, column


def with_texts(sketch: Sketch, clues: Mapping[int, str]) -> Sketch:
    """The sketch with the clues that some texts are, by line; an empty text, or 0, is a line without blocks.

    Raises:
        WrongClue: a text is no clue, or has more blocks than the line has cells.
        UsageError: there is no such line.
    """
    for line in clues:
        sketch.require_line(line)
    texts = {line: text.lower().replace(".", " ") for line, text in clues.items()}
    try:
        return sketch.with_clues({line: _clue(sketch, line, text) for line, text in texts.items()})
    except PuzzleError as error:  # a line has too many blocks; it names the first that does not fit
        line, block = error.line or 0, error.block or 0
        word = next(islice(re.finditer(LENGTH, texts[line]), block, None))
        raise WrongClue(capitalized(error.message), line, word.start() + 1) from None


def _clue(sketch: Sketch, line: int, text: str) -> Clue:
    try:
        return clue_of_words(text, sketch.palette.n_colors)
    except InputError as error:
        column = error.column or 1
        name = capitalized(line_name(sketch.grid, line))
        raise WrongClue(f"{name}, character {column}: {error.message}", line, column) from None


def typed_text(sketch: Sketch, clue: Clue) -> str:
    """The text of a clue of a sketch; `0` for one without blocks."""
    return " ".join(_block_text(sketch, block) for block in clue) or "0"


def _block_text(sketch: Sketch, block: Block) -> str:
    """A block as in a clue file, without its colour if there is no other."""
    return length_text(block) if sketch.palette.n_colors == 1 and block.color else block_text(block)


class Sum(NamedTuple):
    """The number of cells that the clues of a family of lines ask for; if it is not exact, there may be more."""

    cells: int
    is_exact: bool


class FamilySums(NamedTuple):
    """The clues of a family of lines, added up.

    Attributes:
        name: of such a line.
        typed: the number of lines whose clues have been typed.
        lines: the number of all.
        sums: of all colours together, and then of each colour.
    """

    name: str
    typed: int
    lines: int
    sums: tuple[Sum, ...]


def family_sums(sketch: Sketch) -> tuple[FamilySums, ...]:
    """The sums of each family of lines, which are equal unless there is a typing error."""
    grid, untyped = sketch.grid, set(sketch.untyped)
    totals = cell_totals(grid, sketch.clues, sketch.palette.n_colors)
    found = []
    for name, family, total in zip(grid.family_names, grid.families, totals, strict=True):
        typed = len(set(family) - untyped)
        is_typed, is_known = typed == len(family), not total.has_unknown_colors
        colors = [Sum(n, is_typed and is_known and c not in total.hidden) for c, n in enumerate(total.cells)][1:]
        found.append(
            FamilySums(name.name, typed, len(family), (Sum(total.least, is_typed and not total.hidden), *colors))
        )
    return tuple(found)


def disagreeing(families: Iterable[FamilySums]) -> tuple[bool, ...]:
    """For all colours together, and then for each colour, whether the sums of the families cannot all be right."""
    return tuple(
        max(each.cells for each in sums) > min((each.cells for each in sums if each.is_exact), default=float("inf"))
        for sums in zip(*(family.sums for family in families), strict=True)
    )


def typing_record(sketch: Sketch, lines: Iterable[int]) -> dict[str, object]:
    """What a page shows of a sketch whose clues are typed, as JSON: the texts of some lines, and all sums."""
    assert sketch.typed is not None
    families = family_sums(sketch)
    typed = {line: sketch.typed[line] for line in lines}
    return {
        "texts": {line: None if clue is None else typed_text(sketch, clue) for line, clue in typed.items()},
        "families": [family._asdict() for family in families],
        "disagree": disagreeing(families),
    }
