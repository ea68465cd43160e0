"""Refusals of Andrew Makhorin's format."""

REFUSALS = {"no mark": ("1 1\n1\n1\n", "3:1", "1"), "more": ("1 1\n1\n#\n1\n#\n", "5:1", "#")}
