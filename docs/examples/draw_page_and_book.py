"""Draws pictures in docs/examples: page.png and page-*.png of pages in a browser, book.png of two pages of a book.

    python docs/examples/draw_page_and_book.py

Needs the extras `browser` and `pdf`, pypdfium2, Pillow and Chromium.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image
from playwright.sync_api import sync_playwright

import nonosat
from nonosat.formats import load_sheet
from nonosat.publishing.page import PagePuzzle, page_text

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "docs" / "examples"
#: Sizes of windows in pixels.
WINDOW, PHONE = {"width": 900, "height": 700}, {"width": 390, "height": 700}
#: The puzzles of the book, from easy to hard: two to a page.
BOOK = ("umbrella", "hex-flower", "tri-boat", "cat", "hex-bee", "coffee-cup")
#: Height of the pictures in pixels.
HEIGHT = 560


def main() -> None:
    """Draw all."""
    for name, draw in {"page": page, "page-trial": trial, "page-phone": phone, "book": book}.items():
        shrunk(draw()).save(HERE / f"{name}.png", optimize=True)


def shrunk(image: Image.Image) -> Image.Image:
    """A picture in the height of all, in few colours."""
    width = image.width * HEIGHT // image.height
    return image.convert("RGB").resize((width, HEIGHT), Image.Resampling.LANCZOS).quantize(128)


def shot(
    name: str, part: float, size: dict[str, int], scheme: str = "light", act: Callable[[Any], None] | None = None
) -> Image.Image:
    """A page of a puzzle with the first part of the solution filled in, after what `act` does on it."""
    puzzle = nonosat.load(ROOT / "puzzles" / f"{name}.clues")
    picture = nonosat.solve(puzzle).picture
    assert picture is not None
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "page.html"
        path.write_text(page_text([PagePuzzle(puzzle=puzzle, name=name)]), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        view = browser.new_page(viewport=size, device_scale_factor=2, color_scheme=scheme, locale="en")
        view.goto(path.as_uri())
        for cell in range(round(puzzle.grid.n_cells * part)):
            color = picture.cells[cell]
            if color:
                view.locator(".tools fieldset label").nth(color - 1).click()
                view.locator("[role=gridcell]").nth(cell).click()
        if act:
            act(view)
        view.screenshot(path=Path(folder) / "page.png")
        browser.close()
        return Image.open(Path(folder) / "page.png").copy()


def page() -> Image.Image:
    """A puzzle of triangles."""
    return shot("tri-fox", 11 / 20, WINDOW)


def trial() -> Image.Image:
    """A stroke of a trial within a trial."""

    def act(view: Any) -> None:
        cells = view.locator("[role=gridcell]")
        view.locator(".tools fieldset label").nth(2).click()
        view.locator("[data-key=try]").click()
        drag(view, cells, 151, 163)
        view.mouse.up()
        view.locator("[data-key=try]").click()
        drag(view, cells, 167, 174)

    return shot("sailboat", 10 / 15, WINDOW, act=act)


def drag(view: Any, cells: Any, first: int, last: int) -> None:
    """Draw a stroke without ending it."""
    for number, cell in enumerate((first, last)):
        box = cells.nth(cell).bounding_box()
        view.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if not number:
            view.mouse.down()


def phone() -> Image.Image:
    """The options on a dark phone, with an error that is shown at once."""

    def act(view: Any) -> None:
        view.locator(".options summary").click()
        for name in ("errors", "time"):
            view.locator(f"[name={name}]").click()
        view.keyboard.press("Escape")
        view.locator("[role=gridcell]").nth(16).click()
        view.locator(".options summary").click()

    return shot("hex-tick", 1 / 2, PHONE, "dark", act)


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
