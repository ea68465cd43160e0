"""Refusals of Andrew Makhorin's format."""

REFUSALS = {
    "no mark": (
        "1 1\n1\n1\n",
        "3:1: '1' after the clues of 1 row, expected #; the content looks like nin, which `--from nin` reads",
    ),
    "more": ("1 1\n1\n#\n1\n#\n", "5:1: '#' after the last of 2 clues, expected the end"),
}
