"""Refusals of tournament sets."""

REFUSALS = {"huge": ("$1\n" + "\n" * 8004, "1:1", "rows"), "odd": ("$1\n1\n1\n1\n", "4:2", "clues")}
