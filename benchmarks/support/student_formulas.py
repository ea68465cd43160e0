"""Formulas as students write them, right and wrong, made without any encoder of nonosat.

Cell i has colour c of n if the variable i * n + c is true. Each kind is a function from a puzzle, whose blocks have
known lengths and colours, to clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count, groupby, pairwise, product

from nonosat.model.puzzle import Puzzle

Clauses = list[list[int]]
#: The literals of the colours of each cell of a line, and its clue as pairs of length and colour.
Line = tuple[list[list[int]], list[tuple[int, int]]]


def lines_of(puzzle: Puzzle) -> list[Line]:
    n = puzzle.n_colors
    return [
        (
            [[cell * n + c for c in range(1, n + 1)] for cell in puzzle.grid.line(index)],
            [(block.length, block.color) for block in clue],
        )
        for index, clue in enumerate(puzzle.clues)
    ]


def one_color(puzzle: Puzzle) -> Clauses:
    n = puzzle.n_colors
    pairs = list(combinations(range(1, n + 1), 2))
    return [[-(cell * n + a), -(cell * n + b)] for cell in range(puzzle.grid.n_cells) for a, b in pairs]


def with_lines(puzzle: Puzzle, encode: Callable[[Line, Iterator[int]], Clauses], lines: Sequence[Line] = ()) -> Clauses:
    fresh = count(puzzle.grid.n_cells * puzzle.n_colors + 1)
    return one_color(puzzle) + [clause for line in lines or lines_of(puzzle) for clause in encode(line, fresh)]


def by_starts(
    line: Line,
    fresh: Iterator[int],
    *,
    once: bool = True,
    ordered: bool = True,
    gaps: bool = True,
    off_by_one: bool = False,
    counter: bool = False,
) -> Clauses:
    """A variable for each start of each block, with some rules left out."""
    cells, clue = line
    n = len(cells)
    starts = [{s: next(fresh) for s in range(n - length + (0 if off_by_one else 1))} for length, _ in clue]
    clauses = [list(each.values()) for each in starts]
    for each in starts:
        variables = list(each.values())
        if once and counter:
            registers = [next(fresh) for _ in variables]
            clauses += [[-v, r] for v, r in zip(variables, registers, strict=True)]
            clauses += [[-a, b] for a, b in pairwise(registers)]
            clauses += [[-r, -v] for r, v in zip(registers, variables[1:], strict=False)]
        elif once:
            clauses += [[-a, -b] for a, b in combinations(variables, 2)]
    for number in range(len(clue) - 1) if ordered else ():
        (length, color), (_, following) = clue[number], clue[number + 1]
        room = length + (gaps and color == following)
        clauses += [[-a, -b] for s, a in starts[number].items() for t, b in starts[number + 1].items() if t < s + room]
    covering: dict[tuple[int, int], list[int]] = {}
    for (length, color), each in zip(clue, starts, strict=True):
        for start, variable in each.items():
            for position in range(start, start + length):
                clauses.append([-variable, cells[position][color - 1]])
                covering.setdefault((position, color), []).append(variable)
    for position, colors in enumerate(cells):
        for color, cell in enumerate(colors, 1):
            clauses.append([-cell, *covering.get((position, color), [])])
    return clauses


def by_placements(line: Line, fresh: Iterator[int]) -> Clauses:
    cells, _ = line
    names = {filling: next(fresh) for filling in right_fillings(line)}
    clauses = [list(names.values()), *([-a, -b] for a, b in combinations(names.values(), 2))]
    for filling, name in names.items():
        for colors, there in zip(cells, filling, strict=True):
            clauses += [[-name, cell if color == there else -cell] for color, cell in enumerate(colors, 1)]
    return clauses


def fits(clue: list[tuple[int, int]], filling: Sequence[int]) -> bool:
    """Whether the blocks of a filling are those of a clue."""
    return clue == [(len([*cells]), color) for color, cells in groupby(filling) if color]


def right_fillings(line: Line) -> list[tuple[int, ...]]:
    cells, clue = line
    return [filling for filling in product(range(len(cells[0]) + 1), repeat=len(cells)) if fits(clue, filling)]


def by_dnf(line: Line, _: Iterator[int]) -> Clauses:
    """The clauses that exclude each wrong filling; those of two colours are excluded elsewhere."""
    cells, clue = line
    return [
        [
            -cell if color == there else cell
            for colors, there in zip(cells, f, strict=True)
            for color, cell in enumerate(colors, 1)
        ]
        for f in product(range(len(cells[0]) + 1), repeat=len(cells))
        if not fits(clue, f)
    ]


def by_order(line: Line, fresh: Iterator[int]) -> Clauses:
    """A variable for "the block starts at s or earlier"."""
    cells, clue = line
    n, clauses = len(cells), []
    at_most = [[next(fresh) for _ in range(n + 1)] for _ in clue]
    for (length, _), le in zip(clue, at_most, strict=True):
        clauses += [[-a, b] for a, b in pairwise(le)]
        clauses.append([le[n - length]])
    for number in range(len(clue) - 1):
        (length, color), (_, following) = clue[number], clue[number + 1]
        room = length + (color == following)
        clauses += [[-at_most[number + 1][t]] for t in range(min(room, n + 1))]
        clauses += [[-at_most[number + 1][t], at_most[number][t - room]] for t in range(room, n + 1)]
    covering: dict[tuple[int, int], list[int]] = {}
    for (length, color), le in zip(clue, at_most, strict=True):
        for position in range(n):
            # It covers the cell: it starts there or earlier, and not before position - length + 1.
            late = position - length
            covers = next(fresh)
            before = [le[late]] if late >= 0 else []
            clauses += [[-covers, le[position]], *([[-covers, -before[0]]] if before else [])]
            clauses += [[-le[position], *before, covers], [-covers, cells[position][color - 1]]]
            covering.setdefault((position, color), []).append(covers)
    for position, colors in enumerate(cells):
        clauses += [[-cell, *covering.get((position, color), [])] for color, cell in enumerate(colors, 1)]
    return clauses


def by_automaton(line: Line, fresh: Iterator[int]) -> Clauses:
    """A variable for each state after each cell: the cells read of the clue, written with its gaps."""
    cells, clue = line
    word: list[int] = []  # what each state but the first reads, 0 for a gap that must be
    for number, (length, color) in enumerate(clue):
        if number and clue[number - 1][1] == color:
            word.append(0)
        word += [color] * length
    ends = {0} | {s for s in range(1, len(word) + 1) if word[s - 1] == 0 or s == len(word) or word[s] != word[s - 1]}
    moves = {(s, word[s]): s + 1 for s in range(len(word))}
    for s in ends:
        # After a block and before a gap, the gap is read first; elsewhere further background keeps the state.
        if s == len(word) or word[s] != 0:
            moves[s, 0] = s
    layers = [[next(fresh) for _ in range(len(word) + 1)] for _ in range(len(cells) + 1)]
    clauses = [[layers[0][0]], [layers[-1][len(word)]]]
    for position, colors in enumerate(cells):
        for s, variable in enumerate(layers[position]):
            for color in range(len(colors) + 1):
                differs = list(colors) if color == 0 else [-colors[color - 1]]
                head = [layers[position + 1][moves[s, color]]] if (s, color) in moves else []
                clauses.append([-variable, *differs, *head])
        clauses += [[-a, -b] for a, b in combinations(layers[position + 1], 2)]
    return clauses


def swapped(puzzle: Puzzle) -> Clauses:
    """The clues of the columns from right to left."""
    lines, columns = lines_of(puzzle), puzzle.grid.families[1]
    clues = [lines[index][1] for index in columns]
    mixed = [(lines[index][0], clue) for index, clue in zip(columns, clues[::-1], strict=True)]
    return with_lines(puzzle, by_starts, [*lines[: columns.start], *mixed])


KINDS: dict[str, Callable[[Puzzle], Clauses]] = {
    "start": lambda puzzle: with_lines(puzzle, lambda line, fresh: by_starts(line, fresh, counter=True)),
    "pairwise at most one": lambda puzzle: with_lines(puzzle, by_starts),
    "placements": lambda puzzle: with_lines(puzzle, by_placements),
    "dnf": lambda puzzle: with_lines(puzzle, by_dnf),
    "order": lambda puzzle: with_lines(puzzle, by_order),
    "automaton": lambda puzzle: with_lines(puzzle, by_automaton),
    "off by one": lambda puzzle: with_lines(puzzle, lambda line, fresh: by_starts(line, fresh, off_by_one=True)),
    "no gap": lambda puzzle: with_lines(puzzle, lambda line, fresh: by_starts(line, fresh, gaps=False)),
    "no order": lambda puzzle: with_lines(puzzle, lambda line, fresh: by_starts(line, fresh, ordered=False)),
    "at least one": lambda puzzle: with_lines(puzzle, lambda line, fresh: by_starts(line, fresh, once=False)),
    "columns swapped": swapped,
    "two colours": lambda puzzle: KINDS["no order"](puzzle)[len(one_color(puzzle)) :],
}
#: Those whose size grows exponentially with the length of a line.
EXPONENTIAL = ("placements", "dnf")
#: Those that are right for every puzzle.
RIGHT = ("start", "pairwise at most one", "placements", "dnf", "order", "automaton")


def dimacs(clauses: Clauses) -> str:
    last = max((abs(literal) for clause in clauses for literal in clause), default=1)
    lines = [f"p cnf {last} {len(clauses)}", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]
    return "\n".join(lines) + "\n"
