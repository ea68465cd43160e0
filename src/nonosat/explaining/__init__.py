"""A puzzle the way a person solves it: its solution as steps that can be followed, and how hard it is.

`explain`, `hint` and `rate` are the questions. `explainer` finds one step after the other, and its list says which kind
comes first: from `line_steps`, `supposition_search`, `nested_suppositions` or `line_sets`; `line_implications` is what
the searches share. A `supposition_trace` keeps which line removed what, and so the shortest chain. A `step` and what is
known (`known_cells`) are records. An argument about a line (`line_argument`) with its words is in `line_patterns` or
`block_patterns`, which look at a `line_view`; `step_sentences` puts whole steps into words, with the names of
`step_words`.

`rate` decides the class of a puzzle (`difficulty`), by passes of line solving and the suppositions of `lookahead`.
`contradiction_report` says why a puzzle has no solution, `misfit` why one clue does not fit what is known.
"""
