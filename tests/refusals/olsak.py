"""Refusals of Mirek and Petr Olšák's format."""

CUT = "#d\n  1:*  black\n  0:   white\n  t:/  black{}orange\n: rows\n1t\n: columns\n1t\n:\n"

REFUSALS = {
    "triddler of one side": ("A hexagon\n#t\n: TopLeft\n1\n", "4:2", "line"),
    "triddler whose sides do not meet": (
        "#t\n: A\n1\n: B\n1\n: C\n1\n: D\n1\n: E\n1\n1\n: F\n1\n: end\n",
        "2:1",
        "grid",
    ),
    "triddler, block": ("#t\n: A\n1\n:B\n:C\n1\n:D\n:E\n1x\n:F\n", "9:1", "x"),
    "long clue of a triddler": ("#t\n: A\n1\n:B\n:C\n1\n:D\n:E\n2\n:F\n", "9:1", "down-left line 1"),
    "no colon": ("1 2\n3\n", "2:2", "line"),
    "no rows": (":\n:\n1\n", "1:1", "row"),
    "no columns": (":\n1\n:\n", "3:1", "column"),
    "colour line": ("#d\n  red\n:\n1\n:\n1\n", "2:3", "red"),
    "colour": ("#d\n a:a reddish\n:\n1a\n:\n1a\n", "2:6", "reddish"),
    "unknown colour": ("#d\n a:a red\n:\n1b\n:\n1a\n", "4:1", "b"),
    "triangle": (":\n1/a\n:\n1\n", "2:1", "1/a"),
    "huge": (":\n" + "\n" * 4001 + ":\n" + "\n" * 4000 + ":\n", "1:1", "rows"),
    "triddler of two sides": ("Some text\n#t\n#d\n 0:  white\n: TopLeft\n1\n: BottomLeft\n1\n", "8:2", "line"),
    "triddler with rows and columns": (
        "#d\n   0:   #FFFFFF   white\n   a:a  #000000   black\n#T\n: rows\n1\n: columns\n1\n",
        "8:2",
        "line",
    ),
    "triddler that does not say so": (
        "#d\n 0: white\n: Top Left\n1\n: BottomLeft\n1\n: Bottom\n1\n",
        "3:1",
        "Top Left",
    ),
    "squares cut into triangles": (CUT.format("/"), "4:8", "black/orange"),
    "squares cut into other triangles": (CUT.format("\\"), "4:8", "black\\\\orange"),
}
