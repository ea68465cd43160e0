"""Proofs as folders: written whole or not at all, and verified, whatever their kind."""

from __future__ import annotations

import os
from typing import NamedTuple

from nonosat.errors import GaveUp, ProofRefused, SolverError, UsageError
from nonosat.proofs.kinds import KINDS, Kind, ProofTask, find_kinds
from nonosat.proofs.manifest import (
    MANIFEST,
    NO_SOLUTION,
    Manifest,
    check_files,
    file_digest,
    read_manifest,
    write_manifest,
)
from nonosat.solving.result import Result
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.files import atomic_folder, require_replaceable


class Verdict(NamedTuple):
    """What a proof was found to prove.

    Attributes:
        manifest: the claim.
        size: what the proof consists of, in half a sentence.
    """

    manifest: Manifest
    size: str

    @property
    def summary(self) -> str:
        """The kind and the size of the proof."""
        return f"{self.manifest.kind}: {self.size}"

    @property
    def sentence(self) -> str:
        """One line for a person."""
        what = "no solution" if self.manifest.claim == NO_SOLUTION else "solved, unique"
        return f"{self.manifest.name}: {what}; proved ({self.summary})"


def certify(
    result: Result,
    name: str,
    folder: str,
    *,
    kind: str = "auto",
    solver: str | None = None,
    encoding: str | None = None,
    binary: bool = False,
    deadline: Deadline = NEVER,
) -> Verdict:
    """Prove what `solve` found, that a solution is unique or that there is none, and verify the proof.

    Args:
        result: what was found, with `unique=True`.
        name: what the proof calls the puzzle.
        folder: where to write; an earlier proof that is there is replaced.
        kind: a name of `kinds.KINDS`, or `auto`.
        solver, encoding, binary, deadline: see `kinds.Task`.

    Raises:
        UsageError: there is nothing to prove, or no such kind, solver or encoding.
        InputError: the folder cannot be written, or holds something else.
        GaveUp: the time was over first, or no kind can give a proof.
        SolverError: a solver is missing or failed, or wrote a proof that proves nothing.
    """
    tries = find_kinds(kind, formula=binary or solver is not None or encoding is not None)
    if result.picture is not None and not result.unique:
        raise UsageError(f"{name} is not known to be unique, expected a claim that can be proved")
    for number, (chosen, seconds) in enumerate(tries, 1):
        until = deadline.or_after(seconds)
        task = ProofTask(result.puzzle, name, result.picture, solver, encoding, binary, until)
        try:
            return _write(chosen, task, folder, deadline)
        except (GaveUp, SolverError):
            if number == len(tries):
                raise
    raise AssertionError("there is at least one kind")


def _write(kind: Kind, task: ProofTask, folder: str, deadline: Deadline) -> Verdict:
    """Write a proof of one kind, and verify it."""
    with atomic_folder(folder, is_proof) as temporary:
        details = kind.write(task, temporary)
        files = {file: file_digest(os.path.join(temporary, file)) for file in sorted(os.listdir(temporary))}
        write_manifest(temporary, Manifest(kind.name, task.claim, task.name, task.puzzle, details, files))
        try:
            return verify(temporary, deadline)
        except ProofRefused as error:
            raise SolverError(f"the proof fails verification, it is not written: {error}") from None


def verify(folder: str, deadline: Deadline = NEVER) -> Verdict:
    """Check a proof.

    Raises:
        InputError: there is no such folder, or no manifest in it.
        ProofRefused: it does not prove what it claims; says why.
        GaveUp: the deadline came first.
    """
    manifest = read_manifest(folder)
    if manifest.kind not in KINDS:
        raise ProofRefused(f"{MANIFEST}: kind {manifest.kind[:24]!r}, expected one of {', '.join(KINDS)}")
    check_files(folder, manifest)
    return Verdict(manifest, KINDS[manifest.kind].check(manifest, folder, deadline))


def prepare(folder: str, *, kind: str = "auto", solver: str | None = None) -> None:
    """Make sure, before long work, that `certify` can be asked for this.

    Raises:
        UsageError: there is no such kind, or a solver of that name that writes proofs.
        InputError: the folder cannot be written, or holds something else.
        SolverError: the solver is not installed.
    """
    find_kinds(kind)
    if solver is not None:
        from nonosat.proofs.drat.refutation import find_prover

        find_prover(solver)
    require_replaceable(folder, is_proof)


def is_proof(folder: str) -> bool:
    """Whether a folder looks like one that `certify` wrote."""
    return os.path.isfile(os.path.join(folder, MANIFEST))
