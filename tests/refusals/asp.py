"""Refusals of facts of answer set programs."""

ONE = "#const w = 1. #const h = 1.\n"

REFUSALS = {
    "no size": ("#const w = 1.\nrow_hint(1, 1, 1).\n", "2:19: no h, expected `#const h = <number>.`"),
    "size": ("#const w = a.\n#const h = 1.\nrow_hint(1, 1, 1).\n", "1:12: 'a', expected the number of columns"),
    "no end": ("#const w = 1.\nrow_hint(1, 1, 1)", "2:1: 'row_hint(1, 1, 1)' does not end, expected a full stop"),
    "other fact": (
        "#const w = 1.\n row_hint(1, 1, 1). clue(1).\n",
        "2:21: 'clue(1)', expected `row_hint(<row>, <number>, <length>).` or `col_hint(<column>, <number>, <length>).`",
    ),
    "row": (ONE + "row_hint(2, 1, 1).\n", "2:1: row 2, expected a number from 1 to 1"),
    "column": (ONE + "col_hint(0, 1, 1).\n", "2:1: column 0, expected a number from 1 to 1"),
    "twice": (
        ONE + "row_hint(1, 1, 1).row_hint(1, 1, 1).\n",
        "2:19: block 1 of row 1 once more, expected one fact for it",
    ),
    "a gap": (
        "#const w = 1. #const h = 3.\ncol_hint(1, 1, 1).\ncol_hint(1, 3, 1).\n",
        "3:1: block 3 of column 1, expected block 2 before it",
    ),
    "length": (ONE + "col_hint(1,\n 1, l).\n", "3:5: 'l', expected a whole number"),
}
