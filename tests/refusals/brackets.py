"""Refusals of two lines of clues in brackets."""

REFUSALS = {
    "letters": ("[1] [a]\n[1]\n", "1:6: 'a', expected a number or ]"),
    "bare number": ("[1] 2\n[1]\n", "1:5: '2', expected ["),
    "three lines": ("[1]\n[1]\n[1]\n", "3:1: 3 lines, expected two: the clues of the rows, and those of the columns"),
    "commas": ("[1]\n \n , \n[1]\n", "4:1: 3 lines, expected two: the clues of the rows, and those of the columns"),
    "big": (
        "[]" * 5000 + "\n" + "[] " * 5000,
        "1:1: grid of 5000 rows and 5000 columns, expected at most 16,000,000 cells",
    ),
    "without end": ("[]" * 200_000 + "\n[]", "1:200002: too many clues, expected at most 100,000 in a line"),
    "commas alone": ("[1]\n,[]x,[1]", "2:4: 'x', expected ["),
}
