"""The options of a batch, the same for all its puzzles: solver and strategy, time limit, files to write.

They can be pickled, since they go to workers in other processes and on other machines. A solver program is looked up by
name where the worker runs.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from nonosat.solving.options import SolveOptions
from nonosat.solving.outputs import Outputs, in_folder


@dataclass(frozen=True, kw_only=True)
class BatchOptions:
    """The options for every puzzle of a batch.

    Attributes:
        folder: holds all files.
        svg, sat, sol: whether to draw the solution, and to write the formula and the model of the formula.
        gzip_above: gzip formulas of more bytes than this; None for no formula.
        propagated: formulas leave out what line solving decides; otherwise they are complete.
        timeout: seconds for each puzzle; None for no limit.
        rated: records also say how hard the puzzles are for a person.
    """

    solving: SolveOptions
    folder: str
    svg: bool = True
    sat: bool = False
    sol: bool = False
    gzip_above: int | None = None
    propagated: bool = False
    timeout: float | None = None
    rated: bool = False

    def check(self) -> None:
        """Refuse options that would fail for every puzzle.

        Raises:
            UsageError: the options contradict each other.
            MissingDependency: the solver is not installed here.
        """
        self.solving.check(with_formula=self.wants_formula)
        if self.solving.solver is not None:
            self.solving.solver.require()

    @property
    def wants_formula(self) -> bool:
        """True if the formula or its model is among the files."""
        return self.sat or self.sol

    def outputs_of(self, name: str) -> Outputs:
        """The paths of the files to write for a puzzle; its name may hold `/` for folders below that of the batch."""
        unwanted = [kind for kind in ("sat", "sol", "svg") if not getattr(self, kind)]
        return replace(in_folder(self.folder, name, self.gzip_above), **dict.fromkeys(unwanted))

    def relative(self, path: str) -> str:
        """The path of a file relative to the folder of the batch, as in records."""
        return os.path.relpath(path, self.folder).replace(os.sep, "/")

    def answer_values(self) -> list[object]:
        """The options on which answers and files depend, as values that JSON can hold.

        Without the folder, the time limit and the number of processes: they decide where files are written and whether
        there is an answer, but not which one.
        """
        solving, solver = self.solving, self.solving.solver
        return [
            *(self.svg, self.sat, self.sol, self.gzip_above, self.wants_formula and self.propagated),
            solving.unique,
            None if solver is None else getattr(solver, "command", solver.name),
            None if solving.encoding is None else str(solving.encoding),
            *(solving.strategy, solving.propagate, self.rated),
        ]
