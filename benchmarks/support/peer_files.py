"""Puzzles as files that other programs read, as little of each format as they need.

Only what every reader of the format understands is written: the colours have names of their own, since some readers
go by the names and know `white` and `black`.
"""

from __future__ import annotations

from nonosat.model.clue import Clue
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle


def webpbn_xml(puzzle: Puzzle) -> str:
    """The XML format of webpbn.com, for rectangles without `?` and givens."""
    names = ["white", "black", *(f"color{color}" for color in range(2, puzzle.n_colors + 1))]
    lines = ['<?xml version="1.0"?>', "<puzzleset>"]
    lines.append('<puzzle type="grid" defaultcolor="black" backgroundcolor="white">')
    for color, (name, code) in enumerate(zip(names, puzzle.palette.colors, strict=True)):
        char = "." if color == 0 else letter(color)
        lines.append(f'<color name="{name}" char="{char}">{code.removeprefix("#")}</color>')
    rows, columns = puzzle.grid.families
    for kind, family in (("columns", columns), ("rows", rows)):
        lines.append(f'<clues type="{kind}">')
        lines += (f"<line>{_counts(puzzle.clues[index], names)}</line>" for index in family)
        lines.append("</clues>")
    return "\n".join([*lines, "</puzzle>", "</puzzleset>", ""])


def simpson(puzzle: Puzzle) -> str:
    """The format of Steve Simpson (`.non`), for rectangles of one colour without givens."""
    rows, columns = puzzle.grid.families
    lines = [f"width {len(columns)}", f"height {len(rows)}"]
    for kind, family in (("rows", rows), ("columns", columns)):
        lines += ["", kind]
        lines += (",".join(str(length) for length, _ in puzzle.clues[index]) or "0" for index in family)
    return "\n".join([*lines, ""])


def _counts(clue: Clue, names: list[str]) -> str:
    return "".join(f'<count color="{names[color]}">{length}</count>' for length, color in clue)
