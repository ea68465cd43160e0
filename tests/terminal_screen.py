"""A terminal for tests: what is on its screen after some text was written to it, and after its width has changed."""

from __future__ import annotations

import re

_TOKENS = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|([\s\S])")


class Screen:
    """The lines of a terminal.

    A terminal that folds shows a long line on several rows, and folds anew when its width changes. One that does not
    fold cuts off what has no place.
    """

    def __init__(self, width: int, *, folds: bool) -> None:
        self.width, self.folds = width, folds
        self.lines: list[str] = [""]
        self.line = self.column = 0
        self.wraps = True

    def resize(self, width: int) -> None:
        """Change the width."""
        self.width = width
        if not self.folds:
            self.lines = [line[:width] for line in self.lines]
            self.column = min(self.column, width - 1)

    def write(self, text: str) -> None:
        """Show a text."""
        for parameters, command, char in _TOKENS.findall(text):
            if command:
                self._obey(parameters, command)
            elif char == "\n":
                self.line, self.column = self.line + 1, 0
                self.lines += [""] * (self.line + 1 - len(self.lines))
            elif char == "\r":
                self.column -= self.column % self.width
            else:
                self._put(char)

    def rows(self) -> list[str]:
        """What is seen, without empty rows."""
        parts = [line[start : start + self.width] for line in self.lines for start in range(0, len(line), self.width)]
        return [part.rstrip() for part in parts if part.strip()]

    def _put(self, char: str) -> None:
        at_edge = self.column and self.column % self.width == 0
        if at_edge and not self.wraps:
            self.column -= 1
        line = self.lines[self.line].ljust(self.column)
        self.lines[self.line] = line[: self.column] + char + line[self.column + 1 :]
        self.column += 1

    def _obey(self, parameters: str, command: str) -> None:
        if command == "J":
            self.lines[self.line] = self.lines[self.line][: self.column]
            del self.lines[self.line + 1 :]
        elif command == "K":
            end = self.column - self.column % self.width + self.width
            line = self.lines[self.line]
            self.lines[self.line] = line[: self.column] + " " * (end - self.column) + line[end:]
        elif parameters == "?7":
            self.wraps = command == "h"
        elif command != "m":
            raise AssertionError(f"unknown sequence {parameters}{command}")
