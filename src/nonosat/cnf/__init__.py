"""Propositional formulas in conjunctive normal form, and their files.

A `formula` has clauses in groups (`clause_group`) over named variables. `cardinality` finds an at-most-one by its name
(`AMOS`) and adds it to a formula; `at_most_one` has the clauses of those that are our own. `dimacs` writes formulas and
reads answers of solvers, `wording` says clauses in words; it alone knows puzzles.
"""
