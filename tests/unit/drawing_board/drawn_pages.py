"""The page of `nonosat draw` opened in a browser: what tests of it share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from test_cli_draw import Drawn

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LYING = {"viewport": {"width": 800, "height": 360}, "has_touch": True, "is_mobile": True}


@contextmanager
def opened_pages(browser: Any, folder: Path, *, may_refuse: bool = False) -> Iterator[Callable[..., tuple[Drawn, Any]]]:
    """`open_page(...)`: a running command for `p.clues`, and its page; a script error fails the test.

    With `may_refuse`, the program may refuse what the page asks for, which the browser calls an error, too.
    """
    errors: list[str] = []

    def note(message: Any) -> None:
        if message.type == "error" and not (may_refuse and "status of 400" in message.text):
            errors.append(message.text)

    pages: list[tuple[Drawn, Any]] = []

    def open_page(*args: str, options: dict[str, Any] = DESKTOP) -> tuple[Drawn, Any]:
        drawn, page = Drawn(*args, "-o", "p.clues", cwd=folder), browser.new_context(**options).new_page()
        pages.append((drawn, page))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", note)
        page.goto(drawn.address)
        page.wait_for_selector(".board")
        return drawn, page

    try:
        yield open_page
    finally:
        for drawn, page in pages:
            page.context.close()
            drawn.process.kill()
            drawn.process.communicate()
    assert errors == [], errors  # this module is not rewritten


def middle(page: Any, cell: int) -> tuple[float, float]:
    """The middle of a cell in the window."""
    box = page.locator("[role=gridcell]").nth(cell).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, first: int, last: int, button: str = "left") -> None:
    """Draw from one cell to another with the mouse."""
    page.mouse.move(*middle(page, first))
    page.mouse.down(button=button)
    page.mouse.move(*middle(page, last), steps=8)
    page.mouse.up(button=button)


def fingers_of(page: Any) -> Callable[..., None]:
    """A function that moves fingers to points of the window."""
    link = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        link.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    return touch


def tool(page: Any, key: str) -> None:
    """Take a tool in hand."""
    page.locator(f".bar input[value={key}]").check(force=True)


def color(page: Any, number: int) -> None:
    """Take a colour in hand."""
    page.locator(f".palette input[value='{number}']").check(force=True)


def wait_for(page: Any, condition: str) -> None:
    """Wait until an expression is true; `wait_for_function` would need a weaker policy of the page."""
    end = time.monotonic() + 10
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(10)


def painted(page: Any) -> dict[int, int]:
    """The cells that are not background, with their colours, when the program has them, too."""
    wait_for(page, "drawing.sketch.isConfirmed")
    cells = page.evaluate("[...drawing.sketch.cells]")
    return {cell: number for cell, number in enumerate(cells) if number}


def use_menu(page: Any, name: str) -> None:
    """Open a menu."""
    menu = page.locator("details.menu").filter(has=page.locator("summary", has_text=name)).first
    if not menu.evaluate("each => each.open"):
        menu.locator("summary").click()
