"""Draws pictures in docs/examples: drawing-*.png of `nonosat draw` in a browser.

    python docs/examples/draw_drawing_board.py

Needs the extra `browser`, Pillow and Chromium.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "docs" / "examples"
#: Sizes of windows in pixels.
WINDOW, PHONE = {"width": 1000, "height": 640}, {"width": 390, "height": 760}
#: Height of the pictures in pixels.
HEIGHT = 560


def main() -> None:
    """Draw all."""
    shot("answers", "umbrella", WINDOW, act=worsen)
    shot("colors", "hex-toucan", WINDOW, act=recolor)
    shot("clues", "mushroom", WINDOW, act=mistype)
    shot("phone", "tri-boat", PHONE, scheme="dark", act=wait)


def shot(name: str, puzzle: str, size: dict[str, int], act: Callable[[Any], None], scheme: str = "light") -> None:
    """Picture the page of a puzzle after what `act` does on it."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        copy = Path(folder) / f"{puzzle}.clues"
        copy.write_bytes((ROOT / "puzzles" / copy.name).read_bytes())
        command = [sys.executable, "-m", "nonosat", "draw", "--no-browser", str(copy)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            view = browser.new_page(viewport=size, device_scale_factor=2, color_scheme=scheme)
            view.goto(program.stdout.readline().strip())
            view.wait_for_selector(".board")
            try:
                act(view)
                view.screenshot(path=Path(folder) / "page.png")
            finally:
                browser.close()
                program.terminate()
        image = Image.open(Path(folder) / "page.png").convert("RGB")
    width = image.width * HEIGHT // image.height
    image = image.resize((width, HEIGHT), Image.Resampling.LANCZOS).quantize(128)
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


def wait(view: Any) -> None:
    """Wait for what is said about an unchanged picture."""
    view.wait_for_selector("[data-about=difficulty]")


#: The cells of the umbrella that are changed.
CHANGED = (112, 126)
#: The number of a line of the mushroom, from 0, and its clue with an error.
MISTYPED = (5, "1a 2b 1a 1b 1a")

if __name__ == "__main__":
    main()
