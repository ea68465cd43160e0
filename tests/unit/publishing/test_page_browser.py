"""Pages in a real browser: puzzles are solved by mouse, keyboard and touch, marks are kept, sheets are printed."""

from __future__ import annotations

import io
import json
import random
import re
from collections import Counter
from collections.abc import Iterable
from itertools import groupby, product
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import HEX, RECT, TWO
from oracle import fits
from played_pages import (
    DESKTOP,
    PHONE,
    cell,
    control,
    expect_message,
    expect_no_findings,
    is_visible,
    marks,
    middle,
    shown_pages,
    switch,
)
from support.families import palette, picture

from nonosat.drawing.layout import Layout, sides_of
from nonosat.drawing.layouts import layout_of
from nonosat.formats.loading import loads
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block, Clue, block_text, clue_of
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Metadata, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid
from nonosat.model.verifier import check
from nonosat.publishing.page import PagePuzzle, PageStep, page_text
from nonosat.publishing.words import Words
from nonosat.solving.solve import solve

pytestmark = pytest.mark.browser


@pytest.fixture
def show(browser):
    with shown_pages(browser) as show:
        yield show


# Solving


def solution(text: str) -> tuple[Puzzle, Picture]:
    puzzle = loads(text)
    picture = solve(puzzle).picture
    assert picture is not None
    return puzzle, picture


def expect_solved(page: Any) -> None:
    expect_message(page, "solved")
    assert page.locator("svg.solved").count() == 1
    assert page.locator(".clue:not(.fulfilled)").count() == 0


@pytest.mark.parametrize("text", [RECT, HEX], ids=["rect", "hex"])
def test_clicks(show, text: str) -> None:
    puzzle, picture = solution(text)
    page = show(puzzle)
    chosen = 1
    for number, color in enumerate(picture.cells):
        if color:
            if color != chosen:
                page.locator(".tools fieldset label").nth(color - 1).click()
                chosen = color
            cell(page, number).click()
        assert page.locator("svg.solved").count() == int(is_solved(puzzle, marks(page)))
    expect_solved(page)
    assert [max(0, value) for value in marks(page)] == list(picture.cells)


def is_solved(puzzle: Puzzle, values: list[int]) -> bool:
    return check(puzzle, Picture(puzzle.grid, tuple(max(0, value) for value in values))) == []


@pytest.mark.parametrize("text", [RECT, HEX], ids=["rect", "hex"])
def test_keys_alone(show, text: str) -> None:
    """From the start of the page: Tab to the grid, then arrows, digits and x."""
    puzzle, picture = solution(text)
    page = show(puzzle)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role') === 'gridcell'"):
            break
    assert page.locator(".by-key .ring").is_visible()
    forward = True
    # Row by row, to and fro.
    for row in puzzle.grid.families[0]:
        line = list(puzzle.grid.line(row))
        for number in line if forward else reversed(line):
            _walk(page, puzzle, number)
            page.keyboard.press(str(picture.cells[number]) if picture.cells[number] else "x")
        forward = not forward
    expect_solved(page)
    assert marks(page) == list(picture.cells)


def _walk(page: Any, puzzle: Puzzle, target: int) -> None:
    """Move the focus to a cell in the same row or the row below with arrow keys."""
    for _ in range(40):
        here = page.evaluate("view.board.focus")
        if here == target:
            return
        row = next(row for row in puzzle.grid.families[0] if target in puzzle.grid.line(row))
        if here not in puzzle.grid.line(row):
            page.keyboard.press("ArrowDown")
        else:
            page.keyboard.press("ArrowRight" if here < target else "ArrowLeft")
    raise AssertionError(f"arrows do not lead to cell {target}")


@pytest.mark.parametrize("text", [RECT, HEX], ids=["rect", "hex"])
def test_touch(show, text: str) -> None:
    puzzle, picture = solution(text)
    page = show(puzzle, options=PHONE)
    for color in range(1, puzzle.n_colors + 1):
        page.locator(".tools fieldset label").nth(color - 1).tap()
        for number, value in enumerate(picture.cells):
            if value == color:
                cell(page, number).tap()
    expect_solved(page)
    assert [max(0, value) for value in marks(page)] == list(picture.cells)


