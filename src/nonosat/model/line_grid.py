"""A grid of one line, for questions about a clue by itself; no file has such a grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from nonosat.model.grid import FamilyName, Grid


@dataclass(frozen=True)
class LineGrid(Grid):
    """A single line of `length` cells, which no other line crosses."""

    length: int
    kind: ClassVar[str] = "line"
    family_names: ClassVar[tuple[FamilyName, ...]] = (FamilyName("line", "r"),)

    @property
    def n_cells(self) -> int:
        return self.length

    @property
    def n_lines(self) -> int:
        return 1

    @property
    def families(self) -> tuple[range, ...]:
        return (range(1),)

    @property
    def header(self) -> str:
        return f"line {self.length}"

    def line(self, index: int) -> range:  # noqa: ARG002 - there is only one
        return range(self.length)
