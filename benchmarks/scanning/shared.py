"""Fonts, random puzzles and the truth of an image, as the scripts of this folder share them."""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont

import nonosat
from nonosat.model.clue import ANY_LENGTH
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.random_puzzles import palette, random_puzzle
from nonosat.model.rect_grid import RectGrid

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.families import picture as smooth_picture

#: Colours that are easy to tell apart.
TINTS = ("#111111", "#d62828", "#1d6fb8", "#2e8b57", "#f4a62a", "#8e44ad", "#e377c2", "#7f5539", "#17a2b8", "#9acd32")

#: Debian's packages with these fonts, each with fonts- before its name: adf-romande adf-switzera adf-verana aenigma
#: allerta amiga arkpandora atarismall averia-sans-gwf b612 bebas-neue cabin cantarell clear-sans cmu comfortaa
#: comic-neue courier-prime crosextra-caladea crosextra-carlito dejavu-core dejavu-extra dkg-handwriting dosis
#: dotgothic16 ebgaramond essays1743 fanwood firacode freefont-ttf glasstty go goudybookletter hack humor-sans
#: inconsolata inter ipafont-gothic jetbrains-mono jura karla lato league-spartan liberation lindenhill
#: linuxlibertine manrope mononoki mplus nanum noto-core noto-mono ocr-b oldstandard open-sans opendin opendyslexic
#: osifont oxygen paratype pc play prociono quattrocento quicksand roadgeek roboto-slab roboto-unhinted sil-andika
#: sora texgyre tlwg-garuda-ttf tlwg-kinnari-ttf tlwg-loma-ttf tlwg-purisa-ttf tlwg-waree-ttf tuffy ubuntu-title
#: unifont urw-base35 vollkorn yanone-kaffeesatz.

#: Families that numbers are learnt from, common ones first; missing ones are left out.
TRAINING_FONTS = """
    DejaVu Sans; DejaVu Sans Mono; DejaVu Serif; Liberation Sans; Liberation Sans Narrow; Liberation Serif;
    Liberation Mono; FreeSans; FreeSerif; FreeMono; Roboto; Roboto Condensed; Noto Sans; Noto Serif;
    Noto Sans Mono; Noto Sans Display; Noto Serif Display; Open Sans; Open Sans Condensed; Lato; Comic Neue;
    Hack; Fira Code; Inconsolata; Play; Quicksand; Linux Libertine O; EB Garamond; Dosis; Carlito; Caladea;
    Nimbus Sans; Nimbus Sans Narrow; Nimbus Roman; Nimbus Mono PS; URW Gothic; URW Bookman; P052; C059; Inter;
    Karla; Px IBM VGA8; Px IBM CGA; Px IBM EGA8; DotGothic16; Unifont; Ubuntu-Title; Courier Prime; CMU Serif;
    CMU Sans Serif; CMU Typewriter Text; TeX Gyre Adventor; TeX Gyre Heros Cn; Averia Sans GWF; B612;
    Bebas Neue; Comfortaa; Humor Sans; JetBrains Mono; Manrope; mononoki; Oxygen-Sans; PT Sans; PT Sans Narrow;
    PT Serif; PT Mono; Quattrocento; Sora; Yanone Kaffeesatz; OSP-DIN; OpenDyslexic; Old Standard TT;
    League Spartan; M PLUS 1 Code; Mplus Code 60; IPAGothic; Allerta; Aerial; Veranda; Tymes; Garuda; Kinnari;
    Purisa; Waree; Andika; Amiga; C-64; Glass TTY VT220; NanumGothic; NanumMyeongjo; NanumSquareRound; Go;
    Go Mono; Verana; Romande ADF Std; Roadgeek 2014 Series C; Roadgeek 2014 Series E; Homespun TT BRK;
    Visitor TT1 BRK; Edit Undo BRK; Upheaval TT BRK; 8-bit Limit BRK;
    Mini Kaliber S TT BRK; OCR B; DkgHandwriting; Linden Hill; Goudy Bookletter 1911; Prociono; Fanwood;
    Fanwood Text; Essays1743
"""

#: Families that only tests use.
TEST_FONTS = """
    Cantarell; Roboto Slab; Cabin; Clear Sans; Jura; Tuffy; Vollkorn; Switzera ADF; Px VGA SquarePx; Atari;
    Visitor TT2 BRK; Linux Biolinum O; TeX Gyre Schola; PT Sans Caption; Oxygen Mono; M PLUS 2; Loma;
    NanumGothicCoding; Roadgeek 2014 Series D; osifont; TeX Gyre Heros
"""


