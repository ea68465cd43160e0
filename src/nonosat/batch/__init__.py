"""Many puzzles: `inputs` finds them, workers (`workers`, `executors`) do each `task`, `store` keeps what came of it.

`run` is the way from one to the other. Only the process that runs the batch touches files: a worker gets the text of a
puzzle and returns a record and the contents of files, so it may die at any moment, or live on another machine.
"""
