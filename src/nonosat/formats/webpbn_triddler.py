r"""Triddlers, puzzles of triangles, in the XML format of webpbn.com.

There are six groups of clues, one for each side of the outline; any of them may be missing where there is no such side:

    topleft, bottomleft      the rows from top to bottom, each read to the right
    top, topright            the lines in the direction of a slash from left to right, each read downward
    bottom, bottomright      the lines in the direction of a backslash from left to right, each read downward

The rows of an image stand between slashes and backslashes, as the border of the outline runs: `/.X.X.\ /X.X.X./`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TypeVar

from nonosat.core.errors import PuzzleError
from nonosat.model.tri_grid import SIDE_NAMES, TriGrid

#: Names of the sections, in the order of the lines of `TriGrid`.
SECTIONS = tuple(name.replace(" ", "") for name in SIDE_NAMES)
#: The groups in the order in which they are written.
GROUPS = ("topleft", "bottomleft", "top", "topright", "bottom", "bottomright")

_ROW = re.compile(r"\s*([/\\])([^/\\]*)([/\\])\s*")
_Block = TypeVar("_Block")
_Clue = TypeVar("_Clue")


def clue_groups(grid: TriGrid, clues: Sequence[Sequence[_Block]]) -> Iterator[tuple[str, list[Sequence[_Block]]]]:
    """The groups of `clues`, given in the order of the grid's lines, each with its type."""
    sections = {name: list(found) for name, found in clues_by_section(grid, clues).items()}
    for name in GROUPS:
        yield name, _exchanged(name, sections[name])


def grid_of_groups(groups: Mapping[str, Sequence[Sequence[_Block]]]) -> tuple[TriGrid, list[Sequence[_Block]]]:
    """The outline, and the clues in the order of its lines, of `groups` of clues by their type.

    Raises:
        PuzzleError: there is no outline with such numbers of lines.
    """
    return grid_of_sections({name: _exchanged(name, list(groups.get(name, ()))) for name in GROUPS})


def image_rows(grid: TriGrid, cells: Sequence[str]) -> Iterator[str]:
    """The rows of an image; `cells` has the character of each cell."""
    top_left, _, _, _, top_right, _ = grid.sides
    for number, row in enumerate(grid.families[0]):
        begin, end = "/" if number < top_left else "\\", "\\" if number < top_right else "/"
        yield begin + "".join(cells[cell] for cell in grid.line(row)) + end


def split_image(text: str) -> list[str] | None:
    """The rows of an image, without the characters around them; None if the text is not an image."""
    # Blanks belong to the row before them. If the row after them could take them, too, the time would be exponential.
    if re.fullmatch(r"\s*(?:[/\\][^/\\]*[/\\]\s*)+", text) is None:
        return None
    return [match[2] for match in _ROW.finditer(text)]


def grid_of_image(text: str, length: int) -> TriGrid:
    """The outline of an image in which `split_image` finds rows, with `length` cells in the first.

    Raises:
        PuzzleError: there is no such outline.
    """
    begins, ends = zip(*[(match[1], match[3]) for match in _ROW.finditer(text)], strict=True)
    above, below, above_right, below_right = begins.count("/"), begins.count("\\"), ends.count("\\"), ends.count("/")
    if begins != ("/",) * above + ("\\",) * below or ends != ("\\",) * above_right + ("/",) * below_right:
        raise PuzzleError("an image with a border that bends inward, expected an outline without dents")
    top = (length + 1 - bool(above) - bool(above_right)) // 2
    return TriGrid((above, below, above + top - below_right, below_right, above_right, top))


def _exchanged(name: str, clues: list[Sequence[_Block]]) -> list[Sequence[_Block]]:
    """The clues of a group as those of a side of `TriGrid`, or the other way round."""
    if name in ("top", "topright"):
        return clues[::-1]
    if name in ("bottom", "bottomright"):
        return [clue[::-1] for clue in clues]
    return clues


def clues_by_section(grid: TriGrid, clues: Sequence[_Clue]) -> dict[str, Sequence[_Clue]]:
    """From each of `SECTIONS` to the `clues` of the lines that begin there, all in the order of the grid's lines."""
    bounds = pairwise([0, *accumulate(grid.sides)])
    return {section: clues[first:last] for section, (first, last) in zip(SECTIONS, bounds, strict=True)}


def grid_of_sections(sections: Mapping[str, Sequence[_Clue]]) -> tuple[TriGrid, list[_Clue]]:
    """The outline with a line for each clue, and the clues in the order of its lines, as those of `sections` are.

    Raises:
        PuzzleError: there is no such outline.
    """
    grid = TriGrid(tuple([len(sections[section]) for section in SECTIONS]))
    return grid, [clue for section in SECTIONS for clue in sections[section]]
