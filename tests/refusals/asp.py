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
}
