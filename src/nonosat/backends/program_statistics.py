"""The effort that solver programs print: a line for each figure, such as `c conflicts: 7` or `conflicts : 7`.

kissat and cadical print comments of DIMACS (`c conflicts:   7   13409.96 per second`), minisat lines of its own
(`conflicts             : 7              (557 /sec)`), and glucose the same behind a `c`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.backends.session import SearchEffort

_FIGURE = re.compile(rb"^(?:c[ \t]+)?(conflicts|decisions|propagations)[ \t]*:[ \t]*([0-9]{1,18})(?!\S)", re.MULTILINE)


def read_effort(output: bytes) -> SearchEffort | None:
    """The effort that a program has printed; None if one of the three figures is missing.

    If figures are printed repeatedly, the last ones count.
    """
    figures = {match[1].decode(): int(match[2]) for match in _FIGURE.finditer(output)}
    if len(figures) < len(SearchEffort._fields):
        return None
    return SearchEffort(**figures)


def total_effort(efforts: Sequence[SearchEffort | None]) -> SearchEffort | None:
    """The sum of the efforts of searches; None if there are none, or one of them is unknown."""
    known = [effort for effort in efforts if effort is not None]
    if not known or len(known) < len(efforts):
        return None
    return SearchEffort(*map(sum, zip(*known, strict=True)))
