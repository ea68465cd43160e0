"""Refusals of clues with commas."""

REFUSALS = {
    "one number": ("3\n", "1:1", "number"),
    "empty": ("", "1:1", "numbers"),
    "size": ("3,x\n", "1:3", "x"),
    "no rows": ("0,4\n", "1:1", "rows"),
    "huge": ("999999999,9\n", "1:1", "rows"),
    "a comma at the end": ("1,3\n1,\n", "2:3", "''"),
    "minus": ("1,3\n1,-1\n", "2:3", "-1"),
    "zero": ("1,3\n1,0\n\n\n", "2:3", "block"),
    "clue too long": ("1,3\n1,2\n\n\n\n", "2:3", "row 1"),
    "few": ("2,3\n1,2\n", "2:4", "clues"),
    "more": ("1,2\n1\n1\n0\n7\n", "5:1", "7"),
    "totals": ("1,2\n1\n1\n1\n", "", "columns"),
}
