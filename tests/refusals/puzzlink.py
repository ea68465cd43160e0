"""Refusals of links to puzz.link."""

LINK = "https://puzz.link/p?nonogram/"

REFUSALS = {
    "other type": ("https://puzz.link/p?sudoku/9/9/1\n", "1:21", "puzzle"),
    "no clues": (LINK + "2/2\n", "1:33", "ends"),
    "size": (LINK + "2/x/1\n", "1:32", "x"),
    "huge": (LINK + "9999/9999/1\n", "1:30", "rows"),
    "words": (LINK + "1/1/11 x\n", "1:37", "x"),
    "character": (LINK + "1/1/1A\n", "1:35", "A"),
    "half a number": (LINK + "1/1/1-1\n", "1:35", "-"),
    "too many": (LINK + "1/1/1gg\n", "1:36", "slots"),
    "behind": (LINK + "1/1/11/1\n", "1:37", "1"),
    "long block": (LINK + "2/1/h-03\n", "1:35", "row 1"),
}
