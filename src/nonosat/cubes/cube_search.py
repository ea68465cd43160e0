"""The verdict on one puzzle from the answers about its cubes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple

from nonosat.cubes.cube import Cube, CubeAnswer
from nonosat.cubes.cube_journal import CubeJournal
from nonosat.cubes.cube_task import CubeTask, search_cube
from nonosat.cubes.cube_tree import CubeTree
from nonosat.cubes.cube_workers import CubeQueue
from nonosat.errors import GaveUp, InputError, SolverError
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.interrupted import SearchInterrupted
from nonosat.solving.options import Log, SolveOptions, no_log
from nonosat.solving.pipeline import solve_puzzle
from nonosat.solving.result import Result
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.worker_team import WorkerTeam

if TYPE_CHECKING:
    from nonosat.encodings import Recipe

#: Seconds for the portfolio on this machine, before there are cubes.
FIRST_SECONDS = 10.0

#: Conflicts that each of the first cubes may need before it is split: on hard puzzles, some seconds.
CONFLICTS = 100_000

#: How many times as many conflicts the parts of a cube may need as the cube itself; so what is lost at splits stays
#: small, and learned clauses are used the longer, the harder the puzzle is.
_GROWTH = 2

#: Cubes for each worker at the beginning.
_CUBES_PER_WORKER = 4

#: Decisions by which a cube is split: with one colour, into at most eight parts. The search of a cube that is split is
#: lost, so of all searches at most one in eight is.
_LEVELS = 3

#: Seconds between two sentences about the progress.
_LOG_SECONDS = 1.0

#: What `Result.solver` names.
_ENGINE = "cubes"


class CubeVerdict(NamedTuple):
    """What was found out about a puzzle.

    Attributes:
        result: the verdict; every picture in it is verified.
        leaves: cubes that cover the search space exactly once, none of which has another solution than those of the
            result; none where no cubes were needed, or where the verdict is open or has two solutions.
        progress: how many cubes are finished, as words; empty where none were needed.
    """

    result: Result
    leaves: tuple[Cube, ...] = ()
    progress: str = ""


def solve_by_cubes(
    puzzle: Puzzle,
    workers: WorkerTeam,
    *,
    unique: bool = True,
    journal: str | None = None,
    recipe: Recipe | None = None,
    processes: int | None = None,
    conflicts: int | None = None,
    first_seconds: float | None = None,
    deadline: Deadline = NEVER,
    log: Log = no_log,
) -> CubeVerdict:
    """Find a solution of one hard puzzle, and whether it is the only one, with workers that may be on many machines.

    The portfolio searches first, in processes here. If it does not finish, what is open is cut into cubes for the
    workers. A cube that needs too many conflicts is split again; one whose worker died is given to another worker.

    Args:
        puzzle: what to solve.
        workers: who searches cubes; they need nothing but nonosat.
        unique: search for a second solution, too.
        journal: path of a file to which each answer is appended; answers that are there are taken over. None for none.
        recipe: what formulas are made of; None for the default.
        processes: how many processes the portfolio may use; None for one a core.
        conflicts: how many conflicts each of the first cubes may need before it is split; their parts may need more.
            None for `CONFLICTS`; with 0 each cube is split until line solving decides it.
        first_seconds: how long the portfolio searches first; None for `FIRST_SECONDS`, 0 to begin with cubes at once.
        deadline: when to give up.
        log: receives sentences about the progress.

    Raises:
        GaveUp: the deadline came before there was a solution; says how many cubes are finished.
        SolverError: a cube failed several times, or an answer is wrong.
        FileError: the journal cannot be written.
        InputError: the journal is that of another puzzle, or none.
        SearchInterrupted: Ctrl-C ended the search for a second solution; its note says how many cubes are finished.
    """
    tree = CubeTree(puzzle)
    first_seconds = FIRST_SECONDS if first_seconds is None else first_seconds
    conflicts = CONFLICTS if conflicts is None else conflicts
    with CubeJournal(journal, puzzle) if journal is not None else nullcontext() as book:
        record = book.append if book is not None else _no_record
        if book is not None and _replay(book, tree):
            log(f"continued: {tree.progress}")
        elif first_seconds:
            options = SolveOptions(unique=unique, recipe=recipe, processes=processes)
            result = _first_attempt(puzzle, options, deadline, first_seconds, log)
            if result is not None:
                if not result.gave_up:
                    return CubeVerdict(result)
                assert result.picture is not None, "a search that gave up without a solution raises `GaveUp`"
                _take_up(tree, record, (), CubeAnswer(pictures=(result.picture.cells,), open=((),)))
        search = _CubeSearch(tree, workers, 2 if unique else 1, conflicts, recipe, record, log)
        return search.run(deadline)


_Record = Callable[[Cube, CubeAnswer], None]


def _no_record(cube: Cube, answer: CubeAnswer) -> None:
    """Record nothing."""


def _replay(book: CubeJournal, tree: CubeTree) -> bool:
    """Take over the answers of a journal; whether there are any."""
    number = 0
    for number, cube, answer in book.answers():
        try:
            tree.apply(cube, answer)
        except SolverError as error:
            raise InputError(str(error), file=book.path, line=number) from None
    return bool(number)


def _take_up(tree: CubeTree, record: _Record, cube: Cube, answer: CubeAnswer) -> None:
    tree.apply(cube, answer)
    record(cube, answer)


def _first_attempt(
    puzzle: Puzzle, options: SolveOptions, deadline: Deadline, seconds: float, log: Log
) -> Result | None:
    """What the portfolio finds in some seconds; None if it finds no solution."""
    try:
        return solve_puzzle(puzzle, options, deadline=deadline.or_after(seconds), log=log)
    except GaveUp:
        deadline.check()
        return None


class _CubeSearch:
    """The search of all open cubes of a tree."""

    def __init__(
        self,
        tree: CubeTree,
        workers: WorkerTeam,
        wanted: int,
        conflicts: int,
        recipe: Recipe | None,
        record: _Record,
        log: Log,
    ) -> None:
        self.tree, self.workers, self.wanted = tree, workers, wanted
        self.conflicts, self.recipe = conflicts, recipe
        self.record, self.log = record, log
        self._first_levels = max(_LEVELS, (_CUBES_PER_WORKER * workers.size - 1).bit_length())

    def run(self, deadline: Deadline) -> CubeVerdict:
        tree = self.tree
        try:
            self._search(deadline)
        except GaveUp as error:
            if not tree.pictures:
                raise GaveUp(f"{error}; {tree.progress}") from None
            return CubeVerdict(self._result(gave_up=True), progress=tree.progress)
        except KeyboardInterrupt as interrupt:
            stop: KeyboardInterrupt = interrupt
            if tree.pictures and self.wanted > 1:
                stop = SearchInterrupted(self._result(gave_up=True))
            stop.add_note(tree.progress)
            raise stop from None
        leaves = () if tree.open or len(tree.pictures) > 1 else tree.leaves
        return CubeVerdict(self._result(), leaves, tree.progress)

    def _search(self, deadline: Deadline) -> None:
        tree = self.tree
        if len(tree.pictures) >= self.wanted:
            return
        queue = CubeQueue(self.workers, lambda cube: (search_cube, (self._task(cube, deadline),)))
        queue.add(tree.open)
        logged = time.monotonic()
        with queue.answers(deadline) as answers:
            for cube, answer in answers:
                _take_up(tree, self.record, cube, answer)
                if len(tree.pictures) >= self.wanted:
                    return
                queue.add(answer.open)
                if answer.pictures or time.monotonic() >= logged + _LOG_SECONDS:
                    logged = time.monotonic()
                    self.log(f"a worker found a solution; {tree.progress}" if answer.pictures else tree.progress)

    def _task(self, cube: Cube, deadline: Deadline) -> CubeTask:
        """The task of a cube; the whole search space is split at once, so that all workers have something to do."""
        return CubeTask(
            puzzle=self.tree.puzzle,
            cube=cube,
            known=tuple(self.tree.pictures),
            wanted=self.wanted,
            conflicts=self.conflicts * _GROWTH ** (self.tree.open[cube] - 1) if cube else 0,
            levels=_LEVELS if cube else self._first_levels,
            recipe=self.recipe,
            seconds=deadline.wait_time(),
        )

    def _result(self, *, gave_up: bool = False) -> Result:
        grid, cells = self.tree.puzzle.grid, self.tree.pictures
        pictures = [Picture(grid, each) for each in cells[:2]]
        unique = None
        if pictures and self.wanted > 1 and not gave_up:
            unique = len(pictures) == 1
        return Result(
            self.tree.puzzle,
            pictures[0] if pictures else None,
            second=pictures[1] if len(pictures) > 1 else None,
            unique=unique,
            gave_up=gave_up,
            solver=_ENGINE,
        )
