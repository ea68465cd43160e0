"""Forged proofs by the thousand: the checkers accept a folder only if what it claims is true.

Usage: python tests/stress_proofs.py [--forgeries N] [--seed N]

True proofs of small puzzles, of all kinds and in all forms, are changed at random: bytes of a file, its lines, the
claim, the puzzle, the name, the details, files from another proof, files that are added, removed, or replaced by links
and pipes. The hashes of the manifest are then made to fit, as somebody would who means to deceive. Each folder must be
refused in one line, or claim what brute force finds. Nothing may take longer than two seconds. The same seed tries the
same folders (default: 3000). Exits with 1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import oracle
import stress

from nonosat.errors import NonosatError
from nonosat.formats.clues import write as clue_file
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import certify, verify_proof
from nonosat.proofs.kinds import KINDS
from nonosat.solving.pipeline import solve

#: Seconds for one small folder.
LIMIT = 2.0
#: Puzzles with proofs.
N_PUZZLES = 12


class TrueProof(NamedTuple):
    """A proof to be changed, and its puzzle."""

    folder: Path
    puzzle: Puzzle


def true_proofs(rng: random.Random, folder: Path) -> list[TrueProof]:
    """Proofs of both claims and all kinds and forms."""
    found: list[TrueProof] = []
    claims: Counter[str] = Counter()
    while min(claims["unique"], claims["none"]) < N_PUZZLES // 2:
        puzzle = stress.small_puzzle(rng)
        result = solve(puzzle, unique=True)
        claim = stress.verdict(result)
        if claim == "several" or claims[claim] >= N_PUZZLES // 2:
            continue
        claims[claim] += 1
        for kind, binary in (("drat", False), ("drat", True), ("linear", False)):
            path = folder / f"true-{len(found)}"
            try:
                certify(result, "p", str(path), kind=kind, binary=binary)
            except NonosatError:
                continue  # not every claim has a linear proof
            found.append(TrueProof(path, puzzle))
    return found


def is_true(claim: str, puzzle: Puzzle) -> bool:
    """Whether a claim holds, by brute force."""
    return len(oracle.brute_force(puzzle)) == (1 if claim == "unique" else 0)


# Forgeries: each changes a folder, and may use another true proof. A record is the manifest without its hash.

Record = dict[str, object]
Forgery = Callable[[random.Random, Path, Record, TrueProof], None]


def _file(rng: random.Random, folder: Path) -> Path:
    return rng.choice(sorted(path for path in folder.iterdir() if path.is_file() and path.name != "manifest.json"))


def _bytes(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    path = _file(rng, folder)
    data = bytearray(path.read_bytes())
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data) + 1)
        data[at : at + rng.choice((0, 1, 1, 5))] = rng.choice(
            (b"", b"0", b"-1 ", b"\n", b" ", b"9" * 40, b"\0", b"\xff")
        )
    path.write_bytes(bytes(data))


def _lines(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    path = _file(rng, folder)
    lines = path.read_bytes().split(b"\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            lines[one], lines[two] = lines[two], lines[one]
        case 1:
            del lines[one]
        case 2:
            lines.insert(one, lines[two])
        case 3:
            lines.insert(one, rng.choice((b"c verified", b"p cnf 1 1", b"unit 1", b"cells 0", b"d 1 0", b"0", b"1 0")))
    path.write_bytes(b"\n".join(lines))


def _other_file(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    path = _file(rng, other.folder)
    shutil.copyfile(path, folder / path.name)


def _other_puzzle(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    record["puzzle"] = clue_file(rng.choice((other.puzzle, stress.small_puzzle(rng))))


def _other_claim(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    """The other claim, with the files that it needs."""
    record["claim"] = "no solution" if record["claim"] == "unique" else "unique"
    kind = KINDS[str(record["kind"])]
    for name in kind.unique_files:
        path = folder / name
        if record["claim"] == "no solution":
            path.unlink(missing_ok=True)
        elif (other.folder / name).exists() and rng.random() < 0.9:
            shutil.copyfile(other.folder / name, path)


def _detail(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    details = record["details"]
    assert isinstance(details, dict)
    key = rng.choice([*details, "note"])
    details[key] = rng.choice(("text", "binary", "start", "automaton", "order+gaps", "x" * 200, "", 1, None, [], {}))


def _entry(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    key = rng.choice([*record, "verified", "Proof"])
    values: tuple[object, ...] = (1, 2, True, 1.0, None, "", "verified", "linear", "drat", [], {}, {"a": "b"})
    record[key] = rng.choice((*values, 10**30, float("nan"), [[]] * 9, "\u202e", "\ud800"))


def _no_entry(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    del record[rng.choice(list(record))]


def _more_files(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    name = rng.choice(("README", ".x", "Formula.cnf", "manifest.json.bak", "a b", "solution.sol", "picture.txt"))
    (folder / name).write_text("verified")


def _fewer_files(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    _file(rng, folder).unlink()


def _no_file(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    path = _file(rng, folder)
    hashes = record["files"]
    assert isinstance(hashes, dict)
    hashes[path.name] = _sha256(path)
    match rng.randrange(3):
        case 0:
            target = folder.parent / "elsewhere"
            shutil.copyfile(path, target)
            path.unlink()
            path.symlink_to(target)
        case 1:
            path.unlink()
            path.mkdir()
        case 2:
            path.unlink()
            os.mkfifo(path)


FORGERIES: dict[str, Forgery] = {
    "bytes": _bytes,
    "lines": _lines,
    "a file of another proof": _other_file,
    "another puzzle": _other_puzzle,
    "another claim": _other_claim,
    "a detail": _detail,
    "an entry": _entry,
    "a missing entry": _no_entry,
    "an added file": _more_files,
    "a missing file": _fewer_files,
    "no regular file": _no_file,
}


def forge(rng: random.Random, proofs: list[TrueProof], folder: Path) -> str:
    """Make a forged proof; what was done."""
    source = rng.choice(proofs)
    shutil.copytree(source.folder, folder)
    path = folder / "manifest.json"
    record = json.loads(path.read_text())
    del record["sha256"]
    chosen = rng.choices(list(FORGERIES), k=rng.choice((1, 1, 2, 3)))
    for name in chosen:
        if name == "bytes" or any(each.is_file() and each != path for each in folder.iterdir()):
            try:
                FORGERIES[name](rng, folder, record, rng.choice(proofs))
            except (KeyError, AssertionError, IndexError, OSError):
                continue  # an earlier change has taken away what this one changes
    if isinstance(record.get("files"), dict) and rng.random() < 0.95:
        known = dict(record["files"])
        record["files"] = {
            each.name: hashlib.sha256(each.read_bytes()).hexdigest()
            if _is_plain(each)
            else known.get(each.name, "0" * 64)
            for each in sorted(folder.iterdir())
            if each != path
        }
    sealed = json.dumps(record, sort_keys=True, separators=(",", ":"))
    record["sha256"] = hashlib.sha256(sealed.encode()).hexdigest()
    path.write_text(json.dumps(record, indent=rng.choice((2, 2, 2, 2, 2, 2, 2, 2, 2, None))) + "\n")
    return ", ".join(chosen)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def complaint(folder: Path) -> tuple[str, str | None]:
    """What became of a folder, and what is wrong with that, or None."""
    began = time.monotonic()
    try:
        proof = verify_proof(str(folder))
    except NonosatError as error:
        message = str(error)
        if "\n" in message or len(message) > 500:
            return "refused", f"refused with {message[:900]!r}, expected one short line"
        outcome = "refused"
    except Exception as error:
        return "refused", f"{type(error).__name__}: {error}"
    else:
        outcome = "accepted"
        if not is_true(proof.manifest.claim, proof.manifest.puzzle):
            return outcome, f"accepted, though {proof.manifest.claim!r} is not true"
    seconds = time.monotonic() - began
    return outcome, f"took {seconds:.1f} s" if seconds > LIMIT else None


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--forgeries", type=int, default=3000, help="folders to try (default 3000)")
    parser.add_argument("--seed", type=int, default=1, help="another one tries other folders")
    arguments = parser.parse_args()
    rng, outcomes, wrong = random.Random(arguments.seed), Counter[str](), 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        proofs = true_proofs(rng, Path(name))
        for number in range(arguments.forgeries):
            folder = Path(name) / "forged"
            what = forge(rng, proofs, folder)
            outcome, problem = complaint(folder)
            outcomes[outcome] += 1
            if problem:
                wrong += 1
                print(f"forgery {number} of seed {arguments.seed} ({what}): {problem}", file=sys.stderr)
            shutil.rmtree(folder)
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    print(f"{arguments.forgeries} forged proofs ({counts}) in {time.monotonic() - began:.0f} s, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
