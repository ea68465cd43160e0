"""Proofs by line propagation and weights, without any formula.

Two rules derive the claim from the puzzle in the manifest:

- *Lines.* If no placement of the blocks of a line gives a cell some colour, the cell does not have that colour. The
  rule is repeated until nothing changes (line propagation).
- *Weights.* Every line has weights for its cells and their colours. The weight of a placement is the sum of its cells'
  weights. The sum, over all lines, of the weight of the heaviest placement that is still possible bounds the weight of
  every solution.

A step of weights proves that c cells have the same colour in every solution as in the picture of the proof. Its weights
sum up, over the lines through a cell, to -`unit` for the picture's colour in each of these cells, and to 0 for
everything else. So a solution that differs from the picture in d of the c cells weighs d - c units. If the bound is
below 1 - c units, d is 0. In a proof that there is no solution all weights sum up to 0, so every solution would weigh
0, but the bound is below 0. Weights, bounds and sums are integers.

The files:

    picture.txt    the solution, a letter for each cell (not for "no solution")
    weights.txt    the steps; line propagation comes before the first and after each of them

`weights.txt` begins with `unit` and a number. A step begins with `cells` and the numbers of the cells it proves, from 0
along the rows; without numbers it proves that there is no solution. The weights that are not 0 follow, each on a line:
cell, colour from 0 for the background, family from 1, weight. In a rectangle family 1 is the columns. In a hexagon
family 1 is the lines to the upper left, and family 2 those to the lower left. The weights of family 0, the rows, follow
from the sums above.
"""

#: The names of the files.
PICTURE, WEIGHTS = "picture.txt", "weights.txt"
