"""Refusals of picross-solver."""

from refusals import add_up

REFUSALS = {
    "text": ("GRID a\nROWS\nCOLS\n[ 1 ]\n", "3:1: 'COLS', expected GRID, ROWS, COLUMNS or a clue such as [ 1 2 ]"),
    "no section": ("GRID a\n[ 1 ]\nROWS\n", "2:1: a clue without a section, expected a line ROWS or COLUMNS above it"),
    "no columns": ("GRID a\nROWS\n[ 1 ]\n", "3:6: no columns, expected a line COLUMNS and the clues below it"),
    "bracket": ("GRID a\nROWS\n[ 1\nCOLUMNS\n[ 1 ]\n", "3:4: a clue that does not end, expected ]"),
    "length": ("GRID a\nROWS\n[ x ]\nCOLUMNS\n[ 1 ]\n", "3:3: 'x', expected a whole number"),
    "totals": ("GRID a\nROWS\n[ 1 ]\nCOLUMNS\n[ ]\n", f"1:1: {add_up('columns', 0, 1)}"),
    "too many rows": ("GRID\nROWS\n" + "[]\n" * 100_001, "100003:1: too many rows, expected at most 100,000"),
}
