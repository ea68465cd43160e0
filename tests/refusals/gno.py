"""Refusals of gnonograms."""

ONE = "[Dimensions]\n1\n1\n[Row clues]\n1\n[Column clues]\n1\n"

REFUSALS = {
    "text": ("x\n[Dimensions]\n1\n1\n", "1:1", "section"),
    "no sizes": ("[Row clues]\n1\n", "2:2", "[Dimensions]"),
    "one size": ("[Dimensions]\n1\n[Row clues]\n", "1:1", "size"),
    "two words": ("[Dimensions]\n1 1\n[Row clues]\n", "2:3", "1"),
    "no columns": ("[Dimensions]\n1\n1\n[Row clues]\n1\n", "5:2", "[Column clues]"),
    "clues": ("[Dimensions]\n1\n2\n[Row clues]\n1\n[Column clues]\n1\n", "6:1", "[Column clues]"),
    "more clues": ("[Dimensions]\n1\n1\n[Row clues]\n1\n\n1\n[Column clues]\n1\n", "7:1", "[Row clues]"),
    "open solution": (ONE + "[Solution]\n0\n", "9:1", "0"),
    "wide solution": (ONE + "[Solution]\n2 2\n", "9:3", "more than 1"),
    "high solution": (ONE + "[Solution]\n2\n2\n", "8:1", "solution"),
}
