"""Refusals of QNonograms."""

REFUSALS = {
    "one line": (
        "1 1\n1\n\n1\n",
        "1:3: more than one word, expected the number of rows; "
        "the content looks like sections, which `--from sections` reads",
    ),
    "blank": ("\n1\n", "1:1: less than one word, expected the number of rows"),
    "no gap": ("1\n1\n1\n1\n", "4:1: '1' after the clues of 1 row, expected an empty line"),
}
