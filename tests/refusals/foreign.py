"""Refusals of texts that are no puzzles but are taken for one, under any name: they are called what they are."""

from conftest import RECT_PICTURE, RECT_SHAPES

MAKE = "; `nonosat make` makes a puzzle from it"
PICTURE = f"a picture, expected a puzzle; `nonosat check PUZZLE PICTURE` checks it, {MAKE[2:]}"
MODEL = "the model of a formula, expected a puzzle; `nonosat decode PUZZLE MODEL` turns it into the picture"
ANSWER = "the answer of a solver, expected a puzzle; `nonosat decode PUZZLE ANSWER` turns a model into the picture"
RECORD = "a record of nonosat (JSON), expected a puzzle"
DRAWING = "a drawing (SVG), expected a puzzle; `nonosat make` makes a puzzle from one that nonosat drew"
PAGE = "a web page (HTML), expected a puzzle; save the file of the puzzle that the page offers, or type its clues"
FORMULA = "a formula in DIMACS, which solvers read, expected a puzzle"

REFUSALS = {
    "picture": (f"{RECT_PICTURE}\n", PICTURE),
    "picture with a sentence": (f"{RECT_PICTURE}\nrect: solved, unique\n", PICTURE),
    "picture of shapes": (f"{RECT_SHAPES}\n", PICTURE),
    "shapes with a sentence": (f"{RECT_SHAPES}\nrect: solved, unique\n", PICTURE),
    "shapes of a hexagon, marked": (" ██··\n··█!··\n ▒▒██\nhex: solved, not unique; and so on\n", PICTURE),
    "picture of a hexagon": (" a-\n-a-\n a-\n", PICTURE),
    "picture with blanks": ("a a - b\n- - a a\n", PICTURE),
    "picture of signs": (".##.\n####\n", PICTURE),
    "picture without background": ("aaa\nbbb\n", PICTURE),
    "picture of squares": ("⬜🟧⬜\n🟧🟪🟧\n", PICTURE),
    "drawing": ("<svg/>", DRAWING),
    "web page": ("<!DOCTYPE html>\n<html></html>\n", PAGE),
    "web page behind a comment": ("<!-- saved -->\n<html lang='en'><svg/></html>\n", PAGE),
    "model": ("-1 2 -3 4 0\n", MODEL),
    "model without end": ("1 -2 3", MODEL),
    "long model": (" ".join(str(-i) for i in range(1, 9999)) + " 0\n", MODEL),
    "answer": ("c a comment\ns SATISFIABLE\nv 1 -2 0\n", ANSWER),
    "answer of minisat": ("SAT\n1 -2 3 0\n", ANSWER),
    "no model": ("s UNSATISFIABLE\n", ANSWER),
    "formula": ("c of a puzzle\nc\np cnf 2 1\n1 -2 0\n", FORMULA),
    "formula without comments": ("p cnf 1 1\n1 0\n", FORMULA),
    "manifest": ('{\n "proof": 1,\n "kind": "drat",\n "claim": "unique"}\n', RECORD),
    "Netpbm": ("P1\n2 2\n1 0 0 1\n", f"an image as text (Netpbm), expected a puzzle{MAKE}"),
    "link": (
        "https://example.org/play.cgi?id=1\n",
        "a link to a page, expected a puzzle; the text of links to puzz.link is read, and nothing from a network",
    ),
    "tournament": ("$1\n0\t1\n1\t1\n\n$2\n0\t1\n1\t1\n", "the solutions of a tournament set, expected a puzzle"),
}
