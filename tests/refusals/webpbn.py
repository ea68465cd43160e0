"""Refusals of XML of webpbn.com, wrong by mistake or on purpose."""

from refusals import add_up, needs


def xml(content: str) -> str:
    """A file with one puzzle."""
    return f"<puzzleset><puzzle>{content}</puzzle></puzzleset>"


ROW = '<clues type="rows"><line><count>1</count></line></clues>'
COLUMN = '<clues type="columns"><line><count>1</count></line></clues>'
ONE = ROW + COLUMN
PUZZLE = xml(ONE)

NO_ROWS = "an image without rows, expected them between"
DECLARES = "a document type that declares something, expected none or a mere reference to one"


def goal(image: str) -> str:
    """A file with a puzzle of one cell and its goal."""
    return xml(f"{ONE}<solution><image>{image}</image></solution>")


def triddler(image: str) -> str:
    """A file with a picture of triangles."""
    return f'<puzzle type="triddler"><solution>\n<image>{image}</image></solution></puzzle>'


REFUSALS = {
    "entities that multiply": (
        "<?xml version='1.0'?>\n<!DOCTYPE p [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]>\n" + xml("<title>&b;</title>"),
        f"2:13: {DECLARES}",
    ),
    "entity that fetches": (
        '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n' + xml("<title>&x;</title>"),
        f"1:13: {DECLARES}",
    ),
    "entity of the document type that fetches": (
        '<!DOCTYPE p [<!ENTITY % x SYSTEM "http://localhost:1/x.dtd"> %x;]>\n' + PUZZLE,
        f"1:13: {DECLARES}",
    ),
    "document type that declares in a file": (
        '<!DOCTYPE p SYSTEM "file:///etc/hostname">\n' + xml(f"<title>&x;</title>{ONE}"),
        "2:27: entity 'x', expected one of XML or HTML",
    ),
    "entity of no document type": (xml(f"<title>&copy;</title>{ONE}"), "1:27: undefined entity, expected XML"),
    "depth": ("<puzzleset>" + "<a>" * 100_000, "1:45: element 'a' within 12 others, expected less depth"),
    "no XML": ("rows\n", "1:1: syntax error, expected XML"),
    "XML that ends early": (PUZZLE[:-20], "1:135: unclosed token, expected XML"),
    "tags that do not match": ("<puzzleset>\n <puzzle></puzzleset>", "2:12: mismatched tag, expected XML"),
    "other XML": ("<dune/>", "no <puzzle> element, expected one"),
    "no puzzle": ("<puzzleset/>", "no <puzzle> element, expected one"),
    "triddler without clues": (
        '<puzzleset>\n<puzzle type="triddler"/></puzzleset>',
        "2:1: neither clues nor a goal, expected clues of the six sides",
    ),
    "rows of a triddler": (
        '<puzzleset>\n<puzzle type="triddler">\n<clues type="rows"/></puzzle></puzzleset>',
        "3:1: clues of type 'rows', expected topleft, bottomleft, top, topright, bottom or bottomright",
    ),
    "sides of a triddler that do not meet": (
        '<puzzleset>\n<puzzle type="triddler"><clues type="topleft"><line/><line/></clues>'
        '<clues type="top"><line/></clues></puzzle></puzzleset>',
        "2:1: triangular grid with sides 2 0 0 0 0 1: top left + bottom left = 2, expected the same as "
        "bottom right + top right = 0",
    ),
    "triddler with bars": (triddler("|.X.|"), f"2:1: {NO_ROWS} slashes and backslashes"),
    "triddler with many rows, and a bar": (triddler("/.../ " * 60 + "|"), f"2:1: {NO_ROWS} slashes and backslashes"),
    "triddler with a dent": (
        triddler("\\.X.\\ /.X./"),
        "2:1: an image with a border that bends inward, expected an outline without dents",
    ),
    "triddler with a short row": (triddler("/.X.\\ /.X.\\"), "2:1: an image with rows of 3, 3 cells, expected 3, 5"),
    "other type": ('<puzzle type="cube"/>', "1:1: puzzle of type 'cube', expected grid or triddler"),
    "neither clues nor goal": (xml(""), "1:12: neither clues nor a goal, expected clues of rows and columns"),
    "rows alone": (xml(ROW), "1:12: no clues of the columns, expected two groups of clues"),
    "third group": (xml(f'{ONE}<clues type="depths"/>'), "1:135: clues of type 'depths', expected rows or columns"),
    "length in words": (PUZZLE.replace(">1<", ">one<", 1), "1:45: 'one', expected a whole number"),
    "colour not declared": (
        PUZZLE.replace("<count>", '<count color="red">', 1),
        "1:45: colour 'red', expected one that a <color> declares",
    ),
    "block of background": (
        PUZZLE.replace("<count>", '<count color="white">', 1),
        "1:45: a block of the background's colour, expected another one",
    ),
    "default not declared": (
        PUZZLE.replace("<puzzle>", '<puzzle defaultcolor="red">', 1),
        "1:12: colour 'red' of the puzzle, expected one that a <color> declares",
    ),
    "odd colour": (
        xml('<color name="a">#12345</color>' + ONE),
        "1:20: colour '#12345', expected three or six hexadecimal digits, or a common name",
    ),
    "goal of another size": (goal("|XX|"), "1:145: an image of 2 x 1 cells, expected 1 x 1"),
    "goal of other colours": (goal("|O|"), "1:145: cell 'O' in an image, expected one of '.', 'X'"),
    "open goal": (goal("|?|"), "1:145: a goal with open cells, expected a colour in each"),
    "goal without bars": (goal("X"), f"1:145: {NO_ROWS} vertical bars"),
    "too long": (PUZZLE.replace(">1<", ">2<", 1), f"1:45: {needs('row 1', 2, 1)}"),
    "totals": (xml(ROW + COLUMN.replace("<count>1</count>", "")), f"1:12: {add_up('columns', 0, 1)}"),
}