def test_keys_of_diagonals(show) -> None:
    """In a hexagon each of the six neighbours has a key, and repeated steps up stay in the column."""
    grid = HexGrid(4)
    page = show(puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000"))))
    centre = grid.line(3)[3]
    page.evaluate("cell => view.focusCell(cell)", centre)
    for there, back in (("Home", "PageDown"), ("PageUp", "End"), ("ArrowLeft", "ArrowRight")):
        page.keyboard.press(there)
        assert page.evaluate("view.board.focus") != centre
        page.keyboard.press(back)
        assert page.evaluate("view.board.focus") == centre
    seen = [centre]
    for _ in range(3):
        page.keyboard.press("ArrowUp")
        seen.append(page.evaluate("view.board.focus"))
    rows = [next(row for row in grid.families[0] if cell in grid.line(row)) for cell in seen]
    assert rows == [3, 2, 1, 0]
    x = page.evaluate("cells => cells.map(cell => puzzles[0].x[cell])", seen)
    assert x[0] == x[2]
    assert abs(x[3] - x[0]) == abs(x[1] - x[0]) == 26
    page.keyboard.press("Control+End")
    assert page.evaluate("view.board.focus") == grid.n_cells - 1


def test_left_and_right_stay_in_the_row(show) -> None:
    """In a hexagon the cells next to the first and the last one of a row are in other rows."""
    grid = HexGrid(3)
    page = show(puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000"))))
    for row in grid.families[0]:
        first, *_, last = grid.line(row)
        for number, key in ((first, "ArrowLeft"), (last, "ArrowRight")):
            page.evaluate("cell => view.focusCell(cell)", number)
            page.keyboard.press(key)
            assert page.evaluate("view.board.focus") == number


def test_keys_among_triangles(show) -> None:
    """Left and right lead along a row, and up and down through all rows in a zigzag beside the column."""
    grid = TriGrid((3, 3, 3, 3, 3, 3))
    page = show(puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000"))))
    first = grid.line(0)[3]
    page.evaluate("cell => view.focusCell(cell)", first)
    for there, back in (("ArrowLeft", "ArrowRight"), ("ArrowDown", "ArrowUp")):
        page.keyboard.press(there)
        assert page.evaluate("view.board.focus") != first
        page.keyboard.press(back)
        assert page.evaluate("view.board.focus") == first
    seen = [first]
    for _ in range(10):
        page.keyboard.press("ArrowDown")
        seen.append(page.evaluate("view.board.focus"))
    rows = [next(row for row in grid.families[0] if cell in grid.line(row)) for cell in seen]
    assert sorted(rows) == rows
    assert set(rows) == set(grid.families[0])
    x = page.evaluate("cells => cells.map(cell => puzzles[0].x[cell])", seen)
    assert max(x) - min(x) == 30


def test_shift_carries_a_mark_along(show) -> None:
    grid = RectGrid(2, 4)
    page = show(puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000"))))
    page.evaluate("view.focusCell(0)")
    page.keyboard.press("Space")
    for _ in range(2):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    assert marks(page) == [1, 1, 1, -1, -1, -1, 1, -1]
    page.keyboard.press("Delete")
    assert marks(page)[6] == -1


def test_taps_fill_empty_and_clear(show) -> None:
    page = show(loads(TWO), options=PHONE)
    seen = []
    for _ in range(3):
        cell(page, 0).tap()
        seen.append(marks(page)[0])
    assert seen == [1, 0, -1]


def test_buttons_of_the_mouse(show) -> None:
    page = show(loads(TWO))
    seen = []
    for button in ("left", "left", "right", "right", "right", "left"):
        cell(page, 0).click(button=button)
        seen.append(marks(page)[0])
    assert seen == [1, -1, 0, -1, 0, 1]


def test_a_drag_follows_one_line_and_keeps_other_marks(show) -> None:
    grid = RectGrid(6, 8)
    page = show(puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000"))))
    cell(page, 10).click(button="right")
    page.mouse.move(*middle(page, 8))
    page.mouse.down()
    page.mouse.move(*middle(page, 14), steps=3)
    # Off the row: the stroke stays on it.
    page.mouse.move(*middle(page, 30), steps=2)
    page.mouse.move(*middle(page, 29), steps=2)
    page.mouse.up()
    assert [number for number, value in enumerate(marks(page)) if value == 1] == [8, 9, 11, 12, 13]
    assert marks(page)[10] == 0
    control(page, "undo").click()
    assert [number for number, value in enumerate(marks(page)) if value != -1] == [10]


def test_a_drag_along_a_diagonal_of_a_hexagon(show) -> None:
    grid = HexGrid(4)
    page = show(puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000"))))
    line = grid.line(grid.families[1][3])
    page.mouse.move(*middle(page, line[0]))
    page.mouse.down()
    page.mouse.move(*middle(page, line[-1]), steps=2)
    page.mouse.up()
    assert {number for number, value in enumerate(marks(page)) if value == 1} == set(line)


def test_undo_and_redo(show) -> None:
    page = show(loads(TWO))
    undo, redo = control(page, "undo"), control(page, "redo")
    cell(page, 0).click()
    cell(page, 3).click()
    expect_solved(page)
    undo.click()
    assert marks(page) == [1, -1, -1, -1]
    assert page.locator("svg.solved").count() == 0
    page.keyboard.press("Control+z")
    assert marks(page) == [-1] * 4
    undo.click(force=True)  # there is nothing left to undo
    redo.click()
    page.keyboard.press("Control+y")
    assert marks(page) == [1, -1, -1, 1]
    control(page, "clear").click()
    assert marks(page) == [-1] * 4
    undo.click()
    assert marks(page) == [1, -1, -1, 1]
    expect_solved(page)


@pytest.mark.parametrize("has_solution", [False, True])
def test_either_solution_of_an_ambiguous_puzzle(show, has_solution: bool) -> None:
    """Whichever solution the page can show, if any."""
    puzzle, picture = solution(TWO)
    page = show(PagePuzzle(puzzle=puzzle, name="two", solution=picture if has_solution else None))
    for number in (1, 2):
        cell(page, number).click()
    expect_solved(page)
    for number in (0, 1, 2, 3):
        cell(page, number).click()
    assert marks(page) == [1, -1, -1, 1]
    expect_solved(page)


def test_givens_stay(show) -> None:
    puzzle = loads(TWO)
    given = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, (ColoredCell(0, 1), ColoredCell(1, 0)))
    page = show(given)
    for number in (0, 1):
        for button in ("left", "right"):
            cell(page, number).click(button=button)
    control(page, "clear").click()
    assert marks(page) == [1, 0, -1, -1]
    assert "filled, given" in cell(page, 0).get_attribute("aria-label")
    cell(page, 3).click()
    expect_solved(page)


# What the page says


def test_a_cell_says_where_it_is_and_what_is_in_it(show) -> None:
    puzzle, _ = solution(HEX)
    page = show(puzzle)
    label = cell(page, 0).get_attribute("aria-label")
    assert label.startswith("row 1, up-left line 3, down-left line 5: unmarked. Clues: row 1: 1 ")
    cell(page, 0).click(button="right")
    assert ": empty. Clues" in cell(page, 0).get_attribute("aria-label")


def test_clues_are_struck_out(show) -> None:
    page = show(loads(RECT))
    fourth = page.locator(".clue").nth(4)  # of the first column: 3b
    assert "fulfilled" not in fourth.get_attribute("class")
    for number, color in enumerate("-bbb"):
        if color == "b":
            page.locator(".tools fieldset label").nth(1).click()
            cell(page, 5 * number).click()
    assert "fulfilled" in fourth.get_attribute("class")
    assert fourth.get_attribute("aria-label").endswith("; fulfilled")


def test_errors_are_found_line_by_line(show) -> None:
    page = show(loads("rect 2 3\n#ffffff #000000\n2a\n1a\n1a\n1a\n1a\n"))
    press = control(page, "check").click
    press()
    expect_message(page, "no_error")
    cell(page, 1).click(button="right")
    press()
    expect_message(page, "error", "row 1")
    assert page.locator(".clue.marked").count() == 1
    cell(page, 1).click()
    assert page.locator(".clue.marked").count() == 0


def test_strangers_text_is_shown_and_never_run(show) -> None:
    hostile = "</script><script>document.title='run'</script><!-- <img src=x onerror=alert(1)> \"'&amp; "
    hostile += "\u202eabc\u05d0 \U0001f600"
    puzzle = loads(TWO)
    metadata = Metadata(title=hostile, author=hostile, copyright=hostile, license=hostile, description=hostile)
    shown = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, metadata=metadata)
    hostile = shown.metadata.title  # without the sign that turns the direction of writing
    page = show(shown, puzzle)
    assert page.locator("strong").first.text_content() == hostile
    page.locator("li a").first.click()
    page.wait_for_selector("[role=grid]")
    assert page.locator("h1").text_content() == hostile
    assert page.locator(".description").text_content() == hostile
    assert page.title() == " ".join(hostile.split())
    assert page.locator("img").count() == 0


@pytest.mark.parametrize(("options", "is_beside"), [(DESKTOP, True), (PHONE, False)])
def test_an_image_is_shown_beside_its_puzzle(show, options, is_beside) -> None:
    file = io.BytesIO()
    pytest.importorskip("PIL.Image").new("RGB", (300, 200), "green").save(file, "JPEG")
    page = show(PagePuzzle(puzzle=loads(RECT), name="p", image=file.getvalue()), options=options)
    assert page.evaluate("document.querySelector('.beside img').naturalWidth") == 300
    image, board = (page.locator(part).bounding_box() for part in (".beside img", ".board"))
    assert (image["x"] >= board["x"] + board["width"]) == is_beside
    assert (image["y"] >= board["y"] + board["height"]) != is_beside


def test_the_policy_stops_other_scripts(show) -> None:
    """Whatever else got into the page would not run either."""
    page = show(loads(TWO))
    page.evaluate(
        """() => {
            window.refused = [];
            const note = event => window.refused.push(event.effectiveDirective);
            document.addEventListener("securitypolicyviolation", note);
            const script = Object.assign(document.createElement("script"), { textContent: "window.ran = 1" });
            const image = Object.assign(document.createElement("img"), { src: "data:image/gif;base64,AAAA" });
            document.body.append(script, image);
        }"""
    )
    page.wait_for_timeout(100)
    assert page.evaluate("window.ran") is None
    assert sorted(page.evaluate("window.refused")) == ["img-src", "script-src-elem"]
    show.errors.clear()


@pytest.mark.parametrize(
    ("locale", "language", "expected"), [("de-AT", None, "de"), ("fr-FR", None, "en"), ("en-GB", "de", "de")]
)
def test_the_language_is_that_of_the_browser_or_of_the_page(show, locale: str, language: str, expected: str) -> None:
    page = show(loads(TWO), loads(RECT), options={**DESKTOP, "locale": locale}, language=language)
    words = Words(expected)
    assert page.evaluate("document.documentElement.lang") == expected
    assert page.title() == page.locator("h1").text_content() == words("book.title")
    assert words.term("rows") in page.locator("li").first.text_content()
    page.locator("li a").first.click()
    assert control(page, "undo").text_content() == words("page.undo")
    assert cell(page, 0).get_attribute("aria-label").startswith(f"{words.term('row')} 1, {words.term('column')} 1: ")
    cell(page, 0).click()
    assert f": {words.color('filled')}. " in cell(page, 0).get_attribute("aria-label")
    cell(page, 3).click()
    expect_message(page, "solved", words("page.solved"))


# Marks that are kept


def test_reload_keeps_the_marks(show) -> None:
    page = show(loads(TWO), loads(RECT), fragment="#2")
    cell(page, 1).click()
    cell(page, 2).click(button="right")
    before = marks(page)
    page.reload()
    page.wait_for_selector("[role=grid]")
    assert marks(page) == before
    page.locator("header a").click()
    page.locator("li").nth(1).locator(".state").wait_for()  # the change of the address comes after the click
    assert page.evaluate("document.activeElement === document.querySelectorAll('li a')[1]")


def test_a_solved_puzzle_says_so_after_a_reload(show) -> None:
    page = show(loads(TWO))
    for number in (0, 3):
        cell(page, number).click()
    expect_solved(page)
    page.reload()
    expect_solved(page)


def test_a_link_to_a_puzzle_draws_no_frame_around_its_title(show) -> None:
    page = show(loads(TWO), loads(RECT))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=grid]")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    assert page.locator("h1").evaluate("title => getComputedStyle(title).outlineStyle") == "none"


@pytest.mark.parametrize("stored", ["[]", "[1,2]", "nonsense", "[1,1,1,99]", "[0,0,0,null]", "{}"])
def test_broken_storage(show, stored: str) -> None:
    page = show(loads(TWO))
    page.evaluate("text => localStorage.setItem(`nonosat ${puzzles[0].digest}`, text)", stored)
    page.evaluate("view.close = () => {}; onpagehide = null; view.save = () => {}")
    page.reload()
    page.wait_for_selector("[role=grid]")
    assert marks(page) == [-1] * 4


def test_without_storage(show) -> None:
    page = show(loads(TWO))
    page.evaluate("Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })")
    cell(page, 0).click()
    page.evaluate("view.save()")
    assert page.evaluate("restored(puzzles[0]).untouched")
    assert marks(page) == [1, -1, -1, -1]


# Hints and solutions


def show_instead(page: Any, name: str) -> None:
    """Choose what is shown: the marks, the replay of steps, or the solution."""
    page.locator(f"label:has([value={name}])").click()


def test_solution_is_shown_and_hidden(show) -> None:
    puzzle, picture = solution(RECT)
    page = show(PagePuzzle(puzzle=puzzle, name="p", solution=picture))
    cell(page, 0).click()
    show_instead(page, "solution")
    assert page.evaluate("[...view.board.shown]") == list(picture.cells)
    assert f": {page.evaluate('puzzles[0].valueWord(1)')}" in cell(page, 1).get_attribute("aria-label")
    cell(page, 0).click()  # marks are locked meanwhile
    show_instead(page, "marks")
    assert marks(page) == [1] + [-1] * 19


def test_only_one_thing_is_shown_in_place_of_the_marks(show) -> None:
    puzzle, picture = solution(TWO)
    steps = (PageStep("First.", (0,), ((0, 1),)),)
    page = show(PagePuzzle(puzzle=puzzle, name="p", steps=steps, solution=picture))
    slider = page.locator("[type=range]")
    for first, second in (("replay", "solution"), ("solution", "replay")):
        show_instead(page, first)
        show_instead(page, second)
        assert [page.locator(f"[value={name}]").is_checked() for name in (first, second)] == [False, True]
        assert page.evaluate("view.board.shown") is not None
        assert slider.is_visible() == (second == "replay")
        show_instead(page, "marks")
        assert page.evaluate("view.board.shown") is None
        assert not slider.is_visible()


def test_hints(show) -> None:
    puzzle = loads(TWO)
    steps = (PageStep("First.", (0,), ((0, 1),)), PageStep("Then.", (1,), ()), PageStep("Last.", (1,), ((3, 1),)))
    page = show(PagePuzzle(puzzle=puzzle, name="p", steps=steps))
    hint, put = control(page, "hint"), control(page, "apply")
    hint.click()
    expect_message(page, "hint", "First.")
    put.click()
    hint.click()
    expect_message(page, "hint", "Then. Last.")
    assert page.get_by_role("status").locator("[lang=en]").text_content() == "Then. Last."
    put.click()
    assert marks(page) == [1, -1, -1, 1]
    show_instead(page, "replay")
    page.get_by_role("slider").fill("1")
    expect_message(page, "replay", "First.")
    assert page.evaluate("[...view.board.shown]") == [1, -1, -1, -1]
    show_instead(page, "marks")
    assert page.evaluate("view.board.shown") is None


def test_hints_name_wrong_cells_first(show) -> None:
    steps = (PageStep("First.", (0,), ((0, 1), (1, 0))), PageStep("Last.", (1,), ((2, 0), (3, 1))))
    page = show(PagePuzzle(puzzle=loads(TWO), name="p", steps=steps))
    hint, put = control(page, "hint"), control(page, "apply")
    cell(page, 2).click()
    hint.click()
    expect_message(page, "wrong", "row 2, column 1")
    cell(page, 1).click()
    hint.click()
    expect_message(page, "wrong", "row 1, column 2; row 2, column 1")
    assert marks(page) == [-1, 1, 1, -1]
    put.click()
    assert marks(page) == [-1] * 4
    hint.click()
    expect_message(page, "hint", "First.")
    for _ in range(2):
        put.click()
        hint.click()
    expect_message(page, "no_hints")
    assert not put.is_visible()
    assert marks(page) == [1, 0, 0, 1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_palette_has_the_colour_of_the_cells(show, scheme: str) -> None:
    """A single dark colour is drawn as a light one on dark cells, until the picture is finished."""
    page = show(loads(TWO), options={**DESKTOP, "color_scheme": scheme})
    seen = []
    for number in (0, 3):
        cell(page, number).click()
        filled = cell(page, 0).evaluate("cell => getComputedStyle(cell).fill")
        assert page.locator(".palette .swatch").first.evaluate("box => getComputedStyle(box).backgroundColor") == filled
        seen.append(filled)
    assert (seen[0] == seen[1]) == (scheme == "light")


def test_the_palette_hides_no_cell_that_is_wanted(show) -> None:
    grid = RectGrid(30, 10)
    puzzle = puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000")))
    text = "A long hint. " * 30
    page = show(PagePuzzle(puzzle=puzzle, name="p", steps=(PageStep(text, (29,), ((295, 1),)),)), options=PHONE)

    control(page, "hint").tap()
    expect_message(page, "hint", text.strip())
    page.wait_for_timeout(100)
    assert is_visible(page, 295)
    page.evaluate("scrollTo(0, 0); view.viewport.stage.scrollTo(0, 0); view.focusCell(0)")
    for number in range(1, 28):
        page.keyboard.press("ArrowDown")
        assert is_visible(page, 10 * number)


# Sizes


def test_all_is_in_the_window(show) -> None:
    """The page is not higher than the window, and no message covers a cell, however long it is."""
    steps = tuple(PageStep("Words. " * n, (14,), ((224, 1),)) for n in (1, 12, 40))
    page = show(PagePuzzle(puzzle=picture(RectGrid(15, 15), 4), name="p", steps=steps))
    show_instead(page, "replay")
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for number in range(4):
            page.get_by_role("slider").fill(str(number))
            expect_message(page, "replay", f"Step {number} ")
            assert is_visible(page, 224)
            assert page.evaluate("document.documentElement.scrollHeight") == height


def test_cells_are_in_view_at_first(show) -> None:
    """On low and on narrow screens, also with many blocks in each clue."""
    stripes = Picture(RectGrid(26, 46), tuple(number // 3 % 6 for number in range(26 * 46)))
    page = show(puzzle_of(stripes, palette(5)))
    for width, height in ((800, 360), (320, 560)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        assert all(is_visible(page, number) for number in (0, 5, 46 * 5, 46 * 5 + 5))


@pytest.mark.parametrize("grid", [RectGrid(40, 40), HexGrid(20)], ids=["rect", "hex"])
def test_clues_stay_in_view(show, grid: Any) -> None:
    """When the board is zoomed and moved: beside the cells of their lines, which they hide."""
    page = show(picture(grid, 2))
    middle_cell = grid.line(grid.n_lines // len(grid.families) // 2)[grid.n_lines // len(grid.families) // 2]
    page.evaluate("view.viewport.zoomBy(3)")
    page.evaluate("cell => view.board.cells[cell].scrollIntoView({ block: 'center', inline: 'center' })", middle_cell)
    page.wait_for_timeout(50)
    assert is_visible(page, middle_cell)
    stage = page.locator(".stage").bounding_box()
    for line in page.evaluate("cell => puzzles[0].linesOf[cell]", middle_cell):
        block = page.locator(".clue").nth(line).locator("text").last
        box = block.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert stage["x"] < x < stage["x"] + stage["width"]
        assert stage["y"] < y < stage["y"] + stage["height"]
        assert block.is_visible()
        # A click on it paints no cell.
        page.mouse.click(x, y)
    assert set(marks(page)) == {-1}
    control(page, "fit").click()
    assert page.locator(".clue:visible").count() == grid.n_lines
    assert page.locator(".board .ground").get_attribute("d") == ""


def test_zoom_keeps_the_board_below_the_pointer(show) -> None:
    grid = RectGrid(40, 40)
    page = show(puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000"))))
    # Where the board is larger than its room, so that it can be moved.
    page.evaluate("view.viewport.setZoom(2); view.viewport.stage.scrollTo(500, 500)")
    before = page.evaluate("view.viewport.zoom")
    page.mouse.move(*middle(page, 820))
    for _ in range(2):
        x, y = middle(page, 820)
        page.keyboard.down("Control")
        page.mouse.wheel(0, -100)
        page.keyboard.up("Control")
        page.wait_for_timeout(100)
        assert page.evaluate("view.viewport.zoom") > before
        before = page.evaluate("view.viewport.zoom")
        after = middle(page, 820)
        assert after == pytest.approx((x, y), abs=3)
    page.keyboard.press("Tab")
    for name in ("smaller", "larger", "fit"):
        control(page, name).click()


def test_two_fingers_zoom_and_move(show) -> None:
    grid = RectGrid(30, 30)
    puzzle = puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000")))
    page = show(puzzle, options=PHONE)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
        if not points:
            page.wait_for_timeout(300)  # events of fingers are handled later, with the next frame

    before = page.evaluate("view.viewport.zoom")
    x, y = middle(page, 155)
    touch("touchStart", (x, y))
    touch("touchStart", (x, y), (x + 60, y))
    for step in range(1, 7):
        touch("touchMove", (x, y), (x + 60 + 10 * step, y))
    touch("touchEnd")
    assert page.evaluate("view.viewport.zoom") == pytest.approx(2 * before, rel=0.05)
    # The mark of the first finger is taken back.
    assert marks(page) == [-1] * 900
    assert control(page, "undo").get_attribute("aria-disabled") == "true"
    # With the tool Move one finger moves the board.
    page.locator("label:has([value=move])").tap()
    left = page.evaluate("view.viewport.stage.scrollLeft")
    box = page.locator(".stage").bounding_box()
    x, y = box["x"] + 150, box["y"] + 40
    touch("touchStart", (x, y))
    for step in range(1, 5):
        touch("touchMove", (x - 10 * step, y))
    touch("touchEnd")
    assert page.evaluate("view.viewport.stage.scrollLeft") == pytest.approx(left + 40, abs=2)
    assert marks(page) == [-1] * 900


def test_a_stroke_draws_only_what_changes(show) -> None:
    grid = RectGrid(100, 100)
    page = show(puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000"))))
    page.evaluate(
        """() => { window.changed = 0;
        new MutationObserver(list => { window.changed += list.length; })
            .observe(view.board.svg, { subtree: true, childList: true, attributes: true }); }"""
    )
    cell(page, 5050).click()
    assert 0 < page.evaluate("window.changed") < 100
    assert page.locator("[role=gridcell]").count() == 10_000


@pytest.mark.parametrize("grid", [RectGrid(5, 5), RectGrid(11, 7), HexGrid(3), HexGrid(7)], ids=str)
def test_lines_between_cells_are_those_of_drawings(show, grid: Any) -> None:
    """The script derives the frame and the guide lines; drawings have them from the layout."""
    page = show(puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000"))))
    found = page.evaluate("puzzles[0].borders()")
    layout = layout_of(grid)
    sides = {side for cell in range(grid.n_cells) for side in sides_of(layout.polygon(cell))}
    frame = {side for side in sides if side[::-1] not in sides}
    guides = list(Layout.guides(layout))
    for name, expected in (("frame", frame), ("guides", guides)):
        drawn = {
            frozenset(tuple(map(float, corner.split())) for corner in side.split("L"))
            for side in found[name].split("M")[1:]
        }
        assert drawn == set(map(frozenset, expected))


# Printing


def sheets(page: Any, **options: Any) -> Any:
    pypdf = pytest.importorskip("pypdf")
    return pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=False, **options)))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(("per_sheet", "expected"), [(1, 5), (2, 3), (4, 2), (6, 1)])
def test_sheets_of_paper(show, paper: str, per_sheet: int, expected: int) -> None:
    puzzles = [loads(RECT), loads(HEX), loads(TWO), loads(RECT), loads(HEX)]
    document = sheets(show(*puzzles, per_sheet=per_sheet), format=paper)
    assert len(document.pages) == expected
    text = "\n".join(each.extract_text() for each in document.pages)
    for number in range(1, 6):
        assert f"puzzle {number}" in text
    assert "All puzzles" not in text


def test_one_puzzle_is_printed_alone(show) -> None:
    page = show(loads(RECT), loads(HEX), fragment="#2")
    (sheet,) = sheets(page, format="A4").pages
    assert "puzzle 2" in sheet.extract_text()
    assert "Undo" not in sheet.extract_text()
    # The page is as it was.
    assert page.locator("#sheets > *").count() == 0
    cell(page, 0).click()


def test_nothing_is_cropped(show) -> None:
    """Everything of a sheet lies within the height of it, however long the texts are."""
    puzzle = loads(HEX)
    long = Metadata(title="A long title " * 12, author="someone " * 30, license="words " * 80)
    wordy = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, metadata=long)
    page = show(wordy, wordy, per_sheet=2)
    page.emulate_media(media="print")
    page.evaluate("fillSheets(view.puzzles, data.perSheet)")
    boxes = page.evaluate(
        """[...document.querySelectorAll('section')].map(section => {
            const outer = section.getBoundingClientRect();
            return [...section.querySelectorAll('h2, p, svg, li')].map(part => part.getBoundingClientRect())
                .every(box => box.bottom <= outer.bottom + 1 && box.right <= outer.right + 1 && box.width > 0
                    && box.height > 0);
        })"""
    )
    assert boxes == [True, True]


@pytest.mark.parametrize("per_sheet", [1, 6])
@pytest.mark.parametrize("grid", [RectGrid(60, 60), HexGrid(22)], ids=["60x60", "hex 22"])
def test_all_clues_are_on_paper(show, grid: Any, per_sheet: int) -> None:
    """Each block of a large puzzle is printed, within the margins of the sheet."""
    puzzle = picture(grid, 3)
    page = show(*[puzzle] * per_sheet, per_sheet=per_sheet)
    (sheet,) = sheets(page, format="A4").pages
    found: Counter[str] = Counter()
    width, height = map(float, sheet.mediabox[2:])

    def visit(text: str, outer: list[float], inner: list[float], *_: object) -> None:
        if not text.strip():
            return
        x = inner[4] * outer[0] + inner[5] * outer[2] + outer[4]
        y = inner[4] * outer[1] + inner[5] * outer[3] + outer[5]
        assert 20 < x < width - 20
        assert 20 < y < height - 20
        found.update(re.findall(r"\d+[a-z]", text))

    sheet.extract_text(visitor_text=visit)
    assert found == Counter(block_text(block) for clue in puzzle.clues for block in clue for _ in range(per_sheet))


# Accessibility


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("fragment", ["", "#1", "#2"])
def test_accessibility(show, fragment: str, scheme: str) -> None:
    page = show(loads(RECT), loads(HEX), fragment=fragment, options={**DESKTOP, "color_scheme": scheme})
    if fragment:
        # With the help open, an error shown, and a message.
        page.locator(".help summary").click()
        for number in range(3):
            cell(page, number).click()
        control(page, "check").click()
        expect_message(page, "error", "row 1")
    expect_no_findings(page)


@pytest.mark.parametrize("options", [{**DESKTOP, "color_scheme": "dark"}, PHONE], ids=["dark", "phone"])
@pytest.mark.parametrize("shown", ["hint", "replay", "solution"])
def test_accessibility_of_hints_and_solutions(show, options: dict[str, Any], shown: str) -> None:
    puzzle, solved = solution(HEX)
    steps = (PageStep("Row 1 is full.", (0,), ((0, 1),)), PageStep("So is row 2.", (1,), ((5, 2),)))
    page = show(PagePuzzle(puzzle=puzzle, name="honey", solution=solved, steps=steps), options=options)
    switch(page, "letters")
    (control(page, shown) if shown == "hint" else page.locator(f"label:has([value={shown}])")).click()
    page.wait_for_timeout(100)
    expect_no_findings(page)


# The rules of the script, compared with those of the library


@pytest.fixture(scope="module")
def rules(browser, tmp_path_factory):
    """The functions of the script: `rules.call("agrees", arguments of many calls)`."""
    path = tmp_path_factory.mktemp("rules") / "page.html"
    path.write_text(page_text([PagePuzzle(puzzle=loads(TWO), name="two")]), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())

    def call(name: str, arguments: list[Any]) -> list[Any]:
        # As one text, since playwright takes long to pass large lists.
        script = f"text => JSON.stringify(JSON.parse(text).map(each => {name}(...each)))"
        return json.loads(page.evaluate(script, json.dumps(arguments)))

    yield SimpleNamespace(call=call)
    page.close()


def random_clue(rng: random.Random, length: int, n_colors: int) -> Clue:
    """The clue of a random line, sometimes with `?` and sometimes changed."""
    clue = list(clue_of(rng.choices(range(n_colors + 1), k=length)))
    for at in range(len(clue)):
        if rng.random() < 0.2:
            clue[at] = Block(clue[at].length, ANY_COLOR)
        if rng.random() < 0.05:
            clue[at] = Block(clue[at].length + 1, clue[at].color)
    return tuple(clue)


def test_placements_of_lines(rules) -> None:
    rng = random.Random(3)
    arguments, expected = [], []
    for _ in range(3000):
        n_colors, length = rng.choice([(1, 8), (2, 6), (3, 5)])
        clue = random_clue(rng, length, n_colors)
        marks = [rng.choice([-1, -1, *range(n_colors + 1)]) for _ in range(length)]
        arguments.append([marks, clue, n_colors])
        choices = [range(n_colors + 1) if mark < 0 else (mark,) for mark in marks]
        expected.append(any(fits(clue, values) for values in product(*choices)))
    assert rules.call("hasPlacement", arguments) == expected
    assert 500 < sum(expected) < 2500


def matches(values: Iterable[int], clue: Iterable[tuple[int, int]]) -> bool:
    """Whether a line has the blocks of a clue, where 0 stands for any length and any colour: by brute force."""
    runs = [(len(list(run)), color) for color, run in groupby(values) if color > 0]
    asked = list(clue)
    return len(runs) == len(asked) and all(
        length in (0, run_length) and color in (0, run_color)
        for (run_length, run_color), (length, color) in zip(runs, asked, strict=True)
    )


def hidden_clue(rng: random.Random, length: int, n_colors: int) -> list[list[int]]:
    """The clue of a random line, of which some lengths and colours are hidden, and some are wrong."""
    clue = [list(block) for block in random_clue(rng, length, n_colors)]
    for block in clue:
        if rng.random() < 0.4:
            block[0] = 0
    if rng.random() < 0.1:
        clue.insert(rng.randint(0, len(clue)), [0, rng.randint(0, n_colors)])
    return clue


def test_blocks_of_any_length(rules) -> None:
    """A hidden length is fulfilled by any run of the colour, from one cell on."""
    rng = random.Random(5)
    arguments, lines, placeable, agreeing = [], [], [], []
    for _ in range(3000):
        n_colors, length = rng.choice([(1, 8), (2, 6), (3, 5)])
        clue = hidden_clue(rng, length, n_colors)
        marks = [rng.choice([-1, -1, *range(n_colors + 1)]) for _ in range(length)]
        arguments.append([marks, clue, n_colors])
        choices = [range(n_colors + 1) if mark < 0 else (mark,) for mark in marks]
        placeable.append(any(matches(values, clue) for values in product(*choices)))
        lines.append([marks, clue])
        agreeing.append(matches(marks, clue))
    assert rules.call("hasPlacement", arguments) == placeable
    assert 500 < sum(placeable) < 2500
    assert rules.call("agrees", lines) == agreeing
    assert sum(agreeing) > 20
    # All blocks of a line that agrees are struck out, and some of others.
    finished = rules.call("finishedBlocks", lines)
    assert all(all(blocks) for blocks, agrees in zip(finished, agreeing, strict=True) if agrees)
    assert any(any(blocks) and not agrees for blocks, agrees in zip(finished, agreeing, strict=True))


def test_hidden_numbers_are_shown_and_judged(show) -> None:
    """What a page does with blocks of length 0; put into the data, whatever files can hold."""
    page = show(loads("rect 2 4\n#ffffff #000000 #ff0000\n1a 1b\n2a\n1a\n1a\n1a\n1b\n"), loads(TWO))
    page.evaluate(
        """() => {
            const puzzle = puzzles[0];
            puzzle.clues = [[[0, 1], [0, 0]], [[0, 1]]];
            puzzle.lines.slice(2).forEach((_, column) => (puzzle.clues[2 + column] = [[0, 0]]));
            location.hash = "1";
        }"""
    )
    page.wait_for_selector("[role=grid]")
    texts = page.locator(".clue").first.locator("text").all_text_contents()
    assert texts == ["?", "?"]
    assert page.locator(".clue").first.locator(".chip.any").count() == 1
    words = "row 1: any number of black, any number of any colour"
    assert page.locator(".clue").first.get_attribute("aria-label") == words
    switch(page, "letters")
    assert page.locator(".clue").first.locator("text").all_text_contents() == ["?a", "?"]
    for number in (0, 5, 6):
        cell(page, number).click()
    page.locator(".tools fieldset label").nth(1).click()
    cell(page, 3).click()
    expect_solved(page)
    cell(page, 2).click()
    expect_message(page, "")
    control(page, "check").click()
    # Two blocks of different colours in a column that has one.
    expect_message(page, "error", "column 3")


@pytest.mark.parametrize("grid", [RectGrid(5, 6), HexGrid(3)], ids=["rect", "hex"])
def test_verdicts_on_pictures(rules, grid: Any) -> None:
    """The lines that fail in the script are those that fail in the verifier."""
    rng = random.Random(4)
    arguments, expected = [], []
    for _ in range(1500):
        n_colors = rng.randint(1, 3)
        palette = Palette(("#ffffff", "#000000", "#ff0000", "#0000ff")[: n_colors + 1])
        cells = rng.choices(range(n_colors + 1), k=grid.n_cells)
        puzzle = puzzle_of(Picture(grid, tuple(cells)), palette)
        share = rng.choice([0, 0, 0.3])
        clues = tuple(
            tuple(
                Block(
                    ANY_LENGTH if rng.random() < share else block.length,
                    ANY_COLOR if rng.random() < share else block.color,
                )
                for block in clue
            )
            for clue in puzzle.clues
        )
        puzzle = Puzzle(grid, palette, clues)
        for _ in range(rng.randint(0, 3)):
            cells[rng.randrange(len(cells))] = rng.randint(0, n_colors)
        picture = Picture(grid, tuple(cells))
        wrong = {violation.line for violation in check(puzzle, picture)}
        for line, clue in enumerate(clues):
            arguments.append([list(picture.line(line)), clue])
            expected.append(line not in wrong)
    assert rules.call("agrees", arguments) == expected
    assert 1000 < len(expected) - sum(expected) < len(expected) - 1000
    # A line that agrees has all of its blocks finished.
    finished = rules.call("finishedBlocks", arguments[:2000])
    assert [all(blocks) for blocks, agrees in zip(finished, expected, strict=False) if agrees].count(False) == 0
