"""Refusals of XML of webpbn.com, wrong by mistake or on purpose."""


def xml(content: str) -> str:
    """A file with one puzzle."""
    return f"<puzzleset><puzzle>{content}</puzzle></puzzleset>"


ROW = '<clues type="rows"><line><count>1</count></line></clues>'
COLUMN = '<clues type="columns"><line><count>1</count></line></clues>'
ONE = ROW + COLUMN
PUZZLE = xml(ONE)


def goal(image: str) -> str:
    """A file with a puzzle of one cell and its goal."""
    return xml(f"{ONE}<solution><image>{image}</image></solution>")


def triddler(image: str) -> str:
    """A file with a picture of triangles."""
    return f'<puzzle type="triddler"><solution>\n<image>{image}</image></solution></puzzle>'


REFUSALS = {
    "entities that multiply": (
        "<?xml version='1.0'?>\n<!DOCTYPE p [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]>\n" + xml("<title>&b;</title>"),
        "2:13",
        "document type",
    ),
    "entity that fetches": (
        '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n' + xml("<title>&x;</title>"),
        "1:13",
        "document type",
    ),
    "entity of the document type that fetches": (
        '<!DOCTYPE p [<!ENTITY % x SYSTEM "http://localhost:1/x.dtd"> %x;]>\n' + PUZZLE,
        "1:13",
        "document type",
    ),
    "document type that declares in a file": (
        '<!DOCTYPE p SYSTEM "file:///etc/hostname">\n' + xml(f"<title>&x;</title>{ONE}"),
        "2:27",
        "x",
    ),
    "entity of no document type": (xml(f"<title>&copy;</title>{ONE}"), "1:27", "undefined entity"),
    "depth": ("<puzzleset>" + "<a>" * 100_000, "1:45", "a"),
    "no XML": ("rows\n", "1:1", "syntax error"),
    "XML that ends early": (PUZZLE[:-20], "1:135", "unclosed token"),
    "tags that do not match": ("<puzzleset>\n <puzzle></puzzleset>", "2:12", "mismatched tag"),
    "other XML": ("<dune/>", "", "<puzzle>"),
    "no puzzle": ("<puzzleset/>", "", "<puzzle>"),
    "triddler without clues": ('<puzzleset>\n<puzzle type="triddler"/></puzzleset>', "2:1", "goal"),
    "rows of a triddler": (
        '<puzzleset>\n<puzzle type="triddler">\n<clues type="rows"/></puzzle></puzzleset>',
        "3:1",
        "rows",
    ),
    "sides of a triddler that do not meet": (
        '<puzzleset>\n<puzzle type="triddler"><clues type="topleft"><line/><line/></clues>'
        '<clues type="top"><line/></clues></puzzle></puzzleset>',
        "2:1",
        "grid",
    ),
    "triddler with bars": (triddler("|.X.|"), "2:1", "image"),
    "triddler with many rows, and a bar": (triddler("/.../ " * 60 + "|"), "2:1", "image"),
    "triddler with a dent": (triddler("\\.X.\\ /.X./"), "2:1", "ends"),
    "triddler with a short row": (triddler("/.X.\\ /.X.\\"), "2:1", "image"),
    "other type": ('<puzzle type="cube"/>', "1:1", "cube"),
    "neither clues nor goal": (xml(""), "1:12", "goal"),
    "rows alone": (xml(ROW), "1:12", "columns"),
    "third group": (xml(f'{ONE}<clues type="depths"/>'), "1:135", "depths"),
    "length in words": (PUZZLE.replace(">1<", ">one<", 1), "1:45", "one"),
    "colour not declared": (PUZZLE.replace("<count>", '<count color="red">', 1), "1:45", "red"),
    "block of background": (PUZZLE.replace("<count>", '<count color="white">', 1), "1:45", "colour"),
    "default not declared": (PUZZLE.replace("<puzzle>", '<puzzle defaultcolor="red">', 1), "1:12", "red"),
    "odd colour": (xml('<color name="a">#12345</color>' + ONE), "1:20", "#12345"),
    "goal of another size": (goal("|XX|"), "1:145", "image"),
    "goal of other colours": (goal("|O|"), "1:145", "O"),
    "open goal": (goal("|?|"), "1:145", "goal"),
    "goal without bars": (goal("X"), "1:145", "image"),
    "too long": (PUZZLE.replace(">1<", ">2<", 1), "1:45", "row 1"),
    "totals": (xml(ROW + COLUMN.replace("<count>1</count>", "")), "1:12", "columns"),
}
