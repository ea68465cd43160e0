"""Refusals of gnonograms."""

ONE = "[Dimensions]\n1\n1\n[Row clues]\n1\n[Column clues]\n1\n"

REFUSALS = {
    "text": ("x\n[Dimensions]\n1\n1\n", "1:1: text before the first section, expected a section such as [Dimensions]"),
    "no sizes": ("[Row clues]\n1\n", "2:2: no section [Dimensions], expected one"),
    "one size": ("[Dimensions]\n1\n[Row clues]\n", "1:1: 1 size, expected two: the number of rows and of columns"),
    "two words": ("[Dimensions]\n1 1\n[Row clues]\n", "2:3: '1' behind a size, expected the end of the line"),
    "no columns": ("[Dimensions]\n1\n1\n[Row clues]\n1\n", "5:2: no section [Column clues], expected one"),
    "clues": (
        "[Dimensions]\n1\n2\n[Row clues]\n1\n[Column clues]\n1\n",
        "6:1: 1 clue in [Column clues], expected 2 (an empty clue is 0)",
    ),
    "more clues": (
        "[Dimensions]\n1\n1\n[Row clues]\n1\n\n1\n[Column clues]\n1\n",
        "7:1: 2 clues in [Row clues], expected 1 (an empty clue is 0)",
    ),
    "open solution": (ONE + "[Solution]\n0\n", "9:1: cell '0' of the solution, expected 1 (empty) or 2 (filled)"),
    "wide solution": (
        ONE + "[Solution]\n2 2\n",
        "9:3: more than 1 cell in a row of the solution, expected as many as columns",
    ),
    "high solution": (ONE + "[Solution]\n2\n2\n", "8:1: 2 rows in the solution, expected 1"),
}
