"""Forged proofs: folders made to deceive or to waste time and memory are refused in one line; see `stress_proofs`."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
import shutil
import subprocess

import forgeries
import forgeries_by_kind
import forgeries_of_claims
import pytest
import stress_proofs
from conftest import HEX, RECT, misused, refused, tree, write
from docs_pages import DOCS
from forged_proofs import MANIFEST, PROOFS, copy_of, is_reason, refusal, reseal, true_proof

import nonosat
from nonosat.core.errors import NoProof, ProofRefused, SolverError
from nonosat.formats import FORMATS, Sheet, loads
from nonosat.formats.clues import canonical_text, puzzle_digest
from nonosat.formats.picture_text import read_picture
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Metadata, Puzzle
from nonosat.proofs import certificate, claim_reader, manifest
from nonosat.proofs.certificate import certify, first_difference, verify_proof
from nonosat.proofs.drat import checker_cnf, drat_steps
from nonosat.proofs.kinds import KINDS
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

#: One solution, found by anybody.
TRIVIAL = "rect 1 1\n#ffffff #000000\n1a\n1a\n"


#: All forgeries, by name.
FORGERIES = {**forgeries.FORGERIES, **forgeries_by_kind.FORGERIES, **forgeries_of_claims.FORGERIES}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgery(tmp_path, name):
    """A changed proof is refused for the reason in the table."""
    forgery = FORGERIES[name]
    message = refusal(forgery.write(tmp_path))
    assert is_reason(message, forgery.reason), message


@pytest.mark.parametrize("name", PROOFS)
def test_forgery_on_the_command_line(run, tmp_path, name):
    """It is refused in one line."""
    folder = next(forgery for forgery in FORGERIES.values() if forgery.proof == name).write(tmp_path)
    result = run("verify-proof", folder)
    assert (result.code, result.out.count("\n"), result.err) == (1, 1, "")
    assert result.out.startswith(f"{folder}: ")
    assert result.out.endswith(f": {refusal(folder)}\n")


@pytest.mark.parametrize("name", PROOFS)
def test_any_bit_of_any_file(tmp_path, name):
    """Accidents of one bit: none passes; the proof as it was written does, also with a new seal."""
    rng = random.Random(7)
    folder = copy_of(name, tmp_path)
    for file, data in true_proof(name).items():
        for _ in range(10):
            spot, bit = rng.randrange(len(data)), 1 << rng.randrange(8)
            (folder / file).write_bytes(data[:spot] + bytes([data[spot] ^ bit]) + data[spot + 1 :])
            refusal(folder)
        (folder / file).write_bytes(data)
    reseal(folder)
    assert verify_proof(str(folder)).manifest.name == "p"
    assert (folder / MANIFEST).read_bytes() == true_proof(name)[MANIFEST]


# About another puzzle


def test_another_puzzle_under_a_name(run, tmp_path):
    """What the writer calls the puzzle never stands where a verified name stands."""
    trivial, famous = write(tmp_path / "famous.clues", TRIVIAL), write(tmp_path / "real.clues", RECT)
    assert run("certify", trivial, "-o", tmp_path / "proof", "-q").code == 0
    result = run("verify-proof", tmp_path / "proof")
    sha256 = hashlib.sha256(b"rect 1 1\n1\n1a\n1a\n").hexdigest()
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"rect 1 1, 1 colour, digest {sha256[:16]}: ")
    assert "'famous'" in result.out
    record = json.loads(run("verify-proof", tmp_path / "proof", "--json").out)
    assert record["name"] == str(tmp_path / "proof")
    assert (record["name_in_proof"], record["sha256"], record["grid"]) == ("famous", sha256, "rect 1 1")
    result = run("verify-proof", tmp_path / "proof", famous)
    assert (result.code, result.out.count("\n"), result.err) == (1, 1, "")
    assert result.out.startswith(f"{tmp_path}/proof: ")
    record = json.loads(run("verify-proof", tmp_path / "proof", famous, "--json").out)
    assert (record["name"], record["outcome"], record["exit"], record["error"]) == ("real", "no", 1, None)
    assert (record["proved"], "rect 4 5" in record["why"]) == (False, True)
    result = run("verify-proof", tmp_path / "proof", famous, "-q")
    assert (result.code, result.out, result.err) == (1, "", "")


#: Two rows and three columns in two colours.
SMALL = "rect 2 3\n#ffffff #000000 #ff0000\n1a 1b\n1a\n2a\n1b\n\n"


#: Other puzzles, with the place of the first difference, and what each of both has there.
DIFFERENT = {
    "rect 3 2\n#ffffff #000000 #ff0000\n2a\n1b\n\n1a 1b\n1a\n": ("grid", "rect 2 3", "rect 3 2"),
    SMALL.replace("#ff0000", "#ff0000 #00ff00"): ("number of colours", "2", "3"),
    SMALL.replace("1a 1b\n", "1b 1a\n"): ("row 1", "1a 1b", "1b 1a"),
    SMALL.replace("1a\n2a\n", "1?\n2a\n"): ("row 2", "1a", "1?"),
    SMALL.replace("1a\n2a\n", "_a\n2a\n"): ("row 2", "1a", "_a"),
    SMALL.replace("2a\n1b\n\n", "2a\n\n1b\n"): ("column 2", "1b", ""),
    SMALL + "given 1 2 -\n": ("row 1, cell 2", "no given", "given -"),
    SMALL + "given 2 1 a\ngiven 1 3 b\n": ("row 1, cell 3", "no given", "given b"),
}


def assert_difference(difference, place, *both):
    found, _, rest = difference.partition(": ")
    assert found == place
    assert re.search(".*".join(map(re.escape, both)), rest)


@pytest.mark.parametrize("text", DIFFERENT)
def test_first_difference(text):
    assert_difference(first_difference(loads(SMALL), loads(text)), *DIFFERENT[text])
    assert puzzle_digest(loads(SMALL)) != puzzle_digest(loads(text))


def test_no_difference():
    for text in (SMALL, SMALL.replace("#ff0000", "#00ff00") + "title Other\n", SMALL + "goal a-b\ngoal aba\n"):
        assert first_difference(loads(SMALL), loads(text)) is None
        assert puzzle_digest(loads(SMALL)) == puzzle_digest(loads(text))


def test_difference_of_givens():
    proved, puzzle = loads(SMALL + "given 1 1 a\ngiven 2 1 a\n"), loads(SMALL + "given 1 1 a\ngiven 2 1 -\n")
    assert_difference(first_difference(proved, puzzle), "row 2, cell 1", "given a", "given -")
    assert first_difference(loads(SMALL + "given 1 1 a\n"), loads(SMALL)) is not None


def test_difference_of_long_clues():
    """From 13 blocks on, the first blocks that differ are named, not the clues."""

    def puzzle(*lengths):
        cells = sum(lengths)
        columns = "1a\n" * cells + "\n" * (60 - cells)
        return loads(f"rect 1 60\n#ffffff #000000\n{' '.join(f'{length}a' for length in lengths)}\n{columns}")

    ones = [1] * 18
    assert first_difference(puzzle(*ones, 1, 2), puzzle(*ones, 1, 2)) is None
    found = first_difference(puzzle(*ones, 1, 2), puzzle(*ones, 2, 1))
    assert_difference(found, "row 1, block 19", "1a", "2a")
    assert_difference(first_difference(puzzle(*ones, 1, 1), puzzle(*ones, 1)), "row 1, block 20", "1a", "none")
    shown = [first_difference(puzzle(*[1] * n, 2), puzzle(*[1] * n, 1)).partition(":")[0] for n in (11, 12)]
    assert shown == ["row 1", "row 1, block 13"]


def test_digest_as_documented():
    """The script in docs/proofs.md, and `sha256sum` of what it describes."""
    text = HEX + "given 1 1 b\ntitle Ant\n"
    canonical = HEX.replace("#ffffff #333333 #999900 #3333ff", "3") + "given 1 1 b\n"
    assert canonical_text(loads(text)) == canonical
    assert puzzle_digest(loads(text)) == hashlib.sha256(canonical.encode()).hexdigest()
    (command,) = re.findall(r"^    (awk .*) \| sha256sum$", (DOCS / "proofs.md").read_text(), re.MULTILINE)
    if shutil.which("awk"):
        program = re.search(r"awk '(.*)' p.clues", command)[1]
        done = subprocess.run(["awk", program], input=text, capture_output=True, text=True, check=True)
        assert done.stdout == canonical


def test_puzzle_in_any_format(run, tmp_path):
    """Standard input, compressed files, other formats, one puzzle of several."""
    puzzle = loads(RECT)
    proof = tmp_path / "proof"
    packed = write(tmp_path / "p.clues.gz", gzip.compress(RECT.encode()))
    assert run("certify", packed, "-o", proof, "-q").code == 0
    webpbn = write(tmp_path / "p.xml", FORMATS["webpbn"].write(puzzle))
    two = write(tmp_path / "both.xml", FORMATS["webpbn"].write_all([Sheet(loads(SMALL)), Sheet(puzzle)]))
    for argument, name in ((packed, "p.clues.gz"), (webpbn, "p"), (f"{two}#2", "both-2")):
        result = run("verify-proof", proof, argument)
        assert (result.code, result.err) == (0, "")
        assert result.out.startswith(f"{name}: ")
    for options, stdin in (((), RECT), (("--from", "webpbn"), webpbn.read_bytes())):
        result = run("verify-proof", proof, "-", *options, stdin=stdin)
        assert (result.code, result.out[:7]) == (0, "stdin: ")
    assert run("verify-proof", proof, f"{two}#1").code == 1


def test_wrong_arguments(run, tmp_path):
    proof = copy_of("drat", tmp_path)
    misused(run("verify-proof", proof, "--from", "clues"))
    missing = tmp_path / "missing.clues"
    refused(run("verify-proof", proof, missing), missing, "No such file")
    refused(run("verify-proof", proof, "-", stdin="rect 1 1\n#ffffff #000000\n9a\n"), "<stdin>:3:1")


def test_library(tmp_path):
    proof = nonosat.verify_proof(str(copy_of("drat", tmp_path)), loads(RECT))
    assert proof.description().startswith(f"rect 4 5, 2 colours, digest {proof.digest[:16]}: {proof.sentence()}")
    assert proof.digest == nonosat.puzzle_digest(loads(RECT))
    with pytest.raises(ProofRefused, match="grid: "):
        nonosat.verify_proof(str(copy_of("drat", tmp_path)), loads(HEX))


def test_metadata_of_any_sort(tmp_path):
    """A library can make metadata that no clue file holds; a proof is written all the same."""
    puzzle = loads(RECT)
    odd = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, (), Metadata(title=" a\nrect 1 1 \ud800", author="\t"))
    for kind in KINDS:
        proof = certify(solve(odd, unique=True), "p", str(tmp_path / kind), kind=kind)
        assert proof.manifest.puzzle.metadata == Metadata(title="a rect 1 1")


# Time and memory, files that are no files


def test_long_manifest(monkeypatch, tmp_path):
    folder = copy_of("linear", tmp_path)
    size = (folder / "manifest.json").stat().st_size
    monkeypatch.setattr(manifest, "_MAX_BYTES", size)
    verify_proof(str(folder))
    with open(folder / "manifest.json", "ab") as file:
        file.truncate(1 << 40)  # zero bytes that need no room on the disk
    assert f"{size:,} bytes" in refusal(folder)


def test_folder_may_be_a_link(tmp_path):
    (tmp_path / "link").symlink_to(copy_of("drat", tmp_path))
    assert verify_proof(str(tmp_path / "link"), loads(RECT)).manifest.kind == "drat"


#: Two solutions: one has all the coloured cells of the other, and one more.
LONGER = "rect 2 2\n#ffffff #000000\n_a\n1a\n_a\n1a\ngiven 2 1 a\n"


def test_a_blocking_clause_that_leaves_out_the_background(tmp_path, monkeypatch):
    """It says too little where solutions may differ in the number of coloured cells."""
    puzzle = loads(LONGER)
    shorter = Picture(puzzle.grid, (0, 1, 1, 0))
    claimed, folder = Result(puzzle, shorter, unique=True), str(tmp_path / "proof")
    with monkeypatch.context() as patch:
        patch.setattr(Puzzle, "fixes_n_colored", True)
        assert certify(claimed, "p", folder).manifest.claim == "unique"
    assert refusal(folder).startswith("blocked.cnf")
    for kind in ("drat", "linear"):
        with pytest.raises((NoProof, SolverError)):
            certify(claimed, "p", str(tmp_path / "other"), kind=kind)


def test_large_puzzle_with_a_small_formula(monkeypatch, tmp_path):
    """The formula of a puzzle may need many gigabytes; only as much of it is built as the file can hold."""
    n = 100
    folder = copy_of("drat", tmp_path)
    clue = " ".join(["1a"] * (n // 4))
    reseal(folder, puzzle=f"rect {n} {n}\n#ffffff #000000\n" + f"{clue}\n" * (2 * n))
    assert "fewer variables" in refusal(folder)
    with open(folder / "formula.cnf", "a") as file:
        file.write("1 " * n * n + "0\n")
    reseal(folder)
    found = re.search(r"^formula.cnf.* ([0-9,]+) variables", refusal(folder))
    assert n * n < int(found[1].replace(",", "")) < n * n + 1000


@pytest.mark.parametrize("name", ["formula.cnf", "blocked.cnf", "solution.sol", "proof.drat"])
def test_long_lines(monkeypatch, name, tmp_path):
    """Files of one long line, or of zero bytes that need no room on the disk."""
    monkeypatch.setattr(drat_steps, "_MAX_LINE", 1000)
    folder = copy_of("drat", tmp_path)
    with open(folder / name, "wb") as file:
        file.truncate(1 << 22)
    reseal(folder)
    assert name.partition(".")[0] in refusal(folder)


def test_long_clauses(monkeypatch, tmp_path):
    monkeypatch.setattr(drat_steps, "_MAX_LITERALS", 100)
    monkeypatch.setattr(drat_steps, "_MAX_LINE", 1200)
    folder = copy_of("binary", tmp_path)
    write(folder / "proof.drat", b"a" + b"\x02" * 101 + b"\0")
    reseal(folder)
    assert "step 1 of the proof" in refusal(folder)
    folder = copy_of("drat", tmp_path)
    write(folder / "proof.drat", b"-1 " * 400 + b"0\n")
    reseal(folder)
    assert "line 1 of the proof" in refusal(folder)


def test_literals_are_counted_without_reading_clauses(tmp_path):
    path = write(tmp_path / "f.cnf", "c a b\np cnf 2 2\n1 -2 0\n2 0\n")
    assert checker_cnf.count_literals(str(path)) >= 3
    with open(path, "ab") as file:
        file.truncate(1 << 24)
    assert checker_cnf.count_literals(str(path)) < 20


# What `certify` replaces


def test_only_a_proof_is_replaced(run, rect, tmp_path):
    """A `manifest.json` of something else, and a proof beside other files, are left alone."""
    folder = tmp_path / "site"
    folder.mkdir()
    write(folder / "manifest.json", '{"name": "My site", "start_url": "/"}')
    write(folder / "index.html", "<html>")
    refused(run("certify", rect, "-o", folder), folder, "other files")
    assert tree(folder) == ["index.html", "manifest.json"]
    proof = copy_of("drat", tmp_path)
    write(proof / "thesis.tex", "years of work")
    refused(run("certify", rect, "-o", proof), proof, "other files")
    assert "thesis.tex" in tree(proof)
    (proof / "thesis.tex").unlink()
    (proof / "proof.drat").write_bytes(b"changed")
    assert run("certify", rect, "-o", proof, "-q").code == 0
    verify_proof(str(proof), loads(RECT))


# Proofs written before


#: As nonosat wrote it before folders were checked for anything else.
EARLIER = r"""
{
  "proof": 1,
  "kind": "linear",
  "claim": "unique",
  "name": "g",
  "puzzle": "rect 2 2\n#ffffff #000000 #ff0000\n1b 1a\n1b\n2b\n1a\ntitle Cup & <saucer> \u00e9\n",
  "nonosat": "0.1.0",
  "details": {},
  "files": {
    "picture.txt": "9a48797a559fa67ce461003f3597209ea2d35f33ebdefe17753f141afeb3e033",
    "weights.txt": "7ca924d6814cec8ac646042805b638fe945ecb440ac1e8fc67a6155bc8a94680"
  },
  "sha256": "a5cd0e2b023d37e7b8ec6c32f190adb919807ad65ed70830f348c6bfd449252b"
}
"""


def test_earlier_proof(tmp_path):
    """The manifest of version 1 keeps its form; a later version is named in the message."""
    write(tmp_path / "manifest.json", EARLIER[1:])
    write(tmp_path / "picture.txt", "ba\nb-\n")
    write(tmp_path / "weights.txt", "unit 1\n")
    proof = verify_proof(str(tmp_path), loads("rect 2 2\n#ffffff #000000 #ff0000\n1b 1a\n1b\n2b\n1a\n"))
    assert (proof.manifest.kind, proof.manifest.claim) == ("linear", "unique")
    later = EARLIER[1:].replace('"proof": 1', '"proof": 2').replace('"details": {}', '"options": {}')
    write(tmp_path / "manifest.json", later)
    assert refusal(tmp_path).startswith("manifest.json: version 2")


# Many forgeries at random


@pytest.mark.slow
def test_random_forgeries(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["stress_proofs.py", "--forgeries", "80", "--seed", "3"])
    assert stress_proofs.main() == 0
    assert capsys.readouterr().out.startswith("80 forged proofs (")


@pytest.mark.slow
def test_random_forgeries_notice_what_is_accepted(monkeypatch, capsys):
    """A checker that accepts everything is noticed."""
    for kind in KINDS.values():
        monkeypatch.setattr(type(kind), "check", lambda *_: ("nothing", None))
    monkeypatch.setattr("sys.argv", ["stress_proofs.py", "--forgeries", "80", "--seed", "3"])
    assert stress_proofs.main() == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["_read_others", "check_fewest"])
def test_random_forgeries_notice_what_is_not_checked(monkeypatch, name):
    """Pictures that nobody compares with the clues, and numbers of givens that nobody proves."""

    def unchecked(puzzle, text, deadline):
        return tuple(read_picture(block, puzzle) for block in text.split("\n\n"))

    changes = {change: stress_proofs.FORGERIES[change] for change in stress_proofs.CLAIM_PARTS}
    monkeypatch.setattr(stress_proofs, "FORGERIES", changes)
    monkeypatch.setattr("sys.argv", ["stress_proofs.py", "--forgeries", "200", "--seed", "3"])
    if name == "_read_others":
        monkeypatch.setattr(claim_reader, name, unchecked)
    else:
        monkeypatch.setattr(certificate, name, lambda *_: None)
    assert stress_proofs.main() == 1
