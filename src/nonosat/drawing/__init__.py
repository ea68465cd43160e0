"""Puzzles and pictures for human eyes: SVG drawings and text for a terminal.

`text` is on the path of every start of the command. svgwrite takes time to import, so a module that needs it is
imported where a drawing is made.
"""
