"""Refusals of the problem JCROSS of SPOJ."""

REFUSALS = {
    "few": ("1\n2 1\n1 0\n0\n", "4:2", "clues"),
    "more": ("1\n1 1\n1 0\n1 0\n1 0\n", "5:1", "1"),
    "huge": ("1\n99999 99999\n0\n", "2:1", "rows"),
    "zero": ("1\n1 1\n1 0 0\n1 0\n", "3:3", "block"),
    "clue too long": ("1\n1 1\n2 0\n1 0\n", "3:1", "row 1"),
    "totals": ("1\n1 1\n1 0\n0\n", "2:1", "columns"),
}
