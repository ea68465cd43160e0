"""Finding the DRAT proof of a claim cube by cube, with workers that may be on many machines."""

from __future__ import annotations

import io
import os
import tempfile
import zlib
from collections.abc import Callable, Iterable
from itertools import chain
from typing import NamedTuple

from nonosat.backends.propagation import new_engine
from nonosat.cnf.formula import Formula
from nonosat.cubes.cube import Cube, CubeAnswer
from nonosat.cubes.cube_splitting import cube_state, split_cube
from nonosat.cubes.cube_tree import CubeTree
from nonosat.cubes.cube_workers import CubeQueue
from nonosat.encodings.cell_variables import CellVariables
from nonosat.errors import GaveUp
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.cube_plan import WHOLE, CubePlan
from nonosat.proofs.drat.cube_steps import cover_steps, cube_literals, steps_under
from nonosat.proofs.drat.drat_steps import TEXT, DratStep, read_steps, write_steps
from nonosat.proofs.drat.refutation import find_prover, refute
from nonosat.solving.formulas import encode
from nonosat.system.deadline import Deadline

#: Decisions by which a cube is split that takes too long.
_LEVELS = 3


class LeafTask(NamedTuple):
    """A cube to be refuted with proof; everything a worker needs.

    Attributes:
        puzzle: the puzzle.
        encoding: of its complete formula.
        solver: name of a backend that writes proofs.
        blocking: clauses that exclude the solution.
        cube: the cube.
        split_seconds: after which the cube is split.
        seconds: after which the work is given up; None for no limit.
    """

    puzzle: Puzzle
    encoding: str
    solver: str
    blocking: tuple[tuple[int, ...], ...]
    cube: Cube
    split_seconds: float
    seconds: float | None = None


class LeafProof(NamedTuple):
    """What a worker says about a cube.

    Attributes:
        steps: the steps of the proof as compressed text, the negation of the cube among them; empty if it was split.
        parts: what it was split into.
    """

    steps: bytes
    parts: tuple[Cube, ...] = ()


def refute_leaf(task: LeafTask) -> LeafProof:
    """Prove that there is no (other) solution in a cube, or split it, in a worker.

    Args:
        task: the cube.

    Raises:
        GaveUp: the time was over.
        SolverError: the solver failed, or found a model.
    """
    deadline = Deadline.after(task.seconds)
    formula = encode(task.puzzle, encoding=task.encoding)
    literals = cube_literals(CellVariables(task.puzzle), task.cube)
    extra = [*task.blocking, *((literal,) for literal in literals)]
    if _is_refuted_by_propagation(formula, task.blocking, literals):
        return LeafProof(_compressed(literals, ()))
    prover = find_prover(task.solver)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cube.drat")
        try:
            refute(prover, formula, extra, path, deadline.or_after(task.split_seconds))
        except GaveUp:
            deadline.check()
            state = cube_state(task.puzzle, task.cube, deadline)
            if state is not None and state.n_open:
                parts = split_cube(state, task.cube, _LEVELS, deadline)
                return LeafProof(b"", (*parts.open, *parts.refuted))
            refute(prover, formula, extra, path, deadline)  # there is nothing left to split
        with open(path, "rb") as raw:
            return LeafProof(_compressed(literals, read_steps(raw, TEXT)))


def _is_refuted_by_propagation(
    formula: Formula, blocking: tuple[tuple[int, ...], ...], literals: tuple[int, ...]
) -> bool:
    """Whether unit propagation alone refutes a cube, which then needs no lemma, and no solver."""
    engine = new_engine()
    try:
        for clause in chain(formula.clauses(), blocking):
            engine.add_clause(clause)
        return not engine.propagate([*literals])[0]
    finally:
        engine.delete()


def _compressed(literals: tuple[int, ...], steps: Iterable[DratStep]) -> bytes:
    """The steps of a proof under a cube as those of a proof without it, as compressed text."""
    text = io.BytesIO()
    write_steps(steps_under(literals, steps), text, TEXT)
    return zlib.compress(text.getvalue())


def refute_by_cubes(
    plan: CubePlan,
    puzzle: Puzzle,
    encoding: str,
    solver: str,
    blocking: tuple[tuple[int, ...], ...],
    path: str,
    deadline: Deadline,
) -> None:
    """Write a DRAT proof, as text, that a complete formula with some blocking clauses has no model.

    Args:
        plan: the workers, and the cubes to begin with.
        puzzle: the puzzle.
        encoding: of its complete formula.
        solver: name of a backend that writes proofs.
        blocking: clauses that exclude the solution.
        path: file to write to; what is not finished is in a folder beside it.
        deadline: when to give up.

    Raises:
        GaveUp: the deadline came first; says how many cubes are proved.
        SolverError: a cube failed several times.
        KeyboardInterrupt: Ctrl-C; its note says how many cubes are proved.
    """
    tree = CubeTree(puzzle)
    if plan.leaves != WHOLE:
        tree.apply((), CubeAnswer(open=plan.leaves))

    def begin(cube: Cube) -> tuple[Callable[[LeafTask], LeafProof], tuple[LeafTask]]:
        task = LeafTask(puzzle, encoding, solver, blocking, cube, plan.seconds, deadline.wait_time())
        return refute_leaf, (task,)

    with tempfile.TemporaryDirectory(dir=os.path.dirname(path) or ".") as folder:
        files: dict[Cube, str] = {}
        queue: CubeQueue[LeafProof] = CubeQueue(plan.workers, begin)
        queue.add(tree.open)
        try:
            with queue.answers(deadline) as answers:
                for cube, found in answers:
                    tree.apply(cube, CubeAnswer(open=found.parts))
                    queue.add(found.parts)
                    if not found.parts:
                        files[cube] = os.path.join(folder, str(len(files)))
                        with open(files[cube], "wb") as file:
                            file.write(found.steps)
        except GaveUp as error:
            raise GaveUp(f"{error}; of the proof {tree.progress}") from None
        except KeyboardInterrupt as interrupt:
            interrupt.add_note(f"of the proof {tree.progress}")
            raise
        with open(path, "wb") as proof:
            for cube in tree.leaves:
                with open(files[cube], "rb") as part:
                    proof.write(zlib.decompress(part.read()))
            write_steps(cover_steps(CellVariables(puzzle), tree.leaves), proof, TEXT)
