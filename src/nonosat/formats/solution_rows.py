"""The solution in files of one colour: a row on each line, and two signs for cells."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import shown
from nonosat.formats.source import WORD, Source, Word
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid


def read_solution(
    source: Source,
    numbers: Sequence[int],
    grid: RectGrid,
    signs: tuple[str, str],
    place: Word,
    pattern: str = WORD,
) -> Picture:
    """The picture whose rows stand on some lines.

    Args:
        numbers: the numbers of the lines in the file.
        signs: those of empty and of filled cells.
        place: the place for an error about the number of rows.
        pattern: a pattern of a cell; by default whatever stands between blanks.
    """
    if len(numbers) != grid.height:
        source.fail(f"{count(len(numbers), 'row')} in the solution, expected {grid.height}", place)
    empty, filled = signs
    cells: list[int] = []
    for number in numbers:
        words = source.words(number, grid.width + 1, pattern)
        if len(words) != grid.width:
            many = "more" if len(words) > grid.width else "fewer"
            message = f"{many} than {count(grid.width, 'cell')} in a row of the solution, expected as many as columns"
            source.fail(message, words[-1])
        for word in words:
            if word.text not in (empty, filled):
                expected = f"{empty} (empty) or {filled} (filled)"
                source.fail(f"cell {shown(word.text)} of the solution, expected {expected}", word)
            cells.append(int(word.text == filled))
    return Picture(grid, tuple(cells))
