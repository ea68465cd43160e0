"""Puzzles and solutions for readers: files of a solution, pages to play, books, films, facts, conversion."""
