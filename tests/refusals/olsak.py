"""Refusals of Mirek and Petr Olšák's format."""

from refusals import needs

CUT = "#d\n  1:*  black\n  0:   white\n  t:/  black{}orange\n: rows\n1t\n: columns\n1t\n:\n"
NOT_CUT = "a square cut into triangles, which is not supported; expected one colour"
SIX = "beginning with a colon, expected six, before the clues of the sides"

REFUSALS = {
    "triddler of one side": ("A hexagon\n#t\n: TopLeft\n1\n", f"4:2: 1 line {SIX}"),
    "triddler whose sides do not meet": (
        "#t\n: A\n1\n: B\n1\n: C\n1\n: D\n1\n: E\n1\n1\n: F\n1\n: end\n",
        "2:1: triangular grid with sides 1 1 1 1 2 1: top left + bottom left = 2, expected the same as "
        "bottom right + top right = 3",
    ),
    "triddler, block": (
        "#t\n: A\n1\n:B\n:C\n1\n:D\n:E\n1x\n:F\n",
        "9:1: colour 'x' of block '1x', expected one of none",
    ),
    "long clue of a triddler": ("#t\n: A\n1\n:B\n:C\n1\n:D\n:E\n2\n:F\n", f"9:1: {needs('down-left line 1', 2, 1)}"),
    "no colon": (
        "1 2\n3\n",
        "2:2: 0 lines beginning with a colon, expected two, before rows and columns; "
        "the content looks like nin, which `--from nin` reads",
    ),
    "no rows": (":\n:\n1\n", "1:1: no row, expected a clue per row below the colon"),
    "no columns": (":\n1\n:\n", "3:1: no column, expected a clue per column below the colon"),
    "colour line": ("#d\n  red\n:\n1\n:\n1\n", "2:3: 'red', expected `<character>:<character> <colour>`"),
    "colour": (
        "#d\n a:a reddish\n:\n1a\n:\n1a\n",
        "2:6: colour 'reddish', expected three or six hexadecimal digits, or a common name",
    ),
    "unknown colour": ("#d\n a:a red\n:\n1b\n:\n1a\n", "4:1: colour 'b' of block '1b', expected one of a"),
    "triangle": (":\n1/a\n:\n1\n", "2:1: block '1/a', expected a length, and the character of a colour"),
    "huge": (
        ":\n" + "\n" * 4001 + ":\n" + "\n" * 4000 + ":\n",
        "1:1: grid of 4001 rows and 4000 columns, expected at most 16,000,000 cells",
    ),
    "triddler of two sides": ("Some text\n#t\n#d\n 0:  white\n: TopLeft\n1\n: BottomLeft\n1\n", f"8:2: 2 lines {SIX}"),
    "triddler with rows and columns": (
        "#d\n   0:   #FFFFFF   white\n   a:a  #000000   black\n#T\n: rows\n1\n: columns\n1\n",
        f"8:2: 2 lines {SIX}",
    ),
    "triddler that does not say so": (
        "#d\n 0: white\n: Top Left\n1\n: BottomLeft\n1\n: Bottom\n1\n",
        "3:1: 'Top Left', a side of a triddler, expected `#t` before the first colon",
    ),
    "squares cut into triangles": (CUT.format("/"), f"4:8: 'black/orange', {NOT_CUT}"),
    "squares cut into other triangles": (CUT.format("\\"), f"4:8: 'black\\\\orange', {NOT_CUT}"),
}
