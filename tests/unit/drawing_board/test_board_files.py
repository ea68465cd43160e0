"""Files opened on the page in a real browser: dropped, pasted or chosen, taken or given up."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from conftest import NONE, RECT, TWO, tree, write
from drawn_pages import DESKTOP, LYING, PHONE, drag, opened_pages, painted, wait_for
from played_pages import expect_no_findings

from nonosat.drawing_board.sketch import Sketch
from nonosat.model.rect_grid import RectGrid

pytestmark = pytest.mark.browser

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
IMAGE, PHOTO = EXAMPLES / "landscape.png", EXAMPLES / "worksheet.jpg"
GRID = "drawing.sketch.grid"

#: Sends an event with files to the desk; each file is its name and its contents in base 64.
_SEND = """([kind, files, text]) => {
    const data = new DataTransfer();
    for (const [name, content] of files) {
        data.items.add(new File([Uint8Array.from(atob(content), (each) => each.charCodeAt(0))], name));
    }
    if (text) data.setData("text/plain", text);
    const properties = { bubbles: true, cancelable: true };
    const event = kind === "paste"
        ? new ClipboardEvent(kind, { ...properties, clipboardData: data })
        : new DragEvent(kind, { ...properties, dataTransfer: data });
    return !document.querySelector(".desk").dispatchEvent(event);
}"""


@pytest.fixture
def open_page(browser, tmp_path: Path):
    pytest.importorskip("PIL.Image")
    with opened_pages(browser, tmp_path) as open_page:
        yield open_page


@pytest.fixture
def refusing_page(browser, tmp_path: Path):
    with opened_pages(browser, tmp_path, may_refuse=True) as open_page:
        yield open_page


def send(page: Any, kind: str, *files: tuple[str, bytes], text: str = "") -> bool:
    """Drop, drag or paste files; true if the page handles that."""
    return page.evaluate(_SEND, [kind, [[name, base64.b64encode(data).decode()] for name, data in files], text])


def choose(page: Any, path: Path) -> None:
    page.locator("input[type=file]").set_input_files(path)


def choose_image(page: Any, path: Path = IMAGE) -> Any:
    """Choose an image; its dialog."""
    choose(page, path)
    page.wait_for_selector("dialog.image[open]")
    return page.locator("dialog.image")


def wait_for_preview(page: Any) -> None:
    wait_for(page, "document.querySelector('.image form').ariaBusy === 'false'")
    wait_for(page, "document.querySelector('.image img').naturalWidth > 0")


def caption(page: Any) -> str:
    return page.locator("dialog.image .caption").inner_text()


def test_a_puzzle_is_taken_at_once_and_undone(open_page) -> None:
    drawn, page = open_page("--size", "4x4")
    drag(page, 0, 2)
    assert send(page, "drop", ("rect.clues", RECT.encode()))
    wait_for(page, f"{GRID} === 'rect 4 5'")
    assert drawn.state()["undo"] == 2
    assert page.locator("dialog[open]").count() == 0
    page.get_by_label("Undo").click()
    wait_for(page, f"{GRID} === 'rect 4 4'")
    assert painted(page) == {0: 1, 1: 1, 2: 1}


def test_what_is_left_out_is_said(open_page) -> None:
    _, page = open_page("--size", "4x4")
    send(page, "drop", ("two.clues", (TWO + "given 1 1 a\n").encode()), ("more.clues", RECT.encode()))
    page.wait_for_selector(".message:has-text('givens')")
    assert "two.clues" in page.locator(".message").inner_text()
    assert page.evaluate(GRID) == "rect 2 2"


def test_many_remarks_can_be_read(open_page) -> None:
    """Those that do not fit are scrolled with keys, too."""
    drawn, page = open_page("--size", "4x4")
    remarks = [f"row {row}: 3 is doubtful" for row in range(1, 30)]
    reply = {"kind": "puzzle", "sketch": Sketch.empty(RectGrid(2, 3)).record(), "remarks": remarks}
    page.route("**/open?*", lambda route: route.fulfill(json=reply))
    send(page, "drop", ("p.clues", RECT.encode()))
    page.wait_for_selector(".message:has-text('Row 29: 3 is doubtful.')")
    assert drawn.state()["grid"] == "rect 2 3"
    expect_no_findings(page)
    page.unroute_all()


def test_a_puzzle_without_a_solution_is_typed(open_page, tmp_path: Path) -> None:
    _, page = open_page("--size", "4x4")
    choose(page, write(tmp_path / "none.clues", NONE))
    wait_for(page, "drawing.sketch.isTyped")
    page.get_by_label("Undo").click()
    wait_for(page, "!drawing.sketch.isTyped")


def test_one_of_several_puzzles_is_chosen(open_page) -> None:
    _, page = open_page("--size", "4x4")
    send(page, "drop", ("two.txt", b"3x1:1/1/1/3\n2x1:1/1/2\n"))
    page.wait_for_selector("dialog[open]")
    expect_no_findings(page)
    page.locator("[name=puzzle]").select_option("2")
    page.get_by_text("Open it").click()
    wait_for(page, f"{GRID} === 'rect 1 2'")
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.parametrize("way", ["button", "keys"])
def test_choosing_a_file(open_page, tmp_path: Path, way: str) -> None:
    _, page = open_page("--size", "4x4")
    with page.expect_file_chooser() as chooser:
        if way == "button":
            page.get_by_text("Open\u2026", exact=True).click()
        else:
            page.keyboard.press("p")  # a browser opens no dialog before anything else was pressed
            page.keyboard.press("Control+o")
    chooser.value.set_files(write(tmp_path / "picture.txt", "#-#\n-#-\n"))
    wait_for(page, f"{GRID} === 'rect 2 3'")
    assert painted(page) == {0: 1, 2: 1, 4: 1}


def test_pasting(open_page) -> None:
    _, page = open_page("--size", "4x4")
    assert send(page, "paste", text=RECT)
    wait_for(page, f"{GRID} === 'rect 4 5'")
    assert send(page, "paste", text="https://puzz.link/p?nonogram/2/2/2112")
    wait_for(page, f"{GRID} === 'rect 2 2'")
    assert send(page, "paste", ("image.png", IMAGE.read_bytes()))
    page.wait_for_selector("dialog.image[open]")
    assert not send(page, "paste")
    page.keyboard.press("Escape")
    assert page.evaluate(GRID) == "rect 2 2"


def test_an_image_is_previewed_and_taken(open_page) -> None:
    drawn, page = open_page("--size", "4x4")
    drag(page, 0, 2)
    painted(page)
    dialog = choose_image(page)
    wait_for_preview(page)
    assert "30 \u00d7 22" in caption(page)
    dialog.locator("[name=width]").fill("12")
    wait_for(page, "document.querySelector('.image .caption').innerText.includes('12 \u00d7 9')")
    dialog.locator("[name=height]").fill("10")
    wait_for(page, "document.querySelector('.image .caption').innerText.includes('12 \u00d7 10')")
    dialog.locator("[name=colors]").fill("1")
    dialog.locator("[name=keep_colors]").check()
    dialog.get_by_text("Take it").click()  # what was chosen last, although its picture may not be there yet
    wait_for(page, f"{GRID} === 'rect 10 12'")
    assert page.evaluate("drawing.sketch.colors.length") == 2
    assert dialog.is_hidden()
    page.keyboard.press("Control+z")
    wait_for(page, f"{GRID} === 'rect 4 4'")
    assert painted(page) == {0: 1, 1: 1, 2: 1}
    assert drawn.state()["redo"] == 1


def test_choices_for_an_image(open_page) -> None:
    _, page = open_page("--size", "4x4")
    dialog = choose_image(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/open" in request.url else None)
    dialog.locator("[name=grid]").select_option("hex")
    dialog.locator("[name=hex]").fill("5")
    dialog.locator("[name=threshold]").fill("40")
    dialog.locator("[name=ground]").select_option("chosen")
    dialog.locator("[name=background]").fill("#ffffff")
    dialog.locator("[name=dither]").check()
    wait_for_preview(page)
    for part in ("hex=5", "threshold=40", "background=%23ffffff", "dither=yes"):
        assert part in asked[-1]
    assert "61 cells" in caption(page)
    dialog.get_by_text("Take it").click()
    wait_for(page, f"{GRID} === 'hex 5'")


def test_the_newest_choice_wins(open_page) -> None:
    """The first picture that was asked for comes last."""
    _, page = open_page("--size", "4x4")
    dialog = choose_image(page)
    held: list[Any] = []
    page.route("**/open?*width=1*", lambda route: held.append(route))
    dialog.locator("[name=width]").fill("1")
    page.wait_for_timeout(50)
    dialog.locator("[name=width]").fill("20")
    wait_for_preview(page)
    assert "20 \u00d7 15" in caption(page)
    for route in held:
        route.abort()
    page.wait_for_timeout(50)
    assert "20 \u00d7 15" in caption(page)
    page.unroute_all()


def test_a_choice_that_is_refused(refusing_page) -> None:
    _, page = refusing_page("--size", "4x4")
    dialog = choose_image(page)
    dialog.locator("form").evaluate("form => { form.noValidate = true }")
    dialog.locator("[name=width]").fill("999")
    page.wait_for_selector("dialog.image .refused")
    dialog.get_by_text("Take it").click()
    assert dialog.is_visible()
    dialog.locator("[name=width]").fill("9")
    wait_for(page, "!document.querySelector('.refused')")
    dialog.get_by_text("Take it").click()
    wait_for(page, f"{GRID} === 'rect 7 9'")


@pytest.mark.parametrize("way", ["button", "Escape"])
def test_an_image_that_is_not_taken(open_page, tmp_path: Path, way: str) -> None:
    drawn, page = open_page("--size", "4x4")
    dialog = choose_image(page)
    dialog.locator("[name=width]").fill("7")
    if way == "button":
        dialog.get_by_text("Cancel").click()
    else:
        page.keyboard.press("Escape")
    page.wait_for_selector("dialog.image", state="hidden")
    state = drawn.state()
    assert (state["grid"], state["number"], state["undo"]) == ("rect 4 4", 0, 0)
    assert tree(tmp_path) == [".p.clues.journal"]
    assert dialog.locator("[name=width]").input_value() == "7"
    choose_image(page)
    assert dialog.locator("[name=width]").input_value() == ""


def test_a_photo_is_read_while_drawing_goes_on(open_page) -> None:
    pytest.importorskip("cv2")
    _, page = open_page("--size", "4x4")
    dialog = choose_image(page, PHOTO)
    dialog.get_by_label("A photo or screenshot of a puzzle").check(force=True)
    page.route("**/open?*", lambda route: (page.wait_for_timeout(300), route.continue_()))
    dialog.get_by_text("Read it").click()
    page.wait_for_selector(".reading")
    drag(page, 0, 2)
    wait_for(page, "drawing.sketch.isTyped")
    page.unroute_all()
    assert page.evaluate(GRID) == "rect 11 9"
    assert page.locator(".reading").is_hidden()
    page.keyboard.press("Control+z")
    wait_for(page, f"{GRID} === 'rect 4 4'")
    assert painted(page) == {0: 1, 1: 1, 2: 1}


def test_a_photo_that_is_given_up(open_page) -> None:
    drawn, page = open_page("--size", "4x4")
    dialog = choose_image(page, PHOTO)
    held: list[Any] = []
    page.route("**/open?*", lambda route: held.append(route))
    dialog.get_by_label("A photo or screenshot of a puzzle").check(force=True)
    dialog.get_by_text("Read it").click()
    page.wait_for_selector(".reading")
    page.locator(".reading button").click()
    page.wait_for_selector(".message:has-text('worksheet.jpg')")
    for route in held:
        route.abort()
    page.unroute_all()
    assert page.locator(".reading").is_hidden()
    assert drawn.state()["number"] == 0


def test_an_image_that_shows_no_puzzle(refusing_page) -> None:
    pytest.importorskip("cv2")
    drawn, page = refusing_page("--size", "4x4")
    dialog = choose_image(page)
    dialog.get_by_label("A photo or screenshot of a puzzle").check(force=True)
    dialog.get_by_text("Read it").click()
    page.wait_for_selector(".message:has-text('landscape.png')")
    assert drawn.state()["number"] == 0


WRONG = {
    "a letter": ("letter.txt", b"Dear Sir or Madam, I am writing to you"),
    "a broken image": ("i.png", b"\x89PNG\r\n\x1a\nrubbish"),
    "an empty file": ("empty.clues", b""),
    "a broken puzzle": ("../../p.clues", b"rect 2 2\n#ffffff #000000\nx\n"),
    "a huge file": ("huge.clues", b"1" * 20_000_001),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_files_change_nothing(refusing_page, tmp_path: Path, name: str) -> None:
    drawn, page = refusing_page("--size", "4x4")
    drag(page, 0, 2)
    painted(page)
    send(page, "drop", WRONG[name])
    page.wait_for_selector(f".message:has-text('{WRONG[name][0].split('/')[-1]}')")
    state = drawn.state()
    assert (state["grid"], state["number"]) == ("rect 4 4", 1)
    assert tree(tmp_path) == [".p.clues.journal"]


def test_a_name_that_leads_elsewhere(open_page, tmp_path: Path) -> None:
    """Of the file, and nothing is written there, not even when the drawing is saved."""
    drawn, page = open_page("--size", "4x4")
    send(page, "drop", ("../../evil.clues", RECT.encode()))
    wait_for(page, f"{GRID} === 'rect 4 5'")
    page.keyboard.press("Control+s")
    page.wait_for_selector(".state:not(.unsaved)")
    assert drawn.state()["file"] == "p.clues"
    assert tree(tmp_path) == [".p.clues.journal", "p.clues"]


def test_a_file_over_the_page(open_page) -> None:
    """The page says where files can be dropped, and a drop is never left to the browser, which would leave the page."""
    _, page = open_page("--size", "4x4")
    assert send(page, "dragover", ("rect.clues", RECT.encode()))
    assert page.locator("body.dropping").count() == 1
    assert not send(page, "dragover", text="a text")
    assert send(page, "drop", ("rect.clues", RECT.encode()))
    assert page.locator("body.dropping").count() == 0
    wait_for(page, f"{GRID} === 'rect 4 5'")
    choose_image(page)
    assert send(page, "drop", ("two.clues", TWO.encode()))  # in place of the image
    wait_for(page, f"{GRID} === 'rect 2 2'")
    assert page.locator("dialog[open]").count() == 0


def test_another_question_comes_first(open_page, tmp_path: Path) -> None:
    _, page = open_page("--size", "4x4")
    drag(page, 0, 2)
    painted(page)
    (tmp_path / "p.clues").write_text("of another program")
    page.keyboard.press("Control+s")
    page.wait_for_selector("dialog[open]")
    assert send(page, "drop", ("rect.clues", RECT.encode()))
    page.wait_for_timeout(100)
    assert page.evaluate(GRID) == "rect 4 4"


@pytest.mark.parametrize("window", [DESKTOP, PHONE, LYING], ids=["desktop", "phone", "lying"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(open_page, window: dict[str, Any], scheme: str) -> None:
    _, page = open_page("--size", "4x4", options={**window, "color_scheme": scheme})
    dialog = choose_image(page)
    wait_for_preview(page)
    expect_no_findings(page)
    dialog.locator("[name=grid]").select_option("hex")
    dialog.locator("[name=ground]").select_option("chosen")
    wait_for_preview(page)
    expect_no_findings(page)
    # The buttons are in the window.
    size, box = window["viewport"], dialog.get_by_text("Take it").bounding_box()
    assert 0 <= box["x"] <= size["width"] - box["width"]
    assert 0 <= box["y"] <= size["height"] - box["height"]
    dialog.get_by_label("A photo or screenshot of a puzzle").check(force=True)
    expect_no_findings(page)


def test_the_first_of_several_images(open_page) -> None:
    _, page = open_page("--size", "4x4")
    data = IMAGE.read_bytes()
    send(page, "drop", ("one.png", data), ("two.png", data))
    page.wait_for_selector("dialog.image[open]")
    assert "one.png" in page.locator(".message").inner_text()
    wait_for_preview(page)
    page.locator("dialog.image button[type=submit], dialog.image form button").last.click()
    wait_for(page, f"{GRID} !== 'rect 4 4'")
    page.wait_for_selector(".message:has-text('one.png')")


def test_a_choice_that_is_hidden_prevents_nothing(refusing_page) -> None:
    _, page = refusing_page("--size", "4x4")
    dialog = choose_image(page)
    dialog.locator("[name=width]").fill("500")
    dialog.locator("[name=grid]").select_option("hex")
    wait_for_preview(page)
    wait_for(page, "document.querySelector('.image form').checkValidity()")
    page.locator("dialog.image form button").last.click()
    wait_for(page, f"{GRID}.startsWith('hex')")
