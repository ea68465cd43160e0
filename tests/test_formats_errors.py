"""Files that are wrong, by mistake or on purpose: one line that says what and where, and nothing worse."""

from __future__ import annotations

import json

import pytest
from conftest import write
from format_samples import SAMPLES

from nonosat.errors import InputError
from nonosat.formats import FORMATS, load
from nonosat.formats.recognition import of_suffix

XML = SAMPLES["webpbn"][0]
NON = SAMPLES["non, colours"][0]
GRID = "<puzzleset><puzzle>{}</puzzle></puzzleset>"
ROW = '<clues type="rows"><line><count>1</count></line></clues>'
COLUMN = '<clues type="columns"><line><count>1</count></line></clues>'
ONE = ROW + COLUMN
NAMES = ", ".join(format_.name for format_ in of_suffix(".txt"))

#: Suffix, content and message after the file's name.
WRONG: dict[str, tuple[str, str | bytes, str]] = {
    # XML that means harm
    "entities that multiply": (
        "xml",
        "<?xml version='1.0'?>\n<!DOCTYPE p [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]>\n"
        + GRID.format("<title>&b;</title>"),
        "2:13: a document type that declares something, expected none or a mere reference to one",
    ),
    "entity that fetches": (
        "xml",
        '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n' + GRID.format("<title>&x;</title>"),
        "1:13: a document type that declares something, expected none or a mere reference to one",
    ),
    "entity of the document type that fetches": (
        "xml",
        '<!DOCTYPE p [<!ENTITY % x SYSTEM "http://localhost:1/x.dtd"> %x;]>\n' + GRID.format(ONE),
        "1:13: a document type that declares something, expected none or a mere reference to one",
    ),
    "document type that declares in a file": (
        "xml",
        '<!DOCTYPE p SYSTEM "file:///etc/hostname">\n' + GRID.format(f"<title>&x;</title>{ONE}"),
        "2:27: entity 'x', expected one of XML or HTML",
    ),
    "entity of no document type": (
        "xml",
        GRID.format(f"<title>&copy;</title>{ONE}"),
        "1:27: undefined entity, expected XML",
    ),
    "depth": ("xml", "<puzzleset>" + "<a>" * 100_000, "1:45: element 'a' within 12 others, expected less depth"),
    # XML that is wrong
    "no XML": ("xml", "rows\n", "1:1: syntax error, expected XML"),
    "XML that ends early": ("xml", GRID.format(ONE)[:-20], "1:135: unclosed token, expected XML"),
    "tags that do not match": ("xml", "<puzzleset>\n <puzzle></puzzleset>", "2:12: mismatched tag, expected XML"),
    "other XML": (
        "xml",
        "<svg/>",
        "a drawing (SVG), expected a puzzle; `nonosat make` makes a puzzle from one that nonosat drew",
    ),
    "still other XML": ("xml", "<dune/>", "no <puzzle> element, expected one"),
    "no puzzle": ("xml", "<puzzleset/>", "no <puzzle> element, expected one"),
    "triddler without clues": (
        "pbn",
        '<puzzleset>\n<puzzle type="triddler"/></puzzleset>',
        "2:1: neither clues nor a goal, expected clues of the six sides",
    ),
    "rows of a triddler": (
        "pbn",
        '<puzzleset>\n<puzzle type="triddler">\n<clues type="rows"/></puzzle></puzzleset>',
        "3:1: clues of type 'rows', expected topleft, bottomleft, top, topright, bottom or bottomright",
    ),
    "sides of a triddler that do not meet": (
        "pbn",
        '<puzzleset>\n<puzzle type="triddler"><clues type="topleft"><line/><line/></clues>'
        '<clues type="top"><line/></clues></puzzle></puzzleset>',
        "2:1: triangular grid with sides 2 0 0 0 0 1: top left + bottom left = 2, expected the same as "
        "bottom right + top right = 0",
    ),
    "image of a triddler with bars": (
        "pbn",
        '<puzzle type="triddler"><solution>\n<image>|.X.|</image></solution></puzzle>',
        "2:1: an image without rows, expected them between slashes and backslashes",
    ),
    "image of a triddler with many rows, and a bar": (
        "pbn",
        f'<puzzle type="triddler"><solution>\n<image>{"/.../ " * 60}|</image></solution></puzzle>',
        "2:1: an image without rows, expected them between slashes and backslashes",
    ),
    "image of a triddler with a dent": (
        "pbn",
        '<puzzle type="triddler"><solution>\n<image>\\.X.\\ /.X./</image></solution></puzzle>',
        "2:1: an image with a border that bends inward, expected an outline without dents",
    ),
    "image of a triddler with a short row": (
        "pbn",
        '<puzzle type="triddler"><solution>\n<image>/.X.\\ /.X.\\</image></solution></puzzle>',
        "2:1: an image with rows of 3, 3 cells, expected 3, 5",
    ),
    "other type": ("xml", '<puzzle type="cube"/>', "1:1: puzzle of type 'cube', expected grid or triddler"),
    "neither clues nor goal": (
        "xml",
        GRID.format(""),
        "1:12: neither clues nor a goal, expected clues of rows and columns",
    ),
    "rows alone": ("xml", GRID.format(ROW), "1:12: no clues of the columns, expected two groups of clues"),
    "third group": (
        "xml",
        GRID.format(f'{ONE}<clues type="depths"/>'),
        "1:135: clues of type 'depths', expected rows or columns",
    ),
    "length in words": ("xml", GRID.format(ONE).replace(">1<", ">one<", 1), "1:45: 'one', expected a whole number"),
    "colour not declared": (
        "xml",
        GRID.format(ONE).replace("<count>", '<count color="red">', 1),
        "1:45: colour 'red', expected one that a <color> declares",
    ),
    "block of background": (
        "xml",
        GRID.format(ONE).replace("<count>", '<count color="white">', 1),
        "1:45: a block of the background's colour, expected another one",
    ),
    "default not declared": (
        "xml",
        GRID.format(ONE).replace("<puzzle>", '<puzzle defaultcolor="red">', 1),
        "1:12: colour 'red' of the puzzle, expected one that a <color> declares",
    ),
    "odd colour": (
        "xml",
        GRID.format('<color name="a">#12345</color>' + ONE),
        "1:20: colour '#12345', expected three or six hexadecimal digits, or a common name",
    ),
    "goal of another size": (
        "xml",
        GRID.format(f"{ONE}<solution><image>|XX|</image></solution>"),
        "1:145: an image of 2 x 1 cells, expected 1 x 1",
    ),
    "goal of other colours": (
        "xml",
        GRID.format(f"{ONE}<solution><image>|O|</image></solution>"),
        "1:145: cell 'O' in an image, expected one of '.', 'X'",
    ),
    "open goal": (
        "xml",
        GRID.format(f"{ONE}<solution><image>|?|</image></solution>"),
        "1:145: a goal with open cells, expected a colour in each",
    ),
    "goal without bars": (
        "xml",
        GRID.format(f"{ONE}<solution><image>X</image></solution>"),
        "1:145: an image without rows, expected them between vertical bars",
    ),
    "clue too long in XML": (
        "xml",
        GRID.format(ONE).replace(">1<", ">2<", 1),
        "1:45: clue of row 1 needs 2 cells, expected at most the line's 1",
    ),
    "totals in XML": (
        "xml",
        GRID.format(ROW + COLUMN.replace("<count>1</count>", "")),
        "1:12: clues of the columns add up to 0 cells of colour 'a', expected 1 as for the rows",
    ),
    # JSON
    "JSON of brackets": (
        "json",
        "[" * 1_000_000,
        'brackets within brackets without end, expected an object with "rows" and "columns"',
    ),
    "JSON that ends early": ("json", '{"rows": [[1', "1:13: expecting ',' delimiter, expected JSON"),
    "no JSON": ("json", "rows: 1", "1:1: expecting value, expected JSON"),
    "a number of JSON": (
        "json",
        '{"rows": [[' + "9" * 5000 + "]]}",
        "a number of thousands of digits, expected at most",
    ),
    "array": ("json", "[[1], [1]]", 'an array of 2, expected an object with "rows" and "columns"'),
    "no columns": ("json", '{"rows": [[1]]}', 'no "columns", expected an object with "rows" and "columns"'),
    "rows of text": (
        "json",
        '{"rows": "1 2", "columns": []}',
        "rows: '1 2', expected an array of clues such as [[1, 2], []]",
    ),
    "clue of a number": (
        "json",
        '{"rows": [[1], 1], "columns": [[1]]}',
        "rows[1]: 1, expected an array of lengths such as [1, 2]",
    ),
    "lengths of all kinds": (
        "json",
        '{"rows": [[1], [1, true]], "columns": [[1]]}',
        "rows[1][1]: true, expected the length of a block",
    ),
    "NaN": ("json", '{"rows": [[NaN]], "columns": [[1]]}', "rows[0][0]: NaN, expected the length of a block"),
    "clue too long in JSON": (
        "json",
        '{"rows": [[1]], "columns": [[1, 1]]}',
        "columns[0][1]: clue of column 1 has more than 1 block, expected at most the line's 1 cell",
    ),
    "totals in JSON": (
        "json",
        '{"rows": [[1]], "columns": [[]]}',
        "clues of the columns add up to 0 cells of colour 'a', expected 1 as for the rows",
    ),
    "goal in JSON": (
        "json",
        '{"rows": [[1]], "columns": [[1]], "goal": ["2"]}',
        "goal[0]: '2', expected a text of 1 cell, 0 or 1",
    ),
    "goal of JSON": (
        "json",
        '{"rows": [[1]], "columns": [[1]], "goal": {"a": 1}}',
        "goal: an object, expected an array of 1 text, one for each row",
    ),
    "goal of a hexagon in JSON": (
        "json",
        '{"grid": "hex 2", "clues": [[], [], [], [], [], [], [], [], []], "goal": ["00", "00", "00"]}',
        "goal[1]: '00', expected a text of 3 cells, 0 or 1",
    ),
    "clues without a grid in JSON": (
        "json",
        '{"clues": [[1], [1]]}',
        'no text "grid" beside "clues", expected `rect <height> <width>` or `hex <size>` or `tri ',
    ),
    "grid of JSON": (
        "json",
        '{"grid": "tri 1 1", "clues": [[1], [1]]}',
        "grid: 2 words after `tri`, expected `rect <height> <width>` or ",
    ),
    "sides in JSON": (
        "json",
        '{"grid": "tri 1 1 1 1 1 2", "clues": [[1], [1]]}',
        "grid: triangular grid with sides 1 1 1 1 1 2: bottom left + bottom = 2, expected",
    ),
    "too few clues in JSON": (
        "json",
        '{"grid": "hex 2", "clues": [[1], [1]]}',
        "clues: an array of 2, expected 9, one for each line of hex 2",
    ),
    "clue of a hexagon in JSON": (
        "json",
        '{"grid": "hex 2", "clues": [[], [], [], [1, 2], [], [], [], [], []]}',
        "clues[3][1]: clue of up-left line 1 needs 4 cells, expected at most the line's 2",
    ),
    # Simpson
    "empty .non": ("non", "", "1:1: no width, expected a line `width <number>` before the clues"),
    "no columns in .non": (
        "non",
        "width 1\nheight 1\nrows\n1\n",
        "4:2: no columns, expected a line `columns` and the clues below it",
    ),
    "too few rows": (
        "non",
        "width 1\nheight 2\nrows\n1\ncolumns\n1\n",
        "5:1: 'columns' in clue 2 of 2 rows, expected a length such as 3 or 3a",
    ),
    "rows before sizes": ("non", "rows\n1\n", "1:1: no width, expected a line `width <number>` before the clues"),
    "two widths": ("non", "width 1 2\n", "1:9: 2 words after `width`, expected a number"),
    "width in words": ("non", "width ten\nheight 1\nrows\n", "1:7: 'ten', expected the number of columns"),
    "colour of .non": ("non", NON.replace("#c00", "scarlet?"), "1:9: colour 'scarlet?', expected #rrggbb"),
    "colour line of .non": (
        "non",
        NON.replace("color a", "color A"),
        "1:1: wrong colour, expected `color <letter> #rrggbb`",
    ),
    "no colours in .non": (
        "non",
        "width 1\nheight 1\nrows\n1a\ncolumns\n1\n",
        "4:1: colour 'a', expected `color` lines before the clues",
    ),
    "unknown colour in .non": ("non", NON.replace("2b", "2c"), "12:4: colour 'c', expected one of a, b"),
    "block without colour": (
        "non",
        NON.replace("2b", "2"),
        "12:4: block '2' without a colour, expected one of a, b",
    ),
    "goal too short": ("non", NON + 'goal "000"\n', "15:11: 3 cells in the goal, expected 12"),
    "goal too long": ("non", NON + f'goal "{"0" * 13}"\n', "15:19: '0' in the goal, expected the end"),
    "goal of other colours in .non": ("non", NON + "goal 00c", "15:8: 'c' in the goal, expected one of 0, a, b"),
    # Olšák
    "triddler of one side": (
        "g",
        "A hexagon\n#t\n: TopLeft\n1\n",
        "4:2: 1 line beginning with a colon, expected six, before the clues of the sides",
    ),
    "triddler whose sides do not meet": (
        "g",
        "#t\n: A\n1\n: B\n1\n: C\n1\n: D\n1\n: E\n1\n1\n: F\n1\n: end\n",
        "2:1: triangular grid with sides 1 1 1 1 2 1: top left + bottom left = 2, expected the same as "
        "bottom right + top right = 3",
    ),
    "block of a triddler": (
        "g",
        "#t\n: A\n1\n:B\n:C\n1\n:D\n:E\n1x\n:F\n",
        "9:1: colour 'x' of block '1x', expected one of none",
    ),
    "long clue of a triddler": (
        "g",
        "#t\n: A\n1\n:B\n:C\n1\n:D\n:E\n2\n:F\n",
        "9:1: clue of down-left line 1 needs 2 cells, expected at most the line's 1",
    ),
    "no colon": ("g", "1 2\n3\n", "2:2: 0 lines beginning with a colon, expected two, before rows and columns"),
    "no rows in .g": ("g", ":\n:\n1\n", "1:1: no row, expected a clue per row below the colon"),
    "no columns in .g": ("g", ":\n1\n:\n", "3:1: no column, expected a clue per column below the colon"),
    "colour line of .g": ("g", "#d\n  red\n:\n1\n:\n1\n", "2:3: 'red', expected `<character>:<character> <colour>`"),
    "colour of .g": (
        "g",
        "#d\n a:a reddish\n:\n1a\n:\n1a\n",
        "2:6: colour 'reddish', expected three or six hexadecimal digits, or a common name",
    ),
    "unknown colour in .g": ("g", "#d\n a:a red\n:\n1b\n:\n1a\n", "4:1: colour 'b' of block '1b', expected one of a"),
    "triangle in .g": ("g", ":\n1/a\n:\n1\n", "2:1: block '1/a', expected a length, and the character of a colour"),
    # Lengths alone
    "nin header": ("nin", "3\n1\n", "1:1: 1 number, expected `<columns> <rows>`"),
    "nin header of three": ("nin", "3 3 3\n", "1:5: 3 numbers, expected `<columns> <rows>`"),
    "nin, huge": (
        "nin",
        "99999 99999\n1\n",
        "1:1: grid of 99999 rows and 99999 columns, expected at most 16,000,000 cells",
    ),
    "nin, long": ("nin", "16000000 1\n1\n", "2:2: 2 clues, expected 16000001"),
    "nin, digits": ("nin", "1 " + "9" * 1000, "1:3: '999999999999999999999...', expected the number of rows"),
    "nin, more": ("nin", "1 1\n1\n1\n1\n", "4:1: '1' after the last of 2 clues, expected the end"),
    "nin, minus": ("nin", "1 1\n-1\n1\n", "2:1: '-1', expected a whole number"),
    "mk without mark": ("mk", "1 1\n1\n1\n", "3:1: '1' after the clues of 1 row, expected #"),
    "mk, more": ("mk", "1 1\n1\n#\n1\n#\n", "5:1: '#' after the last of 2 clues, expected the end"),
    "cwd, one line": ("cwd", "1 1\n1\n\n1\n", "1:3: more than one word, expected the number of rows"),
    "cwd, blank": ("cwd", "\n1\n", "1:1: less than one word, expected the number of rows"),
    "cwd without a gap": ("cwd", "1\n1\n1\n1\n", "4:1: '1' after the clues of 1 row, expected an empty line"),
    # Text
    "some text": ("txt", "Dear sir,\n", f"not recognised, expected one of {NAMES} (`format=` chooses)"),
    "empty text": ("txt", "", f"not recognised, expected one of {NAMES} (`format=` chooses)"),
    "bracket": ("txt", "[1]\n[1", f"not recognised, expected one of {NAMES} (`format=` chooses)"),
    "brackets, letters": ("txt", "[1] [a]\n[1]\n", "1:6: 'a', expected a number or ]"),
    "brackets, bare number": ("txt", "[1] 2\n[1]\n", "1:5: '2', expected ["),
    "brackets, three lines": (
        "txt",
        "[1]\n[1]\n[1]\n",
        "3:1: 3 lines, expected two: the clues of the rows, and those of the columns",
    ),
    "brackets, one line of text": (
        "txt",
        "[1]\n \n , \n[1]\n",
        "4:1: 3 lines, expected two: the clues of the rows, and those of the columns",
    ),
    "brackets, huge": (
        "txt",
        "[]" * 5000 + "\n" + "[] " * 5000,
        "1:1: grid of 5000 rows and 5000 columns, expected at most 16,000,000 cells",
    ),
    "brackets without end": (
        "txt",
        "[]" * 200_000 + "\n[]",
        "1:200002: too many clues, expected at most 100,000 in a line",
    ),
    "pynogram without end": ("txt", "[clues]\nrows=" + "1," * 100_001, "2:1: too many rows, expected at most 100,000"),
    "brackets, commas alone": ("txt", "[1]\n,[]x,[1]", "2:4: 'x', expected ["),
    "tournament, huge": (
        "txt",
        "$1\n" + "\n" * 8004,
        "1:1: grid of 4002 rows and 4002 columns, expected at most 16,000,000",
    ),
    "olsak, huge": (
        "g",
        ":\n" + "\n" * 4001 + ":\n" + "\n" * 4000 + ":\n",
        "1:1: grid of 4001 rows and 4000 columns, expected",
    ),
    "course, too many": ("txt", "input\n1\n1\n1\n1\n", "5:1: '1' after the last of 2 clues, expected the end"),
    "course, solution": (
        "txt",
        "input\n1\n1\n1\noutput\n# #\n",
        "6:3: more than 1 cell in a row of the solution, expected as many as columns",
    ),
    "course, solution of letters": (
        "txt",
        "input\n1\n1\n1\noutput\nX\n",
        "6:1: cell 'X' of the solution, expected . (empty) or # (filled)",
    ),
    "course, short solution": (
        "txt",
        "input\n2\n1\n0\n1\n0\noutput\n#\n..\n",
        "8:1: fewer than 2 cells in a row of the solution, expected as many as columns",
    ),
    "course, rows of the solution": (
        "txt",
        "input\n1\n1\n1\noutput\n#\n#\n",
        "6:1: 2 rows in the solution, expected 1",
    ),
    "tournament, odd": ("txt", "$1\n1\n1\n1\n", "4:2: 3 clues, expected as many columns as rows"),
    "pynogram, no rows": (
        "txt",
        "[clues]\ncolumns =\n 1\n",
        "3:3: no rows, expected `rows =` and the clues below it",
    ),
    "pynogram, other entry": ("txt", "[clues]\ncols = 1\n", "2:1: 'cols', expected rows or columns"),
    "pynogram, no entry": ("txt", "[clues]\n1 2\n", "2:1: '1', expected `rows =` or `columns =` before it"),
    "pynogram, colour": (
        "txt",
        "[colors]\nb = (bluish) *\n[clues]\nrows = 1b\ncolumns = 1b\n",
        "2:4: colour '(bluish) *', expected three or six hexadecimal digits, or a common name",
    ),
    "pynogram, unknown colour": (
        "txt",
        "[clues]\nrows = 1b\ncolumns = 1\n",
        "2:8: colour 'b' of block '1b', expected lengths alone, as there are no colours",
    ),
    "pynogram, quotes within": (
        "txt",
        "[clues]\nrows = 'x'\ncolumns = 1\n",
        "2:9: block 'x', expected a length",
    ),
    "pynogram, colour of the default": (
        "txt",
        "[colors]\nr = (red) *\n[clues]\nrows = 1r 1b\ncolumns = 1r, 1\n",
        "4:11: colour 'b' of block '1b', expected r, black",
    ),
    # picross-solver
    "picross, text": ("txt", "GRID a\nROWS\nCOLS\n[ 1 ]\n", "3:1: 'COLS', expected GRID, ROWS, COLUMNS or a clue such"),
    "picross, no section": ("txt", "GRID a\n[ 1 ]\nROWS\n", "2:1: a clue without a section, expected a line ROWS or"),
    "picross, no columns": ("txt", "GRID a\nROWS\n[ 1 ]\n", "3:6: no columns, expected a line COLUMNS and the clues"),
    "picross, bracket": ("txt", "GRID a\nROWS\n[ 1\nCOLUMNS\n[ 1 ]\n", "3:4: a clue that does not end, expected ]"),
    "picross, length": ("txt", "GRID a\nROWS\n[ x ]\nCOLUMNS\n[ 1 ]\n", "3:3: 'x', expected a whole number"),
    "picross, totals": (
        "txt",
        "GRID a\nROWS\n[ 1 ]\nCOLUMNS\n[ ]\n",
        "1:1: clues of the columns add up to 0 cells of colour 'a', expected 1 as for the rows",
    ),
    "picross, before": ("txt", "GRID\nROWS\n" + "[]\n" * 100_001, "100003:1: too many rows, expected at most 100,000"),
    # Answer set facts
    "asp, no size": ("lp", "#const w = 1.\nrow_hint(1, 1, 1).\n", "2:19: no h, expected `#const h = <number>.`"),
    "asp, size in words": (
        "lp",
        "#const w = a.\n#const h = 1.\nrow_hint(1, 1, 1).\n",
        "1:12: 'a', expected the number of columns",
    ),
    "asp, no end": (
        "lp",
        "#const w = 1.\nrow_hint(1, 1, 1)",
        "2:1: 'row_hint(1, 1, 1)' does not end",
    ),
    "asp, other fact": (
        "lp",
        "#const w = 1.\n row_hint(1, 1, 1). clue(1).\n",
        "2:21: 'clue(1)', expected `row_hint(<row>, <number>, <length>).` or `col_hint(",
    ),
    "asp, row": (
        "lp",
        "#const w = 1. #const h = 1.\nrow_hint(2, 1, 1).\n",
        "2:1: row 2, expected a number from 1 to 1",
    ),
    "asp, column": (
        "lp",
        "#const w = 1. #const h = 1.\ncol_hint(0, 1, 1).\n",
        "2:1: column 0, expected a number from 1 to 1",
    ),
    "asp, twice": (
        "lp",
        "#const w = 1. #const h = 1.\nrow_hint(1, 1, 1).row_hint(1, 1, 1).\n",
        "2:19: block 1 of row 1 once more, expected one fact for it",
    ),
    "asp, a gap": (
        "lp",
        "#const w = 1. #const h = 3.\ncol_hint(1, 1, 1).\ncol_hint(1, 3, 1).\n",
        "3:1: block 3 of column 1, expected block 2 before it",
    ),
    "asp, length": (
        "lp",
        "#const w = 1. #const h = 1.\ncol_hint(1,\n 1, l).\n",
        "3:5: 'l', expected a whole number",
    ),
    # Colours by levels
    "pzl, end": ("pzl", "1\n#000000\n1 1\n1 1 0 0 0\n", "4:10: the text ends, expected clue 2 of 2"),
    "pzl, head": ("pzl", "1 1\n#000000\n", "1:3: '1', expected the number of colours alone"),
    "pzl, colour": ("pzl", "1\n#00000\n1 1\n", "2:1: '#00000', expected colour 1 of 1 as #rrggbb"),
    "pzl, two colours": ("pzl", "2\n#000000 #ffffff\n", "2:9: '#ffffff', expected colour 1 of 2 as #rrggbb"),
    "pzl, sizes": ("pzl", "1\n#000000\n1\n1 1 0 0 0\n", "1:1: 1 number, expected `<rows> <columns>`"),
    "pzl, count": ("pzl", "1\n#000000\n1 1\n2 1 0 0 0\n", "4:1: 4 numbers behind 2, expected 8"),
    "pzl, levels": ("pzl", "1\n#000000\n1 1\n1 1 0 0 256\n", "4:5: colour 0 0 256, expected levels from 0 to 255"),
    "pzl, other colour": (
        "pzl",
        "1\n#000000\n1 1\n1 1 0 0 1\n",
        "4:5: colour #000001, expected one of the 1 at the head of the text",
    ),
    "pzl, more": ("pzl", "1\n#000000\n1 1\n0\n0\n0\n", "6:1: '0' after the last of 2 clues, expected the end"),
    # gnonograms
    "gno, before": ("gno", "x\n[Dimensions]\n1\n1\n", "1:1: text before the first section, expected a section such as"),
    "gno, no sizes": ("gno", "[Row clues]\n1\n", "2:2: no section [Dimensions], expected one"),
    "gno, one size": ("gno", "[Dimensions]\n1\n[Row clues]\n", "1:1: 1 size, expected two: the number of rows and of"),
    "gno, two words": (
        "gno",
        "[Dimensions]\n1 1\n[Row clues]\n",
        "2:3: '1' behind a size, expected the end",
    ),
    "gno, no columns": ("gno", "[Dimensions]\n1\n1\n[Row clues]\n1\n", "5:2: no section [Column clues], expected one"),
    "gno, clues": (
        "gno",
        "[Dimensions]\n1\n2\n[Row clues]\n1\n[Column clues]\n1\n",
        "6:1: 1 clue in [Column clues], expected 2 (an empty clue is 0)",
    ),
    "gno, more clues": (
        "gno",
        "[Dimensions]\n1\n1\n[Row clues]\n1\n\n1\n[Column clues]\n1\n",
        "7:1: 2 clues in [Row clues], expected 1 (an empty clue is 0)",
    ),
    "gno, open solution": (
        "gno",
        "[Dimensions]\n1\n1\n[Row clues]\n1\n[Column clues]\n1\n[Solution]\n0\n",
        "9:1: cell '0' of the solution, expected 1 (empty) or 2 (filled)",
    ),
    "gno, wide solution": (
        "gno",
        "[Dimensions]\n1\n1\n[Row clues]\n1\n[Column clues]\n1\n[Solution]\n2 2\n",
        "9:3: more than 1 cell in a row of the solution, expected as many as columns",
    ),
    "gno, high solution": (
        "gno",
        "[Dimensions]\n1\n1\n[Row clues]\n1\n[Column clues]\n1\n[Solution]\n2\n2\n",
        "8:1: 2 rows in the solution, expected 1",
    ),
    # Links and game IDs in files
    "link, other type": (
        "txt",
        "https://puzz.link/p?sudoku/9/9/1\n",
        "1:21: another type of puzzle (sudoku)",
    ),
    "link, no clues": ("txt", "https://puzz.link/p?nonogram/2/2\n", "1:33: the link ends, expected <columns>/<rows>/"),
    "link, size": ("txt", "https://puzz.link/p?nonogram/2/x/1\n", "1:32: 'x', expected the number of rows"),
    "link, huge": (
        "txt",
        "https://puzz.link/p?nonogram/9999/9999/1\n",
        "1:30: grid of 9999 rows and 9999 columns, expected",
    ),
    "link, words": (
        "txt",
        "https://puzz.link/p?nonogram/1/1/11 x\n",
        "1:37: 'x' after a link, expected the end",
    ),
    "link, character": (
        "txt",
        "https://puzz.link/p?nonogram/1/1/1A\n",
        "1:35: 'A' among the lengths, expected a hexadecimal digit, two after -, three after +, a dot or a",
    ),
    "link, half a number": ("txt", "https://puzz.link/p?nonogram/1/1/1-1\n", "1:35: '-' among the lengths, expected a"),
    "link, too many": (
        "txt",
        "https://puzz.link/p?nonogram/1/1/1gg\n",
        "1:36: more than 2 slots for lengths",
    ),
    "link, behind": ("txt", "https://puzz.link/p?nonogram/1/1/11/1\n", "1:37: '1' after the clues, expected the end"),
    "link, long block": (
        "txt",
        "https://puzz.link/p?nonogram/2/1/h-03\n",
        "1:35: clue of row 1 needs 3 cells, expected at most the line's 2",
    ),
    "pzprv3, other type": ("txt", "pzprv3/slither/2/2/", "1:8: another type of puzzle ('slither'), expected nonogram"),
    "pzprv3, end": ("txt", "pzprv3/nonogram/1/1/. 1/", "1:25: the text ends, expected row 2 of 2"),
    "pzprv3, words": ("txt", "pzprv3\nnonogram\n1\n1\n. 1\n1\n", "6:1: 1 word in row 2 of 2, expected 2"),
    "pzprv3, corner": ("txt", "pzprv3/nonogram/1/1/1 1/1 ./", "1:21: '1' in the corner, expected an empty place (.)"),
    "pzprv3, cell": ("txt", "pzprv3/nonogram/1/1/. 1/1 x/", "1:27: cell 'x', expected one of # + ."),
    "pzprv3, length": ("txt", "pzprv3/nonogram/1/1/. a/1 ./", "1:23: 'a', expected a length or ."),
    "game, few": ("txt", "2x2:1/1\n", "1:8: 2 clues, expected 4: 2 rows and 2 columns"),
    "game, many": ("txt", "1x1:1/1/1\n", "1:10: 3 clues, expected 2: 1 row and 1 column"),
    "game, other": (
        "txt",
        "https://x.org/js/net.html#2x2:1/1/1/1\n",
        "1:18: another game of the collection ('net')",
    ),
    "game, seed": (
        "txt",
        "2x2#123\n",
        "1:4: a random seed without clues, expected the game ID with the clues",
    ),
    "game, characters": ("txt", "1x1:q/1\n", "1:5: 'q', expected a whole number"),
    "game, dots": ("txt", "3x1:1//1/1..1\n", "1:12: '', expected a whole number"),
    "game, words": ("txt", "1x1:1/1 x\n", "1:9: 'x' after a game ID, expected the end of the line"),
    "game, few fixed": ("txt", "2x1:1/1/2,A\n", "1:12: 1 cell among the fixed cells, expected 2"),
    "game, many fixed": ("txt", "1x1:1/1,AA\n", "1:10: 'A' behind the last fixed cell, expected the end"),
    "game, far fixed": ("txt", "2x1:1/1/2,d\n", "1:11: fixed cells after the last cell, expected 2 cells"),
    "game, fixed digits": ("txt", "1x1:1/1,1\n", "1:9: '1' among the fixed cells, expected letters"),
    # MiniZinc
    "dzn without rows": (
        "dzn",
        "X = 1;\n",
        "1:7: no entry for the rows, expected `rows = [| ... |];` or `row_rules = ...;`",
    ),
    "dzn that does not end": ("dzn", "rows = [| 1", "1:12: rows does not end, expected ;"),
    "dzn, something else": ("dzn", "X = 1;\nconstraint X > 0;\n", "2:1: 'constraint', expected `<name> = <value>;`"),
    "dzn, a list": (
        "dzn",
        "rows = [1, 1]; cols = [| 1 |];",
        "1:8: value of rows, expected a matrix such as [| 1, 0, 1 | 1, -1, -1 |]",
    ),
    "dzn, lengths as runs": (
        "dzn",
        "rows = [| 2, 0 |]; cols = [| 1 |];",
        "1:11: 2, expected 1 for a cell, 0 between blocks or -1 behind them",
    ),
    "dzn, too few": (
        "dzn",
        "rows = 2; row_rule_len = 2; row_rules = [1, 1, 1];\n",
        "1:41: 3 numbers in row_rules, expected 2 times 2",
    ),
    # Bytes
    "not UTF-8": ("non", b'title "caf\xe9"\n', "1:11: bytes that are not UTF-8, expected text"),
    "UTF-16": ("xml", GRID.encode("utf-16"), "text in UTF-16, expected UTF-8"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_files(name, tmp_path, run):
    suffix, content, message = WRONG[name]
    path = write(tmp_path / f"p.{suffix}", content)
    with pytest.raises(InputError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}:{' ' if not message[0].isdecimal() else ''}{message}")
    result = run("solve", path)
    assert (result.code, result.out, result.err.count("\n")) == (3, "", 1)


@pytest.mark.parametrize("name", FORMATS)
def test_files_that_are_not_what_their_suffix_says(name, tmp_path):
    """They are read if the suffix leaves a choice, or else the error says what the content looks like."""
    suffix = FORMATS[name].suffixes[0]
    for sample, (content, puzzle) in SAMPLES.items():
        said = sample.split(",")[0]
        path = write(tmp_path / f"p{suffix}", content)
        if suffix in FORMATS[said].suffixes or len(of_suffix(suffix)) > 1:
            assert load(path) == puzzle, sample
        else:
            with pytest.raises(InputError) as caught:
                load(path)
            assert str(caught.value).endswith(f"; the content looks like {said}, which `format={said!r}` reads")


@pytest.mark.parametrize("name", FORMATS)
def test_size(name, tmp_path):
    format_ = FORMATS[name]
    path = write(tmp_path / "p", " " * (format_.max_characters + 1))
    with pytest.raises(
        InputError, match=f"(more than {format_.max_characters:,} (characters|bytes), expected a smaller)"
    ):
        load(path, name)


def test_lengths_of_json_beyond_all_grids():
    text = json.dumps({"rows": [[1], [10**30]], "columns": [[1]]})
    with pytest.raises(InputError, match=r"^rows\[1\]\[0\]: a number of many digits, expected the length of a block$"):
        FORMATS["json"].read(text)
