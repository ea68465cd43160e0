"""The kinds of proofs, and the registry that knows them by name.

A new kind is a package with two modules, `write` and `check`, and one line in `KINDS`. The two share as little as
possible, so that no error of the one can hide in the other.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from nonosat.errors import UsageError
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.manifest import NO_SOLUTION, UNIQUE, Manifest
from nonosat.system.deadline import NEVER, Deadline


class ProofTask(NamedTuple):
    """What is to be proved, and how.

    Attributes:
        puzzle: the puzzle.
        name: what it is called.
        picture: the solution that is to be proved the only one, verified; None to prove that there is none.
        solver, encoding: as people name them, or None for the kind's own choice. A kind without either ignores them.
        binary: prefer a binary format to a text where the kind has both.
        deadline: when to give up.
    """

    puzzle: Puzzle
    name: str
    picture: Picture | None
    solver: str | None = None
    encoding: str | None = None
    binary: bool = False
    deadline: Deadline = NEVER

    @property
    def claim(self) -> str:
        return NO_SOLUTION if self.picture is None else UNIQUE


class Kind(NamedTuple):
    """A kind of proof; its modules are imported when they are first used.

    Attributes:
        name: for `--kind`, and in the manifest.
        summary: what it is, in half a sentence.
        writer: module with `write(task, folder) -> details`.
        checker: module with `check(manifest, folder, deadline) -> str`.
    """

    name: str
    summary: str
    writer: str
    checker: str

    def write(self, task: ProofTask, folder: str) -> Mapping[str, object]:
        """Write the files of a proof into a folder; what `details` of the manifest shall say.

        Raises:
            NoProof: no proof of this kind exists, or none was found.
            GaveUp: the deadline came first.
            SolverError: a solver is missing or failed.
            UsageError: a solver or an encoding that does not exist or cannot serve.
        """
        function = importlib.import_module(self.writer).write
        return cast(Callable[[ProofTask, str], Mapping[str, object]], function)(task, folder)

    def check(self, manifest: Manifest, folder: str, deadline: Deadline = NEVER) -> str:
        """Check a proof, whose files are as the manifest says; half a sentence on what it consists of.

        Raises:
            ProofRefused: it proves nothing; says why.
            GaveUp: the deadline came first.
        """
        function = importlib.import_module(self.checker).check
        return cast(Callable[[Manifest, str, Deadline], str], function)(manifest, folder, deadline)


KINDS: dict[str, Kind] = {
    "drat": Kind(
        "drat",
        "the complete formula has no (other) model: a DRAT proof",
        "nonosat.proofs.drat.drat_writer",
        "nonosat.proofs.drat.drat_checker",
    ),
    "linear": Kind(
        "linear",
        "no (other) picture weighs enough: weights for the cells of lines, from a linear program",
        "nonosat.proofs.linear.linear_writer",
        "nonosat.proofs.linear.linear_checker",
    ),
}


class Try(NamedTuple):
    """A kind that is to be tried; the next one has its turn after so many seconds, or when this one failed."""

    kind: Kind
    seconds: float | None = None


#: Names and seconds of the kinds that `auto` tries, in order. DRAT can be checked with programs of others, too.
AUTO: tuple[tuple[str, float | None], ...] = (("drat", 60.0), ("linear", None), ("drat", None))


def find_kinds(name: str, *, formula: bool = False) -> list[Try]:
    """The kinds to try for `--kind`: the one of that name, or several for `auto`.

    Args:
        name: of a kind, or `auto`.
        formula: it has been said how a formula is to be encoded, solved, or its proof written.

    Raises:
        UsageError: there is none of that name.
    """
    if name == "auto":
        return [Try(KINDS["drat"])] if formula else [Try(KINDS[kind], seconds) for kind, seconds in AUTO]
    if name not in KINDS:
        raise UsageError(f"kind of proof {name!r}, expected one of auto, {', '.join(KINDS)}")
    return [Try(KINDS[name])]
