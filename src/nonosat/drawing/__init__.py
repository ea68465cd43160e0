"""Puzzles and pictures for human eyes: SVG drawings and text for a terminal.

`text` is on the path of every start of the command, so nothing here imports `svg`, which needs svgwrite.
"""
