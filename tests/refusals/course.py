"""Refusals of squares of a course, and of their solutions."""

ONE = "input\n1\n1\n1\n"

REFUSALS = {
    "too many": (ONE + "1\n", "5:1: '1' after the last of 2 clues, expected the end"),
    "wide": (ONE + "output\n# #\n", "6:3: more than 1 cell in a row of the solution, expected as many as columns"),
    "letters": (ONE + "output\nX\n", "6:1: cell 'X' of the solution, expected . (empty) or # (filled)"),
    "short solution": (
        "input\n2\n1\n0\n1\n0\noutput\n#\n..\n",
        "8:1: fewer than 2 cells in a row of the solution, expected as many as columns",
    ),
    "rows of the solution": (ONE + "output\n#\n#\n", "6:1: 2 rows in the solution, expected 1"),
}
