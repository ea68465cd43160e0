"""Refusals of configuration of pynogram."""

REFUSALS = {
    "without end": ("[clues]\nrows=" + "1," * 100_001, "2:1: too many rows, expected at most 100,000"),
    "no rows": ("[clues]\ncolumns =\n 1\n", "3:3: no rows, expected `rows =` and the clues below it"),
    "other entry": ("[clues]\ncols = 1\n", "2:1: 'cols', expected rows or columns"),
    "no entry": ("[clues]\n1 2\n", "2:1: '1', expected `rows =` or `columns =` before it"),
    "colour": (
        "[colors]\nb = (bluish) *\n[clues]\nrows = 1b\ncolumns = 1b\n",
        "2:4: colour '(bluish) *', expected three or six hexadecimal digits, or a common name",
    ),
    "unknown colour": (
        "[clues]\nrows = 1b\ncolumns = 1\n",
        "2:8: colour 'b' of block '1b', expected lengths alone, as there are no colours",
    ),
    "quotes within": ("[clues]\nrows = 'x'\ncolumns = 1\n", "2:9: block 'x', expected a length such as 3 or 3b"),
    "colour of the default": (
        "[colors]\nr = (red) *\n[clues]\nrows = 1r 1b\ncolumns = 1r, 1\n",
        "4:11: colour 'b' of block '1b', expected r, black",
    ),
}
