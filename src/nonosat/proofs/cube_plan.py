"""A proof by cubes: who works on it, and the cubes to begin with."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.cubes.cube import Cube
from nonosat.system.worker_team import WorkerTeam

#: The whole search space as the only cube, which is split where its proof takes long.
WHOLE: tuple[Cube, ...] = ((),)


class CubePlan(NamedTuple):
    """How the work on one proof is distributed.

    Attributes:
        workers: who proves that cubes have no (other) solution.
        leaves: cubes that cover the search space exactly once, as `CubeVerdict.leaves` has them; or `WHOLE`.
        seconds: how long a cube may take before it is split.
    """

    workers: WorkerTeam
    leaves: tuple[Cube, ...]
    seconds: float = 60.0
