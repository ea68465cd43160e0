"""The table of the portfolio in docs/search.md is that of the program; NONOSAT_UPDATE=1 writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import inf

from docs_pages import DOCS, UPDATE

from nonosat.parallel.turns import TURN
from nonosat.solving.portfolio.schedule import REGIMES, MethodTurns


def row(title: str, values: Iterable[object]) -> str:
    return f"| {' | '.join([title, *map(str, values)])} |\n"


def bounds(title: str, values: Iterable[float]) -> str:
    """A row of bounds; those that every open part meets are left out."""
    return row(title, ["" if value in (0, inf) else f"{value:,g}" for value in values])


def engine(name: str, methods: MethodTurns) -> str:
    """The place of an engine in the order of their starts, its weight, and an unusual first turn."""
    if name not in methods:
        return ""
    weight, first, alone = methods[name]
    words = f"{[*methods].index(name) + 1}: {weight:g}"
    return f"{words}, {first:,g}" if first != TURN else f"{words}, alone {alone:,g}" if alone else words


def engines(purpose: str, methods: list[MethodTurns]) -> str:
    names = dict.fromkeys(name for each in methods for name in each)
    return "".join(row(f"{purpose}: {name}", [engine(name, each) for each in methods]) for name in names)


def portfolio_table() -> str:
    """The regimes as columns: their bounds, the first try of the default solver, and the engines of each question."""
    regimes = REGIMES.values()
    return "".join(
        [
            row("regime", REGIMES),
            row("---", ["---"] * len(regimes)),
            bounds("open cells, at most", [each.most_open for each in regimes]),
            bounds("freedom, at most", [each.most_freedom for each in regimes]),
            bounds("cells per block, at least", [each.least_cells_per_block for each in regimes]),
            row("first try", [each.first_try for each in regimes]),
            engines("solution", [each.first for each in regimes]),
            engines("on one core", [each.on_one_core for each in regimes]),
            engines("another", [each.another for each in regimes]),
        ]
    )


def test_the_table_of_the_portfolio() -> None:
    page = DOCS / "search.md"
    text = page.read_text()
    shown = re.search(r"^\| regime \|.*\n(?:\|.*\n)*", text, re.MULTILINE)
    assert shown is not None
    if UPDATE:
        page.write_text(text.replace(shown.group(), portfolio_table()))
    else:
        assert shown.group() == portfolio_table()
