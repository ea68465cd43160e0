"""The linear relaxation of a puzzle: what can be proved of all pictures by weighing cells.

Take the placements of a line as points, and allow mixtures of them: every line gets shares of its placements that sum
to 1, and the lines through a cell must agree on the share of each colour. That is a linear program, in which each line
has exactly the convex hull of its placements. Where all its optima agree on a cell, so do all solutions of the puzzle.

The dual of "the lines agree" is a weight for each line, cell and colour, and that is all a proof needs: give every line
its weights, let it choose its heaviest placement, and no picture weighs more than these together. This bound holds for
any weights, however they were found, and is computed in whole numbers. So nothing depends on what a solver of linear
programs does with floating point: it suggests weights, and the bound decides.

Decomposing a problem into parts that can be maximised alone is Lagrangian decomposition (M. Guignard, S. Kim,
"Lagrangean decomposition: a model yielding stronger Lagrangean bounds", Mathematical Programming 1987). Safe bounds
from unsafe duals: A. Neumaier, O. Shcherbina, "Safe bounds in linear and mixed-integer linear programming",
Mathematical Programming 2004.
"""
