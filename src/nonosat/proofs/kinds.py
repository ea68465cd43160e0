"""The registry of the kinds of proof.

A new kind is a package with a module that writes proofs, a module that checks them, and one entry in `KINDS`. Writer
and checker share as little code as possible, so that a bug in one does not hide a bug in the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from math import inf
from typing import Any, NamedTuple, cast

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import ProofRefused, shown
from nonosat.core.registries import choose, registry
from nonosat.model.picture import Picture
from nonosat.proofs import drat, linear
from nonosat.proofs.claim import Claim
from nonosat.proofs.manifest import CLAIM_FILES, MANIFEST, NO_SOLUTION, Manifest
from nonosat.proofs.statement import Statement


class ProofTask(NamedTuple):
    """A claim to prove, without givens (`Claim.core`), and the options for its proof; kinds ignore what they lack.

    Attributes:
        solver: the name of a backend, or None for the default of the kind.
        encoding: the recipe of the formula, as `encodings.find_encoding` reads it, or None for the default of the kind.
        binary: prefer a binary format to a text where the kind has both.
    """

    claim: Claim
    name: str
    solver: str | None = None
    encoding: str | None = None
    binary: bool = False
    deadline: Deadline = NEVER


class ProofKind(NamedTuple):
    """A kind of proof.

    Attributes:
        module: a package with `<name>_writer`, which has `write(task, folder)`, and `<name>_checker`, which has
            `check(statement, manifest, folder, deadline)`.
        details: the keys of the details in the manifest.
        files: the files of every proof of this kind besides the manifest.
        solution_files: further files of a proof about a puzzle with a solution.
    """

    name: str
    module: str
    about: str
    details: frozenset[str]
    files: frozenset[str]
    solution_files: frozenset[str]

    def write(self, task: ProofTask, folder: str) -> Mapping[str, object]:
        """Write the files of a proof into an empty folder, and return the `details` for its manifest.

        Raises:
            NoProof: there is no proof of this kind, or none was found.
            GaveUp: the deadline came first.
            SolverError: a solver failed or is not installed.
            UsageError: there is no such solver or encoding, or it cannot be used for proofs.
        """
        return cast(Mapping[str, object], self._module("writer").write(task, folder))

    def check(
        self, statement: Statement, manifest: Manifest, folder: str, deadline: Deadline = NEVER
    ) -> tuple[str, Picture | None]:
        """Check a proof after its manifest and its files, by `check_manifest` and `check_files`.

        Returns:
            The size of the proof in words, and the solution in its files, verified; None if there is none.

        Raises:
            ProofRefused: it does not prove the statement; the message says why.
            GaveUp: the deadline came first.
        """
        checked = self._module("checker").check(statement, manifest, folder, deadline)
        return cast(tuple[str, Picture | None], checked)

    def _module(self, role: str) -> Any:
        return import_module(f"{self.module}.{self.name}_{role}")

    def check_manifest(self, manifest: Manifest) -> None:
        """Raise `ProofRefused` unless a manifest lists exactly the files of its claim and kind, and its details."""
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
KINDS = registry(
    ProofKind(
        "drat",
        "nonosat.proofs.drat",
        "the complete formula has no (other) model: a DRAT proof",
        details=frozenset({"encoding", "proof", "solver"}),
        files=frozenset({drat.FORMULA, drat.PROOF, drat.CHECK}),
        solution_files=frozenset({drat.SOLUTION, drat.BLOCKED}),
    ),
    ProofKind(
        "linear",
        "nonosat.proofs.linear",
        "no (other) picture weighs enough: weights for the cells of lines, from a linear program",
        details=frozenset(),
        files=frozenset({linear.WEIGHTS}),
        solution_files=frozenset({linear.PICTURE}),
    ),
)
#: The kinds that `auto` tries, in order, with the units of work after which the next one is tried. DRAT comes first
#: since other programs check it, too.
AUTO: tuple[tuple[str, float], ...] = (("drat", 60_000), ("linear", inf), ("drat", inf))


def plan_attempts(name: str, *, formula: bool = False) -> list[tuple[ProofKind, float]]:
    """The kinds of proof to try, in order, with the work for each as in `AUTO`; `auto` with `formula` is DRAT alone.

    Raises:
        UsageError: there is no kind of that name.
    """
    if name == "auto" and not formula:
        return [(KINDS[kind], work) for kind, work in AUTO]
    return [(choose({"auto": KINDS["drat"], **KINDS}, name, "kind of proof"), inf)]
