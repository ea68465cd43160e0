"""Puzzles and solutions for readers: files of a solution, pages to play, books, animations, facts, conversion.

`outputs` writes the files of a solution, `page` a page to play, `book` a booklet, `animation` an
explanation that plays by itself as SVG, and `animation_images` as GIF and WebP. `conversion` makes a puzzle what a file
format can express.
"""
