"""The drawing board: a puzzle is drawn, and this machine says what its clues are worth.

`sketch` is what is drawn, `reshaping` changes its grid, and `sketch_changes` are the changes that may be asked for.
`history` undoes them, and `sketch_journal` keeps them on disk. `live_answers` are the answers about one sketch, and
`answer_processes` finds them in processes that a newer sketch ends.
"""
