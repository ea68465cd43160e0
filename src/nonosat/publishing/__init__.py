"""Puzzles and solutions for readers: files of a solution, pages to play, books, films, facts, conversion.

`outputs` writes the files of a solution, `page` a page to play, `book` a booklet, `film` an animation of an
explanation and `film_images` the same as GIF and WebP. `conversion` makes a puzzle what a file format can express.
"""
