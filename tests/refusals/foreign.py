"""Refusals of texts that are no puzzles but are taken for one, under any name: they are called what they are."""

from conftest import RECT_PICTURE, RECT_SHAPES

REFUSALS = {
    "picture": (f"{RECT_PICTURE}\n", "", "picture"),
    "picture with a sentence": (f"{RECT_PICTURE}\nrect: solved, unique\n", "", "picture"),
    "picture of shapes": (f"{RECT_SHAPES}\n", "", "picture"),
    "shapes with a sentence": (f"{RECT_SHAPES}\nrect: solved, unique\n", "", "picture"),
    "shapes of a hexagon, marked": (" ██··\n··█!··\n ▒▒██\nhex: solved, not unique; and so on\n", "", "picture"),
    "picture of a hexagon": (" a-\n-a-\n a-\n", "", "picture"),
    "picture with blanks": ("a a - b\n- - a a\n", "", "picture"),
    "picture of signs": (".##.\n####\n", "", "picture"),
    "picture without background": ("aaa\nbbb\n", "", "picture"),
    "picture of squares": ("⬜🟧⬜\n🟧🟪🟧\n", "", "picture"),
    "drawing": ("<svg/>", "", "drawing"),
    "web page": ("<!DOCTYPE html>\n<html></html>\n", "", "a web page (HTML)"),
    "web page behind a comment": ("<!-- saved -->\n<html lang='en'><svg/></html>\n", "", "a web page (HTML)"),
    "model": ("-1 2 -3 4 0\n", "", "model of"),
    "model without end": ("1 -2 3", "", "model of"),
    "long model": (" ".join(str(-i) for i in range(1, 9999)) + " 0\n", "", "model of"),
    "answer": ("c a comment\ns SATISFIABLE\nv 1 -2 0\n", "", "answer"),
    "answer of minisat": ("SAT\n1 -2 3 0\n", "", "answer"),
    "no model": ("s UNSATISFIABLE\n", "", "answer"),
    "formula": ("c of a puzzle\nc\np cnf 2 1\n1 -2 0\n", "", "a formula in DIMACS,"),
    "formula without comments": ("p cnf 1 1\n1 0\n", "", "a formula in DIMACS,"),
    "manifest": ('{\n "proof": 1,\n "kind": "drat",\n "claim": "unique"}\n', "", "record"),
    "Netpbm": ("P1\n2 2\n1 0 0 1\n", "", "image"),
    "link": ("https://example.org/play.cgi?id=1\n", "", "a link to a"),
    "tournament": ("$1\n0\t1\n1\t1\n\n$2\n0\t1\n1\t1\n", "", "solution"),
}
