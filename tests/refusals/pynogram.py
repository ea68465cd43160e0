"""Refusals of configuration of pynogram."""

REFUSALS = {
    "no rows": ("[clues]\ncolumns =\n 1\n", "3:3", "rows"),
    "other entry": ("[clues]\ncols = 1\n", "2:1", "cols"),
    "no entry": ("[clues]\n1 2\n", "2:1", "1"),
    "colour": ("[colors]\nb = (bluish) *\n[clues]\nrows = 1b\ncolumns = 1b\n", "2:4", "(bluish) *"),
    "unknown colour": ("[clues]\nrows = 1b\ncolumns = 1\n", "2:8", "b"),
    "quotes within": ("[clues]\nrows = 'x'\ncolumns = 1\n", "2:9", "x"),
    "colour of the default": ("[colors]\nr = (red) *\n[clues]\nrows = 1r 1b\ncolumns = 1r, 1\n", "4:11", "b"),
}
