"""Refusals of files of the program pzpr."""

REFUSALS = {
    "other type": ("pzprv3/slither/2/2/", "1:8: another type of puzzle ('slither'), expected nonogram"),
    "end": ("pzprv3/nonogram/1/1/. 1/", "1:25: the text ends, expected row 2 of 2"),
    "words": ("pzprv3\nnonogram\n1\n1\n. 1\n1\n", "6:1: 1 word in row 2 of 2, expected 2"),
    "corner": ("pzprv3/nonogram/1/1/1 1/1 ./", "1:21: '1' in the corner, expected an empty place (.)"),
    "cell": ("pzprv3/nonogram/1/1/. 1/1 x/", "1:27: cell 'x', expected one of # + ."),
    "length": ("pzprv3/nonogram/1/1/. a/1 ./", "1:23: 'a', expected a length or ."),
}
