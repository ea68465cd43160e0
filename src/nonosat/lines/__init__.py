"""Line solving: line consistency, its fixpoint over all lines, and the automaton of a clue.

`fixpoint` sweeps lines until nothing changes; its cells are `line_cells`, in Python or in a compiled kernel, and begin
at the `clue_bounds`. `line` sweeps one line, by `known_colors`, or by `unknown_blocks` where a clue has `?`; `crossing`
takes the cells that it decides to the lines that cross it. The result are `domains`, or `cell_arrays` for numpy.
`clue_automaton` accepts the placements of a clue.
"""
