"""One line at the bottom of a terminal that is drawn again and again, and erased before other lines are printed.

The cursor waits at the beginning of the line. A terminal that becomes narrower may fold the line that it shows, and
what is folded off lies below the cursor; the next update erases all of it.
"""

from __future__ import annotations

import os
import sys

from nonosat.cli.picture_output import can_erase, columns
from nonosat.core.errors import printable
from nonosat.core.text_columns import cut_to_columns, text_columns

#: Goes to the beginning of the line, and erases it and all below.
_ERASE = "\r\x1b[J"
#: Lines are cut off at the edge, in case the terminal has just become narrower; and lines are folded, as usual.
_CUT, _FOLD = "\x1b[?7l", "\x1b[?7h"
#: The widest bar, in characters.
_BAR = 20
#: Narrower ones show nothing.
_LEAST_BAR = 4


class StatusLine:
    """The status line on standard error; nothing is shown unless it `is_wanted`: by a terminal that can erase."""

    def __init__(self) -> None:
        self.is_wanted = can_erase(sys.stderr)
        self._shown = False

    def draw(self, text: str) -> None:
        """Show a text in place of the line before, as much of it as the terminal is wide at this moment."""
        if self.is_wanted:
            self._shown = True
            self._write(f"{_ERASE}{_CUT}{cut_to_columns(printable(text), _room())}{_FOLD}\r")

    def draw_bar(self, done: int, total: int, text: str) -> None:
        """Show a bar, `done` of `total`, and a text behind it; on a narrow terminal the bar is shorter."""
        bar = min(_BAR, _room() - text_columns(text) - 3)
        if bar < _LEAST_BAR:
            self.draw(text)
        else:
            self.draw(f"[{'#' * (bar * done // max(total, 1)):.<{bar}}] {text}")

    def erase(self) -> None:
        """Erase the line, so that others can print; the next update draws it again."""
        if self._shown:
            self._shown = False
            self._write(_ERASE)

    def print_line(self, line: str) -> None:
        """Print a line above the status line, in one piece, so that no update comes in between."""
        self._shown = False
        self._write(f"{_ERASE}{printable(line)}\n")

    @staticmethod
    def _write(text: str) -> None:
        # Without the buffer of `sys.stderr`, which may be in use where a signal interrupts.
        os.write(sys.stderr.fileno(), text.encode(sys.stderr.encoding or "utf-8", errors="replace"))


def _room() -> int:
    """The characters that a line can have, so that the cursor stays on it."""
    return columns(sys.stderr) - 1
