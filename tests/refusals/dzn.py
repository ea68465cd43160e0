"""Refusals of data of MiniZinc models."""

REFUSALS = {
    "no rows": ("X = 1;\n", "1:7", "rows"),
    "no end": ("rows = [| 1", "1:12", "rows"),
    "something else": ("X = 1;\nconstraint X > 0;\n", "2:1", "constraint"),
    "list": ("rows = [1, 1]; cols = [| 1 |];", "1:8", "rows"),
    "runs": ("rows = [| 2, 0 |]; cols = [| 1 |];", "1:11", "2"),
    "few": ("rows = 2; row_rule_len = 2; row_rules = [1, 1, 1];\n", "1:41", "numbers"),
}
