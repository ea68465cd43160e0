"""Sliding windows: is some literal true among those of L consecutive positions?

A clause of up to L literals for each question would take L times as many literals as there are positions. Instead, the
positions are cut into chunks of L. Each chunk has two chains of variables: "some literal is true from the beginning of
the chunk to the position" and "... from the position to the end of the chunk". Every window is the end of one chunk and
the beginning of the next, so two literals answer each question.

Unit propagation is as strong as with the long clauses: when a window is false, so are all its literals, and conversely.

Size: for s positions at most 2s variables and 6s clauses.

Source: the sliding minimum of M. van Herk, A fast algorithm for local minimum and maximum filters on rectangular and
octagonal kernels, Pattern Recognition Letters 13, 1992, with "or" in place of the minimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from nonosat.cnf.clause_group import FALSE

Clauses = list[tuple[int, ...]]


def windows(
    literals: Mapping[int, int], length: int, new_variable: Callable[[int, int], int]
) -> tuple[dict[int, tuple[int, ...]], Clauses]:
    """Literals for "some run of `length` cells covers the position", for each position that a run may cover.

    Args:
        literals: from each possible start of a run to the literal "it starts there".
        new_variable: from two positions to the variable "a run starts between them, or at one of them".

    Returns:
        From each position j to one or two literals of which one is true exactly if one of `literals` at j - length + 1
        to j is; and the clauses that make it so.
    """
    first, last = min(literals), max(literals)
    clauses: Clauses = []

    def chain(positions: Sequence[int]) -> Iterator[tuple[int, int]]:
        """For each position: is one of the literals from the first position up to here true?"""
        so_far = FALSE
        for position in positions:
            here = literals.get(position, FALSE)
            if so_far == FALSE:
                so_far = here
            elif here != FALSE:
                either = new_variable(*sorted((positions[0], position)))
                clauses.extend([(-so_far, either), (-here, either), (-either, so_far, here)])
                so_far = either
            yield position, so_far

    begun: dict[int, int] = {}
    to_come: dict[int, int] = {}
    for low in range(first, last + 1, length):
        chunk = range(low, min(low + length, last + 1))
        begun.update(chain(chunk))
        to_come.update(chain(chunk[:0:-1]))
        to_come[low] = begun[chunk[-1]]
    found = {}
    for j in range(first, last + length):
        start, stop = max(j - length + 1, first), min(j, last)
        window = [to_come[start], begun[stop]]
        if (start - first) // length == (stop - first) // length:
            # A window within a single chunk is all of it, its beginning, or its end.
            window = [begun[stop]] if (start - first) % length == 0 else [to_come[start]]
        found[j] = tuple([literal for literal in window if literal != FALSE])
    return found, clauses
