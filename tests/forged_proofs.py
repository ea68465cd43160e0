"""True proofs of each kind and claim, and the means to forge them; see the tables of the modules `forgeries*`."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import oracle
import pytest
from conftest import NONE, RECT, tree
from shared_work import shared
from support.families import wedges

import nonosat
from nonosat.authoring.fewest_givens import fewest_givens
from nonosat.core.errors import ProofRefused
from nonosat.formats import loads
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import certify, verify_proof
from nonosat.proofs.claim import Claim, map_claim
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

MANIFEST = "manifest.json"
DRAT_FILES = ("blocked.cnf", "check.txt", "formula.cnf", "proof.drat", "solution.sol")

#: Puzzles without a solution, though no single line says so; a linear proof of the second one has weights.
SEARCHED = "rect 4 4\n#ffffff #000000\n2a\n1a 1a\n1a\n2a\n1a\n2a\n2a\n2a\n"
WEIGHED = "rect 5 5\n#ffffff #333333\n4a\n1a 1a 1a\n1a\n1a\n1a\n1a 1a\n1a\n_a 1a\n1a 1a\n_a 1a\n"


def pairs(n: int) -> Puzzle:
    """Squares of two by two cells, each of another colour, separated by blank lines; each alone has two solutions."""
    clue = "".join(f"1{color}\n1{color}\n\n" for color in "abc"[:n])
    return loads(f"rect {3 * n} {3 * n}\n{' '.join(oracle.COLORS[: n + 1])}\n{clue}{clue}")


@cache
def solution_texts() -> list[str]:
    """The solutions of `pairs(2)` as texts."""
    return [text_of(cells) for cells in sorted(oracle.brute_force(pairs(2)))]


def text_of(cells: oracle.Cells) -> str:
    """A picture of `pairs(2)` as a text."""
    return "".join("".join("-ab"[color] for color in cells[at : at + 6]) + "\n" for at in range(0, 36, 6))


def claim_of_givens(puzzle: Puzzle, goal: Picture | None = None, *, any_goal: bool = False) -> Claim:
    """The fewest givens that make a goal, or the solution that is found first, the only one."""
    result = solve(puzzle, unique=True)
    found = fewest_givens(result, goal or result.picture, any_goal=any_goal)
    return Claim(puzzle=puzzle, solution=found.goal, others=found.others, givens=found.givens)


def _map_of_pairs() -> Claim:
    puzzle = pairs(2)
    return map_claim(puzzle, [Picture(puzzle.grid, cells) for cells in sorted(oracle.brute_force(puzzle))])


def _unique(puzzle: Puzzle) -> Result:
    return nonosat.solve(puzzle, unique=True)


class Certified(NamedTuple):
    """What is proved, and options of `certify`."""

    claim: Callable[[], Claim | Result]
    kind: str
    binary: bool = False


PROOFS: dict[str, Certified] = {
    "drat": Certified(lambda: _unique(loads(RECT)), "drat"),
    "binary": Certified(lambda: _unique(loads(RECT)), "drat", binary=True),
    "linear": Certified(lambda: _unique(loads(RECT)), "linear"),
    "weights": Certified(lambda: _unique(wedges(8)), "linear"),
    "none-drat": Certified(lambda: _unique(loads(SEARCHED)), "drat"),
    "none-linear": Certified(lambda: _unique(loads(NONE)), "linear"),
    "none-weights": Certified(lambda: _unique(loads(WEIGHED)), "linear"),
    "map-drat": Certified(_map_of_pairs, "drat"),
    "map-linear": Certified(_map_of_pairs, "linear"),
    "givens-drat": Certified(lambda: claim_of_givens(pairs(2)), "drat"),
    "givens-linear": Certified(lambda: claim_of_givens(pairs(2)), "linear"),
}


@cache
def true_proof(name: str) -> Mapping[str, bytes]:
    """The files of a true proof, which calls its puzzle p."""
    return shared(f"true proof {name}", lambda: _built(PROOFS[name]))


def _built(proof: Certified) -> dict[str, bytes]:
    return proof_files(proof.claim(), kind=proof.kind, binary=proof.binary)


def proof_files(claim: Claim | Result, **options: Any) -> dict[str, bytes]:
    """The files of a proof that is written with these options of `certify`."""
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "proof"
        certify(claim, "p", str(folder), **options)
        return {file: (folder / file).read_bytes() for file in tree(folder)}


def copy_of(name: str, parent: Path) -> Path:
    """A folder of its own with a true proof, in place of one that is there."""
    shutil.rmtree(parent / name, ignore_errors=True)
    return write_files(true_proof(name), parent / name)


def write_files(files: Mapping[str, bytes], folder: Path) -> Path:
    """A new folder with these files."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


