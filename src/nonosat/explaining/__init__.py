"""A puzzle the way a person solves it: its solution as steps that can be followed, and how hard it is.

`explain`, `hint` and `rate` are the questions. `explainer` finds one step after the other, and its list says which kind
comes first: from `line_steps`, `supposition_search` (which line refutes, and how long is the chain: `supposition_trace`),
`nested_suppositions` or `line_sets`. A `step` and what is known (`known_cells`) are records. The argument about a line,
with its words, is in `line_patterns` and `block_patterns`; `step_sentences` puts whole steps into words.

`rate` decides the class of a puzzle (`difficulty`), by passes of line solving and the suppositions of `lookahead`.
`contradiction_report` and `contradiction_words` say why clues contradict each other.
"""
