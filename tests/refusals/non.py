"""Refusals of Steve Simpson's format."""

from format_samples import SAMPLES

NON = SAMPLES["non, colours"][0]

REFUSALS = {
    "empty": ("", "1:1: no rows, expected a line `rows` and the clues below it"),
    "no columns": ("width 1\nheight 1\nrows\n1\n", "4:2: no columns, expected a line `columns` and the clues below it"),
    "too few rows": (
        "width 1\nheight 2\nrows\n1\ncolumns\n1\n",
        "5:1: 1 clue below `rows`, expected 2 (an empty clue is 0)",
    ),
    "rows before sizes": ("rows\n1\n", "1:1: no width, expected a line `width <number>`"),
    "two widths": ("width 1 2\n", "1:9: '2' after the width, expected one number"),
    "width in words": ("width ten\nheight 1\nrows\n", "1:7: 'ten' after `width`, expected a number"),
    "colour": (NON.replace("#c00", "scarlet?"), "1:9: colour 'scarlet?', expected #rrggbb"),
    "colour line": (NON.replace("color a", "color A"), "1:1: wrong colour, expected `color <letter> #rrggbb`"),
    "unknown colour": (NON.replace("2b", "2c"), "12:4: colour 'c', expected one of a, b"),
    "block without colour": (NON.replace("2b", "2"), "12:4: block '2' without a colour, expected one of a, b"),
    "goal too short": (NON + 'goal "000"\n', "15:10: 3 cells in the goal, expected 12"),
    "goal too long": (NON + f'goal "{"0" * 13}"\n', "15:19: '0' in the goal, expected the end"),
    "goal of other colours": (NON + "goal 00c", "15:8: 'c' in the goal, expected one of 0, a, b"),
}
