"""Proofs that a formula has no model, in the format DRAT.

The formula is the complete formula of the puzzle, encoded without line propagation. To prove that all solutions agree
with a given one in some cells, one more clause says that some cell differs (the blocking clause). The files:

    formula.cnf    the complete formula, byte for byte as `nonosat encode --encoding order` writes it
    solution.sol   a model of it, which is the solution (not for "no solution")
    blocked.cnf    the formula with the blocking clause: not all these cells have these colours (not for "no solution")
    proof.drat     a proof that `blocked.cnf`, or else `formula.cnf`, has no model
    check.txt      the command line of a checker of others for this proof, to be run in this folder

The blocking clause has one negative literal for each constant cell that is coloured in the solution, and all literals
of each constant cell that is background. If all cells are claimed to be constant, and the clues of one family of lines
have no blocks of unknown length, the negative literals are enough: every solution then has the same number of coloured
cells, so another solution leaves out one of these.

Source of the format: N. Wetzler, M. Heule, W. Hunt, DRAT-trim: Efficient checking and trimming using expressive clausal
proofs, SAT 2014.
"""

#: The names of the files.
FORMULA, SOLUTION, BLOCKED, PROOF = "formula.cnf", "solution.sol", "blocked.cnf", "proof.drat"
CHECK = "check.txt"
