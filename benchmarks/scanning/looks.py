"""Screenshots in 21 looks of sites, programs, phones and papers, other than those with which the reader was made.

python benchmarks/scanning/looks.py FOLDER --number 150

The looks were written by somebody who had not seen the reader of `nonosat scan`. NAME.png has its clues in NAME.clues,
the marks of a half-filled board in NAME.marks, and its look in NAME.json. Some images are scaled, and some were JPEG.
Needs playwright and Chromium.
"""

from __future__ import annotations

import io
import random
from dataclasses import replace
from itertools import groupby

import looks_games
import looks_pages
import looks_papers
from looks_position import Position
from PIL import Image
from puzzle_pages import FONTS, running_browser
from shared import families, images_parser, unique_puzzle, write_truth

from nonosat.model.palette import Palette, letter
from nonosat.model.picture import Picture

LOOKS = looks_pages.LOOKS | looks_games.LOOKS | looks_papers.LOOKS

#: Looks that show puzzles in colours, too.
COLORED = frozenset({
    "clue table", "chips with orange lines", "round chips", "canvas", "wooden cells", "spreadsheet", "neon",
    "club site", "hobby page",
})  # fmt: skip

#: The most rows and columns of a look, where they are not 25.
LARGEST = {
    "clue table": 35, "chips with orange lines": 35, "thin lines": 35, "newspaper column": 35, "paper in a viewer": 35,
    "round chips": 20, "phone app": 20, "dark phone app": 20, "tinted bands": 20, "terminal": 20, "pills": 15,
}  # fmt: skip

#: Families of fonts for looks that do not take those of `puzzle_pages.py`.
SERIFS = "Linux Libertine O; Old Standard TT; PT Serif; TeX Gyre Schola; Caladea; TeX Gyre Pagella; CMU Serif"
MONOSPACED = "DejaVu Sans Mono; JetBrains Mono; Hack; Liberation Mono; Fira Code"
ROUND = "Comic Neue; Quicksand; Cantarell; B612; Andika; Roboto Condensed; Sora; Lato; Play"
OWN_FONTS = {
    "newspaper column": SERIFS, "paper in a viewer": SERIFS, "terminal": MONOSPACED,
    "canvas": ROUND, "tinted bands": ROUND, "round chips": ROUND, "neon": ROUND,
    "bevelled window": "Liberation Sans; Tymes; Aerial; DejaVu Sans",
    "hobby page": "TeX Gyre Bonum; Vollkorn; Roboto Slab; Quattrocento; PT Sans Narrow; Yanone Kaffeesatz",
}  # fmt: skip

#: Palettes, each with the background first: for coloured numbers on light pages, for chips, and for dark pages.
LIGHT = (
    ("#ffffff", "#d62828", "#1d4ed8", "#15803d", "#111111", "#b8860b"),
    ("#ffffff", "#111111", "#c81e4a", "#0f766e", "#7c3aed", "#d97706"),
    ("#fffbe6", "#8e44ad", "#0b7a3b", "#c0392b", "#1f4e9c", "#222222"),
)
CHIPS = (
    ("#ffffff", "#f2c53d", "#2a9d8f", "#e76f51", "#264653", "#9b5de5"),
    ("#eef7ff", "#8ecae6", "#e63946", "#ffb703", "#023047", "#6a994e"),
)
DARK = (
    ("#171226", "#ff5d8f", "#4cc9f0", "#f9c74f", "#80ed99", "#c77dff"),
    ("#0f1424", "#ffffff", "#ff6b6b", "#38bdf8", "#fde047", "#4ade80"),
)
PALETTES = {
    "neon": DARK,
    "clue table": LIGHT + CHIPS,
    "chips with orange lines": LIGHT + CHIPS,
    "round chips": LIGHT + CHIPS,
    "wooden cells": LIGHT + CHIPS,
}


