"""One hard puzzle on many machines: what is open is cut into cubes, which workers search (cube and conquer).

A cube (`cube`) gives some cells a colour. `cube_splitting` cuts a cube into smaller ones, `cube_task` searches one in a
worker, `cube_workers` gives cubes to workers, `cube_tree` holds which of them are finished, `cube_journal` keeps that
in a file, and `cube_search` composes the verdict.

Source: M. Heule, O. Kullmann, S. Wieringa, A. Biere, Cube and conquer: guiding CDCL SAT solvers by lookaheads,
HVC 2011.
"""
