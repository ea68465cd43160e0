"""Refusals of Steve Simpson's format."""

from format_samples import SAMPLES

NON = SAMPLES["non, colours"][0]

REFUSALS = {
    "empty": ("", "1:1", "rows"),
    "no columns": ("width 1\nheight 1\nrows\n1\n", "4:2", "columns"),
    "too few rows": ("width 1\nheight 2\nrows\n1\ncolumns\n1\n", "5:1", "rows"),
    "rows before sizes": ("rows\n1\n", "1:1", "no width"),
    "two widths": ("width 1 2\n", "1:9", "2"),
    "width in words": ("width ten\nheight 1\nrows\n", "1:7", "ten"),
    "colour": (NON.replace("#c00", "scarlet?"), "1:9", "scarlet?"),
    "colour line": (NON.replace("color a", "color A"), "1:1", "colour"),
    "unknown colour": (NON.replace("2b", "2c"), "12:4", "c"),
    "block without colour": (NON.replace("2b", "2"), "12:4", "2"),
    "goal too short": (NON + 'goal "000"\n', "15:10", "goal"),
    "goal too long": (NON + f'goal "{"0" * 13}"\n', "15:19", "0"),
    "goal of other colours": (NON + "goal 00c", "15:8", "c"),
}
