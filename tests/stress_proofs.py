"""Forged proofs by the thousand: the checkers accept a folder only if what it claims is true.

Usage: python tests/stress_proofs.py [--forgeries N] [--seed N]

True proofs of small puzzles, of all claims and kinds and in all forms, are changed at random: bytes of a file, its
lines, the claim, the puzzle, the name, the details, the other solutions, the givens, files from another proof, files
that are added, removed, or replaced by links and pipes. The hashes of the manifest are then made to fit, as somebody
would who means to deceive. Each folder must be refused in one line, or claim what brute force finds. Nothing may take
longer than two seconds. The same seed tries the same folders (default: 3000). Exits with 1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import oracle
import stress
from forged_proofs import MANIFEST, digest, proof_files, sealed, write_files
from shared_work import shared

from nonosat.analysis.solution_map import map_solutions
from nonosat.authoring.fewest_givens import fewest_givens
from nonosat.core.errors import NonosatError
from nonosat.formats import loads
from nonosat.formats.clues import write as clue_file
from nonosat.formats.picture_text import picture_rows
from nonosat.model.grid import cell_place
from nonosat.model.palette import letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import VerifiedProof, verify_proof
from nonosat.proofs.claim import Claim, claim_of_result, map_claim
from nonosat.proofs.kinds import KINDS
from nonosat.proofs.manifest import CLAIM_FILES, FEWEST_GIVENS, GIVENS, NO_SOLUTION, OTHERS, SOLUTION_MAP
from nonosat.solving.solve import solve

#: Seconds for one small folder.
LIMIT = 2.0
#: Proved puzzles for each claim.
N_PUZZLES = 6


class TrueProof(NamedTuple):
    """The files of a proof to be changed, and its puzzle."""

    files: Mapping[str, bytes]
    puzzle: Puzzle


def true_proofs(seed: int) -> list[TrueProof]:
    """Proofs of all claims and all kinds and forms."""
    rng, found = random.Random(f"true {seed}"), list[TrueProof]()
    numbers: Counter[str] = Counter()
    while any(numbers[claim] < N_PUZZLES for claim in CLAIM_FILES):
        puzzle = stress.small_puzzle(rng)
        for claim in claims(puzzle):
            if numbers[claim.text] >= N_PUZZLES:
                continue
            numbers[claim.text] += 1
            for kind, binary in (("drat", False), ("drat", True), ("linear", False)):
                with suppress(NonosatError):  # not every claim has a linear proof
                    found.append(TrueProof(proof_files(claim, kind=kind, binary=binary), puzzle))
    return found


def claims(puzzle: Puzzle) -> list[Claim]:
    """What can be proved of a puzzle."""
    result = solve(puzzle, unique=True)
    if result.picture is None or result.unique:
        return [claim_of_result(result, "p")]
    found = fewest_givens(result, result.picture)
    return [
        map_claim(puzzle, map_solutions(result).witnesses),
        Claim(puzzle=puzzle, solution=found.goal, others=found.others, givens=found.givens),
    ]


def is_true(proof: VerifiedProof) -> bool:
    """Whether what is proved holds, by brute force."""
    claim, puzzle = proof.claim, proof.manifest.puzzle
    solutions = oracle.brute_force(puzzle)
    if claim.text != proof.manifest.claim:
        return False
    if claim.text == NO_SOLUTION:
        return not solutions
    assert claim.solution is not None
    own = claim.solution.cells
    if not {own, *(other.cells for other in claim.others)} <= solutions:
        return False
    if claim.text == FEWEST_GIVENS:
        given = [cell for cell, _ in claim.givens]
        fewer = combinations(range(len(own)), len(given) - 1)
        return _leaves_one(solutions, own, given) and not any(_leaves_one(solutions, own, cells) for cells in fewer)
    differing = [cell for cell, colors in enumerate(zip(*solutions, strict=True)) if len(set(colors)) > 1]
    return claim.differing == tuple(differing) and bool(differing) == (claim.text == SOLUTION_MAP)


def _leaves_one(solutions: set[oracle.Cells], own: oracle.Cells, given: Collection[int]) -> bool:
    """Whether no other solution agrees with a solution in all these cells."""
    return all(cells == own or any(cells[cell] != own[cell] for cell in given) for cells in solutions)


# Forgeries: each changes a folder, and may use another true proof. A record is the manifest without its hash.

Record = dict[str, object]
Forgery = Callable[[random.Random, Path, Record, TrueProof], None]


def _file(rng: random.Random, folder: Path) -> Path:
    return rng.choice(sorted(path for path in folder.iterdir() if path.is_file() and path.name != MANIFEST))


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
    name = rng.choice([name for name in other.files if name != MANIFEST])
    (folder / name).write_bytes(other.files[name])


def _other_puzzle(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    record["puzzle"] = clue_file(rng.choice((other.puzzle, stress.small_puzzle(rng))))


def _other_claim(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    """Another claim, with the files that it needs, as far as there are any."""
    claim = rng.choice([claim for claim in CLAIM_FILES if claim != record["claim"]])
    record["claim"] = claim
    kind = KINDS[str(record["kind"])]
    needed = CLAIM_FILES[claim] | (frozenset() if claim == NO_SOLUTION else kind.solution_files)
    for name in sorted({*kind.solution_files, OTHERS, GIVENS}):
        path = folder / name
        if name not in needed:
            path.unlink(missing_ok=True)
        elif not path.exists() and name in other.files and rng.random() < 0.9:
            path.write_bytes(other.files[name])


def _others(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    """Other solutions that are dropped, repeated, exchanged for true ones, or changed in a cell."""
    path, puzzle = _plain(folder / OTHERS), loads(str(record["puzzle"]))
    pictures = path.read_text().split("\n\n")
    place = rng.randrange(len(pictures))
    match rng.randrange(4):
        case 0:
            del pictures[place]
        case 1:
            pictures.append(pictures[place])
        case 2:
            cells = rng.choice(sorted(oracle.brute_force(puzzle)))
            pictures[place : place + rng.randrange(2)] = ["\n".join(picture_rows(puzzle, Picture(puzzle.grid, cells)))]
        case 3:
            text = list(pictures[place])
            one = rng.choice([at for at, char in enumerate(text) if char != "\n"])
            two = rng.choice([at for at, char in enumerate(text) if char not in ("\n", text[one])])
            text[one], text[two] = text[two], text[one]
            pictures[place] = "".join(text)
    path.write_text("\n\n".join(picture.rstrip("\n") for picture in pictures) + "\n" * bool(pictures))


def _givens(rng: random.Random, folder: Path, record: Record, other: TrueProof) -> None:
    """Givens that are dropped or added, with the right colour or any."""
    path, puzzle = _plain(folder / GIVENS), loads(str(record["puzzle"]))
    lines = path.read_text().splitlines()
    if rng.random() < 0.4:
        del lines[rng.randrange(len(lines))]
    else:
        cell = rng.randrange(puzzle.grid.n_cells)
        color = rng.choice([rng.choice(sorted(oracle.brute_force(puzzle)))[cell], rng.randint(0, puzzle.n_colors)])
        lines.append("given {} {} {}".format(*cell_place(puzzle.grid, cell), letter(color)))
        lines.sort(key=lambda line: [int(word) for word in line.split()[1:3]])
    path.write_text("".join(f"{line}\n" for line in lines))


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
    hashes[path.name] = digest(path.read_bytes())
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
    "other solutions": _others,
    "givens": _givens,
    "a detail": _detail,
    "an entry": _entry,
    "a missing entry": _no_entry,
    "an added file": _more_files,
    "a missing file": _fewer_files,
    "no regular file": _no_file,
}


#: Forgeries that need a file.
CLAIM_PARTS = {"other solutions": OTHERS, "givens": GIVENS}


def forge(rng: random.Random, proofs: list[TrueProof], folder: Path) -> str:
    """Make a forged proof; what was done."""
    source = rng.choice(proofs)
    write_files(source.files, folder)
    path = folder / MANIFEST
    record = json.loads(path.read_text())
    del record["sha256"]
    # What is in the files of a claim is changed more often, in the proofs that have them.
    names = [*FORGERIES, *(name for name, file in CLAIM_PARTS.items() if (folder / file).exists() for _ in range(4))]
    chosen = rng.choices(names, k=rng.choice((1, 1, 2, 3)))
    for name in chosen:
        if name == "bytes" or any(each.is_file() and each != path for each in folder.iterdir()):
            try:
                FORGERIES[name](rng, folder, record, rng.choice(proofs))
            except (KeyError, AssertionError, IndexError, OSError, ValueError, NonosatError, oracle.TooMany):
                continue  # an earlier change has taken away what this one changes
    if isinstance(record.get("files"), dict) and rng.random() < 0.95:
        known = dict(record["files"])
        record["files"] = {
            each.name: digest(each.read_bytes()) if _is_plain(each) else known.get(each.name, "0" * 64)
            for each in sorted(folder.iterdir())
            if each != path
        }
    path.write_text(sealed(record, indent=rng.choice((2, 2, 2, 2, 2, 2, 2, 2, 2, None))))
    return ", ".join(chosen)


def _plain(path: Path) -> Path:
    """The path of a regular file; to open a pipe would wait for ever."""
    if not _is_plain(path):
        raise FileNotFoundError(path)
    return path


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
        if not is_true(proof):
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
    proofs = shared(f"true proofs of seed {arguments.seed}", lambda: true_proofs(arguments.seed))
    with tempfile.TemporaryDirectory() as name:
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
