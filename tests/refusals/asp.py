"""Refusals of facts of answer set programs."""

ONE = "#const w = 1. #const h = 1.\n"

REFUSALS = {
    "no size": ("#const w = 1.\nrow_hint(1, 1, 1).\n", "2:19", "no h"),
    "size": ("#const w = a.\n#const h = 1.\nrow_hint(1, 1, 1).\n", "1:12", "a"),
    "no end": ("#const w = 1.\nrow_hint(1, 1, 1)", "2:1", "row_hint(1, 1, 1)"),
    "other fact": ("#const w = 1.\n row_hint(1, 1, 1). clue(1).\n", "2:21", "clue(1)"),
    "row": (ONE + "row_hint(2, 1, 1).\n", "2:1", "row"),
    "column": (ONE + "col_hint(0, 1, 1).\n", "2:1", "column"),
    "twice": (ONE + "row_hint(1, 1, 1).row_hint(1, 1, 1).\n", "2:19", "block"),
    "a gap": ("#const w = 1. #const h = 3.\ncol_hint(1, 1, 1).\ncol_hint(1, 3, 1).\n", "3:1", "block"),
    "length": (ONE + "col_hint(1,\n 1, l).\n", "3:5", "l"),
    "row from 0": ("rows(1). cols(1).\nrow(0, 0, 1). row(1, 0, 1).\n", "2:15", "row 1"),
    "block from 0": ("rows(1). cols(2).\nrow(0, 0, 1).\ncol(0, 1, 1).\n", "3:1", "block 1"),
    "second size": ("rows(1). cols(1). rows(2).\n", "1:19", "row"),
    "size as a constant": ("#const h = 1. rows(1). cols(1).\n", "1:20", "h"),
    "size as a name": ("rows(1). cols(n).\n", "1:15", "n"),
    "colour as a number": ("rows(1). cols(1).\nrow(0, 0, 1, 1).\n", "2:11", "1"),
    "no colour": ("rows(2). cols(1).\nrow(0, 0, r, 1).\nrow(1, 0, 1).\n", "3:1", "colour"),
    "unknown colour": ('rows(1). cols(1). color(r, "#f00").\nrow(0, 0, g, 1).\n', "2:1", "g"),
    "second colour": ("rows(1). cols(1).\ncolor(r, red). color(r, blue).\n", "2:22", "r"),
    "look of a colour": ("rows(1). cols(1).\ncolor(r, rad).\n", "2:10", "rad"),
}
