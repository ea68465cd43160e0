"""The registry of the kinds of proof.

A new kind is a package with a module that writes proofs, a module that checks them, and one entry in `KINDS`. Writer
and checker share as little code as possible, so that a bug in one does not hide a bug in the other.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, cast

from nonosat.errors import ProofRefused, UsageError, shown
from nonosat.proofs import drat, linear
from nonosat.proofs.manifest import CLAIM_FILES, MANIFEST, NO_SOLUTION, Manifest
from nonosat.proofs.proof_task import ProofTask
from nonosat.proofs.statement import CheckedStatement, Statement
from nonosat.system.deadline import NEVER, Deadline


@dataclass(frozen=True, kw_only=True)
class ProofKind:
    """A kind of proof; its modules are imported when they are first used.

    Attributes:
        name: the name for users and in the manifest.
        summary: a description in half a sentence.
        writer: the name of a module with `write(task, folder) -> details`.
        checker: the name of a module with `check(statement, manifest, folder, deadline) -> CheckedStatement`.
        details: the keys of the details in the manifest.
        files: the files of every proof of this kind beside the manifest.
        solution_files: further files of a proof about a puzzle with a solution.
    """

    name: str
    summary: str
    writer: str
    checker: str
    details: frozenset[str]
    files: frozenset[str]
    solution_files: frozenset[str]

    def write(self, task: ProofTask, folder: str) -> Mapping[str, object]:
        """Write the files of a proof, all but the manifest, into an empty folder.

        Returns:
            The `details` of the manifest: the data that the checker needs, as JSON can hold them.

        Raises:
            NoProof: there is no proof of this kind, or none was found.
            GaveUp: the deadline came first.
            SolverError: a solver failed or is not installed.
            UsageError: there is no such solver or encoding, or it cannot be used for proofs.
        """
        function = importlib.import_module(self.writer).write
        return cast(Callable[[ProofTask, str], Mapping[str, object]], function)(task, folder)

    def check(
        self, statement: Statement, manifest: Manifest, folder: str, deadline: Deadline = NEVER
    ) -> CheckedStatement:
        """Check a proof whose manifest and files have been checked by `check_manifest` and `check_files`.

        Raises:
            ProofRefused: it does not prove the statement; the message says why.
            GaveUp: the deadline came first.
        """
        function = cast(
            Callable[[Statement, Manifest, str, Deadline], CheckedStatement],
            importlib.import_module(self.checker).check,
        )
        return function(statement, manifest, folder, deadline)

    def check_manifest(self, manifest: Manifest) -> None:
        """Check that a manifest lists exactly the files of its claim and of this kind, and exactly its details.

        Raises:
            ProofRefused: it does not.
        """
        files = self.files | CLAIM_FILES[manifest.claim]
        if manifest.claim != NO_SOLUTION:
            files |= self.solution_files
        for file in sorted(files ^ manifest.files.keys()):
            what = f"no file {file} is listed" if file in files else f"{shown(file)} is listed"
            raise ProofRefused(
                f"{MANIFEST}: {what}, expected {', '.join(sorted(files))} in a proof of kind {self.name} "
                f"that claims {manifest.claim!r}"
            )
        for key in sorted(self.details ^ manifest.details.keys()):
            what = f"no {key}" if key in self.details else f"unknown entry {shown(key)}"
            expected = ", ".join(sorted(self.details)) or "none"
            raise ProofRefused(f"{MANIFEST}: {what} in the details, expected {expected}")
        for key in self.details:
            manifest.detail(key)


#: The kinds by name.
KINDS: dict[str, ProofKind] = {
    kind.name: kind
    for kind in (
        ProofKind(
            name="drat",
            summary="the complete formula has no (other) model: a DRAT proof",
            writer="nonosat.proofs.drat.drat_writer",
            checker="nonosat.proofs.drat.drat_checker",
            details=frozenset({"encoding", "proof", "solver"}),
            files=frozenset({drat.FORMULA, drat.PROOF}),
            solution_files=frozenset({drat.SOLUTION, drat.BLOCKED}),
        ),
        ProofKind(
            name="linear",
            summary="no (other) picture weighs enough: weights for the cells of lines, from a linear program",
            writer="nonosat.proofs.linear.linear_writer",
            checker="nonosat.proofs.linear.linear_checker",
            details=frozenset(),
            files=frozenset({linear.WEIGHTS}),
            solution_files=frozenset({linear.PICTURE}),
        ),
    )
}


class ProofAttempt(NamedTuple):
    """A kind of proof to try.

    Attributes:
        seconds: the time after which the next kind is tried; None for no limit.
    """

    kind: ProofKind
    seconds: float | None = None


#: Names and seconds of the kinds that `auto` tries, in order. DRAT comes first since other programs check it, too.
AUTO: tuple[tuple[str, float | None], ...] = (("drat", 60.0), ("linear", None), ("drat", None))


def plan_attempts(name: str, *, formula: bool = False) -> list[ProofAttempt]:
    """The kinds of proof to try, in order.

    Args:
        name: the name of a kind, or `auto` for several.
        formula: options were given that only a proof about a formula has; `auto` then means DRAT alone.

    Raises:
        UsageError: there is no kind of that name.
    """
    if name == "auto":
        if formula:
            return [ProofAttempt(KINDS["drat"])]
        return [ProofAttempt(KINDS[kind], seconds) for kind, seconds in AUTO]
    if name not in KINDS:
        raise UsageError(f"kind of proof {name!r}, expected one of auto, {', '.join(KINDS)}")
    return [ProofAttempt(KINDS[name])]
