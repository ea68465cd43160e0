"""How fast pages react in Chromium, and how large they are.

    python benchmarks/parts/pages.py [--marks N] [--quick]

Each puzzle is a page of its own, opened at the size of a desktop. Cells are marked by the mouse, then one stroke is
drawn along a row, to and fro. The times are those that the main thread works, as the browser counts them, without
waiting: script alone, and everything up to the paint. Needs the extra `nonosat[browser]` and
Chromium.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.publishing.page import PagePuzzle, page_text

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.browser import running_chromium
from support.common import Cell, machine, options_parser, table
from support.families import picture

#: As many moves of the mouse as a stroke along a row has.
_MOVES = 20
_HEAD = ["puzzle", "cells", "colours", "bytes of data", "open, ms", "script a mark, ms", "a mark, ms", "a move, ms"]


def puzzles(quick: bool) -> dict[str, Puzzle]:
    if quick:
        return {"10x10": picture(RectGrid(10, 10), 3), "hexagon of 4": picture(HexGrid(4), 1)}
    return {
        "20x20": picture(RectGrid(20, 20), 1),
        "60x60": picture(RectGrid(60, 60), 5),
        "100x100": picture(RectGrid(100, 100), 1),
        "hexagon of 22": picture(HexGrid(22), 4),
    }


class MainThread:
    """The work of the main thread of a page since the last call.

    Args:
        page: of playwright.
    """

    def __init__(self, page: Any) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable")
        self._before = self._now()

    def _now(self) -> dict[str, float]:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return {each["name"]: 1000 * each["value"] for each in metrics}

    def milliseconds(self) -> tuple[float, float]:
        """Those of the script, and of all tasks, after everything so far is painted."""
        self._page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        before, now = self._before, self._now()
        self._before = now
        return now["ScriptDuration"] - before["ScriptDuration"], now["TaskDuration"] - before["TaskDuration"]


def measured(browser: Any, name: str, puzzle: Puzzle, n_marks: int, folder: Path) -> list[Cell]:
    text = page_text([PagePuzzle(puzzle=puzzle, name=name)])
    file = folder / "page.html"
    file.write_text(text, encoding="utf-8")
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    thread = MainThread(page)
    page.goto(file.as_uri())
    page.wait_for_selector("[role=gridcell]")
    _, opened = thread.milliseconds()
    row = puzzle.grid.line(len(puzzle.grid.families[0]) // 2)
    begin = max(0, (len(row) - _MOVES) // 2)
    cells = [page.locator("[role=gridcell]").nth(cell) for cell in row[begin : begin + _MOVES]]
    cells[len(cells) // 2].evaluate("cell => cell.scrollIntoView({ block: 'center', inline: 'center' })")
    places = [middle(cell.bounding_box()) for cell in cells]
    # The first mark compiles the script; the pointer also comes in from outside.
    page.mouse.click(*places[0])
    thread.milliseconds()
    for number in range(n_marks):
        page.mouse.click(*places[number % len(places)])
    script, mark = (each / n_marks for each in thread.milliseconds())
    page.evaluate("view.changed(view.game.clear())")
    page.mouse.move(*places[0])
    page.mouse.down()
    thread.milliseconds()
    far = len(places) - 1
    for number in range(_MOVES):
        page.mouse.move(*places[far - abs(far - number % (2 * far))])
        page.evaluate("new Promise(requestAnimationFrame)")
    _, stroke = thread.milliseconds()
    page.mouse.up()
    made = page.locator("[role=gridcell][style*=fill]").count()
    if made < 2:
        raise RuntimeError(f"{name}: the mouse made {made} marks")
    page.context.close()
    return [name, puzzle.grid.n_cells, puzzle.n_colors, data_size(text), opened, script, mark, stroke / _MOVES]


def middle(box: dict[str, float]) -> tuple[float, float]:
    """The middle of an element in the window."""
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def data_size(text: str) -> int:
    """The bytes of the puzzles in a page."""
    return len(text.partition('id="data">')[2].partition("</script>")[0])


def main() -> None:
    parser = options_parser(__doc__, "small puzzles and few marks")
    parser.add_argument("--marks", type=int, default=40, metavar="N", help="marks for each puzzle (default: 40)")
    options = parser.parse_args()
    print(machine("playwright") + "\n")
    with running_chromium() as browser, tempfile.TemporaryDirectory() as folder:
        if browser is None:
            print("Chromium or playwright is not installed, so nothing is measured.")
            return
        n_marks = 3 if options.quick else options.marks
        chosen = puzzles(options.quick)
        print(table(_HEAD, [measured(browser, *each, n_marks, Path(folder)) for each in chosen.items()]))


if __name__ == "__main__":
    main()
