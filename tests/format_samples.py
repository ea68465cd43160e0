"""A small file of each format, made for these tests, and what it says.

PLAIN is a rectangle with an empty row and an empty column that no mirror, turn or swap leaves as it is; SQUARE is for
formats of squares, COLORED for those with a palette. Each has one solution.
"""

from __future__ import annotations

import dataclasses
import re

from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

BLACK = Palette(("#ffffff", "#000000"))


#: The formats that no text looks like: it is searched for their clues after all others.
SEARCHED = ("lists", "columns")


def format_of(sample: str) -> str:
    """The format of a sample, by its name."""
    return re.split(r"\W", sample)[0]


def picture(rows: str) -> Picture:
    lines = rows.split()
    return Picture(RectGrid(len(lines), len(lines[0])), tuple(int(cell) for line in lines for cell in line))


PLAIN_PICTURE = picture("01100 00000 10110")
PLAIN = puzzle_of(PLAIN_PICTURE, BLACK)

SQUARE_PICTURE = picture("110 000 101")
SQUARE = puzzle_of(SQUARE_PICTURE, BLACK)

COLORED_PICTURE = picture("1220 1000 2100")
COLORED = puzzle_of(COLORED_PICTURE, Palette(("#eeffee", "#cc0000", "#0000cc")))

#: The same with unknown colours and lengths: `1? _b`, `_?` and `1b _a` in the rows.
UNKNOWN = dataclasses.replace(
    COLORED,
    clues=(
        (Block(1, ANY_COLOR), Block(ANY_LENGTH, 2)),
        (Block(ANY_LENGTH, ANY_COLOR),),
        (Block(1, 2), Block(ANY_LENGTH, 1)),
    )
    + COLORED.clues[3:],
)


def webpbn_group(side: str, *clues: str) -> str:
    """Clues of a side of triangles as XML; `1a` is a block of one cell of colour a."""
    lines = ("".join(f'<count color="{block[-1]}">{block[:-1]}</count>' for block in clue.split()) for clue in clues)
    return f'<clues type="{side}">{"".join(f"<line>{line}</line>" for line in lines)}</clues>'


#: A picture that is not its own mirror image; the clues in the samples were read off by hand.
TRIANGLES_PICTURE = Picture(TriGrid((2, 1, 3, 1, 2, 2)), tuple("-ab".index(char) for char in "-a-aa--b--babaa-aba"))
TRIANGLES = puzzle_of(TRIANGLES_PICTURE, COLORED.palette)

