"""Proofs by lines and weights, without any formula.

Two rules, and whatever follows from them for the puzzle as the manifest tells it:

- *lines*: a colour that a cell has in no placement of the blocks of some line is impossible there; this is repeated
  until nothing changes.
- *weights*: give every line weights for its cells and their colours, and let it choose its heaviest placement among
  those that are still possible. No picture weighs more than these together.

A step of weights proves that some cells are as in the picture of the proof in every solution. Its weights sum up, over
the lines through a cell, to -`unit` for the picture's colour in each of these cells, and to 0 for everything else. So a
solution that has the picture's colour in all but d of c cells weighs d - c units; if the bound is below 1 - c units, d
is 0. To prove that there is no solution all weights sum up to 0, and the bound is below 0: nothing that weighs 0 is
possible. Weights, bounds and sums are whole numbers.

The files:

    picture.txt    the solution, a letter for each cell (only for "unique")
    weights.txt    the steps, each after the lines; lines alone may do without any

`weights.txt` begins with `unit` and a number. A step begins with `cells` and the numbers of the cells it proves,
counted from 0 along the rows; none to prove that there is no solution. After it come the weights that are not 0, one a
line: cell, colour from 0 for the background, family from 1, weight. Family 1 are the columns of a rectangle, or the
lines to the upper left of a hexagon, of which family 2 are those to the lower left. What is left of the sum goes to the
rows.
"""

PICTURE, WEIGHTS = "picture.txt", "weights.txt"
