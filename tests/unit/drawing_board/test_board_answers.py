"""The answers on the page in a real browser: each is about the drawing that is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import NONE
from drawn_pages import drag, middle, opened_pages, painted, tool, wait_for
from played_pages import expect_no_findings

pytestmark = pytest.mark.browser


@pytest.fixture
def open_page(browser, tmp_path: Path):
    with opened_pages(browser, tmp_path) as open_page:
        yield open_page


def draw_two_diagonals(page) -> None:
    """A picture of 4 x 4 cells with other solutions."""
    for cell in (0, 5):
        page.mouse.click(*middle(page, cell))


def test_what_differs_is_mended_by_a_click(open_page) -> None:
    drawn, page = open_page("--size", "4x4")
    draw_two_diagonals(page)
    page.wait_for_selector(".answers .differs", state="attached")
    page.wait_for_selector("[data-about=fewest] button")
    assert page.evaluate("drawing.answers.found.solutions.differs") == [0, 1, 4, 5]
    assert page.evaluate("drawing.answers.found.lines.open") == [0, 1, 4, 5]
    page.wait_for_selector(".answers .open", state="attached")
    page.wait_for_selector(".answers .helps", state="attached")
    expect_no_findings(page)
    page.locator("[data-about=fewest] button").click()
    page.wait_for_selector(".unique")
    assert drawn.state()["undo"] == 3
    assert page.locator(".answers .differs, .answers .helps").count() == 0
    assert page.locator("[data-about=difficulty]").is_visible()


def test_a_change_that_helps_is_made_from_the_list_or_on_the_board(open_page) -> None:
    _, page = open_page("--size", "4x4")
    draw_two_diagonals(page)
    before = painted(page)
    page.wait_for_selector("[data-about=fewest] button")
    page.locator("[data-about=changes] li button").first.click()
    page.wait_for_selector(".unique")
    assert len(painted(page).items() ^ before.items()) == 1
    page.keyboard.press("Control+z")
    page.wait_for_selector("[data-about=fewest] button")
    cell, color = page.evaluate("(({ cell, color }) => [cell, color])(drawing.answers.best(1)[0])")
    tool(page, "helper")
    page.mouse.click(*middle(page, 15))  # nothing is suggested there
    assert painted(page) == before
    page.mouse.click(*middle(page, cell))
    wait_for(page, f"drawing.sketch.base[{cell}] === {color}")


#: Begins a stroke and says what is seen in the same moment; without a step of the program between.
_SEEN = """(cell) => {
    const { canvas } = drawing.easel;
    canvas.svg.setPointerCapture = () => {};
    const place = { pointerId: 7, bubbles: true, button: 0, pointerType: "mouse" };
    canvas.cells[cell].dispatchEvent(new PointerEvent("pointerdown", place));
    const texts = getComputedStyle(document.querySelector(".answer-list")).visibility;
    return [texts, getComputedStyle(canvas.marks).display];
}"""


def test_old_answers_vanish_with_a_stroke(open_page) -> None:
    _, page = open_page("--size", "4x4")
    draw_two_diagonals(page)
    page.wait_for_selector("[data-about=fewest] button")
    size = page.locator(".answer-panel").bounding_box()
    assert page.evaluate(_SEEN, 15) == ["hidden", "none"]
    assert page.locator(".answer-panel").bounding_box() == size
    assert page.locator(".answer-list").is_hidden()
    page.evaluate("drawing.easel.cancel()")  # a stroke that is given up: the answers hold again
    page.wait_for_selector("[data-about=fewest] button", state="visible")
    page.evaluate(_SEEN, 15)
    page.evaluate("drawing.easel.end()")
    wait_for(page, "drawing.answers.areCurrent && Boolean(drawing.answers.found.fewest)")
    assert page.evaluate("drawing.answers.number === drawing.sketch.number")


def test_answers_about_old_states_are_dropped(open_page) -> None:
    _, page = open_page("--size", "4x4")
    drag(page, 0, 3)
    page.wait_for_selector(".unique")
    stale = (
        "drawing.answers.take({ number: drawing.sketch.number - 1, about: 'solutions', unique: false, differs: [1] })"
    )
    assert page.evaluate(stale) is False
    assert page.locator(".unique").is_visible()


def test_marks_are_switched_off(open_page) -> None:
    _, page = open_page("--size", "4x4")
    draw_two_diagonals(page)
    page.wait_for_selector(".answers .open", state="attached")
    page.locator("[name=show-open]").uncheck(force=True)
    assert page.locator(".answers .open").count() == 0
    page.locator("[name=show-open]").check(force=True)
    assert page.locator(".answers .open").count() == 1


def test_typed_clues_are_not_painted(open_page, tmp_path: Path) -> None:
    (tmp_path / "q.clues").write_text(NONE)
    _, page = open_page("q.clues")
    page.wait_for_selector("[data-about=diagnosis]")
    page.mouse.click(*middle(page, 0))
    assert painted(page) == {}