# Manifests


def digest(data: bytes) -> str:
    """SHA-256 as manifests write it."""
    return hashlib.sha256(data).hexdigest()


def sealed(record: Mapping[str, object], indent: int | None = 2) -> str:
    """A manifest of these entries, with a hash of its own that is right."""
    entries = {key: value for key, value in record.items() if key != "sha256"}
    seal = digest(json.dumps(entries, sort_keys=True, separators=(",", ":")).encode())
    return json.dumps({**entries, "sha256": seal}, indent=indent) + "\n"


def reseal(folder: Path, **entries: object) -> None:
    """Make the manifest fit the files, as somebody would who means to deceive; with other entries, if any."""
    path = folder / MANIFEST
    files = {name: digest((folder / name).read_bytes()) for name in tree(folder) if name != MANIFEST}
    path.write_text(sealed({**json.loads(path.read_text()), "files": files, **entries}))


# Forgeries

Change = Callable[[Path], object]


class Forgery(NamedTuple):
    """A change of a true proof, and the place and the noun of the reason for which it is refused.

    In the reason "..." stands for any text. With None for the entries the manifest is not made to fit.
    """

    proof: str
    change: Change
    reason: str
    entries: Mapping[str, object] | None = {}

    def write(self, parent: Path) -> Path:
        """A folder with the forged proof."""
        folder = copy_of(self.proof, parent)
        self.change(folder)
        if self.entries is not None:
            reseal(folder, **self.entries)
        return folder


def edit(file: str, change: Callable[[str], str]) -> Change:
    """A change of the text of a file; bytes that are no UTF-8 stay as they are."""

    def apply(folder: Path) -> None:
        before = (folder / file).read_bytes()
        after = change(before.decode(errors="surrogateescape")).encode(errors="surrogateescape")
        assert after != before
        (folder / file).write_bytes(after)

    return apply


def put(file: str, content: str | bytes = "verified") -> Change:
    """A file with this content, new or in place of another."""
    data = content.encode() if isinstance(content, str) else content
    return lambda folder: (folder / file).write_bytes(data)


def drop(*files: str) -> Change:
    """Files that are removed."""
    return lambda folder: [(folder / file).unlink() for file in files]


def compress(file: str) -> Change:
    """A file that is compressed in its place."""
    return lambda folder: (folder / file).write_bytes(gzip.compress((folder / file).read_bytes()))


def steps(*changes: Change) -> Change:
    """Several changes; none, if there are none."""

    def apply(folder: Path) -> None:
        for change in changes:
            change(folder)

    return apply


class Forgeries(dict[str, Forgery]):
    """Forgeries by name."""

    def of(self, proof: str, rows: Mapping[str, tuple[Any, ...]]) -> None:
        """Add forgeries of a true proof: by name the other parts of each."""
        for name, row in rows.items():
            assert f"{proof}: {name}" not in self, name
            self[f"{proof}: {name}"] = Forgery(proof, *row)

    def of_file(self, proof: str, file: str, rows: Mapping[str, tuple[Callable[[str], str], str]]) -> None:
        """Add changes of the text of one file: by name the change and the reason."""
        self.of(proof, {f"{file}, {name}": (edit(file, change), reason) for name, (change, reason) in rows.items()})


def is_reason(message: str, reason: str) -> bool:
    """Whether a message has the nouns of a reason, in this order."""
    return re.search(".*".join(map(re.escape, reason.split("..."))), message) is not None


def refusal(folder: Path, puzzle: Puzzle | None = None) -> str:
    """The reason for which a proof is refused: one line that is not too long."""
    with pytest.raises(ProofRefused) as caught:
        verify_proof(str(folder), puzzle)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400
    return message
