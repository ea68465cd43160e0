"""The solutions of a puzzle: their common cells, their number, and the reasons where there is none."""
