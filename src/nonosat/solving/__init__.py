"""From a puzzle to its verified pictures.

`solve` solves lines, and gives what they leave open to one solver or to the engines of `portfolio`, some of which stand
on `beliefs` and `relaxation`. A `solution_session` is a puzzle in a solver, a `result` the answer, with its files in
`outputs`. `formulas` encodes and decodes, `options` has the strategies and all other choices of a user. `compare`
measures encodings. `cell_neighbors` serves `beliefs` and `portfolio`.
"""