#: From a name that begins with the format's to a text and what it says.
SAMPLES = {
    "lists": ("rows = [[2], [], [1, 2]]\ncols = [[1], [1], [1, 1], [1], []]\n", PLAIN),
    "lists, lines": ("rows: 2, 0, 1 2\ncolumns: 1, 1, 1 1, 1, 0\n", PLAIN),
    "columns": ("top: ['1', '1', '1 1', '1', ''],\nleft: ['2', '', '1 2'],\n", PLAIN),
    "clues": ("rect 3 5\n#ffffff #000000\n2a\n\n1a 2a\n1a\n1a\n1a 1a\n1a\n", PLAIN),
    "px": ("3,5\n2\n0\n1,2\n1\n1\n1,1\n1\n0\n", PLAIN),
    "px, empty lines": ("3 , 5\n2\n\n1, 2\n1\n1\n1,1\n1", PLAIN),
    "nin": ("5 3\n2\n0\n1 2\n1\n1\n1 1\n1\n0\n", PLAIN),
    "nin, empty lines": ("5 3\n2\n\n1 2\n1\n1\n1 1\n1\n", PLAIN),
    "mk": ("3 5\n2\n0\n1 2\n#\n1\n1\n1 1\n1\n0\n", PLAIN),
    "mk, empty lines": ("3 5\n2\n\n1 2\n#\n1\n1\n1 1\n1\n", PLAIN),
    "cwd": ("3\n5\n2\n0\n1 2\n\n1\n1\n1 1\n1\n0\n", PLAIN),
    "cwd, empty lines": ("3\n5\n2\n\n1 2\n\n1\n1\n1 1\n1\n\n", PLAIN),
    "json": ('{"columns": [[1], [1], [1, 1], [1], []], "rows": [[2], [], [1, 2]]}', PLAIN),
    "json, cols, zeros, more": (
        '{"id": {"a": [1]}, "rows": [[2], [0], [1, 2]], "cols": [[1], [1], [1, 1], [1], [0]]}',
        PLAIN,
    ),
    "json, colours": (
        '{"colors": ["#eeffee", "#c00", "0000CC"], "rows": [[1, [2, 2]], [[1, 1]], [[1, 2], 1]], '
        '"columns": [[[2, 1], [1, 2]], [[1, 2], [1, 1]], [[1, 2]], []]}',
        COLORED,
    ),
    "json, unknown": (
        '{"colors": ["#eeffee", "#cc0000", "#0000cc"], "rows": [[[1, null], [null, 2]], [[null, null]], [[1, 2], '
        'null]], "columns": [[[2, 1], [1, 2]], [[1, 2], [1, 1]], [[1, 2]], []]}',
        UNKNOWN,
    ),
    "json, triangles": (
        '{"grid": "tri 2 1 3 1 2 2", "colors": ["#eeffee", "#cc0000", "#0000cc"], "clues": [[1, 2], '
        "[[1, 2], [1, 2], 1], [[1, 2], 2, 1, [1, 2], 1], [1, [1, 2]], [1, [1, 2]], [[1, 2], 1, 1], [2, [1, 2], 2], "
        "[2, [1, 2]], [1, [1, 2], 1], [1, [1, 2], 2], [1, [1, 2]]]}",
        TRIANGLES,
    ),
    "non": ("width 5\nheight 3\n\nrows\n2\n0\n1,2\n\ncolumns\n1\n1\n1,1\n1\n0\n", PLAIN),
    "non, empty lines": ("nonsense of others\nheight 3\nwidth 5\nrows\n2\n\n1,2\ncolumns\n1\n1\n1, 1\n1", PLAIN),
    "non, colours": (
        "color a #c00\ncolor b #0000CC\nbackground #eeffee\nwidth 4\nheight 3\n"
        "columns\n2a,1b\n1b,1a\n1b\n0\nrows\n1a,2b\n1a\n1b,1a\n",
        COLORED,
    ),
    "olsak": ("Any text: of no use.\n: rows\n2\n0\n1 2\n: columns\n1\n1\n1 1\n1\n0\n: end\n1 2 3\n", PLAIN),
    "olsak, empty lines": (":\n  2\n\n1, 2\n:\n\t1\n1\n1 1\n1\n\n:\n", PLAIN),
    "olsak, colours": (
        "#d\n 0:  #eeffee grass\n r:* #cc0000\n\n b:+ #00C  sky\n"
        ": rows\n1r 2b\n1r\n1b 1r\n: columns\n2r 1b\n1b,1r\n1b\n0\n",
        COLORED,
    ),
    "olsak, triangles": (
        "#Triangles\nof two colours\n#d\n 0:  #eeffee\n a:* #cc0000\n b:+ #0000cc\n"
        ": TopLeft\n1a 2a\n1b 1b 1a\n: BottomLeft\n1b 2a 1a 1b 1a\n: Bottom\n1a 1b\n1a 1b\n1b 1a 1a\n"
        ": BottomRight\n2a 1b 2a\n: TopRight\n2a 1b\n1a 1b 1a\n: Top\n1a 1b 2a\n1a 1b\n",
        TRIANGLES,
    ),
    "olsak, triangles in another order": (
        "#t\n#d\n 0:  #eeffee\n a:* #cc0000\n b:+ #0000cc\n: top\n1a 1b 2a\n1a 1b\n: top-right\n2a 1b\n1a 1b 1a\n"
        ": top-left\n1a 2a\n1b 1b 1a\n: bottom-right\n2a 1b 2a\n: bottom-left\n1b 2a 1a 1b 1a\n"
        ": BOTTOM\n1a 1b\n1a 1b\n1b 1a 1a\n",
        TRIANGLES,
    ),
    "olsak, default colour": (
        "#D\n 0:  #eeffee\n 1:* #cc0000\n b:+ #0000cc\n:\n1 2b\n1\n1b 1\n:\n2 1b\n1b 1\n1b\n\n:\n",
        COLORED,
    ),
    "dzn": (
        "% runs\nX = 5; Y = 3; maxlen = 4;\nrows = [|1, 1, -1, -1\n |-1,-1,-1,-1 % none\n |1,0,1,1|];\n"
        "cols = [|1,-1,-1|1,-1,-1|1,0,1|1,-1,-1|-1,-1,-1|];\n",
        PLAIN,
    ),
    "dzn, lengths": (
        "rows = 3;\nrow_rule_len = 2;\nrow_rules = array2d(1..rows, 1..row_rule_len,\n[ 0,2,\n  0,0,\n  1,2 ]);\n"
        "cols = 5; col_rule_len = 2;\ncol_rules = [| 0,1 | 0,1 | 1,1 | 0,1 | 0,0, |];\n",
        PLAIN,
    ),
    "brackets": ("[2] [] [1 2]\n[1] [1] [1 1] [1] []\n", PLAIN),
    "brackets, variants": ("\n [2],[0],[1, 2] \n\n[1] [1] [1,1] [1] [0]", PLAIN),
    "sections": ("2\n0\n1 2\n\n1\n1\n1 1\n1\n0\n", PLAIN),
    "sections, variants": ("\n 2\n0 \n1, 2\n\n \t\n1\n1\n1,1\n1\n0\n\n", PLAIN),
    "sections, of the solver ish": ("# Cat\n# row clues\n2\n0\n1,2\n\n# column clues\n1\n1\n1,1\n1\n0\n", PLAIN),
    "sections, of the solver syro": ("2 0\n0\n1 2 0\n#\n1 0\n1 0\n1 1 0\n1 0\n0\n#\n", PLAIN),
    "non, of the solver faase": ("width 5\nheight 3\nrows\n2\n0\n1 2\ncolumns\n1\n1\n1 1\n1\n0\n", PLAIN),
    "spoj": ("1\n3 5\n2 0\n0\n1 2 0\n1 0\n1 0\n1 1 0\n1 0\n0\n", PLAIN),
    "course": ("3\n2\n0\n1 1\n1 1\n1\n1\n", SQUARE),
    "course, empty lines": ("3 \n2 \n\n1 1\n1 1\n1\n1", SQUARE),
    "tournament": ("$1\n1\t1\n1\n1\n2\n\n1\t1\n", SQUARE),
    "pynogram": (
        "# a comment\n[clues]\nrows =\n  2\n\n  0\n  1 2 # more\ncolumns = 1, 1\n  1 1\n  1, 0\n",
        PLAIN,
    ),
    "pynogram, colours": (
        "[colors]\nr = (#cc0000) *\nb = (0, 0, 204) %\n\n[clues]\ncolumns =\n 2r 1b\n 1b 1r\n 1b\n 0\n"
        "rows =\n 1r 2b\n 1r\n 1b 1r\n[solution]\nanything\n",
        puzzle_of(COLORED_PICTURE, Palette(("#ffffff", "#cc0000", "#0000cc"))),
    ),
    "pynogram, a list of colours": (
        '[clues]\ncolumns ="""\n 2r 1b, 1b 1r\n 1b\n 0\n"""\n# more\nrows = """1r 2b\n 1r\n 1b 1r  # end\n"""\n'
        "[colors]\ndefs = [\n  'r = (#cc0000) *',\n  'b = (0, 0, 204) %',\n]\n",
        puzzle_of(COLORED_PICTURE, Palette(("#ffffff", "#cc0000", "#0000cc"))),
    ),
    "picross": (
        "# a comment\nGRID A title\nROWS\n[ 2 ]\n[ ]\n[ 1 2 ]\nCOLUMNS\n[ 1 ]\n[ 1 ]\n[ 1 1  ]\n[ 1 ]\n[ ]\n",
        PLAIN,
    ),
    "picross, variants": ("\n GRID\n COLUMNS\n\n[1]\n[1]\n[1, 1]\n[1]\n[0]\n# rows\n ROWS \n[2]\n[]\n[1,2]", PLAIN),
    "asp": (
        "% a comment\n#const w = 5.  % columns\n#const h = 3.\n"
        "row_hint( 1, 1, 2).\nrow_hint(3, 1, 1). row_hint(3, 2, 2).\n"
        "col_hint(1, 1, 1).\ncol_hint(2, 1, 1).\ncol_hint(3, 1, 1).\ncol_hint(3, 2, 1).\ncol_hint(4, 1, 1).\n",
        PLAIN,
    ),
    "asp, variants": (
        "#show row_hint/3.\ncol_hint(3,2,1).col_hint(3,1,1).\n\ncol_hint(5,1,0).\ncol_hint(1,\n 1,1).col_hint(2,1,1).\n"
        "col_hint(4,1,1).\nrow_hint(1,1,2).row_hint(3,2,2).\nrow_hint(3,1,1).\n#const h=3. #const w=5.",
        PLAIN,
    ),
    "asp, colours": (
        '% the columns first\ncol(1,0,b,1). col(1,1,r,1). rows(3).\ncol(0,0,r,2). col(0,1,b,1). col(2,0,"b",1).\n'
        "column(3,0,0).\nrow(0,0,r,1). row(0,1,b,2). row(1,0,r,1).\nrow(2,0,b,1). row(2,1,r,1).\ncolumns(4).\n"
        'color(background, "#eeffee"). color(r, "#c00").\ncolor(b, "#0000CC").\n',
        COLORED,
    ),
    "asp, usual colours": (
        "rows(3). cols(4).\nrow(1,1,red,1). row(1,2,b,2).\nrow(2,1,red,1).\nrow(3,1,b,1). row(3,2,red,1).\n"
        "col(1,1,red,2). col(1,2,b,1).\ncol(2,1,b,1). col(2,2,red,1).\ncol(3,1,b,1).\n",
        puzzle_of(COLORED_PICTURE, Palette(("#ffffff", "#ff0000", "#0000ff"))),
    ),
    "asp, counted from 0": (
        "#const w = 5.\n#const h = 3.\nrow(0,0,2). row(2,0,1). row(2,1,2).\n"
        "col(0,0,1). col(1,0,1). col(2,0,1). col(2,1,1). col(3,0,1).\n",
        PLAIN,
    ),
    "pzl": (
        "3\n#eeffee\n#cc0000\n#0000CC\n\n3 4\n\n2 1 204 0 0 2 0 0 204 \n1 1 204 0 0\n2 1 0 0 204 1 204 0 0\n\n"
        "2 2 204 0 0 1 0 0 204\n2 1 0 0 204 1 204 0 0\n1 1 0 0 204\n0 \n",
        COLORED,
    ),
    "pzl, no background": (
        "1\n#000000\n3 5\n1 2 0 0 0\n0\n2 1 0 0 0 2 0 0 0\n1 1 0 0 0\n1 1 0 0 0\n2 1 0 0 0 1 0 0 0\n1 1 0 0 0\n0\n",
        PLAIN,
    ),
    "gno": (
        "[Description]\nA title\nJo Doe\n2010/06/27\n4\n[License]\nMIT\n[Dimensions]\n3\n5\n[Row clues]\n2\n0\n1, 2\n"
        "[Column clues]\n1\n1\n1,1\n1\n0\n[Solution]\n1 2 2 1 1 \n1 1 1 1 1 \n2 1 2 2 1 \n[Locked]\ntrue\n",
        PLAIN,
    ),
    "gno, variants": ("\n[dim]\n3\n\n5\n[COL]\n1\n1\n1 1\n\n1\n0\n[row]\n2\n0\n1 2\n[Working]\n0 0\n", PLAIN),
    "tatham": ("5x3:1/1/1.1/1//2//1.2\n", PLAIN),
    "tatham, link": ("# by mail\n https://example.org/puzzles/js/pattern.html#5x3:1/1/1.1/1/0/2//1.2 \n", PLAIN),
    "tatham, square": ("3:1.1/1/1/2//1.1\n", SQUARE),
    "puzzlink": ("https://puzz.link/p?nonogram/5/3/1g1g111i2k21g\n", PLAIN),
    "puzzlink, variants": ("# mine\n\nhttp://pzv.jp/p.html?nonogram_edit/v:/5/3/g1-01g11g1g0g2k21/#x\n", PLAIN),
    "pzprv3": (
        "pzprv3\nnonogram\n3\n5\n. . . . . 1 . . \n. . . 1 1 1 1 . \n. . 2 . # # . + \n"
        ". . . . . . . . \n. 1 2 # . . . . \n",
        PLAIN,
    ),
    "pzprv3, one line": (
        "pzprv3.1/nonogram/3/5/. . . . . c1 . ./. . . 1 1 1 1 0/. 2 . . . . . ./. . . . . . . ./. 1 2 . . . . ./info:{",
        PLAIN,
    ),
    "pynogram, quotes": (
        "[clues]\ncolumns = '1', \"1\",\n  '1 1', 1,\n  ''\nrows = 2,, '1 2' ; the last one\n; the end\n[colors]\n",
        PLAIN,
    ),
    "pynogram, default colour": (
        "[colors]\nr = (#cc0000) * # a comment\n[clues]\ncolumns = 2r 1, 1 1r, 1, 0\nrows = 1r 2\n    1r\n    1 1r\n",
        puzzle_of(COLORED_PICTURE, Palette(("#ffffff", "#cc0000", "#000000"))),
    ),
    "webpbn": (
        '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "http://localhost/pbn.dtd">\n<puzzleset><puzzle>\n'
        '<clues type="rows"><line><count>2</count></line><line/>'
        "<line><count>1</count><count> 2 </count></line></clues>\n"
        '<clues type="columns"><line><count>1</count></line><line><count>1</count></line>'
        "<line><count>1</count><count>1</count></line><line><count>1</count></line><line></line></clues>\n"
        "</puzzle></puzzleset>\n",
        PLAIN,
    ),
    "webpbn, colours": (
        '<puzzleset><source>me</source><puzzle type="grid" defaultcolor="r" backgroundcolor="grass">\n'
        '<color name="r" char="r">c00</color><color name="grass" char=" ">EEFFEE</color>\n'
        '<color name="b" char="b">#0000cc</color>\n'
        '<clues type="columns"><line><count color="r">2</count><count color="b">1</count></line>'
        '<line><count color="b">1</count><count>1</count></line><line><count color="b">1</count></line><line/>'
        "</clues>"
        '<clues type="rows"><line><count>1</count><count color="b">2</count></line><line><count>1</count></line>'
        '<line><count color="b">1</count><count>1</count></line></clues></puzzle></puzzleset>',
        COLORED,
    ),
    "webpbn, triangles": (
        '<puzzleset><puzzle type="triddler" defaultcolor="a" backgroundcolor="grass">'
        '<color name="grass" char=".">eeffee</color><color name="a" char="a">c00</color>'
        '<color name="b" char="b">00c</color>'
        + webpbn_group("topleft", "1a 2a", "1b 1b 1a")
        + webpbn_group("bottomleft", "1b 2a 1a 1b 1a")
        + webpbn_group("top", "1a 1b", "1a 1b 2a")
        + webpbn_group("topright", "1a 1b 1a", "2a 1b")
        + webpbn_group("bottom", "1b 1a", "1b 1a", "1a 1a 1b")
        + webpbn_group("bottomright", "2a 1b 2a")
        + "</puzzle></puzzleset>",
        TRIANGLES,
    ),
    "webpbn, a picture of triangles alone": (
        '<puzzleset><puzzle type="triddler" backgroundcolor="grass"><color name="grass" char=".">eeffee</color>'
        '<color name="a" char="a">c00</color><color name="b" char="b">00c</color>'
        "<solution><image>\n  /.a.aa\\ /..b..ba\\\n \\baa.aba/</image></solution></puzzle></puzzleset>",
        TRIANGLES,
    ),
    "webpbn, a picture alone": (
        "<puzzleset><puzzle><solution><image>\n|.XX..|\n|.....|\n|X.XX.|\n</image></solution></puzzle></puzzleset>",
        PLAIN,
    ),
}
