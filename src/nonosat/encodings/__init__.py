"""Encodings: from a puzzle and its domains to a formula, one file each, and the registries that know them by name.

All encodings number the variable "cell i has colour c" (c from 1 to n) as `i * n + c` and have the same solutions
when their models are projected to these. A new encoding is one new file with `build` and one line in `ENCODINGS`; a
new redundant constraint, which says again what the rules say already, is one with `add` and one line in `REDUNDANT`.
A `Recipe` names all that is chosen.
"""

from __future__ import annotations

import gc
import importlib
import re
from collections.abc import Iterable
from typing import NamedTuple

from nonosat.cnf.cardinality import find_amo
from nonosat.cnf.formula import Formula
from nonosat.errors import UsageError
from nonosat.lines.domains import Domains
from nonosat.model.puzzle import Puzzle


class Encoding(NamedTuple):
    """A translation to clauses; its module is imported when it is first used.

    Attributes:
        name: what users call it.
        summary: what it is, in a line.
        source: where it comes from.
        module: where it lives.
        amo: the at-most-one that it uses if nobody chooses another; None if there is nothing to choose.
        has_starts: whether its variables tell where a block starts.
    """

    name: str
    summary: str
    source: str
    module: str
    amo: str | None = None
    has_starts: bool = True


class Redundant(NamedTuple):
    """Clauses that follow from the rules, and may help a solver to see so; its module is imported when it is used.

    Attributes:
        name: what users call it.
        summary: what it says, in a line.
        source: where it comes from.
        module: where it lives.
        needs_starts: whether it speaks of where blocks start.
    """

    name: str
    summary: str
    source: str
    module: str
    needs_starts: bool


ENCODINGS: dict[str, Encoding] = {
    encoding.name: encoding
    for encoding in (
        Encoding(
            "dnf",
            "all ways to fill a line, distributed to clauses over the cells alone; only for small puzzles",
            "folklore; Nelson 1955",
            "nonosat.encodings.dnf",
            has_starts=False,
        ),
        Encoding(
            "placements",
            "a variable for each way to fill a line; only for lines with few of them",
            "folklore; Bacchus 2007",
            "nonosat.encodings.placements",
            amo="commander",
            has_starts=False,
        ),
        Encoding(
            "pairwise",
            "block starts, and a clause for every two that do not go together",
            "Walsh 2000; Gent 2002",
            "nonosat.encodings.pairwise",
            amo="pairwise",
        ),
        Encoding(
            "start",
            "block starts with a sequential counter whose registers are the order encoding",
            "Sinz 2005; Tamura, Taga, Kitagawa and Banbara 2006",
            "nonosat.encodings.start",
        ),
        Encoding(
            "order",
            "the registers of the counter alone",
            "Tamura, Taga, Kitagawa and Banbara 2006",
            "nonosat.encodings.order",
        ),
        Encoding(
            "automaton",
            "the automaton of the clue, unrolled over the line",
            "Pesant 2004; Bacchus 2007; Quimper and Walsh 2007",
            "nonosat.encodings.automaton",
        ),
    )
}

REDUNDANT: dict[str, Redundant] = {
    redundant.name: redundant
    for redundant in (
        Redundant(
            "totals",
            "how many cells of each colour a line has, where its clue tells",
            "Bailleux and Boufkhad 2003",
            "nonosat.encodings.totals",
            needs_starts=False,
        ),
        Redundant(
            "bounds",
            "what stands between two blocks that are no neighbours keeps them apart",
            "folklore",
            "nonosat.encodings.bounds",
            needs_starts=True,
        ),
        Redundant(
            "gaps",
            "before and after a block is a cell without its colour",
            "folklore",
            "nonosat.encodings.gaps",
            needs_starts=True,
        ),
    )
}


class Recipe(NamedTuple):
    """What a formula is made of; `find_encoding` makes one and sees that its parts go together.

    As text it is `start`, `pairwise/product` or `pairwise/product+totals`: the encoding, the at-most-one unless it is
    the encoding's own, and what is added.

    Attributes:
        encoding: a name of `ENCODINGS`.
        amo: a name of `cnf.cardinality.AMOS`, or None for an encoding that has no at-most-one to choose.
        add: names of `REDUNDANT`, in its order.
    """

    encoding: str
    amo: str | None = None
    add: tuple[str, ...] = ()

    def __str__(self) -> str:
        amo = "" if self.amo == ENCODINGS[self.encoding].amo else f"/{self.amo}"
        return "+".join([self.encoding + amo, *self.add])

    def encode(self, puzzle: Puzzle, domains: Domains, *, residual: bool = False) -> Formula:
        """The formula whose models are the pictures that the domains allow and the clues describe.

        Args:
            puzzle: what to encode.
            domains: values that are still possible; the rest is left out of the formula.
            residual: leave out all that is decided: cells of one possible colour get neither clauses nor variables,
                and the variables of the others are numbered as if these were the only cells. A line without an open
                cell must satisfy its clue, as it does after propagation.

        Raises:
            TooLarge: the encoding is not meant for puzzles of this size.
        """
        # Millions of short-lived tuples would keep the collector of cycles busy, and there are no cycles.
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            build = importlib.import_module(ENCODINGS[self.encoding].module).build
            choice = {} if self.amo is None else {"amo": self.amo}
            encoder = build(puzzle, domains, residual, **choice)
            for name in self.add:
                importlib.import_module(REDUNDANT[name].module).add(encoder)
            formula: Formula = encoder.formula
            return formula
        finally:
            if was_enabled:
                gc.enable()


_TEXT = re.compile(r"(?P<encoding>[^/+]*)(/(?P<amo>[^/+]*))?(?P<add>(\+[^/+]*)*)")


def find_encoding(text: str, *, amo: str | None = None, add: Iterable[str] = ()) -> Recipe:
    """The recipe that a text describes, with what else is chosen.

    Args:
        text: a recipe as text; often only the name of an encoding.
        amo: instead of the at-most-one in the text, or of the encoding's own.
        add: besides what the text adds.

    Raises:
        UsageError: there is no such encoding, at-most-one or redundant constraint, or these do not go together.
    """
    match = _TEXT.fullmatch(text)
    name = match["encoding"] if match else text
    if match is None or name not in ENCODINGS:
        raise UsageError(f"encoding {name!r}, expected one of {', '.join(ENCODINGS)}")
    encoding = ENCODINGS[name]
    chosen = match["amo"] if amo is None else amo
    if chosen is not None:
        if encoding.amo is None:
            able = " or ".join(other.name for other in ENCODINGS.values() if other.amo)
            raise UsageError(f"at-most-one {chosen!r} with encoding {name}, expected {able}: {name} has none to choose")
        find_amo(chosen)
    wanted = {*match["add"].split("+")[1:], *add}
    for each in sorted(wanted):
        if each not in REDUNDANT:
            raise UsageError(f"redundant constraint {each!r}, expected one of {', '.join(REDUNDANT)}")
        if REDUNDANT[each].needs_starts and not encoding.has_starts:
            able = " or ".join(other.name for other in ENCODINGS.values() if other.has_starts)
            raise UsageError(f"{each!r} added to {name}, expected {able}: {name} has no block starts to speak of")
    return Recipe(name, chosen or encoding.amo, tuple(each for each in REDUNDANT if each in wanted))
