"""Turns of calls that share a few processes: allowances of work, in proportion to weights.

The next turn is for the call that has done the least work for its weight, as in stride scheduling (C. Waldspurger,
W. Weihl, "Stride scheduling: deterministic proportional-share resource management", MIT 1995). Let a call of weight v
need the work w, and let W be the sum of all weights. When it has done that work, one after the other, the others have
done at most (W - v) / v times w and one turn each; several processes divide this among them.
"""

from __future__ import annotations

from typing import NamedTuple

#: Units of work of a turn; after a shorter one, caches are cold for much of the next.
TURN = 250.0


class Turns(NamedTuple):
    """The share of a call in the work of all.

    Attributes:
        weight: above 0; while calls wait for turns, their work grows in proportion to their weights.
        first: units of work of the first turn. They count for the share, so other calls catch up afterwards.
        alone: units of work that the first of all calls does before the others start.
    """

    weight: float = 1.0
    first: float = TURN
    alone: float = 0.0
