"""Proofs as folders: written whole or not at all, and verified."""

from __future__ import annotations

import os
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from nonosat.core.arguments import public
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import (
    GaveUp,
    NonosatError,
    NoProof,
    ProofRefused,
    ProofTooLarge,
    SolverError,
    UsageError,
    shown,
)
from nonosat.core.files import atomic_folder, require_replaceable
from nonosat.core.question import Outcome
from nonosat.formats.clues import SHORT, puzzle_digest
from nonosat.model.answers import answer_line
from nonosat.model.clue import Clue, block_text, clue_text
from nonosat.model.grid import cell_name, cell_place, line_name
from nonosat.model.nouns import count
from nonosat.model.palette import letter
from nonosat.model.picture import displayed
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.claim import Claim, claim_of_result, write_claim
from nonosat.proofs.claim_reader import check_fewest, check_others, read_claim
from nonosat.proofs.kinds import KINDS, ProofKind, ProofTask, plan_attempts
from nonosat.proofs.manifest import (
    MANIFEST,
    OTHERS,
    Manifest,
    check_files,
    file_digest,
    first_unlisted,
    read_manifest,
    write_manifest,
)
from nonosat.solving.result import Result

_OTHER_FILES = "it holds other files"


class VerifiedProof(NamedTuple):
    """A proof that has been checked: its manifest, its size in words, and the claim with the solutions and givens."""

    manifest: Manifest
    size: str
    claim: Claim

    def __repr__(self) -> str:
        return answer_line(self, self.manifest.puzzle)

    def _repr_html_(self) -> str:
        """The display of a notebook: the sentence, and the solution if there is one."""
        return displayed("html", self)

    @property
    def outcome(self) -> Outcome:
        """The outcome, which is always yes: a proof that is wrong is an error."""
        return Outcome.YES

    @property
    def summary(self) -> str:
        """The kind and the size of the proof."""
        return f"{self.manifest.kind}: {self.size}"

    @property
    def digest(self) -> str:
        """The digest of the puzzle, as `formats.clues.puzzle_digest` defines it."""
        return puzzle_digest(self.manifest.puzzle)

    def sentence(self) -> str:
        """The claim and the summary, in one line, without the name of the puzzle."""
        return f"{self.claim.sentence()}; proved ({self.summary})"

    def description(self) -> str:
        """The sentence, with grid, colours and digest of the puzzle, since the writer of a proof chooses its name."""
        puzzle = self.manifest.puzzle
        colors = count(puzzle.n_colors, "colour")
        unchecked = f"its writer calls it {shown(self.manifest.name)}"
        return f"{puzzle.grid.header}, {colors}, digest {self.digest[:SHORT]}: {self.sentence()}; {unchecked}"

    def record(self) -> dict[str, object]:
        """The proof as fields of a JSON record; `differing` and `constant` are None unless the claim is a map."""
        manifest, claim = self.manifest, self.claim
        is_map = claim.solution is not None and not claim.givens
        return {
            "proved": True,
            "claim": manifest.claim,
            "kind": manifest.kind,
            "size": self.size,
            "solutions": len(claim.others) + (claim.solution is not None),
            "differing": len(claim.differing) if is_map else None,
            "constant": len(claim.constant_cells) if is_map else None,
            "givens": [[*cell_place(claim.puzzle.grid, cell), letter(color)] for cell, color in claim.givens],
            "grid": manifest.puzzle.grid.header,
            "colors": manifest.puzzle.n_colors,
            "sha256": self.digest,
            "name_in_proof": manifest.name,
        }


