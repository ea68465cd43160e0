"""The linear relaxation of a puzzle: facts about all solutions, proved by weights for the cells of its lines.

Take the placements of a line as points, and allow convex combinations of them: every line gets shares of its placements
that sum to 1, and the lines through a cell must agree on the share of each colour. That is a linear program, in which
each line has exactly the convex hull of its placements. A cell that has one colour in all points of the program has it
in all solutions of the puzzle.

The dual variables of "the lines agree" are a weight for each line, cell and colour, and a proof needs nothing else: the
heaviest placements of all lines, summed up, are an upper bound on the weight of any solution. This holds for any
weights, and the bound is computed in integers (`weights`; the LP is `linear_program`). So nothing depends on the
floating-point arithmetic of an LP solver: it suggests weights, and the bound decides.

Decomposing a problem into parts that are maximised separately is Lagrangian decomposition (M. Guignard, S. Kim,
"Lagrangean decomposition: a model yielding stronger Lagrangean bounds", Mathematical Programming 1987). Safe bounds
from unsafe duals: A. Neumaier, O. Shcherbina, "Safe bounds in linear and mixed-integer linear programming",
Mathematical Programming 2004.
"""
