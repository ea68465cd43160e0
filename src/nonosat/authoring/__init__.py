"""Puzzles from pictures, by chance, and from other puzzles by the fewest changes; the diagnosis of a puzzle.

`tracing` makes a picture from files, images and text, `generate` one by chance, and `fit` changes a picture until its
puzzle is as wanted. `mend` changes a puzzle: `fewest_givens`, `fewest_shown` and `fewest_changes` prove that fewer
changes are not enough, by `gaps` or `obstacles` of which each proposal leaves one. `diagnose` says what is wrong with
a puzzle.
"""
