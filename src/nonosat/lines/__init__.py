"""Line solving: line consistency, its fixpoint over all lines, and the automaton of a clue.

`fixpoint` sweeps lines until nothing changes. `line` sweeps one, by `known_colors`, or by `unknown_blocks` where a
clue has `?`; `crossing` takes the cells that it decides to the lines that cross it. What is left are `domains`.
"""
