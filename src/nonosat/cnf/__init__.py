"""Propositional formulas in conjunctive normal form, and their files.

A `formula` has clauses in groups (`clause_group`) over named variables. `cardinality` chooses an at-most-one by its
name (`AMOS`), `at_most_one` has their clauses. `dimacs` writes formulas and reads answers of solvers, `wording` says
clauses in words; it alone knows puzzles.
"""
