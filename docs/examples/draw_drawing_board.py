"""Draws pictures in docs/examples: drawing-*.png of `nonosat draw` in a browser. One shows a drawing as it grows.

    python docs/examples/draw_drawing_board.py

Needs the extra `browser`, Pillow and Chromium.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "docs" / "examples"
#: Sizes of windows in pixels.
WINDOW, SMALL, PHONE = ({"width": w, "height": h} for w, h in ((1000, 640), (760, 500), (390, 760)))
#: Height of the pictures in pixels.
HEIGHT = 560


def main() -> None:
    """Draw all."""
    shot("answers", "umbrella.clues", WINDOW, worsen)
    shot("colors", "hex-toucan.clues", WINDOW, recolor)
    shot("image", "umbrella.clues", WINDOW, open_image)
    shot("clues", "mushroom.clues", WINDOW, mistype)
    shot("phone", "tri-boat.clues", PHONE, wait, scheme="dark")
    film("from-nothing", SMALL, (strokes, more_strokes, improve, play))


def shot(name: str, puzzle: str, size: dict[str, int], act: Callable[[Any], Any], scheme: str = "light") -> None:
    """Picture the page of a puzzle after what `act` does on it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / puzzle
        copy.write_bytes((ROOT / "puzzles" / puzzle).read_bytes())
        with page([str(copy)], size, scheme) as view:
            act(view)
            save(name, picture_of(view), HEIGHT)


def film(name: str, size: dict[str, int], acts: Sequence[Callable[[Any], Any]]) -> None:
    """Picture a new drawing after each act, two pictures beside each other; an act may return another page to show."""
    with page(["--size", "8x8"], size) as view:
        frames = [picture_of(act(view) or view) for act in acts]
    width, height = frames[0].size
    gap = width // 50
    sheet = Image.new("RGB", (2 * width + gap, 2 * height + gap), "#808080")
    for number, frame in enumerate(frames):
        y, x = divmod(number, 2)
        sheet.paste(frame, (x * (width + gap), y * (height + gap)))
    save(name, sheet, 2 * HEIGHT)


@contextmanager
def page(arguments: list[str], size: dict[str, int], scheme: str = "light") -> Iterator[Any]:
    """The page of a running `nonosat draw`."""
    command = [sys.executable, "-m", "nonosat", "draw", "--no-browser", *arguments]
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as program,
    ):
        assert program.stdout is not None
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            view = browser.new_page(viewport=size, device_scale_factor=2, color_scheme=scheme)
            view.goto(program.stdout.readline().strip())
            view.wait_for_selector(".board")
            yield view
        finally:
            browser.close()
            program.terminate()


def picture_of(view: Any) -> Image.Image:
    return Image.open(BytesIO(view.screenshot())).convert("RGB")


def save(name: str, image: Image.Image, height: int) -> None:
    width = image.width * height // image.height
    image = image.resize((width, height), Image.Resampling.LANCZOS).quantize(128)
    image.save(HERE / f"drawing-{name}.png", optimize=True)


def worsen(view: Any) -> None:
    """Change a few cells, so that the picture is not the only solution any more."""
    for cell in CHANGED:
        view.locator("[role=gridcell]").nth(cell).click()
    view.wait_for_selector("[data-about=fewest] button")
    view.locator(".answer-panel .about").hover()


def recolor(view: Any) -> None:
    """Open the menu of a colour."""
    view.locator(".palette label").nth(1).click()
    view.locator("summary", has_text="Colour").click()
    view.wait_for_selector("[data-about=solutions]")


def mistype(view: Any) -> None:
    """Type the clues instead, with a wrong number."""
    view.locator("[data-key=type]").click()
    view.wait_for_selector("[name=clue]:focus")
    view.locator(".clue .area").nth(MISTYPED[0]).click(force=True)
    view.locator("[name=clue]").fill(MISTYPED[1])
    view.locator("[name=clue]").press("Enter")
    view.wait_for_selector(".clue.contradicts")
    view.locator("[name=clue]").press("ArrowUp")


def open_image(view: Any) -> None:
    """Open an image, and choose its size and colours."""
    view.locator("input[type=file]").set_input_files(HERE / "landscape.png")
    view.locator("dialog [name=width]").fill("40")
    view.locator("dialog [name=colors]").fill("6")
    view.locator("dialog .caption", has_text="40 \u00d7 30 cells, 6 colours").wait_for()


def wait(view: Any) -> None:
    """Wait for what is said about an unchanged picture."""
    view.wait_for_selector("[data-about=difficulty]")


def strokes(view: Any) -> None:
    """Draw a house with a door."""
    tool(view, "rectangle")
    drag(view, 25, 62)
    tool(view, "pencil")
    drag(view, 18, 21)
    tool(view, "eraser")
    drag(view, 51, 59)
    view.wait_for_selector(".unique")


def more_strokes(view: Any) -> None:
    """Draw smoke above it, whose clues allow its mirror image, too."""
    tool(view, "pencil")
    for cell in (7, 14):
        click(view, cell)
    view.wait_for_selector("[data-about=fewest] button")
    view.wait_for_timeout(500)


def improve(view: Any) -> None:
    """Make the change that is suggested."""
    view.locator("[data-about=fewest] button").click()
    view.wait_for_selector(".unique")
    view.wait_for_selector("[data-about=difficulty] .said")


def play(view: Any) -> Any:
    """The page to play."""
    with view.expect_popup() as opened:
        view.locator(".play-it").click()
    opened.value.wait_for_selector("[role=gridcell]")
    opened.value.wait_for_timeout(500)
    return opened.value


def tool(view: Any, key: str) -> None:
    view.locator(f".bar label:has([value={key}])").click()


def click(view: Any, cell: int) -> None:
    view.locator("[role=gridcell]").nth(cell).click()


def drag(view: Any, first: int, last: int) -> None:
    """Draw from one cell to another."""
    for cell, button in ((first, view.mouse.down), (last, view.mouse.up)):
        box = view.locator("[role=gridcell]").nth(cell).bounding_box()
        view.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        button()


#: The cells of the umbrella that are changed.
CHANGED = (112, 126)
#: The number of a line of the mushroom, from 0, and its clue with an error.
MISTYPED = (5, "1a 2b 1a 1b 1a")

if __name__ == "__main__":
    main()
