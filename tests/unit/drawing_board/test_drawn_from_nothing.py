"""A unique puzzle with its page and worksheet, drawn from nothing: by mouse, by finger, and by keys alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from drawn_pages import DESKTOP, PHONE, drag, fingers_of, middle, opened_pages, painted, wait_for

from nonosat.formats.clues import SHORT, puzzle_digest
from nonosat.formats.loading import load_sheet
from nonosat.solving.solve import solve

pytestmark = pytest.mark.browser

WIDTH = 6


class Mouse:
    """A hand that uses the mouse; letters come from the keyboard."""

    options = DESKTOP

    def __init__(self, page: Any) -> None:
        self.page = page

    def tool(self, key: str) -> None:
        self.press(self.page.locator(f".bar label:has([value={key}])"))

    def stroke(self, first: int, last: int) -> None:
        drag(self.page, first, last)

    def press(self, element: Any) -> None:
        element.click()

    def write(self, field: Any, text: str) -> None:
        self.press(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def choose(self, field: Any, value: str) -> None:
        field.select_option(value)  # the list is drawn by the system


class Finger(Mouse):
    """A finger on a phone."""

    options = PHONE

    def stroke(self, first: int, last: int) -> None:
        touch, points = fingers_of(self.page), [middle(self.page, first), middle(self.page, last)]
        touch("touchStart", points[0])
        if first != last:
            touch("touchMove", points[1])
        touch("touchEnd")

    def press(self, element: Any) -> None:
        element.tap()


class Keys(Mouse):
    """Nothing but the keyboard."""

    def tool(self, key: str) -> None:
        self.page.keyboard.press({"pencil": "p", "rectangle": "r"}[key])

    def stroke(self, first: int, last: int) -> None:
        self.reach(self.page.locator("[role=gridcell][tabindex='0']"))
        self.go(first)
        self.page.keyboard.press("Space")
        if first != last:
            self.go(last)
            self.page.keyboard.press("Space")

    def go(self, cell: int) -> None:
        (down, right), (y, x) = divmod(cell, WIDTH), divmod(self.page.evaluate("drawing.easel.canvas.focus"), WIDTH)
        for steps, keys in ((right - x, ("ArrowLeft", "ArrowRight")), (down - y, ("ArrowUp", "ArrowDown"))):
            for _ in range(abs(steps)):
                self.page.keyboard.press(keys[steps > 0])

    def reach(self, element: Any) -> None:
        """Press Tab until the element has the focus."""
        for _ in range(80):
            if element.evaluate("each => each === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {element}")

    def press(self, element: Any) -> None:
        self.reach(element)
        self.page.keyboard.press("Enter")

    def write(self, field: Any, text: str) -> None:
        self.reach(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def choose(self, field: Any, value: str) -> None:
        self.reach(field)
        for _ in range(field.locator("option").count()):
            if field.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        assert field.input_value() == value


@pytest.mark.parametrize("kind", [Mouse, Finger, Keys])
def test_from_nothing_to_a_unique_puzzle(browser, tmp_path: Path, kind: type[Mouse]) -> None:
    with opened_pages(browser, tmp_path) as open_page:
        _, page = open_page("--size", "6x6", options=kind.options)
        hand, menus = kind(page), page.locator("details.menu summary")
        hand.tool("rectangle")
        hand.stroke(7, 21)
        hand.tool("pencil")
        for cell in (28, 35):  # the other diagonal has the same clues
            hand.stroke(cell, cell)
        assert set(painted(page)) == {7, 8, 9, 13, 14, 15, 19, 20, 21, 28, 35}
        page.wait_for_selector("[data-about=fewest] button")
        assert {28, 29, 34, 35} <= set(page.evaluate("drawing.answers.found.solutions.differs"))
        hand.press(page.locator("[data-about=fewest] button"))
        page.wait_for_selector(".unique")
        hand.press(menus.filter(has_text="Details"))
        hand.write(page.get_by_label("Title"), "Flag")
        page.keyboard.press("Enter")
        wait_for(page, "document.title.startsWith('Flag')")
        hand.press(page.locator("header button").filter(has_text="Save").first)
        page.wait_for_selector(".state:not(.unsaved)")
        for form, name in ((".html", "flag.html"), (".svg worksheet", "sheet.svg")):
            if not page.get_by_label("File name").is_visible():
                hand.press(menus.filter(has_text="File"))
            hand.choose(page.get_by_label("Kind"), form)
            hand.write(page.get_by_label("File name"), name)
            hand.press(page.get_by_role("button", name="Save as"))
            wait_for(page, f"document.querySelector('.message').textContent.includes({name!r})")
    sheet = load_sheet(tmp_path / "p.clues")
    assert sheet.puzzle.metadata.title == "Flag"
    assert solve(sheet.puzzle, unique=True).picture == sheet.goal
    assert solve(sheet.puzzle, unique=True).unique
    assert puzzle_digest(sheet.puzzle)[:SHORT] in (tmp_path / "flag.html").read_text(encoding="utf-8")
    assert "<svg" in (tmp_path / "sheet.svg").read_text(encoding="utf-8")
