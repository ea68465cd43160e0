"""The options that give one hard puzzle to workers on many machines."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.common_options import PlacePath
from nonosat.cli.option_groups import option_group
from nonosat.cli.worker_choice import WorkerChoice, dask_option, executor_option

if TYPE_CHECKING:
    from nonosat.cubes.cube_search import CubeVerdict
    from nonosat.model.puzzle import Puzzle
    from nonosat.proofs.cube_plan import CubePlan
    from nonosat.solving.options import Log, SolveOptions
    from nonosat.system.deadline import Deadline
    from nonosat.system.worker_team import WorkerTeam


class CubeChoice(NamedTuple):
    """The values of the options that give one hard puzzle to workers.

    Attributes:
        dask, executor: see `WorkerChoice`.
        resume: path of a journal of cubes, or None.
    """

    dask: str | None
    executor: str | None
    resume: str | None

    @property
    def is_made(self) -> bool:
        """Whether there are to be cubes."""
        return self != (None, None, None)

    @contextlib.contextmanager
    def workers(self, size: int | None) -> Iterator[WorkerTeam | None]:
        """The workers; None if there are to be no cubes.

        Args:
            size: how many processes work here, or how many workers the executor is asked for; None for the default.

        Raises:
            UsageError: both a cluster and an executor are named, or there is no such executor.
            SolverError: the cluster does not answer.
        """
        if not self.is_made:
            yield None
            return
        choice = WorkerChoice(jobs=size, memory=None, dask=self.dask, executor=self.executor)
        choice.check()
        with choice.team(None) as team:
            yield team


class CubeSolving(NamedTuple):
    """How a puzzle is solved by cubes.

    Attributes:
        workers: who searches cubes.
        journal: path of the journal, or None.
    """

    workers: WorkerTeam
    journal: str | None

    def solve(self, puzzle: Puzzle, options: SolveOptions, deadline: Deadline, log: Log) -> CubeVerdict:
        """The verdict on a puzzle; see `solve_by_cubes`."""
        from nonosat.cubes.cube_search import solve_by_cubes

        return solve_by_cubes(
            puzzle,
            self.workers,
            unique=options.unique,
            journal=self.journal,
            recipe=options.recipe,
            processes=options.processes,
            deadline=deadline,
            log=log,
        )

    def plan(self, verdict: CubeVerdict) -> CubePlan:
        """How its proof is composed of cubes; where the verdict needed none, the proof begins with one."""
        from nonosat.proofs.cube_plan import WHOLE, CubePlan

        return CubePlan(self.workers, verdict.leaves or WHOLE)


cube_choice = option_group(
    "cubes",
    CubeChoice,
    dask_option,
    executor_option,
    click.option(
        "--resume",
        type=PlacePath("a file, which is read and written"),
        metavar="FILE",
        help="Cut the puzzle into cubes, and keep in FILE which are done; if FILE is there, continue from it.",
    ),
)