@public
def certify(
    claim: Result | Claim,
    name: str,
    folder: str,
    *,
    kind: str = "auto",
    solver: str | None = None,
    encoding: str | None = None,
    binary: bool = False,
    deadline: Deadline = NEVER,
) -> VerifiedProof:
    """Write a proof of a claim about a puzzle, and verify it.

    Args:
        claim: the claim to prove; or a result of `solve` with `unique=True`, to prove that the solution is unique or
            that there is none. `map_claim` makes the claim of a solution map; see `Claim` for fewest givens.
        name: the name of the puzzle in the proof; nothing checks it.
        folder: the folder to write; an earlier proof about the same puzzle is replaced.
        kind: a name of `kinds.KINDS`, or `auto`.
        solver, encoding, binary: see `ProofTask`.

    Raises:
        UsageError: the solution is not known to be unique, or missing; or there is no such kind, solver or encoding.
        FileError: the folder cannot be written, or holds anything other than a proof about the puzzle.
        GaveUp: the deadline came first, no kind of proof exists for this claim, or the proof takes too long to check.
        SolverError: a solver is not installed or failed, or its proof fails verification.
    """
    attempts = plan_attempts(kind, formula=binary or solver is not None or encoding is not None)
    if isinstance(claim, Result):
        claim = claim_of_result(claim, name)
    if claim.solution is None and (claim.others or claim.givens):
        raise UsageError(f"other solutions or givens of {name} without the solution, expected a claim with one")
    if claim.givens:
        _require_checkable(claim, deadline)
    for number, (tried, work) in enumerate(attempts, 1):
        task = ProofTask(claim.core, name, solver, encoding, binary, deadline.or_after_work(work))
        try:
            return _write(claim, tried, task, folder, deadline)
        except (GaveUp, SolverError):
            if number == len(attempts) or deadline.has_passed:
                raise
    raise AssertionError("there is at least one kind")


def _require_checkable(claim: Claim, deadline: Deadline) -> None:
    """Check that the other solutions prove that fewer givens are not enough, before the longer part of the proof."""
    assert claim.solution is not None
    try:
        check_fewest(claim.solution, claim.others, claim.givens, deadline)
    except ProofTooLarge as error:
        raise NoProof(str(error)) from None
    except ProofRefused as error:
        raise SolverError(f"the fewest givens are not proved: {error}") from None


def _write(claim: Claim, kind: ProofKind, task: ProofTask, folder: str, deadline: Deadline) -> VerifiedProof:
    """Write a proof of one kind, and verify it before the folder takes its name."""
    puzzle = claim.puzzle
    with atomic_folder(folder, partial(_obstacle, puzzle=puzzle)) as temporary:
        write_claim(claim, temporary)
        details = kind.write(task, temporary)
        manifest = Manifest(
            kind=kind.name,
            claim=claim.text,
            name=task.name,
            puzzle=puzzle,
            details=details,
            files={file: file_digest(os.path.join(temporary, file)) for file in sorted(os.listdir(temporary))},
        )
        write_manifest(temporary, manifest)
        try:
            return verify_proof(temporary, puzzle, deadline=deadline)
        except ProofRefused as error:
            raise SolverError(f"the proof fails verification, so it is not written: {error}") from None


@public
def verify_proof(folder: str, puzzle: Puzzle | None = None, *, deadline: Deadline = NEVER) -> VerifiedProof:
    """Check the proof in a folder.

    Nothing in the folder is trusted, but nobody else may change it in the meantime.

    Args:
        puzzle: the puzzle that the proof must be about, compared by `first_difference`. Without it the proof may be
            about any puzzle: compare `VerifiedProof.manifest.puzzle` or its digest.

    Raises:
        InputError: there is no such folder, or no manifest in it.
        ProofRefused: it does not prove its claim, or is about another puzzle; the message says why.
        GaveUp: the deadline came first.
    """
    manifest = read_manifest(folder)
    if puzzle is not None:
        difference = first_difference(manifest.puzzle, puzzle)
        if difference is not None:
            raise ProofRefused(f"it is about another puzzle: {difference}")
    kind = KINDS.get(manifest.kind)
    if kind is None:
        raise ProofRefused(f"{MANIFEST}: kind {shown(manifest.kind)}, expected one of {', '.join(KINDS)}")
    kind.check_manifest(manifest)
    check_files(folder, manifest.files)
    statement = read_claim(manifest, folder, deadline)
    others, givens = statement.others, statement.givens
    size, solution = kind.check(statement, manifest, folder, deadline)
    if solution is not None and OTHERS in manifest.files:
        check_others(solution, others)
    if solution is not None and givens:
        check_fewest(solution, others, givens, deadline)
    if others:
        size += f"; {count(len(others), 'other solution', separators=True)}"
    claim = Claim(puzzle=manifest.puzzle, solution=solution, others=others, givens=givens)
    return VerifiedProof(manifest, size, claim)


