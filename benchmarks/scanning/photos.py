"""Photos of pages with puzzles, and nonosat's own worksheets, with the truth beside each; needs OpenCV and playwright.

python benchmarks/scanning/photos.py FOLDER --kind photos --number 300

`photos` are pages as magazines print them, seen by a camera, and `monitors` are screens, photographed with moire.
`sheets` are worksheets of nonosat at 200 dpi, and `printed` are photos of these, both of random puzzles or of the
rectangular ones in the files after `--puzzles`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import cv2
import numpy as np
from puzzle_pages import FONTS, STYLES, Page, Style, running_browser
from shared import images_parser, unique_puzzle, write_truth

import nonosat
from nonosat.drawing.drawing_file import png_bytes
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid

Image = np.ndarray

#: Dots of a monitor, in a row, for each pixel.
_DOTS = 3
#: Styles that a printer could have set.
PRINTED = [style for style in STYLES if style.name in ("table", "bare", "dotted", "newspaper")]


def photographed(page: Image, cell: float, rng: random.Random, *, is_screen: bool = False) -> Image:
    """A page of paper on a table, photographed: tilted by up to 30 degrees, curled, out of focus, in uneven light.

    Args:
        page: colours, 0 to 255.
        cell: width of the puzzle's cells in the page, in pixels; in the photo it is 18 to 45 pixels.
        is_screen: it is flat, and made of dots, which leave moire where the camera has fewer pixels.
    """
    noise = np.random.default_rng(rng.randrange(1 << 30))
    scale = rng.uniform(18, 45) / cell
    reduction = cv2.INTER_LINEAR if is_screen else cv2.INTER_AREA
    if scale < 1:
        page = cv2.resize(page, None, fx=scale, fy=scale, interpolation=reduction)
        cell, scale = cell * scale, 1.0
    height, width = (side * scale for side in page.shape[:2])
    to_page = np.linalg.inv(_view(page.shape[1], page.shape[0], scale, rng))
    corners = cv2.perspectiveTransform(_corners(page.shape[1], page.shape[0])[None], np.linalg.inv(to_page))[0]
    low = corners.min(0) - rng.uniform(0.02, 0.08) * max(width, height)
    size = np.ceil(corners.max(0) + rng.uniform(0.02, 0.08) * max(width, height) - low).astype(int)
    across, down = np.meshgrid(np.arange(size[0]) + low[0], np.arange(size[1]) + low[1])
    points = cv2.perspectiveTransform(np.stack([across, down], 2).reshape(1, -1, 2), to_page).reshape(*across.shape, 2)
    x, y = points[..., 0] / page.shape[1], points[..., 1] / page.shape[0]
    soft = 0.0 if is_screen else 1.0
    bend, wave, phase = soft * rng.gauss(0, 0.02), soft * rng.gauss(0, 0.006), rng.uniform(0, math.pi)
    curl = bend * np.sin(math.pi * x) + wave * np.sin(2 * math.pi * x + phase)
    slide = soft * rng.gauss(0, 0.012) * np.sin(math.pi * x) * x
    points = np.stack([(x + slide) * page.shape[1], (y + curl) * page.shape[0]], 2).astype(np.float32)
    table = [rng.uniform(20, 200) for _ in range(3)]
    photo = cv2.remap(page, points, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=table)
    photo = photo.astype(np.float32)
    black, white = rng.uniform(15, 60), rng.uniform(190, 250)
    tint = np.array([rng.uniform(0.88, 1.02) for _ in range(3)], np.float32)
    photo = (black + photo * (white - black) / 255) * tint * _light(photo.shape[0], photo.shape[1], rng)[..., None]
    final_cell = cell * scale
    photo = cv2.GaussianBlur(photo, (0, 0), max(0.3, rng.uniform(0.015, 0.045) * final_cell))
    if rng.random() < 0.3:
        motion = np.zeros((7, 7), np.float32)
        cv2.line(motion, (3, 3), (rng.randrange(2, 6), rng.randrange(2, 6)), 1.0)
        photo = cv2.filter2D(photo, -1, motion / motion.sum())
    photo += noise.normal(0, rng.uniform(1, 7), photo.shape[:2])[..., None]
    return np.clip(photo, 0, 255).astype(np.uint8)


def on_monitor(page: Image) -> Image:
    """A page as the lit dots of a monitor: red, green and blue ones for each pixel, with darker seams between them."""
    dots = np.full((_DOTS, _DOTS, 3), 0.35, np.float32)
    for color in range(3):
        dots[: _DOTS - 1, 2 - color, color] = 1.0  # blue, green, red
    dots *= 0.9 / dots.mean((0, 1))
    lit = page.repeat(_DOTS, 0).repeat(_DOTS, 1) * np.tile(dots, (*page.shape[:2], 1))
    return np.clip(cv2.GaussianBlur(lit, (0, 0), 0.3 * _DOTS), 0, 255).astype(np.uint8)


def _corners(width: float, height: float) -> Image:
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def _view(width: float, height: float, scale: float, rng: random.Random) -> Image:
    """The homography from a page to a photo of it, in which lengths near the middle are multiplied by a scale."""
    tilt, turn, roll = (math.radians(v) for v in (rng.uniform(0, 30), rng.uniform(0, 360), rng.gauss(0, 4)))
    axis = np.array([math.cos(turn), math.sin(turn), 0.0]) * tilt
    rotation = cv2.Rodrigues(np.array([0, 0, roll]))[0] @ cv2.Rodrigues(axis)[0]
    distance = rng.uniform(1.3, 2.5) * max(width, height)
    place = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 0]])
    projected = rotation @ place
    projected[2] += [0, 0, distance]
    return np.diag([scale * distance, scale * distance, 1]) @ projected


def _light(height: int, width: int, rng: random.Random) -> Image:
    """Brightness from 0 to 1: a slope, and in half of the cases a shadow with a soft edge."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / max(height, width)
    angle = rng.uniform(0, math.tau)
    light = 1 - rng.uniform(0, 0.4) * np.clip(0.5 + x * math.cos(angle) + y * math.sin(angle), 0, 1)
    if rng.random() < 0.5:
        angle = rng.uniform(0, math.tau)
        edge = (x - rng.uniform(0.2, 0.8)) * math.cos(angle) + (y - rng.uniform(0.2, 0.8)) * math.sin(angle)
        light *= 1 - rng.uniform(0.15, 0.5) * (0.5 + 0.5 * np.tanh(edge / rng.uniform(0.01, 0.16)))
    return light.astype(np.float32)


