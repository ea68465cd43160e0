"""What players find on a page besides painting: counts, crosses, errors, trials, time, and what is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import HEX, RECT, TWO
from played_pages import (
    DESKTOP,
    PHONE,
    cell,
    control,
    expect_message,
    expect_no_findings,
    marks,
    middle,
    shown_pages,
    switch,
)

from nonosat.formats.loading import loads
from nonosat.model.clue import ANY_LENGTH, Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Metadata, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.publishing.page import PagePuzzle, PageStep

pytestmark = pytest.mark.browser

BLACK = Palette(("#ffffff", "#000000"))
#: A phone of this width, and a phone on its side.
NARROW = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOW = {"viewport": {"width": 800, "height": 360}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def show(browser):
    with shown_pages(browser) as show:
        yield show


def filled(grid: Any) -> Puzzle:
    """A puzzle whose solution has all cells filled."""
    return puzzle_of(Picture(grid, (1,) * grid.n_cells), BLACK)


def drawn(*rows: str) -> Puzzle:
    """The puzzle of a picture in one colour."""
    cells = tuple(int(sign == "#") for row in rows for sign in row)
    return puzzle_of(Picture(RectGrid(len(rows), len(rows[0])), cells), BLACK)


def drag(page: Any, *cells: int) -> None:
    """Draw a stroke and leave the button down."""
    page.mouse.move(*middle(page, cells[0]))
    page.mouse.down()
    for number in cells[1:]:
        page.mouse.move(*middle(page, number), steps=2)


def reload(page: Any) -> None:
    page.reload()
    page.wait_for_selector("[role=grid]")


def stored(page: Any) -> Any:
    """What the browser keeps of the first puzzle."""
    page.evaluate("view.save()")
    return json.loads(page.evaluate("localStorage.getItem(`nonosat ${puzzles[0].digest}`)"))


# Counts


def test_a_stroke_shows_its_cells_and_those_of_its_run(show) -> None:
    page = show(filled(RectGrid(3, 10)))
    tally = page.locator(".tally")
    for number in (17, 18):
        cell(page, number).click()
    assert not tally.is_visible()
    drag(page, 11, 13)
    assert tally.text_content() == "3"
    page.mouse.move(*middle(page, 16), steps=2)
    assert tally.text_content() == "6 / 8"
    page.mouse.move(*middle(page, 12), steps=2)
    assert tally.text_content() == "2"
    page.mouse.up()
    assert not tally.is_visible()
    # Where marks are cleared there is no run.
    drag(page, 11, 12)
    assert tally.text_content() == "2"
    page.mouse.up()


@pytest.mark.parametrize("options", [NARROW, LOW], ids=["upright", "on its side"])
def test_no_finger_hides_the_count(show, options: dict[str, Any]) -> None:
    page = show(filled(RectGrid(5, 10)), options=options)
    session = page.context.new_cdp_session(page)
    # Also in the first row, which may be close to the upper end of the window.
    page.locator(".stage").evaluate("stage => stage.scrollIntoView()")
    for row in (0, 3):
        for kind, number in (("touchStart", 0), ("touchMove", 5), ("touchMove", 9)):
            x, y = middle(page, 10 * row + number)
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(100)
        box = page.locator(".tally").bounding_box()
        assert page.locator(".tally").text_content() == "10"
        assert max(box["x"] - x, x - box["x"] - box["width"], box["y"] - y, y - box["y"] - box["height"]) > 20
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= options["viewport"]["width"]
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# Crosses in finished lines


def test_finished_lines_are_crossed_out(show) -> None:
    """In the same stroke, for a player who has chosen nothing."""
    page = show(drawn("##..", "##..", "#..."), is_new=True)
    drag(page, 0, 1)
    page.mouse.up()
    assert marks(page) == [1, 1, 0, 0, *[-1] * 8]
    control(page, "undo").click()
    assert marks(page) == [-1] * 12
    control(page, "redo").click()
    # A line is crossed out once: its crosses can be cleared.
    cell(page, 2).click(button="right")
    assert marks(page)[:4] == [1, 1, -1, 0]
    switch(page, "crosses")
    cell(page, 8).click()
    assert marks(page)[8:] == [1, -1, -1, -1]


def test_a_tap_that_finishes_a_line_by_mistake_leaves_no_crosses(show) -> None:
    """Fingers mark a cell as empty with the second tap; the first one fills it."""
    page = show(drawn("..#", "..#", "..#"), options=PHONE, is_new=True)
    cell(page, 0).tap()
    assert marks(page)[:3] == [1, 0, 0]
    cell(page, 0).tap()
    assert marks(page) == [0] + [-1] * 8


def test_crosses_of_another_finished_line_stay(show) -> None:
    page = show(drawn("#..", "...", "..."), is_new=True)
    cell(page, 0).click()
    assert marks(page) == [1, 0, 0, 0, -1, -1, 0, -1, -1]
    cell(page, 0).click()
    assert marks(page) == [-1] * 9


def test_lines_without_blocks_or_with_hidden_numbers_are_not_crossed_out(show) -> None:
    puzzle = drawn("#..", "...")
    hidden = Puzzle(puzzle.grid, puzzle.palette, ((Block(ANY_LENGTH, 1),), *puzzle.clues[1:]))
    page = show(hidden, is_new=True)
    cell(page, 0).click()
    # The first column has one block of one cell.
    assert marks(page) == [1, -1, -1, 0, -1, -1]
    cell(page, 5).click()
    cell(page, 5).click()
    assert marks(page) == [1, -1, -1, 0, -1, -1]


# Clues that are crossed off


def blocks(page: Any) -> list[int]:
    """The numbers of the blocks that are crossed off."""
    all_blocks = page.locator(".clue [role=checkbox]")
    found = all_blocks.evaluate_all("all => all.map(block => block.getAttribute('aria-checked'))")
    return [number for number, checked in enumerate(found) if checked == "true"]


@pytest.mark.parametrize(("options", "way"), [(DESKTOP, "click"), (PHONE, "tap")], ids=["mouse", "finger"])
def test_clues_are_crossed_off(show, options: dict[str, Any], way: str) -> None:
    page = show(loads(RECT), options=options)
    press = getattr(page.locator(".clue [role=checkbox]").nth(1), way)
    press()
    assert blocks(page) == [1]
    assert set(marks(page)) == {-1}
    control(page, "undo").click()
    assert blocks(page) == []
    control(page, "redo").click()
    reload(page)
    assert blocks(page) == [1]
    press()
    assert blocks(page) == []


@pytest.mark.parametrize("grid", [RectGrid(4, 4), HexGrid(3)], ids=["rect", "hex"])
def test_clues_are_crossed_off_by_keys(show, grid: Any) -> None:
    """Tab leads from the cells to the clues, and arrows lead to each of them."""
    picture = Picture(grid, tuple(number % 2 for number in range(grid.n_cells)))
    puzzle = puzzle_of(picture, BLACK)
    page = show(puzzle)
    page.evaluate("view.focusCell(0)")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "checkbox"
    page.keyboard.press("Space")
    assert blocks(page) == [0]
    page.keyboard.press("Enter")
    assert blocks(page) == []
    seen, waiting = set(), [(0, 0)]
    neighbours = "([block, step]) => view.board.clues.neighbor(block, step)"
    while waiting:
        block = waiting.pop()
        if block in seen:
            continue
        seen.add(block)
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
        waiting.extend(tuple(page.evaluate(neighbours, [block, step])) for step in steps)
    rows = grid.families[0]
    assert seen == {(line, at) for line in rows for at in range(len(puzzle.clues[line]))}
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    (number,) = blocks(page)
    assert number >= len(puzzle.clues[0])


def test_a_drag_from_a_clue_crosses_nothing_off(show) -> None:
    page = show(loads(RECT))
    box = page.locator(".clue [role=checkbox]").first.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 5, steps=3)
    page.mouse.up()
    assert blocks(page) == []


# Errors as one goes


def test_errors_are_shown_at_once_if_they_are_wanted(show) -> None:
    page = show(drawn("##.", "#..", "..."))
    wrong = page.locator(".clue.wrong")
    cell(page, 8).click()
    assert wrong.count() == 0
    switch(page, "errors")
    assert wrong.count() == 2
    cell(page, 8).click()
    assert wrong.count() == 0
    cell(page, 1).click(button="right")
    assert wrong.count() == 1
    # Mistakes would give away a solution, which this page does not have.
    assert page.locator(".mistakes").text_content() == ""
    reload(page)
    assert wrong.count() == 1


def test_mistakes_are_counted_if_the_page_knows_them(show) -> None:
    puzzle = drawn("##.", "#..", "...")
    solved = Picture(puzzle.grid, (1, 1, 0, 1, 0, 0, 0, 0, 0))
    steps = (PageStep("One.", (0,), ((0, 1), (1, 1))),)
    for more, expected in (({"solution": solved}, "2"), ({"steps": steps}, "1")):
        page = show(PagePuzzle(puzzle=puzzle, name="p", **more))
        cell(page, 8).click()
        cell(page, 0).click(button="right")
        mistakes = page.locator(".mistakes")
        assert mistakes.text_content() == ""
        switch(page, "errors")
        assert expected in mistakes.text_content()


# Trials


def tried(page: Any) -> list[int]:
    """The number of the trial that each cell is marked in."""
    return page.evaluate("[...view.game.cells.keys()].map(cell => view.game.trialOf(cell))")


def test_a_trial_is_kept_or_dropped_as_a_whole(show) -> None:
    page = show(filled(RectGrid(2, 3)))
    begin, keep, drop, undo = (control(page, key) for key in ("try", "keep", "drop", "undo"))
    assert not keep.is_visible()
    cell(page, 0).click()
    begin.click()
    expect_message(page, "trying")
    cell(page, 1).click()
    cell(page, 0).click(button="right")
    assert tried(page) == [1, 1, 0, 0, 0, 0]
    assert page.locator(".cells .tried").count() == 2
    assert page.locator(".marks .dots.inner").count() == 2
    begin.click()
    cell(page, 2).click()
    assert tried(page) == [1, 1, 2, 0, 0, 0]
    assert begin.get_attribute("aria-disabled") == "true"
    begin.click(force=True)
    drop.click()
    assert marks(page) == [0, 1, -1, -1, -1, -1]
    drop.click()
    assert marks(page) == [1, -1, -1, -1, -1, -1]
    assert not drop.is_visible()
    # What was dropped can be had again, and be kept.
    undo.click()
    undo.click()
    assert tried(page) == [1, 1, 2, 0, 0, 0]
    keep.click()
    assert tried(page) == [1, 1, 1, 0, 0, 0]
    keep.click()
    assert marks(page) == [0, 1, 1, -1, -1, -1]
    assert set(tried(page)) == {0}
    for _ in range(8):
        undo.click()
    assert marks(page) == [-1] * 6
    assert not keep.is_visible()
    assert undo.get_attribute("aria-disabled") == "true"


def test_undo_works_in_a_trial(show) -> None:
    page = show(filled(RectGrid(2, 3)))
    control(page, "try").click()
    cell(page, 1).click()
    cell(page, 2).click()
    page.keyboard.press("Control+z")
    assert marks(page) == [-1, 1, -1, -1, -1, -1]
    assert tried(page) == [0, 1, 0, 0, 0, 0]
    page.keyboard.press("Control+y")
    control(page, "keep").click()
    assert marks(page) == [-1, 1, 1, -1, -1, -1]


def test_a_trial_survives_a_reload(show) -> None:
    page = show(filled(RectGrid(2, 3)))
    cell(page, 0).click()
    control(page, "try").click()
    cell(page, 1).click()
    page.locator(".clue [role=checkbox]").first.click()
    reload(page)
    assert tried(page) == [0, 1, 0, 0, 0, 0]
    assert blocks(page) == [0]
    assert ": filled, tried out. " in cell(page, 1).get_attribute("aria-label")
    control(page, "drop").click()
    assert marks(page) == [1, -1, -1, -1, -1, -1]
    assert blocks(page) == []


def test_a_puzzle_is_solved_in_a_trial(show) -> None:
    page = show(loads(TWO))
    control(page, "try").click()
    for number in (0, 3):
        cell(page, number).click()
    expect_message(page, "solved")
    control(page, "drop").click()
    expect_message(page, "")
    assert page.locator("svg.solved").count() == 0


# Time and titles


def test_time_is_shown_if_it_is_wanted(show) -> None:
    page = show(loads(TWO))
    timer = page.get_by_role("timer")
    assert not timer.is_visible()
    cell(page, 0).click()
    page.evaluate("view.game.seconds = 3725")
    switch(page, "time")
    assert timer.text_content() == "1:02:05"
    reload(page)
    assert timer.text_content().startswith("1:02:0")
    cell(page, 3).click()
    expect_message(page, "solved", "1:02:")
    assert not control(page, "pause").is_visible()


def test_a_pause_stops_the_time_and_covers_the_puzzle(show) -> None:
    page = show(loads(RECT))
    switch(page, "time")
    cell(page, 0).click()
    pause = control(page, "pause")
    pause.click()
    assert not page.locator(".board").is_visible()
    assert not page.locator(".clue-bar").is_visible()
    page.keyboard.press("Control+z")
    assert marks(page)[0] == 1
    before = page.evaluate("view.game.seconds")
    page.wait_for_timeout(50)
    page.evaluate("view.clock.count()")
    assert page.evaluate("view.game.seconds") == before
    pause.click()
    assert page.locator(".board").is_visible()
    page.wait_for_timeout(50)
    page.evaluate("view.clock.count()")
    assert page.evaluate("view.game.seconds") > before


def test_time_stands_still_while_the_page_is_hidden(show) -> None:
    page = show(loads(RECT))
    hide = "Object.defineProperty(document, 'hidden', { get: () => true })"
    page.evaluate(f"{hide}; document.dispatchEvent(new Event('visibilitychange'))")
    before = page.evaluate("view.game.seconds")
    page.wait_for_timeout(50)
    page.evaluate("view.clock.count()")
    assert page.evaluate("view.game.seconds") == before


def test_titles_are_hidden_until_a_puzzle_is_solved(show) -> None:
    puzzle = loads(TWO)
    secret = Puzzle(
        puzzle.grid, puzzle.palette, puzzle.clues, metadata=Metadata(title="A frog", description="It is green.")
    )
    page = show(secret, loads(RECT), show_titles=False)
    page.locator("li a").first.click()
    page.wait_for_selector("[role=grid]")

    def texts() -> str:
        page.evaluate("fillSheets(view.puzzles, data.perSheet)")
        labels = page.locator("[aria-label]").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
        return "\n".join(
            [page.title(), page.locator("main").inner_text(), page.locator("#sheets").inner_html(), *labels]
        )

    assert "frog" not in texts()
    assert "green" not in texts()
    for number in (0, 3):
        cell(page, number).click()
    expect_message(page, "solved", "A frog")
    assert page.title() == page.locator("h1").text_content() == "A frog"
    assert page.locator(".description").text_content() == "It is green."
    assert texts().count("frog") > 3
    page.locator("header a").click()
    page.wait_for_selector("li")
    assert page.locator("strong").all_text_contents() == ["A frog", "Puzzle 2"]


# The room and the focus


def test_twenty_columns_fit_on_a_phone(show) -> None:
    page = show(drawn(*["#." * 10] * 20), options=NARROW)
    board, stage = page.locator(".board").bounding_box(), page.locator(".stage").bounding_box()
    assert stage["x"] <= board["x"]
    assert board["x"] + board["width"] <= stage["x"] + stage["width"]
    assert cell(page, 0).bounding_box()["width"] >= 11


def test_cells_of_a_board_that_cannot_fit_are_large_enough_for_fingers(show) -> None:
    page = show(filled(RectGrid(60, 60)), options=NARROW)
    assert cell(page, 0).bounding_box()["width"] >= 16.5


@pytest.mark.parametrize("options", [DESKTOP, NARROW, LOW], ids=["desktop", "upright", "on its side"])
def test_the_button_shows_the_whole_board(show, options: dict[str, Any]) -> None:
    page = show(filled(RectGrid(60, 60)), options=options)
    control(page, "fit").click()
    board, stage = page.locator(".board").bounding_box(), page.locator(".stage").bounding_box()
    assert board["width"] <= stage["width"]
    assert board["height"] <= stage["height"]


def test_the_focus_is_where_the_stroke_ended(show) -> None:
    page = show(filled(RectGrid(3, 10)))
    drag(page, 1, 6)
    page.mouse.up()
    assert page.evaluate("view.board.focus") == 6
    page.keyboard.press("ArrowRight")
    assert page.evaluate("view.board.cells.indexOf(document.activeElement)") == 7


def test_a_click_beside_the_cells_gives_the_board_no_frame(show) -> None:
    page = show(loads(RECT))
    box = page.locator(".board").bounding_box()
    for x, y in ((box["x"] + 4, box["y"] + 4), middle_of(page.locator(".clue text").first)):
        page.mouse.click(x, y)
        assert not page.locator(".board").evaluate("board => board === document.activeElement")
        page.keyboard.press("Control+z")
        assert page.locator(".board").evaluate("board => getComputedStyle(board).outlineStyle") == "none"


def middle_of(element: Any) -> tuple[float, float]:
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# What is kept


def test_undo_survives_a_reload(show) -> None:
    page = show(loads(RECT))
    for number in range(4):
        cell(page, number).click()
    control(page, "undo").click()
    reload(page)
    assert marks(page)[:4] == [1, 1, 1, -1]
    control(page, "redo").click()
    assert marks(page)[:4] == [1, 1, 1, 1]
    for _ in range(4):
        control(page, "undo").click()
    assert set(marks(page)) == {-1}
    assert control(page, "undo").get_attribute("aria-disabled") == "true"


def test_marks_without_strokes_are_read(show) -> None:
    page = show(loads(TWO))
    page.evaluate("localStorage.setItem(`nonosat ${puzzles[0].digest}`, '[1,-1,0,-1]'); view.save = () => {}")
    reload(page)
    assert marks(page) == [1, -1, 0, -1]
    assert control(page, "undo").get_attribute("aria-disabled") == "true"


def test_the_strokes_that_are_kept_are_bounded(show) -> None:
    page = show(filled(RectGrid(30, 30)))
    page.evaluate(
        """() => {
            for (let round = 0; round < 40; round += 1) {
                view.game.paint([...view.game.cells.keys()].map(cell => [cell, round % 2 ? -1 : 1]));
                view.commit();
            }
        }"""
    )
    past, future = stored(page)["strokes"]
    assert len(past) == 11
    assert future == []
    reload(page)
    assert page.evaluate("view.game.past.length") == 11
    control(page, "undo").click()
    assert marks(page)[0] == 1


def test_marks_are_kept_if_there_is_no_room_for_strokes(show) -> None:
    page = show(loads(RECT))
    page.evaluate(
        """() => {
            const set = Storage.prototype.setItem;
            Storage.prototype.setItem = function (name, text) {
                if (text.includes("strokes")) throw new DOMException("full", "QuotaExceededError");
                set.call(this, name, text);
            };
        }"""
    )
    cell(page, 0).click()
    page.evaluate("view.save()")
    reload(page)
    assert marks(page)[0] == 1
    assert page.evaluate("view.game.past.length") == 0


BROKEN_STROKES = [
    "3",
    "[]",
    "[[[0]],[]]",
    "[[[]],[]]",
    "[[[0,-1]],[]]",
    "[[[0,-1,0]],[]]",
    "[[[99,-1,1]],[]]",
    "[[[0,99,1]],[]]",
    "[[[1,-1,-1]],[]]",
    "[[[-1,0,1]],[]]",
    "[[null],[]]",
    "[[],[[0,0,1]]]",
]


def test_broken_strokes_leave_the_marks(show) -> None:
    """Strokes that do not lead to the marks, or change what cannot change."""
    puzzle = loads(TWO)
    given = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, (ColoredCell(1, 0),))
    page = show(given)
    cell(page, 0).click()
    kept = stored(page)
    assert len(kept["strokes"][0]) == 1
    for strokes in BROKEN_STROKES:
        text = json.dumps({**kept, "strokes": json.loads(strokes)})
        found = page.evaluate(
            """text => {
                localStorage.setItem(`nonosat ${puzzles[0].digest}`, text);
                const { cells, past, future } = restored(puzzles[0]);
                return [[...cells], past.length, future.length];
            }""",
            text,
        )
        assert found == [[1, 0, -1, -1], 0, 0], strokes


@pytest.mark.parametrize("change", [{"numbers": [1]}, {"numbers": None}, {"seconds": "x"}, {"numbers": "wrong trial"}])
def test_other_broken_parts(show, change: dict[str, Any]) -> None:
    page = show(loads(TWO))
    cell(page, 0).click()
    kept = {**stored(page), **change}
    if kept["numbers"] == "wrong trial":
        kept["numbers"] = [*stored(page)["numbers"][:-1], 9]
    page.evaluate("text => localStorage.setItem(`nonosat ${puzzles[0].digest}`, text)", json.dumps(kept))
    page.evaluate("view.save = () => {}")
    reload(page)
    assert marks(page) == ([1, -1, -1, -1] if "seconds" in change else [-1] * 4)
    assert page.evaluate("view.game.seconds") < 5


def test_options_are_kept(show) -> None:
    page = show(loads(RECT), is_new=True)
    for name in ("letters", "crosses", "errors"):
        switch(page, name)
    assert page.locator(".options[open]").count() == 0
    reload(page)
    page.locator(".options summary").click()
    found = {name: page.locator(f"[name={name}]").is_checked() for name in ("letters", "crosses", "errors", "time")}
    assert found == {"letters": True, "crosses": False, "errors": True, "time": False}
    page.mouse.click(2, 500)
    assert page.locator(".options[open]").count() == 0


def test_letters_are_for_several_colours(show) -> None:
    """Even if the player chose them for another puzzle."""
    page = show(loads(RECT), loads(TWO), fragment="#1")
    switch(page, "letters")
    assert any(text[-1].isalpha() for text in page.locator(".clue text").all_text_contents())
    page.evaluate("location.hash = '2'")
    page.locator("[role=gridcell]").nth(3).wait_for()
    page.wait_for_function("view.puzzle === puzzles[1]")
    assert not any(text[-1].isalpha() for text in page.locator(".clue text").all_text_contents())


def test_nothing_is_undone_during_a_stroke(show) -> None:
    page = show(filled(RectGrid(3, 5)))
    cell(page, 0).click()
    drag(page, 5, 7)
    page.keyboard.press("Control+z")
    page.mouse.up()
    assert [number for number, value in enumerate(marks(page)) if value == 1] == [0, 5, 6, 7]
    page.keyboard.press("Control+z")
    assert [number for number, value in enumerate(marks(page)) if value == 1] == [0]


# Accessibility


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("options", [DESKTOP, NARROW, LOW], ids=["desktop", "upright", "on its side"])
def test_accessibility_of_what_players_find(show, options: dict[str, Any], scheme: str) -> None:
    puzzle = loads(HEX)
    steps = (PageStep("One.", (0,), ((0, 2),)),)
    shown = [PagePuzzle(puzzle=puzzle, name="honey", steps=steps), PagePuzzle(puzzle=loads(TWO), name="two")]
    page = show(*shown, fragment="#1", options={**options, "color_scheme": scheme}, language="de", show_titles=False)
    switch(page, "time")
    switch(page, "errors")
    for key in ("try", "try"):
        control(page, key).click()
        cell(page, 1).click()
        cell(page, 2).click(button="right")
    page.locator(".clue [role=checkbox]").first.click()
    page.locator(".options summary").click()
    expect_no_findings(page)
    page.keyboard.press("Escape")
    control(page, "pause").click()
    expect_no_findings(page)
    page.locator("header a").click()
    page.wait_for_selector("li")
    expect_no_findings(page)
