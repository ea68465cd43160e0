"""The solutions of a puzzle: their common cells, their number, and the reasons where there is none.

`solution_map` finds the colours that cells have in the solutions, and `count` their number: a product over
`components`, each counted by `component_search` or `frontier`, or from below by `frontier_bound`; `count` decides
which. `contradictions` and `typos` find the `reasons` where there is no solution; they try clues in a
`clue_session`, and `plausibility` orders equally good explanations. `facts` need no search.
"""
