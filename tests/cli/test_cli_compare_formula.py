"""`nonosat compare --formula`: verdicts, exit codes, patterns of names, strength, and files that cannot be read."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from conftest import HEX, RECT, TWO, misused, write
from explaining_puzzles import HEART
from support.student_formulas import KINDS, RIGHT, dimacs

import nonosat
from nonosat.cli.formula_files import FormulaOptions, formula_files, proof_folder
from nonosat.cnf.dimacs import write_dimacs
from nonosat.core.errors import GaveUp


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"heart": HEART, "two": TWO, "rect": RECT, "hex": HEX}.items():
        write(tmp_path / f"{name}.clues", text)
    return tmp_path


def submit(file: str, puzzle: str, kind: str) -> None:
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text(dimacs(KINDS[kind](nonosat.loads(puzzle))))


def records(done) -> list[dict]:
    return [json.loads(line) for line in done.out.splitlines()]


def test_a_right_formula_is_measured_beside_ours(run) -> None:
    submit("student.sat", HEART, "start")
    done = run("compare", "heart.clues", "--formula", "student.sat", "--solvers", "glucose4,minisat22", "--json")
    lines, ours, theirs = records(done)
    assert done.code == 0
    assert [each["encoding"] for each in (lines, ours, theirs)] == ["(lines)", "order", "student.sat"]
    assert (theirs["check"]["verdict"], theirs["check"]["solutions"]) == ("equal", 1)
    header = Path("student.sat").read_text().split()
    assert (theirs["variables"], theirs["clauses"]) == (int(header[2]), int(header[3]))
    for search in theirs["searches"]:
        assert search["verdict"] == "unique"
        assert all(search[name] is not None for name in ("conflicts", "decisions", "propagations", "restarts"))
    assert lines["strength"]["found"] == lines["strength"]["follows"] == theirs["strength"]["follows"]
    assert theirs["strength"]["found"] <= theirs["strength"]["follows"]


def test_a_missed_cell_is_one_that_follows(run) -> None:
    """It is shown on a line, in the words of `nonosat line`, which agrees."""
    submit("student.sat", HEART, "pairwise at most one")
    strength = records(run("compare", "heart.clues", "--formula", "student.sat", "--no-solve", "--json"))[-1][
        "strength"
    ]
    assert strength["found"] < strength["follows"]
    _, clue, _, cells, rest = strength["missed"].split('"')
    words = rest.split()
    forced = json.loads(run("line", clue, cells, "--json").out)
    assert words[1] == "cell"
    assert forced["possible"][int(words[2]) - 1] == [words[-1]]


def test_strength_depends_on_the_seed_alone(run) -> None:
    submit("student.sat", HEART, "pairwise at most one")
    words = ("compare", "heart.clues", "--formula", "student.sat", "--no-solve", "--json", "--seed")
    found = [records(run(*words, seed))[-1]["strength"] for seed in ("1", "1", "2", "3")]
    assert found[0] == found[1]
    assert found[2] != found[3]


@pytest.mark.parametrize(
    ("name", "kind"), [("heart", "no gap"), ("heart", "no order"), ("rect", "off by one"), ("rect", "columns swapped")]
)
def test_a_wrong_formula_shows_a_picture(run, name: str, kind: str) -> None:
    submit("student.sat", {"heart": HEART, "rect": RECT}[name], kind)
    done = run("compare", f"{name}.clues", "--formula", "student.sat", "--letters", "--no-solve")
    record = records(run("compare", f"{name}.clues", "--formula", "student.sat", "--no-solve", "--json"))[-1]
    assert done.code == record["exit"] == 1
    check = record["check"]
    picture = check["allowed"] or check["forbidden"]
    assert "\n".join(picture) in done.out
    if check["allowed"]:
        assert check["violations"][0]["message"] in done.out
    else:
        assert check["forbidden_lines"] or check["forbidden_cells"]


def test_a_formula_without_a_difference_is_not_called_equal(run) -> None:
    with Path("two.sat").open("wb") as file:
        write_dimacs(nonosat.encode(nonosat.loads(TWO)), file)
    assert run("compare", "two.clues", "--formula", "two.sat", "--no-solve").code == 0
    done = run("compare", "two.clues", "--formula", "two.sat", "--no-solve", "--solutions", "1", "--json")
    assert (done.code, records(done)[-1]["check"]["verdict"]) == (1, "no difference found")


def test_another_numbering(run) -> None:
    columns = {row * 5 + column + 1: column * 5 + row + 1 for row in range(5) for column in range(5)}
    clauses = KINDS["dnf"](nonosat.loads(HEART))
    Path("h.sat").write_text(dimacs([[columns[abs(x)] * (1 if x > 0 else -1) for x in clause] for clause in clauses]))
    assert run("compare", "heart.clues", "--formula", "h.sat", "--no-solve").code == 1
    assert run("compare", "heart.clues", "--formula", "h.sat", "--no-solve", "--numbering", "j*h+r+1").code == 0


def test_a_hexagon(run) -> None:
    with Path("hex.sat").open("wb") as file:
        write_dimacs(nonosat.encode(nonosat.loads(HEX), encoding="automaton"), file)
    assert run("compare", "hex.clues", "--formula", "{name}.sat").code == 0


# A folder of submissions


def test_a_folder_of_submissions(run) -> None:
    puzzles = {"heart": HEART, "rect": RECT}
    for number, kind in enumerate((*RIGHT, "no order")):
        for name, text in puzzles.items():
            if kind != "dnf" or name == "heart":
                submit(f"work/{number}/{name}.sat", text, kind)
    Path("work/0/rect.sat").write_text("p cnf 3 1\n1 2\n")
    done = run("compare", "heart.clues", "rect.clues", "--formula", "work/*/{name}.sat", "--no-solve", "--json")
    found = {each["encoding"]: each for each in records(done)}
    verdicts = {name: each["check"]["verdict"] for name, each in found.items() if "check" in each}
    assert verdicts["work/1/heart.sat"] == verdicts["work/4/rect.sat"] == "equal"
    assert verdicts["work/6/heart.sat"] == "different"
    assert (done.code, found["work/0/rect.sat"]["exit"], found["work/3/rect.sat"]["exit"]) == (3, 3, 3)
    assert "work/0/rect.sat:2:4" in done.err
    assert "work/3/rect.sat" in done.err


# Proofs


@pytest.mark.slow
def test_proofs_of_a_folder(run) -> None:
    """Each formula that is equal has a folder, and no other one; the exit code is the same as without proofs."""
    for name, text in {"heart": HEART, "two": TWO}.items():
        for who, kind in {"anna": "start", "ben": "no order"}.items():
            submit(f"work/{who}/{name}.sat", text, kind)
    words = ("compare", "heart.clues", "two.clues", "--formula", "work/*/{name}.sat", "--no-solve", "--json")
    done = run(*words, "--proof", "proofs")
    assert done.code == run(*words).code == 1
    proofs = {each["encoding"]: each["proof"] for each in records(done) if "check" in each}
    assert proofs["work/anna/heart.sat"] == "proofs/anna/heart.sat"
    assert proofs["work/ben/heart.sat"] is None
    equal = {each["encoding"][5:] for each in records(done) if each.get("check", {}).get("verdict") == "equal"}
    assert {str(path.parent.relative_to("proofs")) for path in Path("proofs").rglob("check.txt")} == equal
    assert run(*words, "--proof", "proofs").code == 1  # replaces them
    shutil.copy("work/ben/heart.sat", "work/anna/heart.sat")
    assert run(*words, "--proof", "proofs").code == 1
    assert not Path("proofs/anna/heart.sat").exists()  # it was about another formula


def test_a_proof_is_named_like_its_file(run, folder: Path) -> None:
    submit("work/student.sat", HEART, "start")
    done = run("compare", "heart.clues", "--formula", folder / "work/student.sat", "--no-solve", "--proof", "proof")
    assert (done.code, "proved" in done.out) == (0, True)
    assert sorted(path.name for path in (folder / "proof").iterdir()) == ["student.sat"]


@pytest.mark.parametrize(
    ("patterns", "file", "folder"),
    [
        (["student.sat"], "student.sat", "student.sat"),
        (["../x/student.sat"], "../x/student.sat", "student.sat"),
        (["work/*/{name}.sat"], "work/anna/heart.sat", "anna/heart.sat"),
        (["work/{name}-*.sat"], "work/heart-anna.sat", "heart-anna.sat"),
        (["work/a-*/{name}.sat"], "work/a-na/heart.sat", "a-na/heart.sat"),
        (["a/x.sat", "b/x.sat"], "b/x.sat", "b/x.sat"),
    ],
)
def test_folders_of_proofs(patterns: list[str], file: str, folder: str) -> None:
    options = FormulaOptions(tuple(patterns), "i*n+c", most=1, seed=1, proof="proofs")
    assert proof_folder(options, file) == os.path.join("proofs", *folder.split("/"))
    assert proof_folder(options._replace(proof=None), file) is None


def test_nothing_else_is_replaced_by_a_proof(run, folder: Path) -> None:
    submit("student.sat", HEART, "start")
    (folder / "proof/student.sat").mkdir(parents=True)
    write(folder / "proof/student.sat/mine", "")
    done = run("compare", "heart.clues", "--formula", "student.sat", "--no-solve", "--proof", "proof")
    assert done.code == 3
    assert "proof/student.sat" in done.err


def test_a_proof_that_takes_too_long(run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_time(*_: object, **__: object) -> None:
        raise GaveUp("the time limit came first")

    monkeypatch.setattr("nonosat.proofs.equality.prove_equality", no_time)
    submit("student.sat", HEART, "start")
    words = ("compare", "heart.clues", "--formula", "student.sat", "--no-solve", "--proof", "proof")
    done = run(*words, "--json")
    record = records(done)[-1]
    assert (done.code, record["exit"], record["proof"], record["check"]["verdict"]) == (5, 5, None, "equal")
    assert "time limit" in record["error"]
    done = run(*words)
    assert (done.code, "equal" in done.out, "student.sat" in done.err) == (5, True, True)
    assert not (folder / "proof").exists()


def test_the_table_names_formulas_that_cannot_be_read(run) -> None:
    submit("work/0/heart.sat", HEART, "start")
    Path("work/1").mkdir()
    done = run("compare", "heart.clues", "--formula", "work/*/{name}.sat", "--no-solve")
    table = done.out.partition("Formulas")[2]
    assert (done.code, "work/0/heart.sat" in table, "work/1/heart.sat" in table) == (3, True, True)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "utf-16"])
def test_comments_in_any_encoding(run, encoding: str) -> None:
    formula = f"c Müller\r\n{dimacs(KINDS['start'](nonosat.loads(HEART)))}"
    Path("student.sat").write_bytes(formula.encode(encoding))
    assert run("compare", "heart.clues", "--formula", "student.sat", "--no-solve").code == 0


def test_patterns(folder: Path) -> None:
    for name in ("a/x.sat", "b/x.sat", "c-x.sat", "d-[y].sat"):
        (folder / name).parent.mkdir(exist_ok=True)
        write(folder / name, "")
    assert list(formula_files(["*/{name}.sat"], "x")) == ["a/x.sat", "b/x.sat"]
    assert list(formula_files(["*/{name}.sat"], "z")) == ["a/z.sat", "b/z.sat"]
    assert list(formula_files(["*-{name}.sat", "a/x.sat", "c-x.sat"], "x")) == ["c-x.sat", "a/x.sat"]
    assert list(formula_files(["*-{name}.sat"], "[y]")) == ["d-[y].sat"]
    assert list(formula_files(["none/*.sat"], "x")) == ["none/*.sat"]


def test_wrong_usage(run) -> None:
    misused(run("compare", "heart.clues", "two.clues", "--formula", "x.sat"), "--formula", "{name}")
    misused(run("compare", "-", "--formula", "-"), "-")
    misused(run("compare", "heart.clues", "--proof", "proof"), "--formula")
    misused(run("compare", "heart.clues", "--formula", "x.sat", "--numbering", "x"), "'x'")


def test_standard_input(run) -> None:
    formula = dimacs(KINDS["start"](nonosat.loads(HEART)))
    assert run("compare", "heart.clues", "--formula", "-", "--no-solve", stdin=formula).code == 0
