"""Encodings side by side: a table of each figure, with a row for each puzzle and a column for each encoding.

    python benchmarks/encoding_tables.py FIGURE,... [PUZZLE...] [--family NAME --sizes N,...] [--encodings A,B,...]
        [--timeout SECONDS] [--plot FILE.svg] [--quick]

The figures are `variables`, `clauses` and `literals` of the complete formula; `open`, the percentage of cells that unit
propagation leaves open, beside what line solving leaves open; and `conflicts` and `seconds` of the
default solver to the verdict on uniqueness. PUZZLE is a file or a name of `puzzles/`. An encoding that is too large for
a puzzle of a family, or has no verdict within the limit, is not tried on larger ones. The last row of a family has the
power of the size with which a figure grows, for encodings that have a figure for every size.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from support.common import ROOT, Cell, exponent, machine, options_parser, progress, table
from support.families import FAMILIES

from nonosat.core.deadline import Deadline
from nonosat.core.errors import TooLarge
from nonosat.core.tables import Percent
from nonosat.encodings import ENCODINGS
from nonosat.formats import load, puzzle_name
from nonosat.model.puzzle import Puzzle
from nonosat.solvers import DEFAULT_SOLVER
from nonosat.solving.compare import formula_figures, lines_open, search_figures
from nonosat.solving.formulas import encode

FIGURES = ("variables", "clauses", "literals", "open", "conflicts", "seconds")
SEARCHED = ("conflicts", "seconds")
LINES = "(lines)"


class Sample(NamedTuple):
    """A puzzle, and its size if it is one of a family."""

    name: str
    puzzle: Puzzle
    size: int | None = None


#: By puzzle and encoding the value of each figure, or why it is missing.
Measured = dict[tuple[str, str], dict[str, Cell]]


def figures_of(puzzle: Puzzle, encoding: str, wanted: Iterable[str], timeout: float) -> dict[str, Cell]:
    if encoding == LINES:
        return {"open": Percent(lines_open(puzzle) / puzzle.grid.n_cells)}
    try:
        formula = encode(puzzle, encoding=encoding)
    except TooLarge:
        return dict.fromkeys(FIGURES, "too large")
    values: dict[str, Cell] = dict(formula_figures(puzzle, formula)._asdict())
    values["open"] = Percent(values.pop("n_open") / puzzle.grid.n_cells)
    if set(SEARCHED) & set(wanted):
        search = search_figures(puzzle, formula, DEFAULT_SOLVER, Deadline.after(timeout))
        for name in SEARCHED:
            values[name] = f"none in {timeout:g} s" if search.verdict is None else getattr(search, name)
    return values


def measure(samples: list[Sample], encodings: list[str], wanted: list[str], timeout: float) -> Measured:
    found: Measured = {}
    failed: set[str] = set()
    for done, (name, puzzle, size) in enumerate(samples):
        for encoding in encodings:
            progress(done, len(samples), f"{name}, {encoding}")
            if encoding not in failed:
                found[name, encoding] = values = figures_of(puzzle, encoding, wanted, timeout)
                if size is not None and any(isinstance(values.get(figure), str) for figure in wanted):
                    failed.add(encoding)
    progress(len(samples), len(samples), "done")
    return found


def points(samples: list[Sample], found: Measured, encoding: str, figure: str) -> list[tuple[float, float]]:
    """A figure against the size of the puzzles of a family."""
    values = ((sample.size, found.get((sample.name, encoding), {}).get(figure)) for sample in samples)
    return [(size, value) for size, value in values if size is not None and isinstance(value, int | float)]


def rows(samples: list[Sample], found: Measured, encodings: list[str], figure: str) -> list[list[Cell]]:
    made: list[list[Cell]] = [
        [name, *(found.get((name, encoding), {}).get(figure) for encoding in encodings)] for name, *_ in samples
    ]
    powers = [power(samples, found, encoding, figure) for encoding in encodings]
    if figure != "open" and any(each is not None for each in powers):
        made.append(["power", *powers])
    return made


def power(samples: list[Sample], found: Measured, encoding: str, figure: str) -> float | None:
    """The exponent of a power law in the size; None if the figure is missing for some size: it is too large."""
    curve = points(samples, found, encoding, figure)
    return exponent(curve) if len(curve) == len(samples) else None


def short(encodings: list[str]) -> list[str]:
    """The titles of columns: `+totals` for an encoding that adds `totals` to the one before it."""
    pairs = pairwise(["", *encodings])
    return [name.removeprefix(before) if name.startswith(f"{before}+") else name for before, name in pairs]


def draw(path: str, samples: list[Sample], found: Measured, encodings: list[str], wanted: list[str]) -> None:
    """A chart of each figure against the size, with logarithmic scales."""
    from support.plots import line, panels, save

    chart, axes = panels(len(wanted))
    for panel, figure in zip(axes, wanted, strict=True):
        for number, encoding in enumerate(encodings):
            curve = points(samples, found, encoding, figure)
            grows = power(samples, found, encoding, figure)
            line(panel, encoding if grows is None else f"{encoding} n^{grows:.1f}", curve, number)
        sizes = sorted({sample.size for sample in samples if sample.size is not None})
        panel.set(title=figure, xlabel="size n, cells to a side", xscale="log", yscale="log")
        panel.set_xticks(sizes, sizes)
        panel.minorticks_off()
        panel.legend()
    save(chart, path)


def main() -> None:
    parser = options_parser(__doc__, "the first puzzle only, to see that it works")
    parser.add_argument("figures", metavar="FIGURE,...", help=", ".join(FIGURES))
    parser.add_argument("puzzles", metavar="PUZZLE", nargs="*", help="files, or names of puzzles/")
    parser.add_argument("--family", choices=FAMILIES, help="generated puzzles, with seed 1")
    parser.add_argument("--sizes", default="5,10,20", help="of them (default: %(default)s)")
    parser.add_argument("--encodings", default=",".join(ENCODINGS), help="default: all")
    parser.add_argument("--timeout", type=float, default=20, help="seconds of a search (default: %(default)g)")
    parser.add_argument("--plot", metavar="FILE", help="also draw each figure against the size (needs matplotlib)")
    options = parser.parse_args()
    wanted, encodings = options.figures.split(","), options.encodings.split(",")
    if not {*wanted} <= {*FIGURES} or bool(options.puzzles) == bool(options.family):
        parser.error(f"expected figures ({', '.join(FIGURES)}), and either puzzles or --family")
    print(machine() + "\n", flush=True)
    if options.family:
        sizes = map(int, options.sizes.split(","))
        samples = [Sample(f"{options.family} {size}", FAMILIES[options.family](size, 1), size) for size in sizes]
    else:
        files = [name if "." in name else str(ROOT / "puzzles" / f"{name}.clues") for name in options.puzzles]
        samples = [Sample(puzzle_name(file), load(file)) for file in files]
    samples = samples[:1] if options.quick else samples
    found = measure(samples, [LINES, *encodings] if "open" in wanted else encodings, wanted, options.timeout)
    for figure in wanted:
        columns = [LINES, *encodings] if figure == "open" else encodings
        print(f"{figure}:\n\n{table(['puzzle', *short(columns)], rows(samples, found, columns, figure))}\n")
    if options.plot:
        draw(options.plot, samples, found, encodings, wanted)


if __name__ == "__main__":
    main()
