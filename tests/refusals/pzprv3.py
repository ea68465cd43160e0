"""Refusals of files of the program pzpr."""

REFUSALS = {
    "other type": ("pzprv3/slither/2/2/", "1:8", "slither"),
    "end": ("pzprv3/nonogram/1/1/. 1/", "1:25", "ends"),
    "words": ("pzprv3\nnonogram\n1\n1\n. 1\n1\n", "6:1", "word"),
    "corner": ("pzprv3/nonogram/1/1/1 1/1 ./", "1:21", "1"),
    "cell": ("pzprv3/nonogram/1/1/. 1/1 x/", "1:27", "x"),
    "length": ("pzprv3/nonogram/1/1/. a/1 ./", "1:23", "a"),
}
