"""Which engines run, in which order."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import NamedTuple

from nonosat.solving.portfolio.engines import Engine, EngineFamily
from nonosat.solving.portfolio.open_part import OpenPart


class ScheduledEngine(NamedTuple):
    """An engine that takes part in a search, and the family that it belongs to."""

    engine: Engine
    family: EngineFamily

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self.engine.name


def schedule(
    families: Mapping[str, EngineFamily], part: OpenPart, processes: int, only: tuple[str, ...] = ()
) -> list[ScheduledEngine]:
    """The engines that run, by falling priority.

    The first engine of every family takes part; if there are more engines than processes, they take turns. Processes
    that are left over are for further engines of the families: the second of each, then the third of each, and so on.

    Args:
        families: the registry for the question.
        part: how much line solving leaves open.
        processes: how many engines can run at once, at least 1.
        only: names of the families to choose from, whatever their priority; empty for all of priority above 0.
    """
    if only:
        chosen = [families[name] for name in only]
    else:
        chosen = [family for family in families.values() if family.priority(part) > 0]
        chosen.sort(key=lambda family: -family.priority(part))
    ranks = zip_longest(*([ScheduledEngine(engine, family) for engine in family.engines] for family in chosen))
    ordered = [engine for rank in ranks for engine in rank if engine is not None]
    return ordered[: max(len(chosen), processes)]
