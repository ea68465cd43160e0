"""Refusals of two lines of clues in brackets."""

REFUSALS = {
    "letters": ("[1] [a]\n[1]\n", "1:6", "a"),
    "bare number": ("[1] 2\n[1]\n", "1:5", "2"),
    "three lines": ("[1]\n[1]\n[1]\n", "3:1", "line"),
    "commas": ("[1]\n \n , \n[1]\n", "4:1", "line"),
    "big": ("[]" * 5000 + "\n" + "[] " * 5000, "1:1", "rows"),
    "commas alone": ("[1]\n,[]x,[1]", "2:4", "x"),
}
