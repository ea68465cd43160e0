"""Refusals of clues with commas."""

from refusals import add_up, needs

REFUSALS = {
    "one number": ("3\n", "1:1: 1 number, expected `<rows>,<columns>`"),
    "empty": ("", "1:1: 0 numbers, expected `<rows>,<columns>`"),
    "size": ("3,x\n", "1:3: 'x', expected the number of columns"),
    "no rows": ("0,4\n", "1:1: grid of 0 rows and 4 columns, expected at least 1 of each"),
    "huge": ("999999999,9\n", "1:1: grid of 999999999 rows and 9 columns, expected at most 16,000,000 cells"),
    "a comma at the end": ("1,3\n1,\n", "2:3: '', expected a whole number"),
    "minus": ("1,3\n1,-1\n", "2:3: '-1', expected a whole number"),
    "zero": ("1,3\n1,0\n\n\n", "2:3: block of length 0, expected at least 1"),
    "clue too long": ("1,3\n1,2\n\n\n\n", f"2:3: {needs('row 1', 4, 3)}"),
    "few": ("2,3\n1,2\n", "2:4: 2 clues, expected 5"),
    "more": ("1,2\n1\n1\n0\n7\n", "5:1: '7' after the last of 3 clues, expected the end"),
    "totals": ("1,2\n1\n1\n1\n", add_up("columns", 2, 1)),
}
