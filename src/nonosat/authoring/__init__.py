"""Puzzles from pictures, random puzzles, puzzles mended by the fewest changes, and the diagnosis of a puzzle.

`diagnose` says what is wrong with a puzzle, and `mend` changes it: `fewest_givens`, `fewest_shown` and `fewest_changes`
prove that fewer changes are not enough, the first two by `smallest_set`: a proposal that is not enough leaves one of
the `gaps`, or one of the `obstacles`.

`tracing` makes a picture from any source: `text_picture`, `svg_picture`, and images by `image_picture` and
`drawn_cells` on an `image_canvas`, all with `picture_options`; `puzzle_picture` reads one for a puzzle that is known.
`fit` changes a picture until its puzzle is as wanted: `picture_fitting` decides which cells, by the cost of
`image_error` and the open cells of `class_targets`. `assessment` says how good the puzzle of a picture is. `generate`
makes random puzzles. `conversion` makes a puzzle what a file format can express.
"""
