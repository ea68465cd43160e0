"""Puzzles from screenshots, scans and photos: the mesh of the grid, the numbers beside it, and the marks on it.

`nonosat.scan` is the public function. Of the readings of all lines `likeliest_clues` takes the likeliest ones that have
a solution, by `choices` between them. Images are worked on by OpenCV, which the extra `nonosat[scan]` brings. Of the
rest of nonosat only the command line imports this package.
"""
