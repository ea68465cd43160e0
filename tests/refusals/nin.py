"""Refusals of Jakub Wilk's format."""

REFUSALS = {
    "header": ("3\n1\n", "1:1", "number"),
    "header of three": ("3 3 3\n", "1:5", "numbers"),
    "huge": ("99999 99999\n1\n", "1:1", "rows"),
    "long": ("16000000 1\n1\n", "2:2", "clues"),
    "digits": ("1 " + "9" * 1000, "1:3", "999999999999999999999..."),
    "more": ("1 1\n1\n1\n1\n", "4:1", "1"),
    "minus": ("1 1\n-1\n1\n", "2:1", "-1"),
}
