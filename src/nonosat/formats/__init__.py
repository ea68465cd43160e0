"""File formats of puzzles: one file each, the registry that knows them by name, and the way from a path to puzzles.

A new format is one new file and one entry in `FORMATS`.
"""

from __future__ import annotations

from nonosat.formats.loading import load, load_sheet, load_sheets, loads, puzzle_name
from nonosat.formats.registry import FORMATS, Format, find_format
from nonosat.formats.sheet import Sheet

__all__ = [
    "FORMATS",
    "Format",
    "Sheet",
    "find_format",
    "load",
    "load_sheet",
    "load_sheets",
    "loads",
    "puzzle_name",
]
