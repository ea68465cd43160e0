"""Crops of numbers from pages that a browser draws, as the reader flattens them; needs playwright and Chromium.

The numbers are at random: such pages show how numbers look, and are no puzzles.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from crops import Crops, inputs, label_and_text
from puzzle_pages import STYLES, Page, running_browser
from screens import marks_of
from shared import TINTS, families

from nonosat.model.clue import Block, Clue
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid
from nonosat.scanning.flat_page import flatten, ink_boxes
from nonosat.scanning.mesh import Mesh
from nonosat.scanning.reading import CELL, NONE, Box

#: Rows and columns of a page, and the most pieces of ink of a page that are taken as no numbers.
SIZE, OTHERS = 14, 15


class Numbers(NamedTuple):
    """What a page shows of a puzzle, here with clues that need not agree."""

    grid: RectGrid
    palette: Palette
    clues: tuple[Clue, ...]

    @property
    def n_colors(self) -> int:
        return len(self.palette.colors) - 1


class NumberedPage(Page):
    """A page that knows its numbers, each with its left, top, width and height in pixels of CSS, once it is drawn."""

    def html(self) -> str:
        self.numbers: list[tuple[float, float, float, float, int]] = []
        return super().html()

    def _box(self, x: float, y: float, width: float, height: float, look: str, text: str = "", kind: str = "") -> None:
        super()._box(x, y, width, height, look, text, kind)
        if text.isdigit():
            self.numbers.append((x, y, width, height, int(text)))


def random_page(rng: random.Random, fonts: list[str]) -> NumberedPage:
    """A page of a random style; small cells are frequent, common fonts, too."""
    grid = RectGrid(SIZE, SIZE)
    style = replace(rng.choice(STYLES), spaced=False)
    if not style.gap:
        style = replace(style, line=rng.choice([0.5, 1, 2]), thick=rng.choice([1, 2, 3]), bold=rng.random() < 0.4)
    n_colors = rng.choice([1, 1, 2, 4])
    colors = rng.sample(TINTS, n_colors) if n_colors > 1 else ["#000000"]
    clues = tuple(
        tuple(Block(_number(rng), rng.randint(1, n_colors)) for _ in range(rng.randint(2, 6)))
        for _ in range(grid.n_lines)
    )
    solution = Picture(grid, tuple(rng.randint(0, n_colors) for _ in range(grid.n_cells)))
    marks = marks_of(rng, solution) if rng.random() < 0.2 else None
    font = fonts[rng.randrange(min(40, len(fonts)) if rng.random() < 0.5 else len(fonts))]
    cell = 13 * 2.6 ** (rng.random() ** 1.5)
    return NumberedPage(rng, style, Numbers(grid, Palette(("#ffffff", *colors)), clues), marks, font=font, cell=cell)


def _number(rng: random.Random) -> int:
    while True:
        number, _ = label_and_text(rng)
        if 0 < number < 100:
            return number


class Crop(NamedTuple):
    """A crop of ink, 0 to 1, its class, and the height of its digits on the image, in pixels."""

    ink: np.ndarray
    label: int
    height: float


def crops_of(page: NumberedPage, image: np.ndarray, scale: float, rng: random.Random) -> Iterator[Crop]:
    """All numbers of a page, their digits one by one, and some of the pieces of ink that are no numbers."""
    at = np.arange(SIZE + 1)
    nodes = np.stack(np.meshgrid(page.left + at * page.cell, page.top + at * page.cell), 2)
    nodes += [rng.gauss(0, 0.03 * page.cell) for _ in range(2)]
    flat = flatten(image, Mesh(nodes * scale - 0.5))
    unit, first = CELL / page.cell, np.array(flat.span[1::-1]) * CELL
    boxes = ink_boxes(flat.mask)
    # The middles of all pieces on the page of CSS.
    middles = np.array([box.middle for box in boxes]).reshape(-1, 2) - first
    middles = middles / unit + (page.left, page.top)

    def crop(box: Box, label: int, height: int) -> Crop:
        return Crop(flat.ink[box.window], label, height / unit * scale)

    is_number = np.zeros(len(boxes), bool)
    for left, top, width, height, number in page.numbers:
        inside = ((middles >= (left, top)) & (middles < (left + width, top + height))).all(1)
        is_number |= inside
        tallest = max((boxes[index].height for index in np.flatnonzero(inside)), default=0)
        parts = sorted(boxes[index] for index in np.flatnonzero(inside) if boxes[index].height >= 0.6 * tallest)
        digits, found = str(number), []
        if len(parts) == len(digits):
            found = [crop(functools.reduce(Box.joined, parts), number, tallest)]
            if len(digits) > 1:
                found += [crop(part, int(digit), tallest) for part, digit in zip(parts, digits, strict=True)]
        elif len(parts) == 1 and parts[0].width > 0.7 * tallest:
            found = [crop(parts[0], number, tallest)]
        # A chip that was not seen as one is a block of ink.
        yield from (each for each in found if each.ink.mean() < 0.75)
    low, high = (page.left - page.wide, page.top - page.deep), (page.left + page.width, page.top + page.height)
    others = np.flatnonzero(~is_number & ((middles > low) & (middles < high)).all(1))
    for index in rng.sample(others.tolist(), min(OTHERS, len(others))):
        yield crop(boxes[index], NONE, boxes[index].height)


def page_crops(seed: int, number: int, fonts: str) -> Crops:
    """Random crops from pages, drawn with the fonts of a list; some pages are of JPEG, or scaled."""
    rng, names = random.Random(seed), families(fonts)
    found: list[Crop] = []
    cv2.setNumThreads(1)
    with running_browser() as browser:
        while len(found) < number:
            page, scale = random_page(rng, names), rng.choice([1, 1, 1.25, 1.5, 2])
            png = browser.drawn(page.html(), scale)
            image = cv2.cvtColor(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
            if rng.random() < 0.15:
                coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, rng.randrange(40, 96)])[1]
                image = cv2.imdecode(coded, cv2.IMREAD_COLOR)
            if rng.random() < 0.2:
                factor, method = rng.uniform(0.75, 1.2), rng.choice([cv2.INTER_AREA, cv2.INTER_LINEAR])
                image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=method)
                scale *= factor
            found += itertools.islice(crops_of(page, image, scale, rng), number)
    inks, labels, heights = zip(*found[:number], strict=True)
    return Crops(inputs(inks), np.array(labels), np.array(heights), [frozenset({"page"})] * number)
