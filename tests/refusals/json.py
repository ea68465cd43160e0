"""Refusals of clues as JSON."""

from refusals import add_up, needs
from refusals.clues import GRID

REFUSALS = {
    "brackets": ("[" * 1_000_000, 'brackets within brackets without end, expected an object with "rows" and "columns"'),
    "end": ('{"rows": [[1', '1:13: expecting \',\' delimiter, expected JSON: an object with "rows" and "columns"'),
    "no JSON": ("rows: 1", '1:1: expecting value, expected JSON: an object with "rows" and "columns"'),
    "digits": (
        '{"rows": [[' + "9" * 5000 + "]]}",
        "a number of thousands of digits, expected at most the line's cells",
    ),
    "array": ("[[1], [1]]", 'an array of 2, expected an object with "rows" and "columns"'),
    "no columns": ('{"rows": [[1]]}', 'no "columns", expected an object with "rows" and "columns"'),
    "rows of text": ('{"rows": "1 2", "columns": []}', "rows: '1 2', expected an array of clues such as [[1, 2], []]"),
    "no clue": ('{"rows": [[1], 1], "columns": [[1]]}', "rows[1]: 1, expected an array of lengths such as [1, 2]"),
    "lengths": ('{"rows": [[1], [1, true]], "columns": [[1]]}', "rows[1][1]: true, expected the length of a block"),
    "length beyond all grids": (
        f'{{"rows": [[1], [{10**30}]], "columns": [[1]]}}',
        "rows[1][0]: a number of many digits, expected the length of a block",
    ),
    "NaN": ('{"rows": [[NaN]], "columns": [[1]]}', "rows[0][0]: NaN, expected the length of a block"),
    "clue too long": (
        '{"rows": [[1]], "columns": [[1, 1]]}',
        "columns[0][1]: clue of column 1 has more than 1 block, expected at most the line's 1 cell",
    ),
    "totals": ('{"rows": [[1]], "columns": [[]]}', add_up("columns", 0, 1)),
    "goal": ('{"rows": [[1]], "columns": [[1]], "goal": ["2"]}', "goal[0]: '2', expected a text of 1 cell, 0 or 1"),
    "goal as an object": (
        '{"rows": [[1]], "columns": [[1]], "goal": {"a": 1}}',
        "goal: an object, expected an array of 1 text, one for each row",
    ),
    "goal of a hexagon": (
        '{"grid": "hex 2", "clues": [[], [], [], [], [], [], [], [], []], "goal": ["00", "00", "00"]}',
        "goal[1]: '00', expected a text of 3 cells, 0 or 1",
    ),
    "clues without a grid": ('{"clues": [[1], [1]]}', f'no text "grid" beside "clues", expected {GRID}'),
    "grid": ('{"grid": "tri 1 1", "clues": [[1], [1]]}', f"grid: 2 words after `tri`, expected {GRID}"),
    "sides": (
        '{"grid": "tri 1 1 1 1 1 2", "clues": [[1], [1]]}',
        "grid: triangular grid with sides 1 1 1 1 1 2: bottom left + bottom = 2, expected the same "
        "as top right + top = 3",
    ),
    "few": ('{"grid": "hex 2", "clues": [[1], [1]]}', "clues: an array of 2, expected 9, one for each line of hex 2"),
    "clue of a hexagon": (
        '{"grid": "hex 2", "clues": [[], [], [], [1, 2], [], [], [], [], []]}',
        f"clues[3][1]: {needs('up-left line 1', 4, 2)}",
    ),
}
