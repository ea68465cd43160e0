"""Refusals of clues in other notations, the columns first."""

REFUSALS = {
    "two puzzles": ("a = [[1], [1]], b = [[1], [1]],\nd = [[2], [0]]\n", "1:5", "equally likely"),
    "columns": ("rows: 1, 1\ncols: 1, 1\nwidth = 5\n", "3:9", "5"),
}
