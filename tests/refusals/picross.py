"""Refusals of picross-solver."""

REFUSALS = {
    "text": ("GRID a\nROWS\nCOLS\n[ 1 ]\n", "3:1", "COLS"),
    "no section": ("GRID a\n[ 1 ]\nROWS\n", "2:1", "section"),
    "no columns": ("GRID a\nROWS\n[ 1 ]\n", "3:6", "columns"),
    "bracket": ("GRID a\nROWS\n[ 1\nCOLUMNS\n[ 1 ]\n", "3:4", "clue"),
    "length": ("GRID a\nROWS\n[ x ]\nCOLUMNS\n[ 1 ]\n", "3:3", "x"),
    "totals": ("GRID a\nROWS\n[ 1 ]\nCOLUMNS\n[ ]\n", "1:1", "columns"),
}
