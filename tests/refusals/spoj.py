"""Refusals of the problem JCROSS of SPOJ."""

from refusals import add_up, needs

REFUSALS = {
    "few": ("1\n2 1\n1 0\n0\n", "4:2: 2 clues, expected 3"),
    "more": ("1\n1 1\n1 0\n1 0\n1 0\n", "5:1: '1' after the last of 2 clues, expected the end"),
    "huge": (
        "1\n99999 99999\n0\n",
        "2:1: grid of 99999 rows and 99999 columns, expected at most 16,000,000 cells; "
        "if the text is not meant as spoj, it may be course (`--from course`)",
    ),
    "zero": ("1\n1 1\n1 0 0\n1 0\n", "3:3: block of length 0, expected at least 1"),
    "clue too long": ("1\n1 1\n2 0\n1 0\n", f"3:1: {needs('row 1', 2, 1)}"),
    "totals": ("1\n1 1\n1 0\n0\n", f"2:1: {add_up('columns', 0, 1)}"),
}