def marks_of(rng: random.Random, solution: Picture) -> str:
    """The marks on a board that is often empty: some lines, the upper part, or scattered cells; not all have dots."""
    grid = solution.grid
    rows, columns = (list(family) for family in grid.families)
    way, dotted = rng.choice(["empty", "empty", "lines", "top", "scattered"]), rng.random() < 0.7
    shown = {cell for cell in range(grid.n_cells) if rng.random() < 0.6} if way == "scattered" else set()
    lines = {
        "empty": [],
        "lines": rng.sample(rows, 2) + rng.sample(columns, 2),
        "top": rows[: rng.choice([len(rows) // 2, 2 * len(rows) // 3])],
        "scattered": rng.sample(rows, len(rows) // 3),
    }
    for line in lines[way]:
        shown.update(grid.line(line))
    empty = "-" if dotted else "?"
    return "".join(
        (letter(color) if color else empty) if cell in shown else "?" for cell, color in enumerate(solution.cells)
    )


def done_numbers(solution: Picture, marks: str, shown: bool) -> tuple[tuple[bool, ...], ...]:
    """For each number whether all cells of its block are filled; never if that is not shown."""
    flags = []
    for line in range(solution.grid.n_lines):
        runs = groupby(solution.grid.line(line), key=lambda cell: solution.cells[cell])
        flags.append(tuple(shown and all(marks[cell] != "?" for cell in run) for color, run in runs if color))
    return tuple(flags)


def random_position(rng: random.Random, name: str, index: int, hidden: float) -> Position:
    """A position for a look; fonts take turns."""
    fonts = families(OWN_FONTS.get(name, "")) or FONTS
    colored, largest = name in COLORED and rng.random() < 0.6, LARGEST.get(name, 25)
    puzzle, solution = unique_puzzle(rng, 5, largest, 5 if colored else 1, hidden)
    if colored:
        # Most puzzles that may have colours have none.
        while puzzle.n_colors == 1:
            puzzle, solution = unique_puzzle(rng, 5, largest, 5, hidden)
        ground, *tints = rng.choice(PALETTES.get(name, LIGHT))
        puzzle = replace(puzzle, palette=Palette((ground, *tints[: puzzle.n_colors])))
    marks = marks_of(rng, solution)
    done = done_numbers(solution, marks, rng.random() < 0.6)
    return Position(puzzle, marks, done, fonts[(index + index // len(LOOKS)) % len(fonts)], rng)


def worn(rng: random.Random, image: Image.Image, scale: float, colored: bool) -> Image.Image:
    """An image as it is after it went round: a quarter are scaled, a quarter were JPEG."""
    if rng.random() < 0.25:
        # Images of the smallest numbers do not shrink.
        factor = rng.uniform(max(0.7, 1 / scale), 1.3)
        method = rng.choice([Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.LANCZOS])
        image = image.resize((round(image.width * factor), round(image.height * factor)), method)
    if rng.random() < 0.25:
        coded = io.BytesIO()
        # Lower qualities mix the colours of neighbours.
        image.save(coded, "JPEG", quality=rng.randint(80 if colored else 60, 85))
        image = Image.open(coded).convert("RGB")
    return image


def main() -> None:
    options = images_parser(__doc__, 150).parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(f"looks {options.seed}")
    names = list(LOOKS)
    with running_browser() as browser:
        for index in range(options.number):
            name = names[index % len(names)]
            position = random_position(rng, name, index, options.hidden)
            scale = rng.choice([1, 1, 1.25, 1.5, 2])
            drawn = Image.open(io.BytesIO(browser.drawn(LOOKS[name](position), scale))).convert("RGB")
            path = options.folder / f"looks-{index:03}.png"
            worn(rng, drawn, scale, position.colored).save(path)
            grid = position.puzzle.grid
            rows = [position.marks[at : at + position.width] for at in range(0, grid.n_cells, position.width)]
            marks = "".join(f"{row}\n" for row in rows) if position.marks.strip("?") else None
            write_truth(path, position.puzzle, marks, style=name, font=position.font)


if __name__ == "__main__":
    main()
