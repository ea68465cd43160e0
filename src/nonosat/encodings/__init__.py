"""Encodings: from a puzzle and its domains to a formula, one file each, and the registry that knows them by name.

All encodings number the variable "cell i has colour c" (c from 1 to n) as `i * n + c` and have the same solutions
when their models are projected to these. A new encoding is one new file with `encode` and one line in `ENCODINGS`.
"""

from __future__ import annotations

import gc
import importlib
from collections.abc import Callable
from typing import NamedTuple, cast

from nonosat.cnf.formula import Formula
from nonosat.errors import UsageError
from nonosat.lines.domains import Domains
from nonosat.puzzle import Puzzle


class Encoding(NamedTuple):
    """A translation to clauses; its module is imported when it is first used."""

    name: str
    summary: str
    module: str

    def encode(self, puzzle: Puzzle, domains: Domains, *, residual: bool = False) -> Formula:
        """The formula whose models are the pictures that the domains allow and the clues describe.

        Args:
            puzzle: what to encode.
            domains: values that are still possible; the rest is left out of the formula.
            residual: leave out all that is decided: cells of one possible colour get neither clauses nor variables,
                and the variables of the others are numbered as if these were the only cells. A line without an open
                cell must satisfy its clue, as it does after propagation.
        """
        function = cast(Callable[..., Formula], importlib.import_module(self.module).encode)
        # Millions of short-lived tuples would keep the collector of cycles busy, and there are no cycles.
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return function(puzzle, domains, residual=residual)
        finally:
            if was_enabled:
                gc.enable()


ENCODINGS: dict[str, Encoding] = {
    "start": Encoding(
        "start",
        "block starts with a sequential counter whose registers are the order encoding",
        "nonosat.encodings.start",
    ),
    "order": Encoding("order", "the registers of the counter alone", "nonosat.encodings.order"),
}


def find_encoding(name: str) -> Encoding:
    """The encoding of that name.

    Raises:
        UsageError: there is none.
    """
    if name not in ENCODINGS:
        raise UsageError(f"encoding {name!r}, expected one of {', '.join(ENCODINGS)}")
    return ENCODINGS[name]
