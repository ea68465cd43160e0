"""The colours of a palette on a terminal: unchanged, or the nearest ones of 256 or 16; and the pen that uses them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from math import dist
from typing import NamedTuple

from nonosat.drawing.cell_pens import OPEN_NAME
from nonosat.model.clue import ANY_COLOR, Block, Clue, length_text
from nonosat.model.colors import BLACK, WHITE, ink, lab, rgb, softened_lab
from nonosat.model.puzzle import Puzzle

#: The number of colours of a terminal that shows every `#rrggbb`.
TRUE_COLOR = 1 << 24

#: The terminal sequence that ends all colours.
RESET = "\x1b[0m"

#: The 16 colours as xterm shows them; other terminals have similar ones.
_BASIC = (
    *("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"),
    *("#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"),
)
#: The steps of red, green and blue among 256 colours.
_STEPS = (0, 95, 135, 175, 215, 255)


class TerminalColor(NamedTuple):
    """A colour as a terminal shows it.

    Attributes:
        ground, ink: parameters of the sequences that make it the ground or the colour of characters.
        shown: as `#rrggbb`.
    """

    ground: str
    ink: str
    shown: str


def terminal_colors(colors: Sequence[str], depth: int) -> list[TerminalColor]:
    """The colours of a terminal that stand for `colors`; `depth` is 16, 256 or `TRUE_COLOR`.

    Different colours stay different where the terminal has enough of them: pairs of a colour and a terminal colour are
    matched in the order of their distance, and no terminal colour is matched twice.
    """
    if depth >= TRUE_COLOR:
        codes = [";".join(map(str, rgb(color))) for color in colors]
        return [TerminalColor(f"48;2;{code}", f"38;2;{code}", color) for code, color in zip(codes, colors, strict=True)]
    coordinates = lab if depth >= 256 else softened_lab
    known = list(_of_256() if depth >= 256 else _of_16())
    values = [coordinates(rgb(each.shown)) for each in known]
    wanted = list(dict.fromkeys(colors))
    pairs = sorted(
        (dist(point, value), number, place)
        for number, point in enumerate(coordinates(rgb(color)) for color in wanted)
        for place, value in enumerate(values)
    )
    chosen: dict[str, TerminalColor] = {}
    used: set[int] = set()
    for _, number, place in pairs:
        if wanted[number] not in chosen and place not in used:
            chosen[wanted[number]] = known[place]
            used.add(place)
    for _, number, place in pairs:  # if the terminal has too few: the nearest, also if another one has it
        chosen.setdefault(wanted[number], known[place])
    return [chosen[color] for color in colors]


def inks_on(colors: Sequence[TerminalColor], depth: int) -> list[str]:
    """The parameters of black or white characters that can be read on each of `colors`, at their `depth`."""
    inks = dict(zip((BLACK, WHITE), terminal_colors((BLACK, WHITE), depth), strict=True))
    return [inks[ink(color.shown)].ink for color in colors]


def sequence(*parameters: str) -> str:
    """The terminal sequence that sets the given parameters."""
    return f"\x1b[{';'.join(parameters)}m"


def swatches(colors: Sequence[str], depth: int) -> list[str]:
    """A cell of each of the `colors`; `depth` as of `terminal_colors`."""
    return [f"{sequence(shown.ground)}  {RESET}" for shown in terminal_colors(colors, depth)]


def _of_256() -> Iterator[TerminalColor]:
    """The colours that all terminals with 256 of them have in common: all but the first 16, which users can change."""
    cube = [(red, green, blue) for red in _STEPS for green in _STEPS for blue in _STEPS]
    grays = [(8 + 10 * step,) * 3 for step in range(24)]
    for number, value in enumerate((*cube, *grays), 16):
        yield TerminalColor(f"48;5;{number}", f"38;5;{number}", "#" + bytes(value).hex())


def _of_16() -> Iterator[TerminalColor]:
    for number, color in enumerate(_BASIC):
        base = 30 + number if number < 8 else 82 + number
        yield TerminalColor(str(base + 10), str(base), color)


class ColorPen:
    """Blanks on coloured ground; `marked` cells have a mark in black or white.

    Args:
        above: the clues above the cells, which are as wide as the widest block.
        depth: as of `terminal_colors`.
        pitch: the least number of characters for each cell.
    """

    separator = ""

    def __init__(
        self,
        puzzle: Puzzle,
        above: Sequence[Clue] = (),
        marked: Collection[int] = (),
        *,
        depth: int = TRUE_COLOR,
        pitch: int = 2,
    ) -> None:
        self.pitch = max([pitch, *(self.chip_width(block) for clue in above for block in clue)])
        self.marked = frozenset(marked)
        self.mark = ("<>" if self.pitch > 1 else "x").center(self.pitch)
        colors = terminal_colors(puzzle.palette.colors, depth)
        # OPEN, which is -1, finds the last one.
        self.grounds = [*(sequence(color.ground) for color in colors), RESET]
        self.inks = [*map(sequence, inks_on(colors, depth)), ""]
        self.fillings = [" " * self.pitch] * (puzzle.n_colors + 1) + [OPEN_NAME.rjust(self.pitch)]

    def row(self, cells: Sequence[int], first: int) -> str:
        parts = []
        marked = sorted(self.marked.intersection(range(first, first + len(cells)))) if self.marked else []
        start = 0
        for mark in (*(cell - first for cell in marked), len(cells)):
            for color, run in groupby(cells[start:mark]):
                parts.append(self.grounds[color] + self.fillings[color] * len(list(run)))
            if mark < len(cells):
                parts.append(self.grounds[cells[mark]] + self.inks[cells[mark]] + self.mark)
            start = mark + 1
        return "".join(parts) + RESET

    def chip_width(self, block: Block) -> int:
        # A block without a ground of its own needs a blank before it.
        return len(length_text(block)) + 2 if block.color == ANY_COLOR else max(2, len(length_text(block)))

    def chip(self, block: Block, width: int) -> str:
        if block.color == ANY_COLOR:
            return f"{length_text(block)}?".rjust(width)
        return self.grounds[block.color] + self.inks[block.color] + length_text(block).rjust(width) + RESET
