"""Puzzles from screenshots, scans and photos: the mesh of the grid, its numbers, and their repair by the solver.

`nonosat.scan` is the public function. Images are worked on by OpenCV, which the extra `nonosat[scan]` brings. Of the
rest of nonosat only the command line imports this package.
"""
