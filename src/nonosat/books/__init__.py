"""Booklets of puzzles as one PDF: title page, contents, puzzles from easy to hard, solutions."""
