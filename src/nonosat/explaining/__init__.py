"""A puzzle the way a person solves it: its solution as steps that can be followed, and how hard it is.

`explain`, `hint` and `rate` are the questions. `explainer` finds one step after the other, the easiest first: from
`line_steps`, `supposition_search`, `nested_suppositions` or `line_sets`. The argument about a line, with its words, is
in `line_patterns` and `block_patterns`; `step_sentences` puts whole steps into words.
"""
