"""Refusals of game IDs of Simon Tatham's Pattern."""

REFUSALS = {
    "few": ("2x2:1/1\n", "1:8: 2 clues, expected 4: 2 rows and 2 columns"),
    "many": ("1x1:1/1/1\n", "1:10: 3 clues, expected 2: 1 row and 1 column"),
    "other": (
        "https://x.org/js/net.html#2x2:1/1/1/1\n",
        "1:18: another game of the collection ('net'), expected pattern",
    ),
    "seed": (
        "2x2#123\n",
        "1:4: a random seed without clues, expected the game ID with the clues, such as 5x4:1/2.1/...",
    ),
    "characters": ("1x1:q/1\n", "1:5: 'q', expected a whole number"),
    "dots": ("3x1:1//1/1..1\n", "1:12: '', expected a whole number"),
    "words": ("1x1:1/1 x\n", "1:9: 'x' after a game ID, expected the end of the line"),
    "few fixed": ("2x1:1/1/2,A\n", "1:12: 1 cell among the fixed cells, expected 2"),
    "many fixed": ("1x1:1/1,AA\n", "1:10: 'A' behind the last fixed cell, expected the end"),
    "far fixed": ("2x1:1/1/2,d\n", "1:11: fixed cells after the last cell, expected 2 cells"),
    "fixed digits": ("1x1:1/1,1\n", "1:9: '1' among the fixed cells, expected letters"),
}
