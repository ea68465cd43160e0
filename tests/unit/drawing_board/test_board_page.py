"""The page in a real browser: a stroke of the mouse changes the sketch, and the answers are shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import running_browser
from test_cli_draw import Drawn

from nonosat.formats.loading import load_sheet

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser():
    with running_browser() as browser:
        yield browser


@pytest.fixture
def open_page(browser, tmp_path: Path):
    """`open_page(...)`: a running command and its page; an error of a script fails the test."""
    errors: list[str] = []
    pages: list[tuple[Drawn, Any]] = []

    def open_page(*args: str) -> tuple[Drawn, Any]:
        drawn, page = Drawn(*args, "-o", "p.clues", cwd=tmp_path), browser.new_context().new_page()
        pages.append((drawn, page))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(drawn.address)
        page.wait_for_selector(".cell")
        return drawn, page

    yield open_page
    for drawn, page in pages:
        page.context.close()
        drawn.process.kill()
        drawn.process.communicate()
    assert errors == []


def drag(page: Any, first: int, last: int) -> None:
    """Draw from one cell to another with the mouse."""
    boxes = [page.locator(".cell").nth(cell).bounding_box() for cell in (first, last)]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*points[0])
    page.mouse.down()
    page.mouse.move(*points[1], steps=8)
    page.mouse.up()


@pytest.mark.parametrize(
    ("options", "first", "last", "drawn_cells"),
    [
        (("--size", "5x4"), 1, 3, {1, 2, 3}),
        (("--hex", "3"), 7, 9, {7, 8, 9}),
        (("--tri", "2"), 5, 9, {5, 6, 7, 8, 9}),
    ],
    ids=["rect", "hex", "tri"],
)
def test_a_stroke_is_drawn_and_saved(open_page, tmp_path: Path, options, first, last, drawn_cells) -> None:
    drawn, page = open_page(*options)
    drag(page, first, last)
    page.wait_for_selector("button:has-text('Undo'):not([disabled])")
    page.wait_for_selector("#answers:has-text('Unique')")
    page.click("text=Save")
    page.wait_for_selector("button:has-text('Save')[disabled]")
    cells = load_sheet(tmp_path / "p.clues").goal.cells
    assert {cell for cell, color in enumerate(cells) if color} == drawn_cells
    page.click("text=Undo")
    page.wait_for_selector("button:has-text('Undo')[disabled]")
    page.click("text=Redo")
    page.click("text=Close")
    page.wait_for_selector("#message:has-text('Closed')")
    assert drawn.end() == (0, "")


def test_two_tabs_and_what_differs(open_page) -> None:
    drawn, page = open_page("--size", "4x4")
    other = page.context.new_page()
    other.goto(drawn.address)
    other.wait_for_selector(".cell")
    drag(page, 0, 0)
    drag(page, 5, 5)
    other.wait_for_selector(".differs")
    other.wait_for_selector(".helps")
    assert other.locator(".differs").count() == 4
    other.close()
