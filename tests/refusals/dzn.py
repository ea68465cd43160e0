"""Refusals of data of MiniZinc models."""

REFUSALS = {
    "no rows": ("X = 1;\n", "1:7: no entry for the rows, expected `rows = [| ... |];` or `row_rules = ...;`"),
    "no end": ("rows = [| 1", "1:12: rows does not end, expected ;"),
    "something else": ("X = 1;\nconstraint X > 0;\n", "2:1: 'constraint', expected `<name> = <value>;`"),
    "list": (
        "rows = [1, 1]; cols = [| 1 |];",
        "1:8: value of rows, expected a matrix such as [| 1, 0, 1 | 1, -1, -1 |]",
    ),
    "runs": (
        "rows = [| 2, 0 |]; cols = [| 1 |];",
        "1:11: 2, expected 1 for a cell, 0 between blocks or -1 behind them",
    ),
    "few": ("rows = 2; row_rule_len = 2; row_rules = [1, 1, 1];\n", "1:41: 3 numbers in row_rules, expected 2 times 2"),
}
