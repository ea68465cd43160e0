"""The schedule of the portfolio: what runs on which open part, in which order, and with which share of the work.

Open parts are divided into *regimes*, in which different engines do best. To tune the portfolio is to edit the table
`REGIMES` and the numbers above it; `parallel.turns` says what they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple

from nonosat.parallel.turns import Turns
from nonosat.solvers import DEFAULT_SOLVER

if TYPE_CHECKING:
    from nonosat.solving.portfolio.engines import Engine, Method
    from nonosat.solving.portfolio.search_context import OpenPart

#: From the names of methods to the turns of their engines, in the order in which they start.
MethodTurns = Mapping[str, Turns]


class Regime(NamedTuple):
    """Open parts that are searched in the same way.

    Attributes:
        first, another: the methods that search for a solution, and for another one.
        on_one_core: in place of `first` where only one process runs at a time.
        most_open, most_freedom, least_cells_per_block: the bounds of `OpenPart`.
        first_try: of the default solver, before engines start; see `first_conflicts`.
    """

    first: MethodTurns
    another: MethodTurns
    most_open: float = inf
    most_freedom: float = inf
    least_cells_per_block: float = 0.0
    on_one_core: MethodTurns = {}
    first_try: Literal["none", "short", "long"] = "long"

    def first_methods(self, processes: int) -> MethodTurns:
        """The methods that search for a solution, of which at most `processes` run at a time."""
        return (self.on_one_core if processes == 1 else {}) or self.first


# Turns
#
# An engine of weight v has its answer after at most W / v times the work that it needs alone, and the first turns of
# the others, where W is the sum of all weights (see `parallel.turns`). Several cores divide this work; with one, W / v
# is at most 6, and at most 3 for the engine that solves most open parts of the regime.

_USUAL = Turns()
#: Of an engine that solves most open parts of the regime, or one of two that do; the first of them mostly ends soon.
_TWICE, _TWICE_FIRST = Turns(2.0), Turns(2.0, 1_000)
#: The same on grids of short blocks, where others have a core of their own: most answers come within the first turn.
_LONG = Turns(2.0, 3_000)
#: Of a complete solver there: it solves some grids as soon as its formula is built.
_SHORT = Turns(1.0, 600)
#: Of probing on a huge grid, where others need much memory.
_ALONE = Turns(1.0, alone=20_000)

# Bounds

#: With more open cells, a first try takes long, a formula is large, and belief propagation converges slowly.
_MANY_OPEN = 50_000
#: With more freedom, the linear relaxation takes seconds to minutes and few cells become whole numbers; see
#: docs/linear.md.
_LITTLE_FREEDOM = 2.0
#: With as many undecided cells for each block, a decided cell decides many others: 15 to 40 in grids of large areas, 4
#: to 10 in random grids. A formula would be large.
_LONG_BLOCKS = 13.0
#: With more open cells of some freedom, complete searches seldom end, and belief propagation converges.
_FEW_OPEN = 1_999
#: With more open cells and short blocks, decimation solves most grids within some seconds, and few of the others later.
_SOME_OPEN = 7_999
#: With more open cells and short blocks, decimation has solved no grid that reinforcement does not.
_MOST_FOR_DECIMATION = 17_999

# The first try of the default solver

FIRST_CONFLICTS = 2_000
#: A long first try on one core, where engines would take turns, has more conflicts by this factor: about a second.
ALONE_FACTOR = 10
#: With more possible starts of blocks, 2,000 conflicts take long and are seldom more use than a few: with several cores
#: there are a few. They solve grids in which blocks have some freedom or less; 16 are enough for huge-2.
MANY_STARTS = 25_000
FEW_CONFLICTS = 250
_SOME_FREEDOM = 4.5
#: With more, it takes over 0.1 s to give the formula to the solver: with several cores there is no first try.
_MOST_STARTS = 100_000

_ANOTHER: MethodTurns = dict.fromkeys(("neighbours", DEFAULT_SOLVER, "cadical195"), _USUAL)

#: The regimes; the first one whose bounds an open part meets counts.
REGIMES: dict[str, Regime] = {
    "tight": Regime(
        most_open=_MANY_OPEN,
        most_freedom=_LITTLE_FREEDOM,
        first_try="short",
        first={"decimation": _USUAL, "linear relaxation": _TWICE_FIRST, DEFAULT_SOLVER: _USUAL},
        another={"linear relaxation": Turns(3.0, 3_000), **_ANOTHER},
    ),
    "tight and huge": Regime(
        most_freedom=_LITTLE_FREEDOM,
        first_try="none",
        first={"decimation": _USUAL, DEFAULT_SOLVER: _USUAL},
        another=_ANOTHER,
    ),
    "small": Regime(
        most_open=_FEW_OPEN,
        first={"decimation": _USUAL, DEFAULT_SOLVER: _USUAL},
        another=_ANOTHER,
    ),
    "long blocks": Regime(
        most_open=_MANY_OPEN,
        least_cells_per_block=_LONG_BLOCKS,
        first={"probing": _TWICE_FIRST, "decimation": _TWICE, DEFAULT_SOLVER: _USUAL},
        another=_ANOTHER,
    ),
    "long blocks and huge": Regime(
        least_cells_per_block=_LONG_BLOCKS,
        first_try="none",
        first={"probing": _ALONE, "decimation": _TWICE, DEFAULT_SOLVER: _USUAL},
        another=_ANOTHER,
    ),
    "medium": Regime(
        most_open=_SOME_OPEN,
        first={
            "decimation": _LONG,
            DEFAULT_SOLVER: _SHORT,
            "reinforcement": Turns(4.0),
            "shaving": _USUAL,
        },
        on_one_core={
            "decimation": _TWICE_FIRST,
            DEFAULT_SOLVER: _SHORT,
            "reinforcement": _TWICE,
            "shaving": _USUAL,
        },
        another=_ANOTHER,
    ),
    "large": Regime(
        most_open=_MOST_FOR_DECIMATION,
        first={
            "decimation": _LONG,
            DEFAULT_SOLVER: _SHORT,
            "reinforcement from noise": Turns(4.0),
            "reinforcement": Turns(4.0),
            "shaving": _USUAL,
        },
        on_one_core={
            "decimation": _TWICE_FIRST,
            DEFAULT_SOLVER: _SHORT,
            "reinforcement from noise": _USUAL,
            "reinforcement": _USUAL,
            "shaving": _USUAL,
        },
        another=_ANOTHER,
    ),
    "very large": Regime(
        most_open=_MANY_OPEN,
        first={
            "reinforcement from noise": _LONG,
            DEFAULT_SOLVER: _SHORT,
            "reinforcement": _TWICE,
            "shaving": _USUAL,
        },
        another=_ANOTHER,
    ),
    "huge": Regime(
        first_try="none",
        first={"decimation": _TWICE_FIRST, DEFAULT_SOLVER: _USUAL},
        another=_ANOTHER,
    ),
}


def regime_of(part: OpenPart) -> Regime:
    """The regime of an open part."""
    return next(
        regime
        for regime in REGIMES.values()
        if part.n_open <= regime.most_open
        and part.freedom <= regime.most_freedom
        and part.cells_per_block >= regime.least_cells_per_block
    )


def first_conflicts(part: OpenPart, processes: int) -> int:
    """The conflicts that the default solver has for each question before engines start, at most `processes` at once."""
    first_try = regime_of(part).first_try
    if first_try == "none":
        return 0
    if processes == 1:
        return FIRST_CONFLICTS * (ALONE_FACTOR if first_try == "long" else 1)
    if part.starts <= MANY_STARTS:
        return FIRST_CONFLICTS
    return FEW_CONFLICTS if part.starts <= _MOST_STARTS and part.freedom <= _SOME_FREEDOM else 0


class ScheduledEngine(NamedTuple):
    """An engine that takes part in a search."""

    engine: Engine
    method: Method
    turns: Turns


def scheduled(registry: Mapping[str, Method], methods: MethodTurns, processes: int) -> dict[str, ScheduledEngine]:
    """The engines that run, by name, in the order in which they start.

    The first engine of every method takes part; if there are more engines than processes, they take turns. Processes
    that are left over are for further engines of the methods: the second of each, then the third of each, and so on.

    Args:
        registry: the methods for the question, of which some `methods` take part.
        processes: the most engines at a time, at least 1.
    """
    engines = [
        [(name, ScheduledEngine(engine, registry[method], turns)) for name, engine in registry[method].engines.items()]
        for method, turns in methods.items()
    ]
    ordered = [engine for rank in zip_longest(*engines) for engine in rank if engine is not None]
    return dict(ordered[: max(len(methods), processes)])
