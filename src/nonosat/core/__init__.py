"""The basis of everything: errors, files, time limits, tables, and the operating system.

`errors` has the exceptions with their exit codes, `question` the limits of a question (`Run`) and what every answer
says (`Outcome`, `Answer`). `files` reads within bounds and writes whole files or nothing, `file_locks` locks them, and
`images` opens images within bounds. `deadline` says when work has to end. `system` has the capabilities of the system,
with which `unix` and `windows_console` go. `compiled` has the kernels in C, where they were built. `tables` aligns
words and figures in `text_columns` of a terminal.
"""
