"""Every encoding has exactly the solutions as models, one model each, whatever domains it is handed."""

from __future__ import annotations

import doctest
import importlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, islice, product
from pathlib import Path

import pytest
from oracle import Cells, TooMany, all_puzzles, brute_force, clues_of, fillings, palette, random_grid, random_puzzle
from places import SHARED, TESTS
from pysat.solvers import Solver
from shared_work import shared

import nonosat
from nonosat.cnf.dimacs import dimacs_pieces
from nonosat.cnf.formula import Formula
from nonosat.core.errors import TooLarge, UsageError
from nonosat.encodings import ENCODINGS, find_encoding
from nonosat.formats import load, loads
from nonosat.lines.domains import Domains, LineDomain, initial_domains
from nonosat.model.clue import Clue
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.formulas import decode, encode

ALL = pytest.mark.parametrize("encoding", ENCODINGS)

PUZZLES = SHARED


#: What is possible on a line as sets, one per cell: the colours.
Possible = list[set[int]]

#: A puzzle, what is possible in it, and the solutions that this allows.
Case = tuple[Puzzle, Domains, set[Cells]]


# Domains by hand


def block_starts(clue: Clue, filling: Cells) -> list[tuple[int, int]]:
    """Start and colour of every block in one filling of a line."""
    starts = [j for j, color in enumerate(filling) if color and (j == 0 or filling[j - 1] != color)]
    assert len(starts) == len(clue)
    return [(start, filling[start]) for start in starts]


def line_domain(clue: Clue, fillings: Sequence[Cells], possible: Sequence[set[int]], n_colors: int) -> LineDomain:
    """Starts from the fillings, colours of the cells as told."""
    starts: list[dict[int, int]] = [{} for _ in clue]
    for filling in fillings:
        for by_color, (start, color) in zip(starts, block_starts(clue, filling), strict=True):
            by_color[color] = by_color.get(color, 0) | 1 << start
    masks = [sum(1 << j for j, colors in enumerate(possible) if color in colors) for color in range(n_colors + 1)]
    return LineDomain(tuple(masks), tuple(dict(sorted(by_color.items())) for by_color in starts))


def narrowed(puzzle: Puzzle, possible: Possible, rounds: int) -> tuple[Domains, list[list[Cells]]]:
    """Domains from the placements that agree with what is possible, that many rounds over all lines.

    Every line keeps a start exactly when one of its placements that agree with the cells has it, so the sets of starts
    have holes. After enough rounds this is the fixpoint of line consistency.
    """
    grid = puzzle.grid
    lines = [grid.line(index) for index in range(grid.n_lines)]
    kept = [list(fillings(clue, len(line), puzzle.n_colors)) for clue, line in zip(puzzle.clues, lines, strict=True)]
    for _ in range(rounds + 1):
        kept = [
            [f for f in own if all(color in possible[cell] for cell, color in zip(line, f, strict=True))]
            for own, line in zip(kept, lines, strict=True)
        ]
        if rounds == 0:
            break
        rounds -= 1
        before = [set(colors) for colors in possible]
        for own, line in zip(kept, lines, strict=True):
            for j, cell in enumerate(line):
                possible[cell] = possible[cell] & {filling[j] for filling in own}
        if possible == before:
            break
    domains = [
        line_domain(clue, own, [possible[cell] for cell in line], puzzle.n_colors)
        for clue, own, line in zip(puzzle.clues, kept, lines, strict=True)
    ]
    return Domains(grid, tuple(domains)), kept


def anything(puzzle: Puzzle) -> Possible:
    possible = [set(range(puzzle.n_colors + 1)) for _ in range(puzzle.grid.n_cells)]
    for cell, color in puzzle.givens:
        possible[cell] = {color}
    return possible


