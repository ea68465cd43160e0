"""Refusals of Steve Simpson's format."""

from format_samples import SAMPLES

NON = SAMPLES["non, colours"][0]

REFUSALS = {
    "empty": ("", "1:1: no width, expected a line `width <number>` before the clues"),
    "no columns": ("width 1\nheight 1\nrows\n1\n", "4:2: no columns, expected a line `columns` and the clues below it"),
    "too few rows": (
        "width 1\nheight 2\nrows\n1\ncolumns\n1\n",
        "5:1: 'columns' in clue 2 of 2 rows, expected a length such as 3 or 3a",
    ),
    "rows before sizes": ("rows\n1\n", "1:1: no width, expected a line `width <number>` before the clues"),
    "two widths": ("width 1 2\n", "1:9: 2 words after `width`, expected a number"),
    "width in words": ("width ten\nheight 1\nrows\n", "1:7: 'ten', expected the number of columns"),
    "colour": (NON.replace("#c00", "scarlet?"), "1:9: colour 'scarlet?', expected #rrggbb"),
    "colour line": (NON.replace("color a", "color A"), "1:1: wrong colour, expected `color <letter> #rrggbb`"),
    "no colours": (
        "width 1\nheight 1\nrows\n1a\ncolumns\n1\n",
        "4:1: colour 'a', expected `color` lines before the clues",
    ),
    "unknown colour": (NON.replace("2b", "2c"), "12:4: colour 'c', expected one of a, b"),
    "block without colour": (NON.replace("2b", "2"), "12:4: block '2' without a colour, expected one of a, b"),
    "goal too short": (NON + 'goal "000"\n', "15:11: 3 cells in the goal, expected 12"),
    "goal too long": (NON + f'goal "{"0" * 13}"\n', "15:19: '0' in the goal, expected the end"),
    "goal of other colours": (NON + "goal 00c", "15:8: 'c' in the goal, expected one of 0, a, b"),
}
