"""Puzzles and pictures for human eyes: SVG drawings and text for a terminal.

On a terminal: `text` draws a picture by the pens of `cell_pens` and `terminal_colors`, `clue_text` with its clues,
and `text_map` a map of solutions. As SVG: `svg` is for screens, `worksheet` for paper
(`paper`), and `svg_map` a map of solutions; each file has the frame of `svg_document`. They draw on a `puzzle_canvas`,
with clues as `clue_chips`, by the `layout` of the grid: `layouts` has one for each kind, and `slanted_layout` those of
hexagons and triangles. `text_width` knows the room that words need. `drawing_file`
writes drawings as SVG, PNG or PDF (`pdf_file`).

`text` is on the path of every start of the command. svgwrite takes time to import, so a module that needs it is
imported where a drawing is made.
"""
