"""Draws docs/examples/page.png and docs/examples/book.png: a page in a browser, and two pages of a book.

    python docs/examples/draw_page_and_book.py

Needs the extras `browser` and `pdf`, pypdfium2, Pillow and Chromium.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image
from playwright.sync_api import sync_playwright

import nonosat
from nonosat.formats import load_sheet
from nonosat.publishing.page import PagePuzzle, page_text

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "docs" / "examples"
#: The puzzle that is played on the page, and the size of the window in pixels.
PLAYED, WINDOW = "tri-fox", {"width": 900, "height": 700}
#: The puzzles of the book, from easy to hard: two to a page.
BOOK = ("umbrella", "hex-flower", "tri-boat", "cat", "hex-bee", "coffee-cup")
#: Height of both pictures in pixels.
HEIGHT = 560


def main() -> None:
    """Draw both."""
    shrunk(page()).save(HERE / "page.png", optimize=True)
    shrunk(book()).save(HERE / "book.png", optimize=True)


def shrunk(image: Image.Image) -> Image.Image:
    """A picture in the height of both, in few colours."""
    width = image.width * HEIGHT // image.height
    return image.convert("RGB").resize((width, HEIGHT), Image.Resampling.LANCZOS).quantize(128)


def page() -> Image.Image:
    """The page with a part of the solution filled in."""
    puzzle = nonosat.load(ROOT / "puzzles" / f"{PLAYED}.clues")
    picture = nonosat.solve(puzzle).picture
    assert picture is not None
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "page.html"
        path.write_text(page_text([PagePuzzle(puzzle=puzzle, name=PLAYED)]), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        view = browser.new_page(viewport=WINDOW, device_scale_factor=2)
        view.goto(path.as_uri())
        for cell in range(puzzle.grid.n_cells * 11 // 20):
            color = picture.cells[cell]
            if color:
                view.locator(".tools fieldset label").nth(color - 1).click()
                view.locator("[role=gridcell]").nth(cell).click()
        shot = Path(folder) / "page.png"
        view.screenshot(path=shot)
        browser.close()
        return Image.open(shot).copy()


def book() -> Image.Image:
    """Two pages of the book, side by side."""
    puzzles = [nonosat.book_puzzle(load_sheet(str(ROOT / "puzzles" / f"{name}.clues"))) for name in BOOK]
    document = pypdfium2.PdfDocument(nonosat.make_book(puzzles).pdf)
    sheets = [document[number].render(scale=1.5).to_pil() for number in (1, len(document) - 1)]
    spread = Image.new("RGB", (sum(sheet.width for sheet in sheets) + 60, sheets[0].height + 40), "#b8b8b8")
    left = 20
    for sheet in sheets:
        spread.paste(sheet, (left, 20))
        left += sheet.width + 20
    return spread


if __name__ == "__main__":
    main()
