"""Encodings: from a puzzle and its domains to a formula, and the registries that know them by name.

The encoding of a name is the file of that name with a function `build`, and an entry in `ENCODINGS`; the redundant
constraint NAME, which follows from the rules and is added to help a solver, is `redundant_NAME` with a function `add`,
and an entry in `REDUNDANT`. These files are imported when they are first used. Each entry has the
default at-most-one of its encoding; `solving.formulas` has the default encodings.

All encodings begin with the same variables for the cells (`cell_variables`), and their models, projected to these, are
the same. They share `cell_encoder` (the clauses of single cells, and selectors), `background`, `block_literals`, and
`literal_vectors` for rules along a line. `start` and `order` share `register_block`.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import NamedTuple

from nonosat.cnf.formula import Formula
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import UsageError
from nonosat.core.registries import choose, registry
from nonosat.encodings.cell_encoder import CellEncoder, separate_domains
from nonosat.lines.domains import Domains, initial_domains
from nonosat.model.puzzle import Puzzle


class Encoding(NamedTuple):
    """A translation to clauses.

    Attributes:
        module: the one with its function `build`.
        amo: its default at-most-one; None if it has no at-most-one to choose.
        has_starts: whether its formulas have literals for the starts of blocks.
    """

    name: str
    module: str
    about: str
    source: str
    amo: str | None = None
    has_starts: bool = True


class Redundant(NamedTuple):
    """Clauses that follow from the rules and may help a solver.

    Attributes:
        module: the one with its function `add`.
        needs_starts: whether it can only be added to an encoding with literals for the starts of blocks.
    """

    name: str
    module: str
    about: str
    source: str
    needs_starts: bool


ENCODINGS = registry(
    Encoding(
        "dnf",
        "nonosat.encodings.dnf",
        "all placements of a line, distributed to clauses over the cells alone; only for small puzzles",
        "folklore; Nelson 1955",
        has_starts=False,
    ),
    Encoding(
        "placements",
        "nonosat.encodings.placements",
        "a variable for each placement of a line; only for lines with few placements",
        "folklore; Bacchus 2007",
        amo="commander",
        has_starts=False,
    ),
    Encoding(
        "pairwise",
        "nonosat.encodings.pairwise",
        "direct encoding of block starts: a clause for every two starts that exclude each other",
        "Walsh 2000; Gent 2002",
        amo="pairwise",
    ),
    Encoding(
        "start",
        "nonosat.encodings.start",
        "block starts with a sequential counter whose registers are the order encoding",
        "Sinz 2005; Crawford and Baker 1994; Tamura, Taga, Kitagawa and Banbara 2006",
    ),
    Encoding(
        "order",
        "nonosat.encodings.order",
        "the order encoding of block starts: the registers of the counter alone",
        "Crawford and Baker 1994; Tamura, Taga, Kitagawa and Banbara 2006",
    ),
    Encoding(
        "automaton",
        "nonosat.encodings.automaton",
        "the automaton of the clue, unrolled over the line",
        "Pesant 2004; Bacchus 2007; Quimper and Walsh 2007",
    ),
)

REDUNDANT = registry(
    Redundant(
        "totals",
        "nonosat.encodings.redundant_totals",
        "the number of cells of each colour in a line, where the clue determines it",
        "Bailleux and Boufkhad 2003",
        needs_starts=False,
    ),
    Redundant(
        "bounds",
        "nonosat.encodings.redundant_bounds",
        "the minimum distance between the starts of two blocks that are not neighbours",
        "folklore",
        needs_starts=True,
    ),
    Redundant(
        "gaps",
        "nonosat.encodings.redundant_gaps",
        "the cells before and after a block do not have its colour",
        "folklore",
        needs_starts=True,
    ),
)


class Recipe(NamedTuple):
    """The choice of an encoding and its options; `find_encoding` makes one and checks that its parts fit together.

    As text it is `start`, `pairwise/product` or `pairwise/product+totals`: the encoding, the at-most-one unless it is
    the encoding's default, and the redundant constraints.

    Attributes:
        encoding: a name of `ENCODINGS`.
        amo: a name of `cnf.cardinality.AMOS`, or None for an encoding that has no at-most-one to choose.
        add: names of `REDUNDANT`, in its order.
    """

    encoding: str
    amo: str | None = None
    add: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The recipe as text, which `find_encoding` reads."""
        amo = "" if self.amo == ENCODINGS[self.encoding].amo else f"/{self.amo}"
        return "+".join([self.encoding + amo, *self.add])

    def encode(
        self,
        puzzle: Puzzle,
        domains: Domains | None = None,
        *,
        residual: bool = False,
        selectors: bool = False,
        max_literals: int | None = None,
        deadline: Deadline = NEVER,
    ) -> Formula:
        """The formula whose models are the pictures that the domains allow and the clues describe.

        Args:
            domains: values that are still possible; the rest is left out of the formula. By default those of each clue
                alone, which give the complete formula of the puzzle.
            residual: leave out everything that is decided: cells of one possible colour get neither clauses nor
                variables, and the variables of the others are numbered as if these were the only cells. A line without
                an open cell must satisfy its clue, as it does after propagation.
            selectors: give the clue of each line, and each given, a literal that enforces it when it is assumed:
                `selectors["line"][index]` and `selectors["given"][cell]` of the formula.
            max_literals: see `Formula`.

        Raises:
            GaveUp: the deadline came first.
            TooLarge: the encoding is not meant for puzzles of this size, or the formula has more literals.
            UsageError: selectors together with domains, or with a residual formula. Both combine the conclusions of
                several lines.
        """
        if selectors and (domains is not None or residual):
            raise UsageError("selectors need a complete formula, without domains of several lines")
        if selectors:
            domains = separate_domains(puzzle)
        elif domains is None:
            domains = initial_domains(puzzle)
        with _no_cycle_collection():
            cells = CellEncoder(
                puzzle,
                domains,
                residual=residual,
                selectors=selectors,
                max_literals=max_literals,
                deadline=deadline,
            )
            return self._build(cells)

    def _build(self, cells: CellEncoder) -> Formula:
        """Build the formula; its helpers are freed on return, before cycles are collected again."""
        choice = {} if self.amo is None else {"amo": self.amo}
        encoder = import_module(ENCODINGS[self.encoding].module).build(cells, **choice)
        for redundant in (REDUNDANT[name] for name in self.add):
            blocks = [encoder.blocks()] if redundant.needs_starts else []
            import_module(redundant.module).add(cells, *blocks)
        return cells.formula


