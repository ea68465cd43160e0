"""Proofs that a formula has no model, in the format DRAT.

The formula is the complete one of the puzzle, in which no line was propagated; to prove a solution unique, with one
clause more that rules it out. The files:

    formula.cnf    the complete formula, byte for byte as `nonosat encode --encoding order` writes it
    solution.sol   a model of it, which is the solution (only for "unique")
    blocked.cnf    the formula with one clause more: not all these cells have these colours (only for "unique")
    proof.drat     a proof that `blocked.cnf`, or else `formula.cnf`, has no model

One clause rules out the solution because any other has as many coloured cells: to differ, it must miss one of these.

Source of the format: N. Wetzler, M. Heule, W. Hunt, DRAT-trim: Efficient checking and trimming using expressive clausal
proofs, SAT 2014.
"""

FORMULA, SOLUTION, BLOCKED, PROOF = "formula.cnf", "solution.sol", "blocked.cnf", "proof.drat"
