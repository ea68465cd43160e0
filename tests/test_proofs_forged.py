"""Forged proofs: folders made to deceive or to waste time and memory are refused in one line; see `stress_proofs`."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess

import pytest
import stress_proofs
from conftest import HEX, NONE, RECT, tree, write
from docs_pages import DOCS
from proof_refusals import reason
from test_proofs import reseal

from nonosat.errors import NoProof, ProofRefused, SolverError
from nonosat.formats import FORMATS, Sheet, loads
from nonosat.formats.picture_text import read_picture
from nonosat.formats.puzzle_digest import canonical_text, puzzle_digest
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Metadata, Puzzle
from nonosat.proofs import certificate, claim_reader, manifest
from nonosat.proofs.certificate import certify, verify_proof
from nonosat.proofs.drat import checker_cnf, drat_steps
from nonosat.proofs.kinds import KINDS
from nonosat.proofs.puzzle_difference import first_difference
from nonosat.proofs.statement import CheckedStatement
from nonosat.solving.pipeline import solve
from nonosat.solving.result import Result

#: One solution, found by anybody.
TRIVIAL = "rect 1 1\n#ffffff #000000\n1a\n1a\n"


@pytest.fixture(scope="module")
def proofs(tmp_path_factory):
    """Folders with true proofs of each kind, to be copied and changed."""
    folder = tmp_path_factory.mktemp("true")
    for name, text, kind in (("drat", RECT, "drat"), ("linear", RECT, "linear"), ("none", NONE, "linear")):
        certify(solve(loads(text), unique=True), "p", str(folder / name), kind=kind)
    certify(solve(loads(RECT), unique=True), "p", str(folder / "binary"), binary=True)
    return folder


@pytest.fixture
def forged(proofs, tmp_path):
    """`forged("drat")`: a copy of a true proof."""
    return lambda name: shutil.copytree(proofs / name, tmp_path / name)


# About another puzzle


def test_another_puzzle_under_a_name(run, tmp_path):
    """What the writer calls the puzzle never stands where a verified name stands."""
    trivial, famous = write(tmp_path / "famous.clues", TRIVIAL), write(tmp_path / "real.clues", RECT)
    assert run("certify", trivial, "-o", tmp_path / "proof", "-q").code == 0
    result = run("verify-proof", tmp_path / "proof")
    sha256 = hashlib.sha256(b"rect 1 1\n1\n1a\n1a\n").hexdigest()
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"rect 1 1, 1 colour, digest {sha256[:16]}: solved, unique; proved (drat: ")
    assert result.out.endswith("; its writer calls it 'famous'\n")
    record = json.loads(run("verify-proof", tmp_path / "proof", "--json").out)
    assert record["name"] is None
    assert (record["name_in_proof"], record["sha256"], record["grid"]) == ("famous", sha256, "rect 1 1")
    result = run("verify-proof", tmp_path / "proof", famous)
    message = "it is about another puzzle: grid: the proof has rect 1 1, the puzzle rect 4 5"
    assert (result.code, result.err) == (1, "")
    assert result.out == f"{tmp_path}/proof: not proved: {message}\n"
    record = json.loads(run("verify-proof", tmp_path / "proof", famous, "--json").out)
    assert record == {"proved": False, "why": message}
    result = run("verify-proof", tmp_path / "proof", famous, "-q")
    assert (result.code, result.out, result.err) == (1, "", "")


#: Two rows and three columns in two colours.
SMALL = "rect 2 3\n#ffffff #000000 #ff0000\n1a 1b\n1a\n2a\n1b\n\n"


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        (SMALL, None),
        (SMALL.replace("#ff0000", "#00ff00") + "title Other\nlicense None\n", None),
        (SMALL + "goal a-b\ngoal aba\n", None),
        (
            "rect 3 2\n#ffffff #000000 #ff0000\n2a\n1b\n\n1a 1b\n1a\n",
            "grid: the proof has rect 2 3, the puzzle rect 3 2",
        ),
        (SMALL.replace("#ff0000", "#ff0000 #00ff00"), "number of colours: the proof has 2, the puzzle 3"),
        (SMALL.replace("1a 1b\n", "1b 1a\n"), "row 1: the proof has 1a 1b, the puzzle 1b 1a"),
        (SMALL.replace("1a\n2a\n", "1?\n2a\n"), "row 2: the proof has 1a, the puzzle 1?"),
        (SMALL.replace("1a\n2a\n", "_a\n2a\n"), "row 2: the proof has 1a, the puzzle _a"),
        (SMALL.replace("2a\n1b\n\n", "2a\n\n1b\n"), "column 2: the proof has 1b, the puzzle (empty)"),
        (SMALL + "given 1 2 -\n", "row 1, cell 2: the proof has no given, the puzzle given -"),
        (SMALL + "given 2 1 a\ngiven 1 3 b\n", "row 1, cell 3: the proof has no given, the puzzle given b"),
    ],
)
def test_first_difference(text, difference):
    assert first_difference(loads(SMALL), loads(text)) == difference
    assert (puzzle_digest(loads(SMALL)) == puzzle_digest(loads(text))) == (difference is None)


def test_difference_of_givens():
    proved, puzzle = loads(SMALL + "given 1 1 a\ngiven 2 1 a\n"), loads(SMALL + "given 1 1 a\ngiven 2 1 -\n")
    assert first_difference(proved, puzzle) == "row 2, cell 1: the proof has given a, the puzzle given -"
    assert first_difference(loads(SMALL + "given 1 1 a\n"), loads(SMALL)) is not None


def test_difference_of_long_clues():
    """The first blocks that differ are named, not the clues."""

    def puzzle(*lengths):
        cells = sum(lengths)
        columns = "1a\n" * cells + "\n" * (60 - cells)
        return loads(f"rect 1 60\n#ffffff #000000\n{' '.join(f'{length}a' for length in lengths)}\n{columns}")

    ones = [1] * 18
    assert first_difference(puzzle(*ones, 1, 2), puzzle(*ones, 1, 2)) is None
    found = first_difference(puzzle(*ones, 1, 2), puzzle(*ones, 2, 1))
    assert found == "row 1, block 19: the proof has 1a, the puzzle 2a"
    found = first_difference(puzzle(*ones, 1, 1), puzzle(*ones, 1))
    assert found == "row 1, block 20: the proof has 1a, the puzzle none"


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
        assert result.out.startswith(f"{name}: solved, unique; proved (drat: ")
    for options, stdin in (((), RECT), (("--from", "webpbn"), webpbn.read_bytes())):
        result = run("verify-proof", proof, "-", *options, stdin=stdin)
        assert (result.code, result.out[:7]) == (0, "stdin: ")
    assert run("verify-proof", proof, f"{two}#1").out.endswith("grid: the proof has rect 4 5, the puzzle rect 2 3\n")


def test_wrong_arguments(run, proofs, tmp_path):
    result = run("verify-proof", proofs / "drat", "--from", "clues")
    assert (result.code, result.out) == (2, "")
    result = run("verify-proof", proofs / "drat", tmp_path / "missing.clues")
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{tmp_path}/missing.clues: cannot be read: No such file or directory\n"
    result = run("verify-proof", proofs / "drat", "-", stdin="rect 1 1\n#ffffff #000000\n9a\n")
    assert (result.code, result.out) == (3, "")
    assert result.err.startswith("<stdin>:3:1: ")


def test_library(proofs):
    import nonosat

    proof = nonosat.verify_proof(str(proofs / "drat"), nonosat.loads(RECT))
    assert proof.sentence("boat").startswith("boat: solved, unique; proved (drat: ")
    assert proof.sentence().startswith(f"rect 4 5, 2 colours, digest {proof.digest[:16]}: solved, unique; proved (drat")
    assert proof.digest == nonosat.puzzle_digest(nonosat.loads(RECT))
    with pytest.raises(ProofRefused, match="it is about another puzzle: grid: "):
        nonosat.verify_proof(str(proofs / "drat"), nonosat.loads(HEX))


def test_metadata_of_any_sort(tmp_path):
    """A library can make metadata that no clue file holds; a proof is written all the same."""
    puzzle = loads(RECT)
    odd = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, (), Metadata(title=" a\nrect 1 1 \ud800", author="\t"))
    for kind in KINDS:
        proof = certify(solve(odd, unique=True), "p", str(tmp_path / kind), kind=kind)
        assert proof.manifest.puzzle.metadata == Metadata(title="a rect 1 1")


# The manifest


def edited(folder, change):
    """Change the text of a manifest whose hash is right for the entries that it then has, as far as there is one."""
    path = folder / "manifest.json"
    before = path.read_text()
    text = change(before)
    assert text != before
    path.write_bytes(text.encode(errors="surrogatepass"))
    return folder


CANONICAL = (
    "manifest.json: it has other characters, or entries in another order, than nonosat writes for the same proof"
)
TEXTS = {
    "blanks": (lambda text: text.replace('"kind": ', '"kind":  '), CANONICAL),
    "a blank line": (lambda text: "\n" + text, CANONICAL),
    "lines after it": (lambda text: text + "\n\n", CANONICAL),
    "no line end": (lambda text: text[:-1], CANONICAL),
    "escapes": (lambda text: text.replace('"drat"', '"\\u0064rat"'), CANONICAL),
    "another order": (lambda text: json.dumps(dict(reversed(json.loads(text).items())), indent=2) + "\n", CANONICAL),
    "a carriage return": (lambda text: text.replace("\n", "\r\n"), CANONICAL),
    "an entry twice": (
        lambda text: text.replace('{\n  "proof"', '{\n  "claim": "no solution",\n  "proof"'),
        "manifest.json: entry 'claim' occurs twice, expected each entry once",
    ),
    "the same entry twice": (
        lambda text: text.replace('"kind": "drat"', '"kind": "drat", "kind": "drat"'),
        "manifest.json: entry 'kind' occurs twice, expected each entry once",
    ),
    "a detail twice": (
        lambda text: text.replace('"solver": ', '"solver": "verified", "solver": '),
        "manifest.json: entry 'solver' occurs twice, expected each entry once",
    ),
    "words after it": (lambda text: text + "verified\n", "manifest.json: not JSON (Extra data"),
    "a second object": (lambda text: text + text, "manifest.json: not JSON (Extra data"),
    "a mark": (lambda text: "\ufeff" + text, "manifest.json: not JSON (Unexpected UTF-8 BOM"),
    "no UTF-8": (
        lambda text: text.replace('"drat"', '"\udcff"'),
        "manifest.json: not JSON ('utf-8' codec can't decode",
    ),
    "NaN": (lambda text: text.replace('"proof": 1', '"proof": NaN'), "manifest.json: not JSON (NaN is no number)"),
    "infinity": (
        lambda text: text.replace('"proof": 1', '"proof": -Infinity'),
        "manifest.json: not JSON (-Infinity is no number)",
    ),
    "a fraction": (
        lambda text: text.replace('"proof": 1', '"proof": 1e0'),
        "manifest.json: expected an entry `proof` that is a number",
    ),
    "a huge number": (
        lambda text: text.replace('"proof": 1', f'"proof": {"9" * 3000}'),
        "manifest.json: version 999999999999999999999999 of the format, expected 1",
    ),
    "a larger number": (
        lambda text: text.replace('"proof": 1', f'"proof": {"9" * 5000}'),
        "manifest.json: more than 4,096 characters outside of texts",
    ),
    "nested": (
        lambda text: text.replace('"drat"', "[" * 1000 + "]" * 1000),
        "manifest.json: ",
    ),
    "deeply nested": (
        lambda text: text.replace('"drat"', '{"a":' * 10_000 + "1" + "}" * 10_000),
        "manifest.json: more than 4,096 characters outside of texts",
    ),
    "many entries": (
        lambda text: text.replace("{", "{" + ", ".join(f'"{n}": 1' for n in range(2000)) + ",", 1),
        "manifest.json: more than 4,096 characters outside of texts",
    ),
    "case": (
        lambda text: text.replace('"kind"', '"Kind"'),
        "manifest.json: unknown entry 'Kind', expected proof, kind",
    ),
    "a similar letter": (
        lambda text: text.replace('"claim"', '"cla\u0131m"'),
        "manifest.json: unknown entry 'cla\u0131m', expected proof, kind",
    ),
    "a missing entry": (
        lambda text: text.replace('  "name": "p",\n', ""),
        "manifest.json: expected an entry `name` that is a text",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_of_the_manifest(forged, name):
    change, message = TEXTS[name]
    assert reason(edited(forged("drat"), change)).startswith(message)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (FORMATS["webpbn"].write(loads(RECT)), "manifest.json: puzzle:1:1: grid '<?xml', expected `rect <height>"),
        ("1 1\n\n1\n1\n", "manifest.json: puzzle:1:1: grid '1', expected `rect <height>"),
        (RECT + "goal -a--a\ngoal b-a-a\ngoal bba-a\ngoal b-b-a\n", "manifest.json: puzzle: other characters than"),
        (RECT + "\n", "manifest.json: puzzle: other characters than in the clue file that nonosat writes for the same"),
        (RECT[:-1], "manifest.json: puzzle: other characters than"),
        (RECT.replace("1a 1a\n", "1a  1a\n", 1), "manifest.json: puzzle: other characters than"),
        (RECT.replace("1a 1a\n", "01a 1a\n", 1), "manifest.json: puzzle: other characters than"),
        (RECT + "title Verified\ntitle Ant\n", "manifest.json: puzzle: other characters than"),
        (RECT + "see https://example.org\n", "manifest.json: puzzle:12:1: 'see' after the last of 9 clues"),
        ("", "manifest.json: puzzle:1:1: empty file"),
        (
            "rect 999999999 999999999\n",
            "manifest.json: puzzle:1:6: grid of 999999999 rows and 999999999 columns, expected at",
        ),
        (f"rect {'9' * 4000} 1\n", "manifest.json: puzzle:1:6: size '999999999999999999999...'"),
        (
            "rect 4000 4000\n#ffffff #000000 #ff0000\n" + "\n" * 8000,
            "manifest.json: puzzle: more than 33,554,432 cells times colours, expected a smaller puzzle",
        ),
    ],
    ids=lambda value: value[:20],
)
def test_puzzle_of_the_manifest(forged, puzzle, message):
    folder = forged("linear")
    reseal(folder, puzzle=puzzle)
    assert reason(folder).startswith(message)


def test_long_manifest(forged, monkeypatch):
    folder = forged("linear")
    size = (folder / "manifest.json").stat().st_size
    monkeypatch.setattr(manifest, "_MAX_BYTES", size)
    verify_proof(str(folder))
    with open(folder / "manifest.json", "ab") as file:
        file.truncate(1 << 40)  # zero bytes that need no room on the disk
    assert reason(folder) == f"manifest.json: more than {size:,} bytes, expected a smaller file"


# The files of the folder


@pytest.mark.parametrize("kind", ["drat", "linear"])
@pytest.mark.parametrize("name", ["README", ".hidden", "Manifest.json", "a\nb", "\u202efdp.exe", "x" * 200])
def test_unlisted_file(run, forged, kind, name):
    folder = forged(kind)
    write(folder / name, "verified")
    shown = repr(name if len(name) <= 24 else name[:21] + "...")
    assert reason(folder) == f"{shown} is in the folder, but manifest.json does not list it"
    result = run("verify-proof", folder)
    assert (result.code, result.err, result.out.count("\n")) == (1, "", 1)


def test_listed_file_that_no_checker_reads(forged):
    """Also with a manifest that was made to fit."""
    folder = forged("linear")
    write(folder / "notes.txt", "verified")
    reseal(folder)
    assert reason(folder).startswith(
        "manifest.json: 'notes.txt' is listed, expected picture.txt, weights.txt in a proof"
    )
    folder = forged("none")
    write(folder / "picture.txt", "verified")
    reseal(folder)
    expected = "manifest.json: 'picture.txt' is listed, expected weights.txt in a proof of kind linear"
    assert reason(folder).startswith(expected)


def replaced(folder, name, how, elsewhere):
    """Put something else than a regular file in the place of a file."""
    path = folder / name
    if how == "link":
        path.rename(elsewhere)
        path.symlink_to(elsewhere)
    else:
        path.unlink()
        if how == "folder":
            path.mkdir()
        elif how == "broken link":
            path.symlink_to(elsewhere)
        elif how == "pipe":
            os.mkfifo(path)
        elif how == "device":
            path.symlink_to("/dev/zero")
        else:
            with socket.socket(socket.AF_UNIX) as server:
                here = os.getcwd()
                os.chdir(folder)  # since the names of sockets are short
                try:
                    server.bind(name)
                finally:
                    os.chdir(here)


NOT_REGULAR = {
    "link": "a symbolic link",
    "broken link": "a symbolic link",
    "device": "a symbolic link",
    "folder": "a folder",
    "pipe": "a pipe or a device",
    "socket": "a pipe or a device",
}


@pytest.mark.parametrize("name", ["manifest.json", "proof.drat"])
@pytest.mark.parametrize("how", NOT_REGULAR)
def test_no_regular_file(run, forged, tmp_path, name, how):
    folder = forged("drat")
    replaced(folder, name, how, tmp_path / "elsewhere")
    result = run("verify-proof", folder)
    assert (result.code, result.err) == (1, "")
    assert result.out == f"{folder}: not proved: {name} is {NOT_REGULAR[how]}, expected a regular file\n"


def test_folder_may_be_a_link(forged, tmp_path):
    (tmp_path / "link").symlink_to(forged("drat"))
    assert verify_proof(str(tmp_path / "link"), loads(RECT)).manifest.kind == "drat"


@pytest.mark.parametrize("kind", ["drat", "binary", "linear", "none"])
def test_anything_after_the_end_of_a_file(forged, kind):
    """Text, blanks, zero bytes, whatever other programs would ignore; each with a manifest that was made to fit."""
    folder = forged(kind)
    for name in tree(folder):
        if name == "manifest.json":
            continue
        data = (folder / name).read_bytes()
        for garbage in (b"\n", b" ", b"\0", b"0\n", b"c verified\n", b"\x1a", b"a\0"):
            (folder / name).write_bytes(data + garbage)
            reseal(folder)
            assert name.partition(".")[0] in reason(folder)
        (folder / name).write_bytes(data)
    reseal(folder)
    verify_proof(str(folder))


@pytest.mark.parametrize(
    "change",
    [
        lambda head: "c nonogram famous\n" + head.partition("\n")[2],
        lambda head: "c verified\n" + head,
        lambda head: head.replace("p cnf", "c verified\np cnf"),
        lambda head: head.replace("\n", " \n", 1),
        lambda head: head.replace("p cnf ", "p cnf 0"),
        lambda head: head.replace("p cnf ", "p  cnf "),
        lambda head: head[head.index("p cnf") :],
    ],
)
@pytest.mark.parametrize("name", ["formula.cnf", "blocked.cnf"])
def test_head_of_a_formula(forged, name, change):
    """Comments are those of the encoder, in both formulas."""
    folder = forged("drat")
    text = (folder / name).read_text()
    body = text.index("\n", text.index("p cnf")) + 1
    (folder / name).write_text(change(text[:body]) + text[body:])
    reseal(folder)
    begin = "formula.cnf is not the formula of" if name == "formula.cnf" else "blocked.cnf does not have the head of"
    assert reason(folder).startswith(begin)


def test_picture_in_other_characters(forged):
    folder = forged("linear")
    text = (folder / "picture.txt").read_text()
    for other in (text.replace("-", "."), f"\n{text}", text.replace("\n", " \n"), " ".join(text), f"{text}\n" * 9):
        (folder / "picture.txt").write_text(other)
        reseal(folder)
        assert reason(folder).startswith("picture.txt")


def test_steps_that_nobody_checks(forged):
    """Lines refute the puzzle alone: weights after that are not read, so there must be none."""
    folder = forged("none")
    write(folder / "weights.txt", "unit 1\ncells\n")
    reseal(folder)
    assert reason(folder) == "step 1 stands after the proof that there is no solution"


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
    assert reason(folder).startswith("blocked.cnf")
    for kind in ("drat", "linear"):
        with pytest.raises((NoProof, SolverError)):
            certify(claimed, "p", str(tmp_path / "other"), kind=kind)


# Time and memory


def test_large_puzzle_with_a_small_formula(forged, monkeypatch):
    """The formula of this puzzle would need many gigabytes; only as much of it is built as the file can hold."""
    n, message = 1000, "formula.cnf is not the formula of the puzzle in the manifest: "
    folder = forged("drat")
    clue = " ".join(["1a"] * (n // 4))
    reseal(folder, puzzle=f"rect {n} {n}\n#ffffff #000000\n" + f"{clue}\n" * (2 * n))
    assert reason(folder) == f"{message}it has fewer variables"
    with open(folder / "formula.cnf", "a") as file:
        file.write("1 " * n * n + "0\n")
    reseal(folder)
    found = re.fullmatch(rf"{message}more than ([0-9,]+) variables, expected a smaller formula", reason(folder))
    assert n * n < int(found[1].replace(",", "")) < n * n + 1000


@pytest.mark.parametrize("name", ["formula.cnf", "blocked.cnf", "solution.sol", "proof.drat"])
def test_long_lines(forged, monkeypatch, name):
    """Files of one long line, or of zero bytes that need no room on the disk."""
    monkeypatch.setattr(drat_steps, "_MAX_LINE", 1000)
    folder = forged("drat")
    with open(folder / name, "wb") as file:
        file.truncate(1 << 26)
    reseal(folder, files={**json.loads((folder / "manifest.json").read_text())["files"], name: zeros(1 << 26)})
    assert name.partition(".")[0] in reason(folder)


def zeros(size):
    return hashlib.sha256(bytes(size)).hexdigest()


def test_long_clauses(forged, monkeypatch):
    monkeypatch.setattr(drat_steps, "_MAX_LITERALS", 100)
    monkeypatch.setattr(drat_steps, "_MAX_LINE", 1200)
    folder = forged("binary")
    write(folder / "proof.drat", b"a" + b"\x02" * 101 + b"\0")
    reseal(folder)
    assert reason(folder) == "step 1 of the proof has more than 100 literals"
    folder = forged("drat")
    write(folder / "proof.drat", b"-1 " * 400 + b"0\n")
    reseal(folder)
    assert reason(folder) == "line 1 of the proof is no clause that ends with 0"


def test_literals_are_counted_without_reading_clauses(tmp_path):
    path = write(tmp_path / "f.cnf", "c a b\np cnf 2 2\n1 -2 0\n2 0\n")
    assert checker_cnf.count_literals(str(path)) >= 3
    with open(path, "ab") as file:
        file.truncate(1 << 24)
    assert checker_cnf.count_literals(str(path)) < 20


def test_compressed_bomb_as_puzzle(run, proofs, tmp_path):
    bomb = write(tmp_path / "p.clues.gz", gzip.compress(b"\n" * (1 << 27)))
    result = run("verify-proof", proofs / "drat", bomb)
    assert (result.code, result.out) == (3, "")
    assert result.err.count("\n") == 1
    assert result.err.endswith("bytes, expected a smaller file\n")


def test_compressed_files_are_no_files_of_a_proof(forged):
    for kind, name in (("drat", "formula.cnf"), ("linear", "picture.txt"), ("none", "weights.txt")):
        folder = forged(kind)
        write(folder / name, gzip.compress((folder / name).read_bytes()))
        reseal(folder)
        assert reason(folder).startswith(name)
    edited_folder = forged("binary")
    path = edited_folder / "manifest.json"
    write(path, gzip.compress(path.read_bytes()))
    assert reason(edited_folder).startswith("manifest.json: not JSON (")


# What `certify` replaces


def test_only_a_proof_is_replaced(run, rect, tmp_path):
    """A `manifest.json` of something else, and a proof beside other files, are left alone."""
    folder = tmp_path / "site"
    folder.mkdir()
    write(folder / "manifest.json", '{"name": "My site", "start_url": "/"}')
    write(folder / "index.html", "<html>")
    result = run("certify", rect, "-o", folder)
    assert (result.code, result.err) == (3, f"{folder}: other files are there, expected a new or an empty folder\n")
    assert tree(folder) == ["index.html", "manifest.json"]
    assert run("certify", rect, "-o", tmp_path / "proof", "-q").code == 0
    write(tmp_path / "proof" / "thesis.tex", "years of work")
    assert run("certify", rect, "-o", tmp_path / "proof", "-q").code == 3
    assert "thesis.tex" in tree(tmp_path / "proof")
    (tmp_path / "proof" / "thesis.tex").unlink()
    (tmp_path / "proof" / "proof.drat").write_bytes(b"changed")
    assert run("certify", rect, "-o", tmp_path / "proof", "-q").code == 0
    assert run("verify-proof", tmp_path / "proof", rect, "-q").code == 0


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
    assert proof.sentence("g") == "g: solved, unique; proved (linear: lines alone)"
    later = EARLIER[1:].replace('"proof": 1', '"proof": 2').replace('"details": {}', '"options": {}')
    write(tmp_path / "manifest.json", later)
    assert reason(tmp_path) == "manifest.json: version 2 of the format, expected 1, which this nonosat reads"


# Many forgeries at random


def test_random_forgeries(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["stress_proofs.py", "--forgeries", "80", "--seed", "3"])
    assert stress_proofs.main() == 0
    assert capsys.readouterr().out.startswith("80 forged proofs (")


def test_random_forgeries_notice_what_is_accepted(monkeypatch, capsys):
    """A checker that accepts everything is noticed."""
    for kind in KINDS.values():
        monkeypatch.setattr(type(kind), "check", lambda *_: CheckedStatement("nothing", None))
    monkeypatch.setattr("sys.argv", ["stress_proofs.py", "--forgeries", "80", "--seed", "3"])
    assert stress_proofs.main() == 1


@pytest.mark.parametrize("name", ["_read_others", "check_fewest"])
def test_random_forgeries_notice_what_is_not_checked(monkeypatch, name):
    """Pictures that nobody compares with the clues, and numbers of givens that nobody proves."""

    def unchecked(puzzle, text, deadline):
        return tuple(read_picture(block, puzzle) for block in text.split("\n\n"))

    if name == "_read_others":
        monkeypatch.setattr(claim_reader, name, unchecked)
    else:
        monkeypatch.setattr(certificate, name, lambda *_: None)
    monkeypatch.setattr("sys.argv", ["stress_proofs.py", "--forgeries", "400", "--seed", "3"])
    assert stress_proofs.main() == 1
