"""The words for lines, cells, blocks and colours in the sentences of an explanation.

On a grid with two families of lines, the cells of a row are named by their columns and those of a column by their rows:
"columns 4 to 6". On other grids they are counted along the line, from where its clue stands: "cells 4 to 6".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import groupby

from nonosat.lines.crossing import crossing
from nonosat.model.clue import ANY_COLOR, Block, length_text
from nonosat.model.color_names import cell_words
from nonosat.model.grid import cell_name, line_name
from nonosat.model.nouns import joined
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Puzzle

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class StepWords:
    """The names of lines, cells, blocks and colours in an explanation of a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self._has_columns = len(self.grid.families) == 2
        self._crossings = crossing(self.grid)

    @cached_property
    def colors(self) -> tuple[str, ...]:
        """The adjective for cells of each colour, the background first; all differ."""
        return cell_words(self.puzzle.palette.colors)

    def line(self, line: int) -> str:
        """A line: `row 3`; `the line` if there is only one."""
        return line_name(self.grid, line) if self.grid.n_lines > 1 else "the line"

    def lines(self, lines: Iterable[int]) -> str:
        """Several lines: `rows 1, 2 and 9 and column 4`."""
        parts = []
        for family, name in zip(self.grid.families, self.grid.family_names, strict=True):
            numbers = [line - family.start + 1 for line in sorted(lines) if line in family]
            if numbers:
                parts.append(numbered(name.name, numbers))
        return joined(parts)

    def cell(self, cell: int) -> str:
        """A cell by itself: `row 4, column 7`; on grids without columns `row 4, cell 7`."""
        if not self._has_columns:
            return cell_name(self.grid, cell)
        return ", ".join(self.line(line) for line, _ in self._crossings.places(cell))

    def cells(self, cells: Sequence[int]) -> str:
        """Several cells, by the lines of the family that needs the fewest: `row 4, columns 7 to 9; row 5, column 2`."""
        found = self.fewest_lines(cells)
        return "; ".join(f"{self.line(line)}, {self.on_line(line, found[line])}" for line in sorted(found))

    def fewest_lines(self, cells: Iterable[int]) -> dict[int, list[int]]:
        """Cells by their lines in the family that has the fewest such lines."""
        found: list[dict[int, list[int]]] = [{} for _ in self.grid.families]
        for cell in sorted(cells):
            for by_line, (line, _) in zip(found, self._crossings.places(cell), strict=True):
                by_line.setdefault(line, []).append(cell)
        return min(found, key=len)

    def on_line(self, line: int, cells: Collection[int]) -> str:
        """Some `cells` of a line that has been named: `columns 4 to 6 and 9`."""
        noun, numbers = "cell", []
        for cell in cells:
            for place in self._crossings.places(cell):
                if self._has_columns and place[0] != line:
                    noun, number = self.line(place[0]).rsplit(" ", 1)
                    numbers.append(int(number))
                elif not self._has_columns and place[0] == line:
                    numbers.append(place[1] + 1)
        return numbered(noun, sorted(numbers))

    def block(self, line: int, number: int) -> str:
        """The block of a line with a `number` from 0: `the red block of 3`; `the second block of 3` of several."""
        clue = self.puzzle.clues[line]
        block = clue[number]
        ordinal = f"{_ordinal(clue[:number].count(block))} " if clue.count(block) > 1 else ""
        return f"the {ordinal}{self._kind_of(block)}"

    def blocks(self, line: int, numbers: Sequence[int], link: str = "and") -> str:
        """Several blocks of a clue: `the block of 3 and the block of 5`, `both blocks of 3`, `any block of 3`.

        With the `link` `nor` it is what follows "neither": `the block of 3 nor the block of 5`, `block of 3` for both.
        The `numbers` of the blocks are indices in the clue of the `line`.
        """
        clue = self.puzzle.clues[line]
        kinds = list(dict.fromkeys(clue[number] for number in numbers))
        if link == "nor" and len(numbers) == 2 and len(kinds) == 1:
            name = self._kind_of(kinds[0])
            if clue.count(kinds[0]) == 2:
                return name
            one, other = (_ordinal(clue[:number].count(kinds[0])) for number in numbers)
            return f"the {one} nor the {other} {name}"
        if len(numbers) == 1 or link == "nor":
            return joined([self.block(line, number) for number in numbers], link)
        parts = []
        for kind in kinds:
            found = [number for number in numbers if clue[number] == kind]
            is_every = len(found) == clue.count(kind)
            name = self._kind_of(kind)
            if len(found) == 1:
                parts.append(self.block(line, found[0]))
            elif link == "or":
                parts.append(f"{'any' if is_every else 'one'} {name}")
            elif is_every:
                parts.append(f"{'both' if len(found) == 2 else 'all'} {name.replace('block', 'blocks', 1)}")
            else:
                parts += [self.block(line, number) for number in found]
        return joined(parts, link)

    def clue(self, line: int) -> str:
        """The numbers of the clue of a line: `3 1 2`, with `?` for an unknown length."""
        return " ".join(length_text(block) for block in self.puzzle.clues[line]) or "0"

    def colors_left(self, colors: Iterable[int]) -> str:
        """The colours of a cell: `red`, or `red, green or empty`."""
        ordered = sorted(colors, key=lambda color: color == BACKGROUND)
        return joined([self.colors[color] for color in ordered], "or")

    def _kind_of(self, block: Block) -> str:
        """A block without article: `red block of 3`, `red block of unknown length`."""
        if block.color == ANY_COLOR:
            return f"block of {length_words(block)} (?)" if block.length else "block of unknown length and colour"
        color = f"{self.colors[block.color]} " if self.puzzle.n_colors > 1 else ""
        return f"{color}block of {length_words(block)}"


def length_words(block: Block) -> str:
    """The length of a block, after `block of`: `3`, `unknown length`."""
    return str(block.length) if block.length else "unknown length"


def numbered(noun: str, numbers: Sequence[int]) -> str:
    """Things that have `numbers`, ascending: `row 3`, `rows 3 to 7 and 9`, `columns 1, 2 and 5`."""
    parts = []
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        found = [number for _, number in run]
        parts += [f"{found[0]} to {found[-1]}"] if len(found) > 2 else [str(number) for number in found]
    return f"{noun}{'s' if len(numbers) > 1 else ''} {joined(parts)}"


def capital(text: str) -> str:
    """A text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def _ordinal(place: int) -> str:
    """A place from 0 in words; in digits from the eleventh on."""
    return _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"
