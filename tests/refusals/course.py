"""Refusals of squares of a course, and of their solutions."""

ONE = "input\n1\n1\n1\n"

REFUSALS = {
    "too many": (ONE + "1\n", "5:1", "1"),
    "wide": (ONE + "output\n# #\n", "6:3", "more than 1"),
    "letters": (ONE + "output\nX\n", "6:1", "X"),
    "short solution": ("input\n2\n1\n0\n1\n0\noutput\n#\n..\n", "8:1", "solution"),
    "rows of the solution": (ONE + "output\n#\n#\n", "6:1", "solution"),
}
