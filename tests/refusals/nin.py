"""Refusals of Jakub Wilk's format."""

REFUSALS = {
    "header": ("3\n1\n", "1:1: 1 number, expected `<columns> <rows>`"),
    "header of three": ("3 3 3\n", "1:5: 3 numbers, expected `<columns> <rows>`"),
    "huge": ("99999 99999\n1\n", "1:1: grid of 99999 rows and 99999 columns, expected at most 16,000,000 cells"),
    "long": ("16000000 1\n1\n", "2:2: 2 clues, expected 16000001"),
    "digits": ("1 " + "9" * 1000, "1:3: '999999999999999999999...', expected the number of rows"),
    "more": ("1 1\n1\n1\n1\n", "4:1: '1' after the last of 2 clues, expected the end"),
    "minus": ("1 1\n-1\n1\n", "2:1: '-1', expected a whole number"),
}
