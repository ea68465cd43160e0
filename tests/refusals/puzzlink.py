"""Refusals of links to puzz.link."""

from refusals import needs

LINK = "https://puzz.link/p?nonogram/"
DIGIT = "expected a hexadecimal digit, two after -, three after +, a dot or a letter g to z"

REFUSALS = {
    "other type": ("https://puzz.link/p?sudoku/9/9/1\n", "1:21: another type of puzzle (sudoku), expected nonogram"),
    "no clues": (LINK + "2/2\n", "1:33: the link ends, expected <columns>/<rows>/<clues>"),
    "size": (LINK + "2/x/1\n", "1:32: 'x', expected the number of rows"),
    "huge": (LINK + "9999/9999/1\n", "1:30: grid of 9999 rows and 9999 columns, expected at most 16,000,000 cells"),
    "words": (LINK + "1/1/11 x\n", "1:37: 'x' after a link, expected the end of the line"),
    "character": (LINK + "1/1/1A\n", f"1:35: 'A' among the lengths, {DIGIT}"),
    "half a number": (LINK + "1/1/1-1\n", f"1:35: '-' among the lengths, {DIGIT}"),
    "too many": (LINK + "1/1/1gg\n", "1:36: more than 2 slots for lengths, expected the end"),
    "behind": (LINK + "1/1/11/1\n", "1:37: '1' after the clues, expected the end"),
    "long block": (LINK + "2/1/h-03\n", f"1:35: {needs('row 1', 3, 2)}"),
}