def check_options(folder: str, *, kind: str = "auto", solver: str | None = None) -> None:
    """Check these arguments of `certify` before long work that precedes it, with the same errors."""
    plan_attempts(kind)
    if solver is not None:
        from nonosat.proofs.drat.drat_writer import find_prover

        find_prover(solver)
    require_place(folder)


def require_place(folder: str, puzzle: Puzzle | None = None) -> None:
    """Check before long work that a proof can be written to a folder; the puzzle is None if it is not known yet.

    Raises:
        FileError: there is something else than a proof about the puzzle.
    """
    require_replaceable(folder, partial(_obstacle, puzzle=puzzle))


def _obstacle(folder: str, puzzle: Puzzle | None = None) -> str | None:
    """What a folder holds that a proof about the puzzle, None for any, must not replace; None if it may be replaced.

    A proof has a manifest, and no other files than it lists, perhaps changed or missing.
    """
    try:
        manifest = read_manifest(folder)
        if first_unlisted(folder, {*manifest.files, MANIFEST}) is not None:
            return _OTHER_FILES
    except (NonosatError, OSError):
        return _OTHER_FILES
    difference = None if puzzle is None else first_difference(manifest.puzzle, puzzle)
    return None if difference is None else f"it holds a proof about another puzzle ({difference})"


#: Clues of more blocks are not shown as a whole.
_MOST_BLOCKS = 12


def first_difference(proved: Puzzle, expected: Puzzle) -> str | None:
    """The first difference between two puzzles that can matter for their solutions.

    These are the grid, the number of colours, the clues and the givens. Colours are compared by their letters, in the
    order of the palette; their values and the metadata are ignored.

    Returns:
        The difference in one line, such as `row 3: the proof has 2a 1a, but the puzzle has 2a 2a`; None if there is
        none.
    """
    if proved.grid.header != expected.grid.header:
        return _sentence("grid", proved.grid.header, expected.grid.header)
    if proved.n_colors != expected.n_colors:
        return _sentence("number of colours", f"{proved.n_colors}", f"{expected.n_colors}")
    for index, (found, clue) in enumerate(zip(proved.clues, expected.clues, strict=True)):
        if found != clue:
            return _clue_difference(line_name(proved.grid, index), found, clue)
    cell = min((cell for cell, _ in {*proved.givens} ^ {*expected.givens}), default=None)
    if cell is None:
        return None
    colors = (dict(puzzle.givens).get(cell) for puzzle in (proved, expected))
    givens = ("no given" if color is None else f"given {letter(color)}" for color in colors)
    return _sentence(cell_name(proved.grid, cell), *givens)


def _clue_difference(line: str, found: Clue, expected: Clue) -> str:
    """The difference of two clues: the clues, or the first blocks that differ if the clues are long."""
    if max(len(found), len(expected)) <= _MOST_BLOCKS:
        return _sentence(line, clue_text(found), clue_text(expected))
    pairs = zip_longest(found, expected)
    number, blocks = next((number, pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return _sentence(f"{line}, block {number}", *("none" if block is None else block_text(block) for block in blocks))


def _sentence(what: str, proved: str, expected: str) -> str:
    return f"{what}: the proof has {proved}, but the puzzle has {expected}"
