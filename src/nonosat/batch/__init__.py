"""Solving many puzzles in parallel.

`inputs` finds, names and reads them, `puzzle_task` solves one of them with the `batch_options`, `store` saves files and
the report, and `runner` connects them with the workers. A `record` has the answer to one puzzle, and tells whether
`--resume` may keep it; it also decides the rows of CSV. The `summary` counts records, and `duplicates` finds puzzles
that are the same. Only the process that runs the batch reads and writes files. A worker gets the text of a puzzle and
returns a record and the contents of files, so it may be killed at any moment, or run on another machine.
"""
