"""Puzzles from screenshots, scans and photos: the mesh of the grid, the numbers beside it, and the marks on it.

`nonosat.scan` is the public function; `analysis.repair` chooses between the readings of lines. Images are worked on by
OpenCV, which the extra `nonosat[scan]` brings. Of the rest of nonosat only the command line imports this package.
"""
