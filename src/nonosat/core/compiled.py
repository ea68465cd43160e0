"""The compiled kernels, where they were built.

`nonosat._kernels` is a module in C (`src/nonosat/kernels/`) for the few loops that take most of the time of large
puzzles. Each of its functions has a counterpart in Python that defines it and takes its place where there is no such
module. Callers ask for `kernels()` when they come to such a loop, since even to load it takes some time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, TypeAlias, cast

#: An array of numpy, which is not loaded for its name alone.
Array: TypeAlias = Any


class Kernels(Protocol):
    """The content of the module `nonosat._kernels`.

    Attributes:
        LineState: `lines.line_cells.LineCells` of puzzles without `?`.
    """

    LineState: Callable[..., Any]

    def line_clauses(
        self,
        clue: tuple[tuple[int, int], ...],
        starts: tuple[dict[int, int], ...],
        register: int,
        cells: list[Sequence[int]],
        counter: bool,
        /,
    ) -> tuple[tuple[bytes, ...], ...]:
        """The clauses that `encodings.start.BlockEncoder` adds for a line of blocks of known colour and length.

        Args:
            clue: pairs of a length and a colour, at least one.
            starts: those of each block in its colour, as a bit set; the first and the last one leave room for its
                neighbours.
            register: the first of the registers of the line.
            cells: for each colour, from 1, a list of the literals of the cells.
            counter: whether to add the rule `counter`, as it is without start variables.

        Returns:
            For the rules `counter`, `cover`, `order` and `gap`, for the widths 1, 2 and 3 the literals of the clauses,
            as for `ClauseGroup.extend`.

        Raises:
            TypeError, ValueError, OverflowError: these do not describe a line.
        """

    def placement_messages(
        self, weights: Array, stretches: tuple[Array, ...], messages: Array, failed: Array, /
    ) -> None:
        """The messages of lines to cells, from all placements of stretches; defined by `beliefs.lattice`.

        Args:
            weights: of each colour for each cell of the grid [1 + colours, cells + 1].
            stretches: the `cells` [S, n], `counts` [S], `slack` [S], `lengths` [S, K], `colors` [S, K] and `apart`
                [S, K] of a `beliefs.stretches.Batch`, the axis of stretches first.
            messages: gets the shares of the colours, at least `LEAST_SHARE`, divided by the weights; 1 where the weight
                is 0, and in stretches that `failed`. Those to cells in no stretch are not changed [1 + colours,
                cells + 1].
            failed: gets True for each stretch without a placement of a weight above 0, else False [S].

        Raises:
            TypeError, ValueError: an array has another type or shape, or a number is out of range; nothing is changed.
        """


@cache
def kernels() -> Kernels | None:
    """The compiled kernels; None where they were not built, or the environment says `NONOSAT_KERNELS=no`."""
    if os.environ.get("NONOSAT_KERNELS") == "no":
        return None
    try:
        return cast(Kernels, import_module("nonosat._kernels"))
    except ImportError:
        return None


def kernels_sentence() -> str:
    """A line for people: `compiled kernels: yes`, or `no`."""
    return f"compiled kernels: {'no' if kernels() is None else 'yes'}"
