"""Puzzles from screenshots, scans and photos: the mesh of the grid, the numbers beside it, and the marks on it.

`nonosat.scan` is the public function. The modules in the order of the work:

    mesh, crossing_lattice   the crossings of the lines, on a surface that may bend as paper does
    page_reading             views of the image: the whole, the puzzle alone, with finer cells, at a smaller scale
    flat_page, board         the image with square cells; the board is the part with numbers beside it
    clue_pieces, chips       the pieces of ink that may be digits, without lines, boxes and text
    clue_lines, network      the pieces joined to numbers in all likely ways, each with a probability
    number_colors            a label for numbers that look alike, so that rows and columns have equal totals
    likeliest_clues, choices the likeliest readings of all lines that have a solution together
    marks, overlay           filled cells, crosses and dots; the reading drawn over the image

What stays doubtful is said: a line that was left unread, another combination that is nearly as likely and has another
picture, an unlikely number where several readings have a solution, a number between two colours.

Images are worked on by OpenCV, which the extra `nonosat[scan]` brings. Of the rest of nonosat only the command line
imports this package.
"""
