"""The page in a real browser: strokes of mouse, fingers and keys change the sketch, and it is saved."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from drawn_pages import (
    DESKTOP,
    LYING,
    PHONE,
    color,
    drag,
    fingers_of,
    middle,
    opened_pages,
    painted,
    tool,
    use_menu,
    wait_for,
)
from played_pages import expect_no_findings

from nonosat.formats.loading import load_sheet

pytestmark = pytest.mark.browser


@pytest.fixture
def open_page(browser, tmp_path: Path):
    with opened_pages(browser, tmp_path) as open_page:
        yield open_page


def cells(*numbers: int, color: int = 1) -> dict[int, int]:
    return dict.fromkeys(numbers, color)


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
    assert set(painted(page)) == drawn_cells
    page.keyboard.press("Control+s")
    page.wait_for_selector(".state:not(.unsaved)")
    picture = load_sheet(tmp_path / "p.clues").goal
    assert {cell for cell, number in enumerate(picture.cells) if number} == drawn_cells
    page.get_by_label("Undo").click()
    page.wait_for_selector(".state.unsaved")
    assert painted(page) == {}
    page.get_by_label("Redo").click()
    page.wait_for_selector(".state:not(.unsaved)")
    assert set(painted(page)) == drawn_cells
    use_menu(page, "File")
    page.get_by_text("End the program").click()
    page.wait_for_selector(".ended")
    assert drawn.end() == (0, "")


def test_tools(open_page) -> None:
    """On 6 x 6 cells."""
    _, page = open_page("--size", "6x6")
    tool(page, "rectangle")
    drag(page, 7, 21)
    box = {7, 8, 9, 13, 14, 15, 19, 20, 21}
    assert set(painted(page)) == box
    tool(page, "eraser")
    page.mouse.click(*middle(page, 14))
    assert set(painted(page)) == box - {14}
    tool(page, "line")
    drag(page, 30, 35)
    assert set(painted(page)) == box - {14} | set(range(30, 36))
    tool(page, "pencil")
    drag(page, 31, 34, button="right")
    assert set(painted(page)) == box - {14} | {30, 35}
    page.mouse.click(*middle(page, 30))  # a click on a cell that has the colour already
    assert set(painted(page)) == box - {14} | {35}
    page.get_by_label("Add a colour").click()
    wait_for(page, "drawing.easel.color === 2")
    tool(page, "fill")
    page.mouse.click(*middle(page, 14))
    page.mouse.click(*middle(page, 7))
    assert painted(page) == {**cells(*box, color=2), 35: 1}
    tool(page, "picker")
    page.mouse.click(*middle(page, 35))
    assert page.evaluate("[drawing.easel.color, drawing.easel.tool.key]") == [1, "fill"]
    page.mouse.click(*middle(page, 0))
    assert len(painted(page)) == 36


def test_chosen_cells_move(open_page) -> None:
    _, page = open_page("--size", "5x5")
    drag(page, 0, 1)
    tool(page, "select")
    drag(page, 0, 6)
    drag(page, 0, 12)
    assert painted(page) == cells(12, 13)
    drag(page, 12, 14)  # half of it leaves the grid
    assert painted(page) == cells(14)
    page.keyboard.press("Delete")
    assert painted(page) == {}


def test_chosen_triangles_keep_their_forms(open_page) -> None:
    _, page = open_page("--tri", "3")
    shapes = page.evaluate("drawing.sketch.puzzle.shape")
    page.mouse.click(*middle(page, 20))
    tool(page, "select")
    page.mouse.click(*middle(page, 20))
    drag(page, 20, 25)
    (moved,) = painted(page)
    assert shapes[moved] == shapes[20]
    assert moved != 20


@pytest.mark.parametrize(
    ("options", "kind", "count"),
    [
        (("--size", "6x5"), "corners", 4),
        (("--size", "5x5"), "quarter", 4),
        (("--hex", "3"), "third", 3),
        (("--tri", "2"), "half", 2),
    ],
    ids=["rect", "square", "hex", "tri"],
)
def test_symmetric_strokes(open_page, options, kind: str, count: int) -> None:
    _, page = open_page(*options)
    page.get_by_label("Symmetry").select_option(kind)
    page.mouse.click(*middle(page, 1))
    assert len(painted(page)) == count


def test_symmetries_that_a_grid_has(open_page) -> None:
    _, page = open_page("--size", "6x5")
    kinds = "[...document.querySelectorAll('.symmetry option')].map((each) => each.value)"
    assert page.evaluate(kinds) == ["none", "sides", "upside", "corners", "half"]


def test_keys_alone(open_page, tmp_path: Path) -> None:
    """A picture is drawn and saved without a pointer."""
    _, page = open_page("--size", "5x5")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role') === 'gridcell'"):
            break
    assert page.locator(".by-key .ring").is_visible()

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    press("Space", "Shift+ArrowRight", "Shift+ArrowRight")
    assert painted(page) == cells(0, 1, 2)
    press("r", "ArrowDown", "Space", "ArrowDown", "ArrowRight", "Space")
    assert painted(page) == cells(0, 1, 2, 7, 8, 12, 13)
    press("Control+z")
    wait_for(page, "drawing.sketch.undo === 3")
    assert painted(page) == cells(0, 1, 2)
    press("Control+y")
    wait_for(page, "drawing.sketch.undo === 4")
    press("l", "Space", "ArrowDown", "Escape")  # a line that is given up
    press("e", "Space", "ArrowUp", "Delete")
    assert painted(page) == cells(0, 1, 2, 7, 8, 12)
    press("Control+s")
    page.wait_for_selector(".state:not(.unsaved)")
    picture = load_sheet(tmp_path / "p.clues").goal
    assert {cell: number for cell, number in enumerate(picture.cells) if number} == painted(page)


def test_fingers(open_page) -> None:
    _, page = open_page("--size", "8x8", options=PHONE)
    page.touchscreen.tap(*middle(page, 10))
    assert painted(page) == cells(10)
    page.locator(".bar label:has([value=fill])").tap()
    page.touchscreen.tap(*middle(page, 0))
    assert len(painted(page)) == 64


def test_a_stroke_of_a_finger(open_page) -> None:
    _, page = open_page("--size", "8x8", options=PHONE)
    touch = fingers_of(page)
    (x, y), (end, _) = middle(page, 16), middle(page, 20)
    touch("touchStart", (x, y))
    for step in range(1, 5):
        touch("touchMove", (x + (end - x) * step / 4, y))
    touch("touchEnd")
    assert painted(page) == cells(16, 17, 18, 19, 20)


def test_two_fingers_zoom_and_paint_nothing(open_page) -> None:
    _, page = open_page("--size", "8x8", options=PHONE)
    before = page.evaluate("drawing.easel.viewport.zoom")
    touch = fingers_of(page)
    x, y = middle(page, 27)
    touch("touchStart", (x, y))
    touch("touchStart", (x, y), (x + 50, y))
    for apart in range(60, 120, 10):
        touch("touchMove", (x, y), (x + apart, y))
    touch("touchEnd")
    assert page.evaluate("drawing.easel.viewport.zoom") > before
    assert painted(page) == {}


def test_a_pen_draws_while_the_palm_touches_the_screen(open_page) -> None:
    _, page = open_page("--size", "8x8", options=PHONE)
    touch, link = fingers_of(page), page.context.new_cdp_session(page)

    def pen(kind: str, cell: int) -> None:
        x, y = middle(page, cell)
        place = {"x": x, "y": y, "button": "left", "clickCount": 1, "buttons": int(kind != "mouseReleased")}
        link.send("Input.dispatchMouseEvent", {"type": kind, **place, "pointerType": "pen", "force": 0.5})

    pen("mousePressed", 16)
    pen("mouseMoved", 18)
    touch("touchStart", middle(page, 50))
    touch("touchEnd")
    pen("mouseMoved", 20)
    pen("mouseReleased", 20)
    assert painted(page) == cells(16, 17, 18, 19, 20)
    touch("touchStart", middle(page, 50))  # the pen has gone, so a finger draws
    touch("touchEnd")
    assert 50 in painted(page)


def test_palette(open_page) -> None:
    drawn, page = open_page("--size", "4x4")
    drag(page, 0, 3)
    page.get_by_label("Add a colour").click()
    wait_for(page, "drawing.easel.color === 2")
    drag(page, 4, 7)
    assert painted(page) == {**cells(0, 1, 2, 3), **cells(4, 5, 6, 7, color=2)}
    use_menu(page, "Colour")
    page.get_by_label("New colour").fill("#020202")
    wait_for(page, "drawing.sketch.colors[2] === '#020202'")
    assert "#020202" in page.locator(".alike").inner_text()
    page.get_by_label("Merge into").select_option("1")
    page.get_by_text("Merge", exact=True).click()
    wait_for(page, "drawing.sketch.colors.length === 2")
    assert painted(page) == cells(*range(8))
    assert page.locator(".alike").inner_text() == ""
    page.keyboard.press("Escape")
    color(page, 0)
    drag(page, 0, 2)
    assert painted(page) == cells(3, 4, 5, 6, 7)
    assert drawn.state()["cells"] == "00000001010101010000000000000000"


def test_a_rectangle_grows_is_cropped_and_turned(open_page) -> None:
    drawn, page = open_page("--size", "3x2")
    drag(page, 0, 1)
    use_menu(page, "Grid")
    page.get_by_label("Lines at once").fill("2")
    page.get_by_label("One more at top").click()
    wait_for(page, "drawing.sketch.grid === 'rect 4 3'")
    page.get_by_label("Lines at once").fill("1")
    page.get_by_label("One less at right").click()
    wait_for(page, "drawing.sketch.grid === 'rect 4 2'")
    assert painted(page) == cells(4, 5)
    page.get_by_text("Turn right").click()
    wait_for(page, "drawing.sketch.grid === 'rect 2 4'")
    assert painted(page) == cells(1, 5)
    page.get_by_text("Crop to the picture").click()
    wait_for(page, "drawing.sketch.grid === 'rect 2 1'")
    assert painted(page) == cells(0, 1)
    assert drawn.state()["grid"] == "rect 2 1"


@pytest.mark.parametrize(
    ("options", "side", "grown"), [(("--hex", "2"), "all", "hex 3"), (("--tri", "2"), "top left", "tri 1 3 2 2 2 3")]
)
def test_hexagons_and_triangles_grow(open_page, options, side: str, grown: str) -> None:
    _, page = open_page(*options)
    use_menu(page, "Grid")
    page.locator(f"[data-key=grow][data-side='{side}']").click()
    wait_for(page, f"drawing.sketch.grid === '{grown}'")


#: Notes each colour that the first cell shows.
_WATCH = """() => {
    const { sketch } = drawing;
    const { cells } = sketch.on;
    window.seen = [];
    sketch.on.cells = (...all) => {
        seen.push(sketch.cells[0]);
        cells(...all);
    };
}"""


def test_strokes_in_flight_are_kept(open_page) -> None:
    """The program answers late; no later stroke is undone by what it says about an earlier one."""
    drawn, page = open_page("--size", "6x6")
    page.route("**/command", lambda route: (page.wait_for_timeout(60), route.continue_()))
    page.evaluate(_WATCH)
    for cell in (0, 1, 2):
        page.mouse.click(*middle(page, cell))
    page.mouse.click(*middle(page, 0))
    assert painted(page) == cells(1, 2)
    assert page.evaluate("seen") == [1, 1, 1, 0]
    page.unroute("**/command")
    assert drawn.state()["cells"].startswith("000101")


@pytest.mark.parametrize("options", [("--size", "9x7"), ("--hex", "4"), ("--tri", "3")], ids=["rect", "hex", "tri"])
def test_clues_are_those_of_the_program(open_page, options) -> None:
    drawn, page = open_page(*options)
    page.get_by_label("Add a colour").click()
    wait_for(page, "drawing.sketch.colors.length === 3")
    random_cells = random.Random(1)
    n_cells = page.evaluate("drawing.sketch.cells.length")
    for _ in range(12):
        color(page, random_cells.randrange(3))
        drag(page, random_cells.randrange(n_cells), random_cells.randrange(n_cells))
    painted(page)
    assert page.evaluate("drawing.sketch.puzzle.clues.map((clue) => clue.flat())") == drawn.state()["clues"]


def test_two_tabs_show_one_drawing(open_page) -> None:
    drawn, page = open_page("--size", "4x4")
    other = page.context.new_page()
    other.goto(drawn.address)
    other.wait_for_selector(".board")
    drag(page, 0, 3)
    wait_for(other, "drawing.sketch.cells[3] === 1")
    drag(other, 4, 6)
    wait_for(page, "drawing.sketch.cells[6] === 1")
    other.close()


def test_play_what_is_drawn(open_page) -> None:
    _, page = open_page("--size", "4x4")
    drag(page, 0, 3)
    painted(page)
    with page.expect_popup() as popup:
        page.get_by_text("Play it").click()
    player = popup.value
    for cell in range(4):
        player.locator("[role=gridcell]").nth(cell).click()
    player.wait_for_selector("svg.solved")
    assert painted(page) == cells(0, 1, 2, 3)


def test_a_file_that_was_changed_is_replaced_only_after_a_question(open_page, tmp_path: Path) -> None:
    _, page = open_page("--size", "4x4")
    drag(page, 0, 3)
    (tmp_path / "p.clues").write_text("of another program")
    page.get_by_text("Save", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Cancel").click()
    page.wait_for_selector("dialog", state="hidden")
    assert (tmp_path / "p.clues").read_text() == "of another program"
    page.get_by_text("Save", exact=True).click()
    dialog.get_by_text("Save anyway").click()
    page.wait_for_selector(".state:not(.unsaved)")
    assert load_sheet(tmp_path / "p.clues").goal.cells[:4] == (1, 1, 1, 1)


def test_save_as_names_what_is_lost(open_page, tmp_path: Path) -> None:
    _, page = open_page("--size", "4x4")
    drag(page, 0, 3)
    use_menu(page, "Details")
    page.locator("[name=title]").fill("Bar")
    page.keyboard.press("Control+s")  # while it is being typed
    page.wait_for_selector("h1:has-text('Bar')")
    page.wait_for_selector(".state:not(.unsaved)")
    assert load_sheet(tmp_path / "p.clues").puzzle.metadata.title == "Bar"
    use_menu(page, "File")
    page.locator("[name=kind]").select_option(".nin")
    assert page.locator("[name=file]").input_value() == "p.nin"
    page.get_by_text("Save as", exact=True).click()
    dialog = page.get_by_role("dialog")
    assert "title" in dialog.inner_text()
    dialog.get_by_text("Save anyway").click()
    page.wait_for_selector(".message:has-text('p.nin')")
    assert (tmp_path / "p.nin").exists()


@pytest.mark.parametrize("window", [DESKTOP, PHONE, LYING], ids=["desktop", "phone", "lying"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(open_page, window: dict[str, Any], scheme: str) -> None:
    _, page = open_page("--size", "6x6", options={**window, "color_scheme": scheme})
    drag(page, 0, 3)
    painted(page)
    expect_no_findings(page)
    for name in ("File", "Grid", "Colour", "Details"):
        use_menu(page, name)
        expect_no_findings(page)
    # All tools are in the window, and the board has most of it.
    boxes = [each.bounding_box() for each in page.locator(".bar label, .bar button").all()]
    size = window["viewport"]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= size["width"] for box in boxes)
    assert page.locator(".stage").bounding_box()["height"] >= 0.4 * size["height"]


#: Milliseconds of script from the event of a pointer to the painted cell, of 200 events of strokes in as many frames.
_STROKES = """async () => {
    const { svg, cells } = drawing.easel.canvas;
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const times = [];
    const send = (type, cell) => {
        const box = cells[cell].getBoundingClientRect();
        const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerId: 1, bubbles: true };
        const event = new PointerEvent(type, { ...place, button: 0, pointerType: "mouse" });
        const begin = performance.now();
        cells[cell].dispatchEvent(event);
        times.push(performance.now() - begin);
    };
    svg.setPointerCapture = () => {};
    for (let stroke = 0; stroke < 100; stroke += 1) {
        drawing.easel.color = stroke % 5 + 1;
        const cell = (stroke * 37 * 61) % 3599;
        send("pointerdown", cell);
        await frame();
        send("pointermove", cell + 1);
        await frame();
        svg.dispatchEvent(new PointerEvent("pointerup", { pointerId: 1, bubbles: true }));
        await frame();
    }
    return times.sort((one, other) => one - other);
}"""


def test_a_stroke_takes_less_than_a_frame(open_page, tmp_path: Path) -> None:
    """60 x 60 cells in five colours; here with room for slow machines, the figures are printed."""
    numbers = random.Random(1)
    rows = ["".join(numbers.choice("...abcde") for _ in range(60)) for _ in range(60)]
    (tmp_path / "picture.txt").write_text("\n".join(rows) + "\n")
    _, page = open_page("picture.txt")
    assert page.evaluate("[drawing.sketch.cells.length, drawing.sketch.colors.length]") == [3600, 6]
    times = page.evaluate(_STROKES)
    print(f"median {times[len(times) // 2]:.1f} ms, largest {times[-1]:.1f} ms")
    assert len(times) == 200
    assert times[100] <= 16
