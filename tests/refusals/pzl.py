"""Refusals of blocks with red, green and blue."""

REFUSALS = {
    "end": ("1\n#000000\n1 1\n1 1 0 0 0\n", "4:10: the text ends, expected clue 2 of 2"),
    "head": (
        "1 1\n#000000\n",
        "1:3: '1', expected the number of colours alone; the content looks like mk, which `--from mk` reads",
    ),
    "colour": (
        "1\n#00000\n1 1\n",
        "2:1: '#00000', expected colour 1 of 1 as #rrggbb; "
        "the content looks like sections, which `--from sections` reads",
    ),
    "two colours": ("2\n#000000 #ffffff\n", "2:9: '#ffffff', expected colour 1 of 2 as #rrggbb"),
    "sizes": ("1\n#000000\n1\n1 1 0 0 0\n", "1:1: 1 number, expected `<rows> <columns>`"),
    "count": ("1\n#000000\n1 1\n2 1 0 0 0\n", "4:1: 4 numbers behind 2, expected 8"),
    "levels": ("1\n#000000\n1 1\n1 1 0 0 256\n", "4:5: colour 0 0 256, expected levels from 0 to 255"),
    "other": ("1\n#000000\n1 1\n1 1 0 0 1\n", "4:5: colour #000001, expected one of the 1 at the head of the text"),
    "more": ("1\n#000000\n1 1\n0\n0\n0\n", "6:1: '0' after the last of 2 clues, expected the end"),
}
