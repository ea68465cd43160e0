"""Pages opened in a browser: what tests of them share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from nonosat.model.puzzle import Puzzle
from nonosat.publishing.page import PagePuzzle, page_text

DESKTOP = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 375, "height": 667}, "has_touch": True, "is_mobile": True}

#: Where a shown page is. Nothing is asked of a server.
_ADDRESS = "http://localhost/page.html"

#: Turns off crosses in finished lines, which most tests do not expect, and for later visits, too.
_NO_CROSSES = """() => {
    localStorage.setItem("nonosat options", '{"crosses":false}');
    if (!view.options) return;
    view.options.values.crosses = false;
    view.setOptions();
}"""


@contextmanager
def shown_pages(browser: Any) -> Iterator[Callable[..., Any]]:
    """`show(puzzle, ...)`: a page of puzzles opened in the browser. A script error fails the test.

    Its attribute `errors` is a list of these errors. With `is_new`, the player has the options of a new one.
    """
    errors: list[str] = []
    contexts = []

    def show(
        *puzzles: Puzzle | PagePuzzle,
        fragment: str = "",
        options: dict[str, Any] = DESKTOP,
        is_new: bool = False,
        **more: Any,
    ) -> Any:
        shown = [
            each if isinstance(each, PagePuzzle) else PagePuzzle(puzzle=each, name=f"puzzle {number}")
            for number, each in enumerate(puzzles, 1)
        ]
        text = page_text(shown, **more)
        context = browser.new_context(**options)
        contexts.append(context)
        # A page of file: may be reloaded by another process of Chromium, which loses what was stored just before.
        context.route(_ADDRESS, lambda route: route.fulfill(body=text, content_type="text/html; charset=utf-8"))
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: errors.append(request.url) if request.url != _ADDRESS else None)
        page.goto(_ADDRESS + fragment)
        page.wait_for_selector("main > *")
        if not is_new:
            page.evaluate(_NO_CROSSES)
        return page

    show.errors = errors  # type: ignore[attr-defined]
    yield show
    for context in contexts:
        context.close()
    assert errors == [], errors  # this module is not rewritten


def switch(page: Any, name: str) -> None:
    """Turn one of the options on or off."""
    if not page.locator(f"[name={name}]").is_visible():
        page.locator(".options summary").click()
    page.locator(f"[name={name}]").click()
    page.keyboard.press("Escape")


def cell(page: Any, number: int) -> Any:
    return page.locator("[role=gridcell]").nth(number)


def marks(page: Any) -> list[int]:
    """The value of each cell, after all input so far is handled: that of fingers waits for the next frame."""
    return page.evaluate(
        "new Promise(done => requestAnimationFrame(() => setTimeout(() => done([...view.game.cells]))))"
    )


def middle(page: Any, number: int) -> tuple[float, float]:
    """The middle of a cell in the window."""
    box = cell(page, number).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def is_visible(page: Any, number: int) -> bool:
    """Whether a click into the middle of a cell would hit it."""
    script = "([number, x, y]) => document.elementFromPoint(x, y) === view.board.cells[number]"
    return page.evaluate(script, [number, *middle(page, number)])


def control(page: Any, key: str) -> Any:
    """A button, by the key of its words."""
    return page.locator(f"button[data-key={key}]")


def expect_message(page: Any, key: str, text: str = "") -> None:
    """Wait until the page says the words of a key, with a text in them."""
    from playwright.sync_api import expect

    message = page.get_by_role("status")
    expect(message).to_have_attribute("data-says", key)
    expect(message).to_contain_text(text)


def expect_no_findings(page: Any) -> None:
    """Check the page with axe."""
    axe = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    page.evaluate(Path(axe.__file__).with_name("axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")["violations"]
    assert [(each["id"], [node["target"] for node in each["nodes"][:3]]) for each in found] == []
