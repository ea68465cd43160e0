"""Puzzles, and nothing of files, SAT or pixels.

A `puzzle` is a `grid` (`rect_grid`, `hex_grid`, `tri_grid`; the registry is `grid_kinds`), a `palette`, and a `clue`
for each line. A `picture` has a colour for every cell, and `verifier` checks it against the clues. `cell_colors` is the
content of a map of solutions, `random_puzzles` makes puzzles of random cells. `symmetries` turns and mirrors grids, and
`puzzle_shape` is equal for puzzles that differ only by that and by their colours. `colors` knows contrasts and
distances, and `color_names` has words for them; `cell_shapes` and `nouns` are for text.
"""
