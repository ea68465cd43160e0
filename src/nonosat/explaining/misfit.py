"""The reason why the clue of a line does not fit what is known of its cells, in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from nonosat.core.minimal_subset import minimal_subset
from nonosat.explaining.known_cells import masks_of
from nonosat.explaining.line_argument import verdict, with_verb
from nonosat.explaining.step_words import StepWords, length_words
from nonosat.lines.line import LineSolver
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block
from nonosat.model.nouns import count, joined
from nonosat.model.palette import BACKGROUND

#: If more cells than this are needed to see that a clue does not fit, they are not named.
_MOST_NAMED = 8


def misfit(words: StepWords, line: int, possible: Sequence[tuple[int, ...]]) -> str:
    """The misfit of a line with the colours `possible` for each cell: `column 8 has no room for its block of 3`."""
    puzzle, name = words.puzzle, words.line(line)
    clue, cells = puzzle.clues[line], [possible[cell] for cell in puzzle.grid.line(line)]
    if not clue:
        return f"{name} is not empty, but its clue is"
    for color in range(1, puzzle.n_colors + 1):
        if any(other == ANY_COLOR for _, other in clue):
            break
        blocks = [block for block in clue if block.color == color]
        n_filled = sum(colors == (color,) for colors in cells)
        n_left = sum(color in colors for colors in cells)
        if wrong := _wrong_total(blocks, n_filled, n_left, words.colors[color]):
            return f"{name} {wrong}"
    n_filled = sum(BACKGROUND not in colors for colors in cells)
    n_left = sum(colors != (BACKGROUND,) for colors in cells)
    if wrong := _wrong_total(clue, n_filled, n_left, "filled"):
        return f"{name} {wrong}"
    return _misplaced(words, line, cells)


def _wrong_total(blocks: Sequence[Block], n_filled: int, n_left: int, color: str) -> str:
    """The misfit of the number of cells, from `n_filled` to `n_left`, that `blocks` can cover; empty if it is right."""
    needed = sum(block.least for block in blocks)
    is_open = any(block.length == ANY_LENGTH for block in blocks)
    if n_filled > needed and not is_open:
        return f"has {count(n_filled, f'{color} cell')}, but its clue needs {needed}"
    if n_left < needed:
        left = f"only {count(n_left, f'{color} cell')}" if n_left else f"no {color} cell"
        return f"has room for {left}, but its clue needs {'at least ' * is_open}{needed}"
    return ""


def _misplaced(words: StepWords, line: int, cells: Sequence[tuple[int, ...]]) -> str:
    """The misfit of a line whose totals can be right."""
    name, clue, n_colors = words.line(line), words.puzzle.clues[line], words.puzzle.n_colors
    unlimited = len(cells)  # a block of unknown length
    for color in range(1, n_colors + 1):
        runs = [(found, len(list(run))) for found, run in groupby(cells)]
        longest = max((length for found, length in runs if found == (color,)), default=0)
        allowed = max((length or unlimited for length, other in clue if other in (color, ANY_COLOR)), default=0)
        if longest > allowed:
            named = f"{words.colors[color]} " if n_colors > 1 else ""
            return f"{name} has a {named}run of {longest}, but its longest {named}block has {allowed}"
    room = max((len(list(run)) for is_open, run in groupby(cells, lambda c: c != (BACKGROUND,)) if is_open), default=0)
    largest = max(block.least for block in clue)
    if room < largest:
        return f"{name} has no room for its block of {largest}"
    shortest, start = min(block.least for block in clue), 0
    for is_open, run in groupby(cells, lambda colors: colors != (BACKGROUND,)):
        gap = list(run)
        known = [start + place for place, colors in enumerate(gap) if BACKGROUND not in colors]
        if is_open and known and len(gap) < shortest:
            where = words.on_line(line, [words.grid.line(line)[place] for place in known])
            which = "its block" if len(clue) == 1 else "its shortest block"
            return f"{name} has room for only {count(len(gap), 'filled cell')} at {where}, but {which} has {shortest}"
        start += len(gap)
    if len(clue) == 1:
        filled = [place for place, colors in enumerate(cells) if BACKGROUND not in colors]
        if filled and filled[-1] - filled[0] >= (clue[0].length or unlimited):
            far = words.on_line(line, [words.grid.line(line)[place] for place in (filled[0], filled[-1])])
            return f"{name} is filled in {far}, too far apart for its block of {largest}"
    what = f"the block of {length_words(clue[0])}" if len(clue) == 1 else f"the clue {words.clue(line)}"
    needed = _conflicting(words, line, cells)
    if not 0 < len(needed) <= _MOST_NAMED:
        return f"{what} does not fit into {name} any more"
    return f"{what} does not fit into {name}, where {_known_cells(words, line, cells, needed)}"


def _conflicting(words: StepWords, line: int, cells: Sequence[tuple[int, ...]]) -> list[int]:
    """The positions of cells of a line that cannot be as they are; none of them can be left out."""
    n_colors = words.puzzle.n_colors
    solver = LineSolver(words.puzzle.clues[line], len(cells), n_colors)
    everything = (2 << n_colors) - 1
    known = [place for place, colors in enumerate(cells) if len(colors) <= n_colors]

    def conflicting(places: list[int]) -> list[int] | None:
        left = [everything] * len(cells)
        for place in places:
            left[place] = sum(1 << color for color in cells[place])
        return places if solver.narrow(masks_of(left, n_colors + 1)) is None else None

    return min((minimal_subset(known, conflicting, order) for order in (known, known[::-1])), key=len)


def _known_cells(words: StepWords, line: int, cells: Sequence[tuple[int, ...]], places: Sequence[int]) -> str:
    """Some cells of a line with what they are: `rows 3 and 5 are filled and row 4 is empty`."""
    everything = range(words.puzzle.n_colors + 1)
    groups: dict[str, list[int]] = {}
    # Readers look for cells with a colour first.
    for place in sorted(places, key=lambda each: cells[each] == (BACKGROUND,)):
        groups.setdefault(verdict(words, everything, cells[place]), []).append(words.grid.line(line)[place])
    return joined([f"{words.on_line(line, found)} {with_verb(found, what)}" for what, found in groups.items()])
