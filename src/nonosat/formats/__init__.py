"""File formats of puzzles: one module each, the `registry` that has them by name, and `loading` for files and texts.

`registry` finds the formats that a text may have and `file_format` says what a format can express; `loading` decides
between these, and among the puzzles of a file. Most readers take their text from a `source`, which knows the place of
every word, and share `plain`, `color_syntax`, `picture_text` and `xml`. `two_lists` has the formats that differ in
separators alone, and `puzzle_sets` files of many puzzles. `clue_lists` makes puzzles from Python. `links` are texts in
place of file names; `foreign` names files of other kinds. A new format is one new module and one entry in `FORMATS`.
"""

from __future__ import annotations

from nonosat.formats.file_format import Format, Sheet
from nonosat.formats.loading import load, load_sheet, load_sheets, loads, puzzle_name
from nonosat.formats.registry import FORMATS, find_format

__all__ = ["FORMATS", "Format", "Sheet", "find_format", "load", "load_sheet", "load_sheets", "loads", "puzzle_name"]