def families(text: str) -> list[str]:
    """The families of a list, without those that are not installed."""
    return [name for name in (" ".join(part.split()) for part in text.split(";")) if _files().get(name)]


@cache
def _files() -> dict[str, list[tuple[str, int]]]:
    """The files of each installed family and the number of the face in the file."""
    command = ["fc-list", "--format", "%{family[0]}\t%{file}\t%{index}\n"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    found: dict[str, list[tuple[str, int]]] = {}
    for line in sorted(lines):
        family, file, index = line.split("\t")
        if Path(file).suffix in (".ttf", ".otf", ".ttc") and int(index) < 1 << 16:
            found.setdefault(family, []).append((file, int(index)))
    return found


@cache
def faces(family: str) -> list[tuple[str, int]]:
    """The faces of a family that have ten different digits."""
    return [face for face in _files()[family] if _has_digits(font(face, 30))]


@lru_cache(400)
def font(face: tuple[str, int], size: int) -> ImageFont.FreeTypeFont:
    """A face at a size in pixels."""
    return ImageFont.truetype(face[0], size, index=face[1], layout_engine=ImageFont.Layout.BASIC)


def _has_digits(digits: ImageFont.FreeTypeFont) -> bool:
    return len({bytes(digits.getmask(digit)) for digit in "0123456789"}) == 10 and all(
        map(digits.getbbox, "0123456789?")
    )


def unique_puzzle(
    rng: random.Random, smallest: int, largest: int, most_colors: int = 1, hidden: float = 0.0
) -> tuple[Puzzle, Picture]:
    """A puzzle with one solution, and that: smooth or random cells, in a third of the cases with empty lines.

    Args:
        hidden: the share of numbers that are `?`.
    """
    while True:
        height = round(smallest * (largest / smallest) ** rng.random())
        width = min(largest, max(smallest, round(height * rng.choice([1, 1, rng.uniform(0.6, 1.6)]))))
        grid = RectGrid(height, width)
        n_colors = rng.randint(2, most_colors) if most_colors > 1 and rng.random() < 0.35 else 1
        colors = Palette(("#ffffff", *rng.sample(TINTS, n_colors))) if n_colors > 1 else palette(1)
        seed = rng.randrange(1 << 30)
        if height * width > 400 or rng.random() < 0.7:
            solution = nonosat.solve(smooth_picture(grid, n_colors, seed)).picture
        else:
            solution = nonosat.solve(random_puzzle(grid, n_colors, seed, rng.uniform(0.5, 0.7))).picture
        if solution is None:
            continue
        empty = {rng.randrange(grid.n_lines) for _ in range(rng.choice([0, 0, 1, 3]))}
        blank = {cell for line in empty for cell in grid.line(line)}
        cells = tuple(0 if cell in blank else color for cell, color in enumerate(solution.cells))
        if len(set(cells)) <= n_colors:
            continue
        puzzle = puzzle_of(Picture(grid, cells), colors)
        if hidden:
            clues = (
                tuple(b._replace(length=ANY_LENGTH) if rng.random() < hidden else b for b in c) for c in puzzle.clues
            )
            puzzle = replace(puzzle, clues=tuple(clues))
        result = nonosat.solve(puzzle, unique=True, timeout=10)
        if result.unique and result.picture is not None:
            return puzzle, result.picture


def images_parser(description: str | None, number: int) -> argparse.ArgumentParser:
    """The arguments of a script that draws images, `number` of them by default."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder for images and truth")
    parser.add_argument("--number", type=int, default=number, help="of images (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random (%(default)s)")
    parser.add_argument("--hidden", type=float, default=0.0, help="share of the numbers that are ? (%(default)s)")
    return parser


def write_truth(image: Path, puzzle: Puzzle, marks: str | None, **about: object) -> None:
    """Write the clues beside an image, the marks on its board (a letter, `-` or `?` a cell), and how it was made."""
    image.with_suffix(".clues").write_text(nonosat.find_format("clues").write(puzzle), encoding="utf-8")
    if marks is not None:
        image.with_suffix(".marks").write_text(marks, encoding="utf-8")
    image.with_suffix(".json").write_text(json.dumps(about), encoding="utf-8")
