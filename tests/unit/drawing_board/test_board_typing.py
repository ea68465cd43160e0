"""Clues that are typed on the page in a real browser: by keys alone, by touch, in colours and on hexagons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import NONE, write
from drawn_pages import DESKTOP, PHONE, middle, opened_pages, painted, use_menu, wait_for
from played_pages import expect_no_findings

from nonosat.formats.loading import load_sheet
from nonosat.model.clue import clue_text

pytestmark = pytest.mark.browser

_PASTE = """(text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
}"""

#: The clues of a picture that is the only one: rows, and then columns.
HEART = ("1 1", "5", "5", "3", "1", "2", "4", "4", "4", "2")
HEART_CELLS = {1, 3, *range(5, 15), 16, 17, 18, 22}


@pytest.fixture
def open_page(browser, tmp_path: Path):
    with opened_pages(browser, tmp_path) as open_page:
        yield open_page


def begin(page: Any) -> None:
    """Begin to type clues."""
    page.get_by_label("Type clues").click()
    page.wait_for_selector("[name=clue]:focus")


def type_all(page: Any, texts: tuple[str, ...]) -> None:
    """Type clues, each with Enter behind it, and wait until the program has all."""
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    wait_for(page, "drawing.answers.areCurrent && Object.values(drawing.sketch.typing.texts).every((text) => text)")


def texts(page: Any) -> list[str | None]:
    """What the program has for each line."""
    return page.evaluate("Object.values(drawing.sketch.typing.texts)")


def state(page: Any) -> list[str]:
    """The name of the line that is typed, and its text."""
    return page.evaluate("[document.querySelector('.clue-field label').textContent, document.activeElement.value]")


def paste(page: Any, text: str) -> None:
    """Paste a text into the field."""
    page.evaluate(_PASTE, text)


def test_a_puzzle_is_typed_by_keys_alone(open_page, tmp_path: Path) -> None:
    _, page = open_page("--size", "5x5")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key === 'type'"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("[name=clue]:focus")
    assert state(page) == ["Row 1", ""]
    page.wait_for_selector(".typed-line path[d^=M]", state="attached")
    type_all(page, HEART)
    page.wait_for_selector("[data-key=take]")
    page.wait_for_selector(".answers .solution", state="attached")
    assert texts(page) == list(HEART)
    page.keyboard.press("Control+s")
    page.wait_for_selector(".state:not(.unsaved)")
    assert [clue_text(clue) for clue in load_sheet(tmp_path / "p.clues").puzzle.clues[:2]] == ["1a 1a", "5a"]
    page.locator("[data-key=take]").press("Enter")
    wait_for(page, "!drawing.sketch.isTyped")
    assert painted(page).keys() == HEART_CELLS
    page.wait_for_selector(".unique")
    assert page.locator(".clue-field, .sums table").first.is_hidden()


def test_keys_go_from_line_to_line(open_page) -> None:
    _, page = open_page("--size", "2x2")
    begin(page)
    page.keyboard.type("1")
    page.keyboard.press("ArrowDown")  # keeps what is typed
    page.keyboard.press("ArrowDown")  # and does not type an empty line
    assert state(page) == ["Column 1", ""]
    wait_for(page, "drawing.sketch.typing.texts[0] === '1'")
    assert texts(page) == ["1", None, None, None]
    page.keyboard.press("Enter")  # does
    wait_for(page, "drawing.sketch.typing.texts[2] === '0'")
    page.keyboard.press("Shift+Enter")
    wait_for(page, "drawing.sketch.typing.texts[3] === '0'")
    assert state(page) == ["Column 1", "0"]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")  # from the first to the last
    assert state(page) == ["Column 2", "0"]
    page.keyboard.press("Enter")  # after the last line comes one that has not been typed
    assert state(page) == ["Row 2", ""]
    page.keyboard.type("7")
    page.keyboard.press("Escape")
    assert state(page) == ["Row 2", ""]
    page.keyboard.press("Control+z")
    wait_for(page, "drawing.sketch.typing.texts[3] === null")
    assert state(page) == ["Column 2", ""]


def test_a_puzzle_is_typed_by_touch(open_page) -> None:
    _, page = open_page("--size", "5x5", options=PHONE)
    page.get_by_label("Type clues").tap()
    page.wait_for_selector("[name=clue]:focus")
    for line in (7, 2):
        page.locator(".clue .area").nth(line).tap()
        page.keyboard.type(HEART[line].replace(" ", "."))
    page.get_by_label("Next line").tap()
    assert state(page)[0] == "Row 4"
    page.get_by_label("Previous line").tap()
    assert state(page)[0] == "Row 3"
    wait_for(page, "drawing.sketch.typing.texts[2] === '5' && drawing.sketch.typing.texts[7] === '4'")
    expect_no_findings(page)


def test_a_wrong_text_stays_with_its_error(open_page) -> None:
    _, page = open_page("--size", "5x5")
    begin(page)
    errors = page.locator(".clue-field .wrong")
    for text in ("1 1", "5 x", "3"):  # as one who looks at the paper
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.wait_for_selector(".clue.mistyped")
    wait_for(page, "drawing.sketch.typing.texts[2] === '3'")
    assert texts(page)[:3] == ["1 1", None, "3"]
    assert state(page) == ["Row 4", ""]
    expect_no_findings(page)
    errors.get_by_role("button").click()
    assert state(page) == ["Row 2", "5 x"]
    assert page.evaluate("[document.activeElement.selectionStart, document.activeElement.selectionEnd]") == [2, 3]
    assert "x" in errors.inner_text()
    expect_no_findings(page)
    page.locator("[name=clue]").fill("1 1 1 1 1 1")  # more than there are cells
    page.keyboard.press("Enter")
    page.wait_for_selector(".clue-field .wrong:has-text('5')")
    page.keyboard.press("ArrowUp")
    assert state(page) == ["Row 2", "1 1 1 1 1 1"]
    page.locator("[name=clue]").fill("5")
    page.keyboard.press("Enter")
    wait_for(page, "drawing.sketch.typing.texts[1] === '5'")
    wait_for(page, "document.querySelector('.wrong').textContent === ''")


def test_a_wrong_text_keeps_the_clue_before(open_page) -> None:
    drawn, page = open_page("--size", "2x2")
    begin(page)
    type_all(page, ("1", "1", "1", "1"))
    page.keyboard.press("ArrowDown")
    for text in ("x", "2", "x"):
        page.locator("[name=clue]").fill(text)
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowUp")
    page.wait_for_selector(".clue-field .wrong p")
    assert (state(page), texts(page)[0]) == (["Row 1", "x"], "2")
    assert drawn.state()["typing"]["texts"]["0"] == "2"
    page.keyboard.press("Escape")
    assert state(page) == ["Row 1", "2"]
    assert page.locator(".clue-field .wrong p, .clue.mistyped").count() == 0


def test_a_typing_error_is_found_and_mended(open_page) -> None:
    drawn, page = open_page("--size", "5x5")
    begin(page)
    type_all(page, (*HEART[:7], "1", *HEART[8:]))
    page.wait_for_selector("[data-key=fix]")
    page.wait_for_selector(".sums .differs")
    page.wait_for_selector(".clue.contradicts")
    framed = page.evaluate("[...drawing.easel.canvas.framed.contradicts]")
    assert 7 in framed
    assert page.locator(".clue.contradicts").count() == len(framed)
    expect_no_findings(page)
    undo = drawn.state()["undo"]
    page.evaluate("drawing.sketch.takeStatus({ ...drawing.sketch, number: -1 })")
    page.evaluate("drawing.sketch.on.status()")  # as if another change had come
    assert page.locator(".clue.contradicts").count() == 0
    page.reload()
    page.locator("[data-key=fix]").filter(has_text="Column 3").first.click()
    page.wait_for_selector("[data-key=take]")
    assert texts(page) == list(HEART)
    assert drawn.state()["undo"] == undo + 1
    assert page.locator(".clue.contradicts, .sums .differs").count() == 0
    page.get_by_label("Undo").click()
    page.wait_for_selector("[data-key=fix]")
    assert texts(page)[7] == "1"


def test_half_a_puzzle_contradicts_nothing(open_page) -> None:
    _, page = open_page("--size", "5x5")
    begin(page)
    for text in ("1 1", "5", "3 3"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.wait_for_selector(".clue.contradicts")  # the line is too short for it
    assert page.evaluate("[...drawing.easel.canvas.framed.contradicts]") == [2]
    assert page.locator(".clue.untyped").count() == 7
    assert page.locator(".sums .differs").count() == 0
    page.get_by_text("Save", exact=True).click()
    dialog = page.get_by_role("dialog")
    assert "7 lines" in dialog.inner_text()
    dialog.get_by_text("Cancel").click()


def test_colours_are_letters(open_page) -> None:
    _, page = open_page("--size", "2x2")
    page.get_by_label("Add a colour").click()
    wait_for(page, "drawing.sketch.colors.length === 3")
    begin(page)
    page.keyboard.type("1")
    page.locator(".letters button").nth(1).click()
    assert state(page) == ["Row 1", "1b "]
    page.keyboard.type("1a")
    page.keyboard.press("Enter")
    page.keyboard.type("2")  # in which colour?
    page.keyboard.press("Enter")
    page.locator(".clue-field .wrong button").click()
    page.keyboard.type("_?")
    page.keyboard.press("Enter")
    type_all(page, ("2b", "1a"))
    page.wait_for_selector("[data-key=take]")
    assert texts(page) == ["1b 1a", "_?", "2b", "1a"]
    assert page.locator(".sums tbody tr").count() == 4  # lines, cells, and those of each colour
    expect_no_findings(page)
    page.locator("[data-key=take]").click()
    wait_for(page, "!drawing.sketch.isTyped")
    assert painted(page) == {0: 2, 1: 1, 2: 2}


@pytest.mark.parametrize(("options", "n_lines"), [(("--hex", "2"), 9), (("--tri", "1"), 6)], ids=["hex", "tri"])
def test_three_directions(open_page, options, n_lines: int) -> None:
    _, page = open_page(*options)
    begin(page)
    type_all(page, tuple("1" if line in (0, 3, 6) else "0" for line in range(n_lines)))
    page.wait_for_selector("[data-about=diagnosis]")
    assert page.locator(".sums thead th").count() == 3
    page.locator(".clue .area").nth(n_lines - 1).click()
    assert state(page)[0].startswith("Down-left")
    expect_no_findings(page)


def test_a_list_is_pasted(open_page) -> None:
    _, page = open_page("--size", "5x5")
    begin(page)
    paste(page, "\n".join(HEART) + "\n")
    page.wait_for_selector("[data-key=take]")
    assert texts(page) == list(HEART)
    assert state(page)[0] == "Column 5"


def test_wrong_texts_of_a_list_hold_up_no_others(open_page) -> None:
    drawn, page = open_page("--size", "5x5")
    begin(page)
    paste(page, "\n".join(["1 1", "x", "5", "7 y", *HEART[4:]]))
    wait_for(page, "drawing.sketch.typing.texts[9] === '2'")
    assert texts(page) == ["1 1", None, "5", None, *HEART[4:]]
    assert drawn.state()["undo"] == 2
    assert page.locator(".clue-field .wrong button").count() == page.locator(".clue.mistyped").count() == 2
    page.keyboard.press("Enter")
    assert state(page) == ["Row 2", "x"]


def test_two_tabs_type_one_puzzle(open_page) -> None:
    drawn, page = open_page("--size", "5x5")
    begin(page)
    other = page.context.new_page()
    other.goto(drawn.address)
    other.wait_for_selector("[name=clue]")
    page.keyboard.type("1 1")
    page.keyboard.press("Enter")
    wait_for(other, "document.querySelector('[name=clue]').value === '1 1'")
    other.locator("[name=clue]").fill("2")
    other.keyboard.press("Enter")
    wait_for(page, "drawing.sketch.typing.texts[0] === '2'")
    assert state(page) == ["Row 2", ""]
    other.close()


def test_a_grid_grows_while_clues_are_typed(open_page) -> None:
    _, page = open_page("--size", "5x4")
    begin(page)
    page.keyboard.type("1 1")
    page.keyboard.press("Enter")
    wait_for(page, "drawing.sketch.typing.texts[0] === '1 1'")
    use_menu(page, "Grid")
    page.get_by_label("One more at top").click()
    wait_for(page, "drawing.sketch.grid === 'rect 5 5'")
    assert texts(page) == [None, "1 1", *[None] * 8]


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(open_page, window: dict[str, Any], scheme: str) -> None:
    _, page = open_page("--size", "5x5", options={**window, "color_scheme": scheme})
    begin(page)
    expect_no_findings(page)
    type_all(page, (*HEART[:7], "1", *HEART[8:]))
    page.wait_for_selector("[data-key=fix]")
    expect_no_findings(page)
    size = window["viewport"]
    boxes = [each.bounding_box() for each in page.locator(".clue-field button, .clue-field input").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= size["width"] for box in boxes)
    assert page.locator(".stage").bounding_box()["height"] >= 0.4 * size["height"]


def test_clues_of_a_picture_are_changed(open_page) -> None:
    _, page = open_page("--size", "2x2")
    page.mouse.click(*middle(page, 0))
    painted(page)
    begin(page)
    assert texts(page) == ["1", "0", "1", "0"]
    assert state(page) == ["Row 1", "1"]
    page.locator("[data-key=draw]").click()
    wait_for(page, "!drawing.sketch.isTyped")
    assert painted(page) == {0: 1}


def test_saving_asks_if_a_text_is_wrong(open_page, tmp_path: Path) -> None:
    _, page = open_page("--size", "2x2")
    begin(page)
    type_all(page, ("1", "1", "1", "1"))
    page.keyboard.press("ArrowDown")
    page.keyboard.type("3x1")
    page.keyboard.press("Control+s")
    page.wait_for_selector("dialog[open]")
    assert not (tmp_path / "p.clues").exists()
    page.locator("dialog[open] button[value=yes]").click()
    page.wait_for_selector(".state:not(.unsaved)")
    assert [clue_text(clue) for clue in load_sheet(tmp_path / "p.clues").puzzle.clues] == ["1a"] * 4


def test_texts_that_are_dropped_with_their_lines_are_said(open_page) -> None:
    _, page = open_page("--size", "2x2")
    begin(page)
    page.keyboard.type("3x1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".clue-field .wrong p")
    use_menu(page, "Grid")
    page.get_by_label("One more at top").click()
    page.wait_for_selector(".message:has-text('3x1')")
    assert page.locator(".clue-field .wrong p").count() == 0


def test_an_undo_without_effect_moves_no_field(open_page, tmp_path: Path) -> None:
    write(tmp_path / "p.clues", NONE)
    _, page = open_page("p.clues")
    page.locator("[name=clue]").focus()
    page.keyboard.press("Control+z")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.keyboard.type("1")
    wait_for(page, "drawing.sketch.number > 0")
    assert state(page) == ["Row 2", "1"]


def test_a_solution_of_older_clues_is_not_taken(open_page) -> None:
    _, page = open_page("--size", "2x2")
    begin(page)
    type_all(page, ("2", "0", "1", "1"))
    page.wait_for_selector("[data-key=take]")
    page.locator("[name=clue]").fill("2")
    page.locator("[data-key=take]").click()
    wait_for(page, "drawing.answers.areCurrent && Object.values(drawing.sketch.typing.texts).includes('2', 1)")
    assert texts(page).count("2") == 2
    assert page.evaluate("drawing.sketch.isTyped")


def test_clues_without_a_picture_are_not_thrown_away(open_page, tmp_path: Path) -> None:
    write(tmp_path / "p.clues", NONE)
    _, page = open_page("p.clues")
    page.wait_for_selector("[data-about=diagnosis] strong")
    assert page.locator("[data-key=draw]").count() == 0


def test_undo_takes_back_a_wrong_text_first(open_page) -> None:
    _, page = open_page("--size", "2x2")
    begin(page)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("2 x")
    page.keyboard.press("Enter")
    page.wait_for_selector(".clue-field .wrong p")
    page.keyboard.press("Control+z")
    assert state(page) == ["Row 2", ""]
    assert page.locator(".clue-field .wrong p").count() == 0
    wait_for(page, "drawing.sketch.typing.texts[0] === '1'")
    page.keyboard.press("Control+z")
    wait_for(page, "drawing.sketch.typing.texts[0] === null")


def test_a_text_is_read_again_with_another_colour(open_page) -> None:
    _, page = open_page("--size", "3x2")
    begin(page)
    page.keyboard.type("1b")
    page.keyboard.press("Enter")
    page.wait_for_selector(".clue-field .wrong p")
    page.get_by_label("Add a colour").click()
    wait_for(page, "drawing.sketch.typing.texts[0] === '1b'")
    assert page.locator(".clue-field .wrong p").count() == 0


def test_an_unfinished_puzzle_is_not_played(open_page) -> None:
    _, page = open_page("--size", "2x2")
    assert page.locator(".play-it").is_visible()
    begin(page)
    page.wait_for_selector(".play-it", state="hidden")
    type_all(page, ("1", "1", "1", "1"))
    page.wait_for_selector(".play-it")
