"""File formats of puzzles, the registry that has them by name, and `loading` for files and texts.

A new format is one new module and one entry in `FORMATS`.
"""

from __future__ import annotations

from nonosat.formats.file_format import Format, Sheet
from nonosat.formats.loading import load, load_sheet, load_sheets, loads, puzzle_name
from nonosat.formats.registry import FORMATS, find_format

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
