"""Refusals of clues as JSON."""

REFUSALS = {
    "brackets": ("[" * 100_000, "", "brackets within"),
    "end": ('{"rows": [[1', "1:13", ","),
    "no JSON": ("rows: 1", "1:1", "expecting value"),
    "digits": ('{"rows": [[' + "9" * 5000 + "]]}", "", "digits"),
    "array": ("[[1], [1]]", "", "array"),
    "no columns": ('{"rows": [[1]]}', "", "columns"),
    "rows of text": ('{"rows": "1 2", "columns": []}', "", "1 2"),
    "no clue": ('{"rows": [[1], 1], "columns": [[1]]}', "", "rows"),
    "lengths": ('{"rows": [[1], [1, true]], "columns": [[1]]}', "", "rows"),
    "length beyond all grids": (f'{{"rows": [[1], [{10**30}]], "columns": [[1]]}}', "", "digits"),
    "NaN": ('{"rows": [[NaN]], "columns": [[1]]}', "", "rows"),
    "clue too long": ('{"rows": [[1]], "columns": [[1, 1]]}', "", "column 1"),
    "totals": ('{"rows": [[1]], "columns": [[]]}', "", "columns"),
    "goal": ('{"rows": [[1]], "columns": [[1]], "goal": ["2"]}', "", "2"),
    "goal as an object": ('{"rows": [[1]], "columns": [[1]], "goal": {"a": 1}}', "", "goal"),
    "goal of a hexagon": (
        '{"grid": "hex 2", "clues": [[], [], [], [], [], [], [], [], []], "goal": ["00", "00", "00"]}',
        "",
        "00",
    ),
    "clues without a grid": ('{"clues": [[1], [1]]}', "", "grid"),
    "grid": ('{"grid": "tri 1 1", "clues": [[1], [1]]}', "", "tri"),
    "sides": ('{"grid": "tri 1 1 1 1 1 2", "clues": [[1], [1]]}', "", "grid"),
    "few": ('{"grid": "hex 2", "clues": [[1], [1]]}', "", "clues"),
    "clue of a hexagon": ('{"grid": "hex 2", "clues": [[], [], [], [1, 2], [], [], [], [], []]}', "", "up-left line 1"),
}
