"""Refusals of QNonograms."""

REFUSALS = {
    "one line": ("1 1\n1\n\n1\n", "1:3", "word"),
    "blank": ("\n1\n", "1:1", "rows"),
    "no gap": ("1\n1\n1\n1\n", "4:1", "1"),
}