@contextmanager
def _no_cycle_collection() -> Iterator[None]:
    """A context without collection of cycles: millions of short-lived tuples would keep it busy for nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def find_encoding(text: str, *, amo: str | None = None, add: Iterable[str] = ()) -> Recipe:
    """Read a recipe.

    Args:
        text: often only the name of an encoding.
        amo: replaces the at-most-one of the text, or the encoding's default.
        add: names of `REDUNDANT` besides those of the text.

    Raises:
        UsageError: an encoding, at-most-one or redundant constraint is unknown, or they do not fit together.
    """
    head, *added = text.split("+")
    name, *amos = head.split("/")
    if len(amos) > 1 or any("/" in each for each in added):
        name = text
    encoding = choose(ENCODINGS, name, "encoding")
    chosen = next(iter(amos), None) if amo is None else amo
    if chosen is not None:
        if encoding.amo is None:
            able = " or ".join(other.name for other in ENCODINGS.values() if other.amo)
            raise UsageError(f"at-most-one {chosen!r} needs the encoding {able}; encoding {name} has none to choose")
        from nonosat.cnf.cardinality import AMOS

        choose(AMOS, chosen, "at-most-one")
    wanted = {*added, *add}
    for each in sorted(wanted):
        if choose(REDUNDANT, each, "redundant constraint").needs_starts and not encoding.has_starts:
            able = " or ".join(other.name for other in ENCODINGS.values() if other.has_starts)
            raise UsageError(f"{each!r} needs the encoding {able}; {name} has no literals for block starts")
    return Recipe(name, chosen or encoding.amo, tuple(each for each in REDUNDANT if each in wanted))
