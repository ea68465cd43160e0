"""Refusals of tournament sets."""

REFUSALS = {
    "huge": ("$1\n" + "\n" * 8004, "1:1: grid of 4002 rows and 4002 columns, expected at most 16,000,000 cells"),
    "odd": ("$1\n1\n1\n1\n", "4:2: 3 clues, expected as many columns as rows"),
}
