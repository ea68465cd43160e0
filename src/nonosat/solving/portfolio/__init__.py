"""Search on a puzzle that line solving leaves open: engines in processes side by side, the first answer counts.

`portfolio_search` tries the default solver first, then runs the engines that the table of `schedule` names; `engines`
has them all, and each gets a `search_context`. `probing_search` (with `probing_cells`) and `shaving_search` are engines
with modules of their own.
"""
