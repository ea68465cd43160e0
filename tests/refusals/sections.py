"""Refusals of rows, a blank line, and columns."""

from conftest import TYPED

from refusals import needs

REFUSALS = {
    "zero": ("1 0 1\n1\n\n1\n1\n2\n", "1:3: block of length 0, expected at least 1"),
    "clue too long": ("3\n\n1\n1\n", f"1:1: {needs('row 1', 3, 2)}"),
    "more blocks than cells": (
        "1\n\n1,1\n",
        "3:3: clue of column 1 has more than 1 block, expected at most the line's 1 cell",
    ),
    "totals": (
        "3\n2\n1\n\n1\n1\n3\n",
        "clues of the columns add up to 5 cells of colour 'a', expected 6 as for the rows; "
        f"if the text is not meant as sections, it may be course (`--from course`){TYPED}",
    ),
}
