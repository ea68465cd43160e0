"""What every puzzle of a batch has in common: how it is solved, for how long, and which files it gets.

All of it can be pickled, since it goes to workers in other processes and on other machines. A solver program is found
by its name where the worker runs.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from nonosat.results.outputs import Outputs, in_folder
from nonosat.solving.options import SolveOptions


@dataclass(frozen=True, kw_only=True)
class BatchOutputs:
    """Which files to write for every puzzle.

    Attributes:
        folder: of all files.
        svg: whether to draw the solution.
        sat: whether to write the formula.
        sol: whether to write its model.
        gzip_above: gzip formulas of more bytes than this; None for no formula.
        propagated: whether formulas leave out what line solving rules out; otherwise they are complete.
    """

    folder: str
    svg: bool = True
    sat: bool = False
    sol: bool = False
    gzip_above: int | None = None
    propagated: bool = False

    @property
    def wants_formula(self) -> bool:
        """Whether the formula or its model is among the files."""
        return self.sat or self.sol

    def of_puzzle(self, name: str) -> Outputs:
        """The paths of the files to write for a puzzle.

        Args:
            name: of the puzzle; it may hold `/` for folders below that of the batch.
        """
        unwanted = [kind for kind in ("sat", "sol", "svg") if not getattr(self, kind)]
        return replace(in_folder(self.folder, name, self.gzip_above), **dict.fromkeys(unwanted))

    def relative(self, path: str) -> str:
        """The path of a file as records have it: relative to the folder of the batch."""
        return os.path.relpath(path, self.folder).replace(os.sep, "/")


@dataclass(frozen=True, kw_only=True)
class BatchOptions:
    """The options for every puzzle of a batch.

    Attributes:
        solving: how to solve a puzzle.
        outputs: which files to write for it.
        timeout: seconds for each puzzle; None for no limit.
        rated: whether records say how hard the puzzles are for a person.
    """

    solving: SolveOptions
    outputs: BatchOutputs
    timeout: float | None = None
    rated: bool = False

    def check(self) -> None:
        """Make sure that there is what is chosen, which would otherwise fail for every puzzle.

        Raises:
            UsageError: the choices do not go together.
            MissingDependency: the solver is not installed here.
        """
        self.solving.check()
        self.solving.find_strategy(with_formula=self.outputs.wants_formula)
        if self.solving.solver is not None:
            self.solving.solver.require()

    def answer_values(self) -> list[object]:
        """The options on which answers and files depend, as values that JSON can hold.

        The folder, the time limit and the number of processes are left out: they decide where files are written and
        whether there is an answer, but not which.
        """
        solving, outputs, solver = self.solving, self.outputs, self.solving.solver
        recipe = None if solving.recipe is None else str(solving.recipe)
        return [
            *(outputs.svg, outputs.sat, outputs.sol, outputs.gzip_above, outputs.wants_formula and outputs.propagated),
            *(
                solving.unique,
                None if solver is None else getattr(solver, "command", solver.name),
                recipe,
                solving.strategy,
                solving.propagate,
                self.rated,
            ),
        ]