def pages(
    rng: random.Random, number: int, hidden: float, styles: list[Style] | None = None, smallest: int = 5
) -> Iterator[tuple[Image, float, Puzzle, dict[str, object]]]:
    """Pages in printed styles, or others, the width of their cells in pixels, and their puzzles."""
    printed = [replace(style, page="#ffffff", chrome=False) for style in PRINTED]
    with running_browser() as browser:
        for index in range(number):
            style, font = (styles or printed)[index % len(styles or printed)], FONTS[index % len(FONTS)]
            puzzle, _ = unique_puzzle(rng, smallest, 30, 1, hidden)
            cell, zoom = float(rng.randint(20, 30)), 1 if styles else rng.choice([1.5, 2])
            text = Page(rng, style, puzzle, None, font=font, cell=cell).html()
            png = np.frombuffer(browser.drawn(text, zoom), np.uint8)
            yield cv2.imdecode(png, cv2.IMREAD_COLOR), cell * zoom, puzzle, {"style": style.name, "font": font}


def sheets(puzzles: Iterable[Puzzle], dpi: int = 200) -> Iterator[tuple[Image, float, Puzzle, dict[str, object]]]:
    """Worksheets of nonosat, the width of their cells in pixels, and their puzzles."""
    for index, puzzle in enumerate(puzzles):
        sheet = nonosat.worksheet(puzzle, margins=True, paper="a4", title=f"Puzzle {index + 1}")
        png = np.frombuffer(png_bytes(sheet.svg, dpi), np.uint8)
        cell = sheet.cell_size / 25.4 * dpi
        yield cv2.imdecode(png, cv2.IMREAD_COLOR), cell, puzzle, {"style": "worksheet", "colors": puzzle.n_colors}


def main() -> None:
    parser = images_parser(__doc__, 300)
    parser.add_argument(
        "--kind", choices=("photos", "monitors", "sheets", "printed"), default="photos", help="(%(default)s)"
    )
    parser.add_argument("--puzzles", nargs="+", help="clue files of worksheets")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(f"{options.kind} {options.seed}")
    if options.kind == "photos":
        drawn = pages(rng, options.number, options.hidden)
    elif options.kind == "monitors":
        drawn = pages(rng, options.number, options.hidden, list(STYLES), 8)
    elif options.puzzles:
        puzzles = map(nonosat.load, options.puzzles)
        drawn = sheets(puzzle for puzzle in puzzles if isinstance(puzzle.grid, RectGrid))
    else:
        drawn = sheets(unique_puzzle(rng, 5, 30, 5, options.hidden)[0] for _ in range(options.number))
    for index, (page, cell, puzzle, about) in enumerate(drawn):
        suffix = "png" if options.kind == "sheets" else "jpg"
        image = options.folder / f"{options.kind}-{index:03}.{suffix}"
        if options.kind == "sheets":
            cv2.imwrite(str(image), page)
        else:
            about["quality"] = quality = rng.randrange(40, 91)
            if options.kind == "monitors":
                photo = photographed(on_monitor(page), _DOTS * cell, rng, is_screen=True)
            else:
                photo = photographed(page, cell, rng)
            cv2.imwrite(str(image), photo, [cv2.IMWRITE_JPEG_QUALITY, quality])
        write_truth(image, puzzle, None, **about)


if __name__ == "__main__":
    main()
