"""The drawing board: a puzzle is drawn in a browser, and this machine says what its clues are worth.

`sketch` is what is drawn, `reshaping` changes its grid, and `sketch_changes` are the changes that a page may ask for.
`history` undoes them, and `sketch_journal` keeps them on disk. `sketch_files` saves. `opened_file` opens files, those
that a page sends in processes that a newer file ends (`file_processes`, `file_messages`). `live_answers` are the
answers about one sketch (`helpful_changes` are some), and `answer_processes` finds them in processes that a newer
sketch ends. `shared_sketch` joins all of these in one state for all tabs, and `browser_server` serves it, and the
`page_files`, to browsers on this machine.
"""
