"""Refusals of blocks with red, green and blue."""

REFUSALS = {
    "end": ("1\n#000000\n1 1\n1 1 0 0 0\n", "4:10", "ends"),
    "head": ("1 1\n#000000\n", "1:3", "1"),
    "colour": ("1\n#00000\n1 1\n", "2:1", "#00000"),
    "two colours": ("2\n#000000 #ffffff\n", "2:9", "#ffffff"),
    "sizes": ("1\n#000000\n1\n1 1 0 0 0\n", "1:1", "number"),
    "count": ("1\n#000000\n1 1\n2 1 0 0 0\n", "4:1", "numbers"),
    "levels": ("1\n#000000\n1 1\n1 1 0 0 256\n", "4:5", "colour"),
    "other": ("1\n#000000\n1 1\n1 1 0 0 1\n", "4:5", "colour"),
    "more": ("1\n#000000\n1 1\n0\n0\n0\n", "6:1", "0"),
}
