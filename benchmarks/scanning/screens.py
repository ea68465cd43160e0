"""Screenshots of puzzles as sites and apps show them, with the truth beside each; needs playwright and Chromium.

python benchmarks/scanning/screens.py FOLDER --number 500
python benchmarks/scanning/screens.py FOLDER --number 100 --small

NAME.png has its clues in NAME.clues, the marks of a half-filled board in NAME.marks, and its style in NAME.json.
"""

from __future__ import annotations

import random
from dataclasses import replace

from puzzle_pages import FONTS, STYLES, Page, running_browser
from shared import images_parser, unique_puzzle, write_truth

from nonosat.model.palette import letter
from nonosat.model.picture import Picture

#: The height of a digit beside that of its text, and the least height of text in pixels of CSS.
_DIGIT, _LEAST_TEXT = 0.72, 9.0


def marks_of(rng: random.Random, solution: Picture) -> str:
    """A board that is partly filled, with some finished rows and columns."""
    grid = solution.grid
    shown = {cell for cell in range(grid.n_cells) if rng.random() < 0.25}
    for line in rng.sample(range(grid.n_lines), max(1, grid.n_lines // 6)):
        shown.update(grid.line(line))
    marks = [(letter(color) if color else "-") if cell in shown else "?" for cell, color in enumerate(solution.cells)]
    return "".join("".join(marks[cell] for cell in grid.line(row)) + "\n" for row in grid.families[0])


def page_and_marks(rng: random.Random, index: int, hidden: float) -> tuple[Page, str | None]:
    """A page, and the marks on its board; styles and fonts take turns."""
    style, font = STYLES[index % len(STYLES)], FONTS[(index + index // len(FONTS)) % len(FONTS)]
    if rng.random() < 0.3 and not style.gap:
        style = replace(style, line=rng.choice([0.5, 1, 2]), thick=rng.choice([1, 2, 3]))
    puzzle, solution = unique_puzzle(rng, 5, 50, 5, hidden)
    marks = marks_of(rng, solution) if rng.random() < 0.3 else None
    largest = max(map(len, puzzle.grid.families))
    cell = rng.randint(14, 34) if largest <= 30 else rng.randint(13, 22)
    return Page(rng, style, puzzle, marks, font=font, cell=cell), marks


def small_level(rng: random.Random, index: int) -> tuple[Page, str | None]:
    """A page of a small level on a phone, whose digits are small beside the cells, and the marks on its board."""
    styles = [style for style in STYLES if not style.boxes and not style.clue_line]
    style, font = styles[index % len(styles)], FONTS[(index + index // len(FONTS)) % len(FONTS)]
    puzzle, solution = unique_puzzle(rng, 5, 10)
    marks = marks_of(rng, solution) if rng.random() < 0.3 else None
    cell, small = rng.uniform(45, 110), rng.uniform(0.08, 0.3) / _DIGIT
    cell = max(cell, _LEAST_TEXT / small)
    return Page(rng, style, puzzle, marks, font=font, cell=cell, small=small), marks


def main() -> None:
    parser = images_parser(__doc__, 500)
    parser.add_argument("--small", action="store_true", help="levels of 5x5 to 10x10 with digits of 0.08 to 0.3 cells")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(f"{'small' if options.small else 'screens'} {options.seed}")
    with running_browser() as browser:
        for index in range(options.number):
            page, marks = small_level(rng, index) if options.small else page_and_marks(rng, index, options.hidden)
            image = options.folder / f"screens-{index:03}.png"
            image.write_bytes(browser.drawn(page.html(), rng.choice([1, 1, 1.25, 1.5, 2])))
            write_truth(image, page.puzzle, marks, style=page.style.name, font=page.font)


if __name__ == "__main__":
    main()
