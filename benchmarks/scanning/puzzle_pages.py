"""Pages of HTML that show a puzzle as sites, apps and magazines do, and a browser that draws them; needs playwright."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from nonosat.model.clue import length_text
from nonosat.model.colors import ink
from nonosat.model.puzzle import Puzzle

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.browser import running_chromium

#: Families of the numbers: half of them were not seen in training.
FONTS = (
    *("DejaVu Sans", "Liberation Sans", "Liberation Serif", "Roboto", "Noto Sans", "Open Sans", "Lato", "Comic Neue"),
    *("Inter", "Fira Code", "Px IBM VGA8", "Carlito", "Cantarell", "Roboto Slab", "Clear Sans", "Cabin", "Tuffy"),
    *("Vollkorn", "PT Sans Caption", "Linux Biolinum O"),
)

#: Pixels between clues and board.
_SPACE = 3


@dataclass(frozen=True, kw_only=True)
class Style:
    """A site or an app; colours of CSS, widths in its pixels.

    Attributes:
        ground: behind clues.
        line, thick: width of the lines of the board, and of every fifth one.
        clue_line: style of the lines between clues, as CSS has them; empty for none.
        boxes: there are lines between the numbers of a clue, too.
        filled, mark: colours of a filled cell and of a cross.
        bands: the ground of every second clue; empty for no bands.
        gap: distance between cells, if they are tiles.
        spaced: the numbers of a row stand behind each other, not each in a place of its own.
        start: clues begin at the outer border instead of ending at the board.
        pitch: width of the place of a number in a row in proportion to a cell.
        repeated: clues stand at the right and at the bottom, too.
        zero: an empty line has the number 0.
        tinted: coloured numbers instead of coloured grounds.
        chrome: there are a heading and buttons.
    """

    name: str
    page: str = "#ffffff"
    board: str = "#ffffff"
    ground: str = "transparent"
    ink: str = "#000000"
    line: float = 1
    thick: float = 2
    line_color: str = "#aaaaaa"
    thick_color: str = "#000000"
    clue_line: str = ""
    boxes: bool = False
    filled: str = "#000000"
    mark: str = "#aa0000"
    bold: bool = False
    bands: str = ""
    gap: float = 0
    radius: float = 0
    spaced: bool = False
    start: bool = False
    pitch: float = 1.0
    repeated: bool = False
    zero: bool = True
    tinted: bool = False
    chrome: bool = True
    panel: str = "#eeeeee"


STYLES = (
    Style(name="table", clue_line="solid", boxes=True, line_color="#888888", zero=False),
    Style(name="bare", zero=False, pitch=0.9, tinted=True),
    Style(
        name="night", page="#14181f", board="#1f2530", ink="#e6e8ec", line_color="#3a4352", thick_color="#76839a",
        filled="#7fb4ff", mark="#8a94a6", panel="#222a36",
    ),
    Style(
        name="tiles", page="#eef1f5", ground="#dfe6ef", ink="#23395b", line=0, thick=0, gap=2, radius=2,
        filled="#23395b", mark="#8fa3bf", bold=True, panel="#cfd9e6",
    ),
    Style(name="bands", bands="#d9e7f5", line_color="#9fb6cc", thick_color="#2f5f8f", filled="#2f5f8f", spaced=True),
    Style(
        name="sepia", page="#2c2c26", board="#f6ebc8", ground="#f6ebc8", line_color="#000000", thick=3, bold=True,
        panel="#2c2c26", zero=False,
    ),
    Style(name="dotted", clue_line="dotted", line_color="#777777", start=True),
    Style(
        name="phone", page="#f7f7fb", ground="#e4e4f0", ink="#4a4a68", line_color="#c9c9dc", thick_color="#8d8dac",
        filled="#4a4a68", mark="#8080a0", bold=True, radius=4, pitch=0.8, spaced=True, panel="#ffffff",
    ),
    Style(
        name="newspaper", page="#fbfaf5", clue_line="solid", line_color="#000000", thick=3, repeated=True, zero=False,
        tinted=True,
    ),
    Style(
        name="neon", page="#000000", board="#0b0b12", ink="#39ffb0", line_color="#1f6b52", thick_color="#39ffb0",
        clue_line="dashed", filled="#39ffb0", mark="#ff4f79", panel="#0b0b12",
    ),
)  # fmt: skip


class Page:
    """One puzzle on a page.

    Args:
        marks: the board, a line for a row: letters of colours, `-` for a cross, `?` for an open cell; None if empty.
        font: a family of fonts.
        cell: width of a cell.
        small: the height of text in cells, as on phones, where numbers are close together; None for the usual one.
    """

    def __init__(
        self,
        rng: random.Random,
        style: Style,
        puzzle: Puzzle,
        marks: str | None,
        *,
        font: str,
        cell: float,
        small: float | None = None,
    ) -> None:
        self.rng, self.style, self.puzzle, self.font, self.cell = rng, style, puzzle, font, cell
        self.marks = "".join((marks or "").split()) or "?" * puzzle.grid.n_cells
        self.parts: list[str] = []
        self.text_size = max(8.5, cell * rng.uniform(0.5, 0.66))
        self.done = rng.choice(["opacity:.35", "opacity:.5", "text-decoration:line-through", "color:#888"])
        rows, columns = puzzle.grid.families
        clues = [
            [(length_text(block), block.color) for block in clue] or [("0", 0)] * style.zero for clue in puzzle.clues
        ]
        self.rows, self.columns = clues[: len(rows)], clues[len(rows) :]
        self.widest, self.deepest = (max(1, *map(len, lines)) for lines in (self.rows, self.columns))
        # Two digits need nearly a whole cell.
        self.pitch = cell * max(style.pitch, 0.8 if max(len(rows), len(columns)) > 9 else 0.5)
        self.step = cell  # from one number of a column to the next one
        if small:
            self.text_size = small * cell
            self.step, self.pitch = (
                1.4 * self.text_size,
                (1.4 if max(len(rows), len(columns)) < 10 else 2) * self.text_size,
            )
        self.wide, self.deep = self.widest * self.pitch, self.deepest * self.step
        self.width, self.height = len(columns) * cell, len(rows) * cell
        self.left = rng.uniform(8, 60) + self.wide + _SPACE
        self.top = rng.choice([rng.uniform(8, 30), rng.uniform(60, 150)]) + self.deep + _SPACE
        self.lefts = (self.left - _SPACE - self.wide, self.left + self.width + _SPACE)[: 1 + style.repeated]
        self.tops = (self.top - _SPACE - self.deep, self.top + self.height + _SPACE)[: 1 + style.repeated]
        self.right_end = max(self.lefts[-1] + self.wide, self.left + self.width, 240) + 20
        self.bottom_end = max(self.tops[-1] + self.deep, self.top + self.height) + 70

    def html(self) -> str:
        """The document."""
        style = self.style
        if style.chrome:
            self._surroundings()
        self._clue_grounds()
        self._cells()
        self._board_lines()
        for index, clue in enumerate(self.rows):
            self._row_clue(index, clue)
        for index, clue in enumerate(self.columns):
            self._column_clue(index, clue)
        weight = "bold" if style.bold else "normal"
        return f"""<!doctype html><style>
            * {{ margin: 0; box-sizing: border-box }}
            body {{ width: {self.right_end:.0f}px; height: {self.bottom_end:.0f}px; background: {style.page} }}
            body {{ overflow: hidden; color: {style.ink}; font: {weight} {self.text_size:.2f}px '{self.font}' }}
            div {{ position: absolute; white-space: pre; text-align: center }}
            .panel {{ background: {style.panel}; font: 14px 'DejaVu Sans'; padding: 5px; border-radius: 4px }}
            </style>{"".join(self.parts)}"""

    def _box(self, x: float, y: float, width: float, height: float, look: str, text: str = "", kind: str = "") -> None:
        place = f"left:{x:.2f}px;top:{y:.2f}px;width:{width:.2f}px;height:{height:.2f}px;line-height:{height:.2f}px"
        self.parts.append(f'<div class="{kind}" style="{place};{look}">{text}</div>')

    def _surroundings(self) -> None:
        """A heading, a clock and buttons."""
        if self.tops[0] > 50:
            self._box(0, 0, self.right_end, 40, "line-height:30px", "Nonograms  Daily 25x25", "panel")
            self._box(
                self.right_end - 70, 6, 60, 28, f"border:1px solid {self.style.ink};line-height:16px", "00:42", "panel"
            )
        if self.rng.random() < 0.6:
            for number, word in enumerate(("Undo", "Hint 3", "Check")):
                self._box(10 + 76 * number, self.bottom_end - 40, 70, 28, "line-height:18px", word, "panel")

    def _clue_grounds(self) -> None:
        """Bands and lines below the numbers."""
        style, cell, gap = self.style, self.cell, self.style.gap
        line = f"{max(1, style.line)}px {style.clue_line} {style.line_color}"
        for index in range(len(self.rows) + 1):
            y, ground = self.top + index * cell, style.bands if style.bands and index % 2 else style.ground
            for x in self.lefts:
                if index < len(self.rows):
                    self._box(
                        x, y + gap / 2, self.wide, cell - gap, f"background:{ground};border-radius:{style.radius}px"
                    )
                if style.clue_line:
                    self._box(x, y - 0.5, self.wide + _SPACE, 0, f"border-top:{line}")
        for index in range(len(self.columns) + 1):
            x, ground = self.left + index * cell, style.bands if style.bands and index % 2 else style.ground
            for y in self.tops:
                if index < len(self.columns):
                    self._box(
                        x + gap / 2, y, cell - gap, self.deep, f"background:{ground};border-radius:{style.radius}px"
                    )
                if style.clue_line:
                    self._box(x - 0.5, y, 0, self.deep + _SPACE, f"border-left:{line}")
        if style.boxes:
            for index in range(self.widest + 1):
                self._box(self.lefts[0] + index * self.pitch, self.top, 0, self.height, f"border-left:{line}")
            for index in range(self.deepest + 1):
                self._box(self.left, self.tops[0] + index * self.step, self.width, 0, f"border-top:{line}")

    def _cells(self) -> None:
        style, cell, gap = self.style, self.cell, self.style.gap
        if not gap:
            self._box(self.left, self.top, self.width, self.height, f"background:{style.board}")
        for number, mark in enumerate(self.marks):
            row, column = divmod(number, len(self.columns))
            x, y = self.left + column * cell, self.top + row * cell
            color = style.board
            if mark not in "?-":
                color = self.puzzle.palette.colors[ord(mark) - 96] if self.puzzle.n_colors > 1 else style.filled
            if gap or color != style.board:
                look = f"background:{color};border-radius:{style.radius}px"
                self._box(x + gap / 2, y + gap / 2, cell - gap, cell - gap, look)
            if mark == "-":
                path = f'<path d="M5 5L15 15M15 5L5 15" stroke="{style.mark}" stroke-width="2"/>'
                self._box(x, y, cell, cell, "", f'<svg viewBox="0 0 20 20" style="display:block">{path}</svg>')

    def _board_lines(self) -> None:
        """The lines of the board; they begin at whole pixels, as in most pages."""
        style, cell = self.style, self.cell
        for number, first in ((len(self.columns), self.left), (len(self.rows), self.top)):
            for index in range(number + 1):
                heavy = index % 5 == 0 or index == number
                thick, color = (style.thick, style.thick_color) if heavy else (style.line, style.line_color)
                at = round(first + index * cell - thick / 2)
                if thick and first == self.left:
                    self._box(at, self.top, thick, self.height, f"background:{color}")
                elif thick:
                    self._box(self.left, at, self.width, thick, f"background:{color}")

    def _number_look(self, line: int, color: int) -> str:
        """The style of a number: its colour, and whether its line is finished."""
        look = ""
        if self.puzzle.n_colors > 1 and color:
            tint = self.puzzle.palette.colors[color]
            look = f"color:{tint};font-weight:bold" if self.style.tinted else f"background:{tint};color:{ink(tint)}"
        if all(self.marks[cell] != "?" for cell in self.puzzle.grid.line(line)):
            look += f";{self.done}"
        return look

    def _row_clue(self, row: int, clue: list[tuple[str, int]]) -> None:
        y = self.top + row * self.cell
        for left in self.lefts:
            # Away from the board only at the left, in some styles.
            first = 0 if self.style.start or left > self.left else self.widest - len(clue)
            for block, (text, color) in enumerate(clue):
                x = left + (first + block) * self.pitch
                if not self.style.spaced or self.puzzle.n_colors > 1:
                    self._box(x + 1, y + 1, self.pitch - 2, self.cell - 2, self._number_look(row, color), text)
            if self.style.spaced and self.puzzle.n_colors == 1:
                look = f"text-align:right;word-spacing:{self.text_size * 0.25:.2f}px;{self._number_look(row, 1)}"
                self._box(left - 2, y, self.wide, self.cell, look, " ".join(text for text, _ in clue))

    def _column_clue(self, column: int, clue: list[tuple[str, int]]) -> None:
        x, line = self.left + column * self.cell, len(self.rows) + column
        for top in self.tops:
            first = 0 if self.style.start or top > self.top else self.deepest - len(clue)
            for block, (text, color) in enumerate(clue):
                y = top + (first + block) * self.step
                self._box(x + 1, y + 1, self.cell - 2, self.step - 2, self._number_look(line, color), text)


class Browser(NamedTuple):
    """A running browser of playwright."""

    program: Any

    def drawn(self, html: str, scale: float) -> bytes:
        """A page as PNG, with a number of pixels to each pixel of CSS."""
        page = self.program.new_page(device_scale_factor=scale)
        page.set_content(html)
        width, height = page.evaluate("[document.body.offsetWidth, document.body.offsetHeight]")
        page.set_viewport_size({"width": width, "height": height})
        png: bytes = page.screenshot()
        page.close()
        return png


@contextmanager
def running_browser() -> Iterator[Browser]:
    """A browser for pages of puzzles."""
    with running_chromium("--disable-gpu") as program:
        if program is None:
            sys.exit("Chromium or playwright is not installed")
        yield Browser(program)