def random_domains(
    rng: random.Random, puzzle: Puzzle, solutions: set[Cells], rounds: int
) -> tuple[Domains, set[Cells]]:
    """Domains that hold on to one solution, and the solutions that they allow."""
    possible = anything(puzzle)
    solution = rng.choice(sorted(solutions))
    for cell in rng.sample(range(puzzle.grid.n_cells), rng.randint(0, puzzle.grid.n_cells // 4)):
        # Either the cell is told, or one colour is ruled out for it.
        wrong = rng.randint(0, puzzle.n_colors)
        possible[cell] = {solution[cell]} if rng.random() < 0.5 else possible[cell] - ({wrong} - {solution[cell]})
    allowed = {cells for cells in solutions if all(color in possible[i] for i, color in enumerate(cells))}
    domains, _ = narrowed(puzzle, possible, rounds)
    return domains, allowed


def backbone_domains(puzzle: Puzzle, solutions: set[Cells]) -> Domains:
    """The narrowest domains that keep all solutions."""
    grid = puzzle.grid
    domains = []
    for index, clue in enumerate(puzzle.clues):
        line = grid.line(index)
        own = [tuple(cells[cell] for cell in line) for cells in sorted(solutions)]
        domains.append(line_domain(clue, own, [set(colors) for colors in zip(*own, strict=True)], puzzle.n_colors))
    return Domains(grid, tuple(domains))


# Models


def models(formula: Formula, limit: int) -> list[tuple[int, ...]]:
    """All models over all variables, or a few more than `limit` of them."""
    found: list[tuple[int, ...]] = []
    with Solver(name="glucose4", bootstrap_with=[list(clause) for clause in formula.clauses()]) as solver:
        while len(found) <= limit + 2 and solver.solve():
            model = tuple(solver.get_model())
            # The last variables are missing if they are in no clause; see `assert_well_formed`.
            model += tuple(-variable for variable in range(len(model) + 1, formula.n_vars + 1))
            found.append(model)
            solver.add_clause([-literal for literal in model])
    return found


def assert_models(formula: Formula, puzzle: Puzzle, expected: set[Cells], residual: Domains | None = None) -> None:
    if formula.n_vars == 0:
        assert list(formula.clauses()) == []
        assert {decode(puzzle, (), residual).cells} == expected
        return
    found = models(formula, len(expected))
    pictures = [decode(puzzle, model, residual).cells for model in found]
    assert set(pictures) == expected, puzzle
    assert len(found) == len(expected), f"helper variables are not determined: {puzzle}"


def assert_well_formed(formula: Formula) -> None:
    mentioned: set[int] = set()
    for clause in formula.clauses():
        variables = set(map(abs, clause))
        assert clause
        assert len(variables) == len(clause), [formula.label(literal) for literal in clause]
        mentioned |= variables
    # In `dnf` a cell that any colour suits is in no clause.
    assert mentioned == set(range(1, formula.n_vars + 1)) or formula.groups[-1].name == "line", [
        formula.label(v) for v in range(1, formula.n_vars + 1) if v not in mentioned
    ]
    assert formula.n_clauses == sum(1 for _ in formula.clauses())
    assert formula.n_literals == sum(map(len, formula.clauses()))


def encoded(encoding: str, puzzle: Puzzle, domains: Domains, residual: bool = False) -> Formula | None:
    """The formula, unless the puzzle is too large for the encoding; it is well-formed."""
    try:
        formula = find_encoding(encoding).encode(puzzle, domains, residual=residual)
    except TooLarge:
        assert encoding in ("dnf", "placements")
        return None
    assert_well_formed(formula)
    return formula


def tried(
    encoding: str, found: list[Case], residual: bool = False
) -> Iterator[tuple[Puzzle, Domains, set[Cells], Formula]]:
    """These cases with their formulas, but for a few that may be too large."""
    too_large = 0
    for puzzle, domains, solutions in found:
        formula = encoded(encoding, puzzle, domains, residual)
        if formula is None:
            too_large += 1
        else:
            yield puzzle, domains, solutions, formula
    assert too_large <= len(found) // 20


@cache
def cases(seed: int, count: int) -> list[tuple[Puzzle, set[Cells]]]:
    """Random puzzles with few cells, of all kinds; half of them sparse, so that much is open."""
    return shared(f"cases {seed} {count}", lambda: list(islice(_cases(seed), count)))


def _cases(seed: int) -> Iterator[tuple[Puzzle, set[Cells]]]:
    rng = random.Random(seed)
    while True:
        n_colors = rng.choice([1, 1, 1, 2, 2, 3, 4, 7])  # 7 are enough for an at-most-one with a counter
        sparse = rng.random() < 0.5
        if sparse and n_colors < 4:
            grid = HexGrid(3) if rng.random() < 0.2 else RectGrid(rng.randint(3, 5), rng.randint(3, 6))
        else:
            grid = random_grid(rng, {1: 14, 2: 14, 7: 5}.get(n_colors, 9))
        puzzle, picture = random_puzzle(
            rng,
            grid,
            n_colors,
            unknown=rng.choice([0, 0, 0.4, 1]),
            hidden=rng.choice((0, 0, 0.5)),
            givens=rng.choice([0, 0, 2]) if grid.n_cells > 2 else 0,
            density=0.3 if sparse else 0.6,
        )
        try:
            solutions = brute_force(puzzle, limit=2_000)
        except TooMany:
            continue
        assert picture.cells in solutions
        if len(solutions) <= 120:
            yield puzzle, solutions


@cache
def narrow_cases(seed: int, count: int, rounds: int) -> list[Case]:
    """The same with random domains, and the solutions that these allow."""
    rng = random.Random(seed)
    return [(puzzle, *random_domains(rng, puzzle, solutions, rounds)) for puzzle, solutions in cases(seed, count)]


def counts(few: int, many: int) -> pytest.MarkDecorator:
    """Few cases in fast tests, and many in slow ones."""
    return pytest.mark.parametrize("count", [few, pytest.param(many, marks=pytest.mark.slow)])


@ALL
@counts(24, 220)
def test_complete_formulas_have_one_model_for_each_solution(encoding: str, count: int) -> None:
    found = [(puzzle, initial_domains(puzzle), solutions) for puzzle, solutions in cases(76, count)]
    for puzzle, _, solutions, formula in tried(encoding, found):
        assert_models(formula, puzzle, solutions)


@ALL
@pytest.mark.parametrize(
    ("grid", "n_colors"),
    [
        (RectGrid(1, 5), 1),
        (RectGrid(1, 3), 2),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in ((RectGrid(1, 7), 1), (RectGrid(7, 1), 1), (RectGrid(1, 4), 2), (RectGrid(1, 4), 3))
        ),
    ],
    ids=str,
)
def test_every_puzzle_of_one_line(encoding: str, grid: RectGrid, n_colors: int) -> None:
    for puzzle, solutions in all_puzzles(grid, n_colors):
        formula = encoded(encoding, puzzle, initial_domains(puzzle))
        assert formula
        assert_models(formula, puzzle, solutions)


@ALL
@counts(12, 150)
@pytest.mark.parametrize("rounds", [0, 1, 100], ids=["stale", "halfway", "fixpoint"])
def test_complete_formulas_of_narrow_domains(encoding: str, rounds: int, count: int) -> None:
    """The colours of cells may lag behind the starts of blocks, and the other way round."""
    for puzzle, _, allowed, formula in tried(encoding, narrow_cases(76, count, rounds)):
        assert_models(formula, puzzle, allowed)


@ALL
@counts(24, 260)
def test_residual_formulas(encoding: str, count: int) -> None:
    n_open = 0
    for puzzle, domains, allowed, formula in tried(encoding, narrow_cases(76, count, 100), residual=True):
        assert_models(formula, puzzle, allowed, residual=domains)
        if domains.n_open:
            n_open += 1
            assert formula.variables[0].name == "cell"
            assert formula.variables[0].last == domains.n_open * puzzle.n_colors
        else:
            assert formula.n_vars == formula.n_clauses == 0
    assert n_open > count / 7


@ALL
@counts(12, 150)
@pytest.mark.parametrize("residual", [False, True])
def test_formulas_of_the_narrowest_domains(encoding: str, residual: bool, count: int) -> None:
    found = [(puzzle, backbone_domains(puzzle, solutions), solutions) for puzzle, solutions in cases(76, count)]
    for puzzle, domains, solutions, formula in tried(encoding, found, residual):
        assert_models(formula, puzzle, solutions, residual=domains if residual else None)


@pytest.mark.parametrize("encoding", ["automaton", "placements"])
def test_variables_of_background_are_determined(encoding: str) -> None:
    puzzle = loads("rect 3 3\n#ffffff #333333 #dd2222\n1?\n1? 1?\n1? 1?\n1? 1?\n1?\n1? 1?\n")
    formula = encoded(encoding, puzzle, initial_domains(puzzle))
    assert formula
    assert_models(formula, puzzle, brute_force(puzzle))


def test_narrow_domains_have_holes() -> None:
    """What the tests above are for: sets of starts that are no intervals, for which `le` skips positions."""
    holes = 0
    for _, domains, _ in narrow_cases(76, 24, 100):
        for domain in domains.lines:
            for by_color in domain.starts:
                for mask in by_color.values():
                    holes += bool(mask) and "0" in f"{mask:b}".rstrip("0")
    assert holes > 3


@ALL
@counts(2, 16)
def test_long_lines(encoding: str, count: int) -> None:
    """One block in each of two rows of 50 to 60 cells; of one length, they may change places."""
    rng = random.Random(41)
    several = 0
    for _ in range(count):
        width, n_colors, length = rng.randint(50, 60), rng.randint(1, 2), rng.randint(1, 6)
        cells = [0] * (2 * width)
        for row, color in ((0, 1), (width, rng.randint(1, n_colors))):
            start = row + rng.randrange(width - length)
            cells[start : start + length] = [color] * length
        grid = RectGrid(2, width)
        puzzle = Puzzle(grid, palette(n_colors), clues_of(grid, tuple(cells)))
        solutions = brute_force(puzzle)
        several += len(solutions) > 1
        formula = encoded(encoding, puzzle, initial_domains(puzzle))
        assert formula
        assert_models(formula, puzzle, solutions)
        domains, allowed = random_domains(rng, puzzle, solutions, 1)
        narrow = encoded(encoding, puzzle, domains)
        assert narrow
        assert_models(narrow, puzzle, allowed)
    assert several > 3 or count < 16


@ALL
@pytest.mark.parametrize("every", [11, pytest.param(1, marks=pytest.mark.slow)])
def test_contradictions_have_no_model(encoding: str, every: int) -> None:
    """Rows and columns that agree on the totals and on nothing else."""
    contradicting = 0
    for rows in [*product(["", "1a", "2a", "3a", "1a 1a"], repeat=3)][::every]:
        total = sum(int(block[0]) for row in rows for block in row.split())
        columns = ["3a"] * (total // 3) + ([f"{total % 3}a"] if total % 3 else [])
        puzzle = loads("\n".join(["rect 3 3", "#ffffff #000000", *rows, *columns]))
        solutions = brute_force(puzzle)
        contradicting += not solutions
        formula = encoded(encoding, puzzle, initial_domains(puzzle))
        assert formula
        assert_models(formula, puzzle, solutions)
    assert contradicting > 50 / every


# Names and sizes


@ALL
@counts(12, 60)
@pytest.mark.parametrize("residual", [False, True])
def test_labels(encoding: str, residual: bool, count: int) -> None:
    for puzzle, narrow, _ in narrow_cases(76, count, 100):
        domains = narrow if residual else initial_domains(puzzle)
        formula = find_encoding(encoding).encode(puzzle, domains, residual=residual)
        labels = [formula.label(variable) for variable in range(1, formula.n_vars + 1)]
        assert len(set(labels)) == len(labels)
        assert [formula.label(-v) for v in range(1, formula.n_vars + 1)] == [f"-{label}" for label in labels]
        n = puzzle.n_colors
        if not residual:
            for i in range(puzzle.grid.n_cells):
                for c in range(1, n + 1):
                    assert labels[i * n + c - 1] == f"cell[{i},{c}]"
        ends = [0] + [group.last for group in formula.variables]
        assert [group.first for group in formula.variables] == [end + 1 for end in ends[:-1]]
        assert formula.n_vars == ends[-1]
        assert all(group.meaning for group in formula.variables)
        assert all(group.meaning for group in formula.groups)


@counts(12, 100)
def test_labels_tell_the_truth(count: int) -> None:
    """In the model of a solution, `start`, `le`, `ended`, `colour` and `same` say where its blocks are."""
    names = set()
    for puzzle, solutions in cases(76, count):
        formula = find_encoding("start").encode(puzzle, initial_domains(puzzle))
        for model in models(formula, len(solutions)):
            cells = decode(puzzle, model).cells
            lines = [tuple(cells[cell] for cell in puzzle.grid.line(i)) for i in range(puzzle.grid.n_lines)]
            blocks = [block_places(line) for line in lines]
            for literal in model:
                name, _, indices = formula.label(abs(literal)).partition("[")
                holds = truth(name, [int(index) for index in indices.rstrip("]").split(",")], cells, blocks)
                assert (literal > 0) == holds, formula.label(literal)
                names.add(name)
    assert names == {"cell", "seen", "start", "le", "ended", "colour", "same"}


def test_same_color_is_a_variable_where_both_blocks_have_a_choice() -> None:
    for clue, expected in (("1? 1?", ["same[0,0,1]"]), ("1? 1a", []), ("1a 1?", [])):
        puzzle = loads(f"rect 1 5\n#ffffff #333333 #dd2222\n{clue}\n1?\n\n1?\n\n\n")
        formula = find_encoding("start").encode(puzzle, initial_domains(puzzle))
        names = [formula.label(variable) for variable in range(1, formula.n_vars + 1)]
        assert [name for name in names if name.startswith("same")] == expected


@pytest.mark.parametrize("encoding", ["start", "order"])
def test_a_block_of_one_color_has_no_other(encoding: str) -> None:
    """Unit propagation says so, also as long as it is open where the block lies."""
    puzzle = loads("rect 2 3\n#ffffff #333333 #dd2222 #2222dd\n1?\n2?\n1?\n1?\n1?\n")
    formula = find_encoding(encoding).encode(puzzle, initial_domains(puzzle))
    names = {formula.label(variable): variable for variable in range(1, formula.n_vars + 1)}
    colors = [names[f"colour[0,0,{color}]"] for color in (1, 2, 3)]
    with Solver(name="minisat22", bootstrap_with=[list(clause) for clause in formula.clauses()]) as solver:
        for color in colors:
            consistent, found = solver.propagate([color])
            assert consistent
            assert {-other for other in colors if other != color} <= {*found}


def truth(name: str, indices: list[int], cells: Cells, blocks: list[list[tuple[int, int, int]]]) -> bool:
    """What the variable of that name should be in a picture with these blocks."""
    if name in ("cell", "seen"):
        cell, color = indices
        return cells[cell] == color or (name == "seen" and 0 < cells[cell] < color)
    line, number, last = indices
    start, end, color = blocks[line][number]
    if name == "same":
        return color == blocks[line][last][2]
    return {"start": start == last, "le": start <= last, "ended": end <= last, "colour": color == last}[name]


def block_places(line: Cells) -> list[tuple[int, int, int]]:
    """For each block of a line its start, the position after its end, and its colour."""
    found, position = [], 0
    for color, run in groupby(line):
        length = len(list(run))
        if color:
            found.append((position, position + length, color))
        position += length
    return found


def n_starts(domains: Domains) -> int:
    """How many pairs of a block and a start there are."""
    total = 0
    for domain in domains.lines:
        for by_color in domain.starts:
            mask = 0
            for starts in by_color.values():
                mask |= starts
            total += mask.bit_count()
    return total


@counts(15, 120)
def test_size_of_start_and_order(count: int) -> None:
    rng = random.Random(39)
    for number in range(count):
        grid = HexGrid(rng.randint(1, 6)) if number % 3 == 0 else RectGrid(rng.randint(1, 20), rng.randint(1, 20))
        puzzle, _ = random_puzzle(rng, grid, density=rng.choice([0.1, 0.3, 0.5, 0.7, 0.9]))
        domains = initial_domains(puzzle)
        formula = find_encoding("start").encode(puzzle, domains)
        starts = n_starts(domains)
        units = sum(len(clause) == 1 for clause in formula.clauses())
        assert formula.n_clauses - units <= 9 * starts, puzzle
        assert units <= grid.n_cells + starts, puzzle
        alone = find_encoding("order").encode(puzzle, domains)
        assert alone.n_clauses - sum(len(clause) == 1 for clause in alone.clauses()) <= 6 * starts, puzzle
        assert alone.n_vars <= grid.n_cells + starts, puzzle
        assert formula.n_vars <= grid.n_cells + 2 * starts, puzzle


def test_a_puzzle_of_25_by_25_stays_below_28000_clauses() -> None:
    for seed in range(3):
        puzzle, _ = random_puzzle(random.Random(seed), RectGrid(25, 25), density=0.5 + seed % 3 / 10)
        assert encode(puzzle).n_clauses < 28_000


def test_the_card_of_2015_stays_below_28000_clauses() -> None:
    path = PUZZLES / "gchq" / "gchq2015.clues"
    if not path.exists():
        pytest.skip("the puzzle is not here")
    formula = encode(load(path))
    assert formula.n_clauses < 28_000
    assert formula.n_vars < 28_000


# The formula itself


def test_one_line_by_hand() -> None:
    """All that is said of the first row, `2a` on four cells that are all open."""
    formula = encode(loads("rect 2 4\n#ffffff #000000\n2a\n2a\n1a\n1a\n1a\n1a\n"), encoding="start")
    names = {f"cell[{j},1]": f"x{j}" for j in range(4)}
    names |= {f"start[0,0,{p}]": f"s{p}" for p in range(3)} | {f"le[0,0,{p}]": f"l{p}" for p in range(2)}
    names |= {f"-{label}": f"-{name}" for label, name in names.items()}
    found = []
    for clause in formula.clauses():
        labels = [formula.label(literal) for literal in clause]
        if any("[0,0," in label for label in labels):
            found.append(frozenset(names[label] for label in labels))
    by_hand = """
        -l0 l1,
        -s0 l0,   -s1 l1,
        -s1 -l0,  -s2 -l1,
        -l0 s0,   -l1 l0 s1,  l1 s2,
        -l0 x0,   -l1 x1,     l0 x2,    l1 x3,
        l0 -x0,   l1 -x1,     -l0 -x2,  -l1 -x3
    """
    assert sorted(map(sorted, found)) == sorted(sorted(clause.split()) for clause in by_hand.split(","))


def test_one_line_that_is_decided() -> None:
    formula = encode(loads("rect 1 4\n#ffffff #000000\n2a\n\n1a\n1a\n"), encoding="start", name="two")
    text = b"".join(dimacs_pieces(formula)).decode()
    assert "c nonogram two\n" in text
    head, _, body = text.partition(f"p cnf {formula.n_vars} {formula.n_clauses}\n")
    assert all(line.startswith("c ") for line in head.splitlines())
    assert body.startswith("-1 0\n2 0\n3 0\n-4 0\n")
    assert [model[:4] for model in models(formula, 1)] == [(-1, 2, 3, -4)]


HASHES = """
import random, hashlib
from oracle import random_puzzle
from nonosat.cnf.dimacs import dimacs_pieces
from nonosat import HexGrid, RectGrid
from nonosat.encodings import ENCODINGS
from nonosat.solving.formulas import encode

rng = random.Random(40)
puzzles = [random_puzzle(rng, grid, 3, unknown=0.4, givens=3)[0] for grid in (RectGrid(5, 6), HexGrid(3))]
for encoding in ENCODINGS:
    for puzzle in puzzles:
        print(hashlib.sha256(b"".join(dimacs_pieces(encode(puzzle, encoding=encoding)))).hexdigest())
"""


@pytest.mark.costly
def test_the_same_bytes_every_time() -> None:
    path = os.pathsep.join(map(str, (TESTS, Path(nonosat.__file__).parents[1])))
    outputs = set()
    for seed in ("0", "17"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        words = [sys.executable, "-c", HASHES]
        outputs.add(subprocess.run(words, stdout=subprocess.PIPE, text=True, env=environment, check=True).stdout)
    (output,) = outputs
    assert len(set(output.split())) == 2 * len(ENCODINGS)


def test_registry() -> None:
    for name, encoding in ENCODINGS.items():
        assert find_encoding(name) == (name, encoding.amo, ())
        assert encoding.name == name
        assert encoding.about
    with pytest.raises(UsageError, match="'nothing'"):
        find_encoding("nothing")


@ALL
def test_its_example_has_the_clauses_that_it_shows(encoding: str) -> None:
    failed, attempted = doctest.testmod(importlib.import_module(ENCODINGS[encoding].module))
    assert attempted
    assert not failed
