"""`nonosat batch` as a user meets it: what is found, what is written, what is said, in which order."""

from __future__ import annotations

import csv
import json
import os
import random
import re
from pathlib import Path

import pytest
import snapshot
from conftest import HEX, NONE, RECT, TWO, misused, refused, start, tree, write
from support.families import FAMILIES

import nonosat
from nonosat.batch.inputs import PuzzleSource, UnreadablePuzzle, collect_sources, read_tasks
from nonosat.batch.puzzle_task import PuzzleTask
from nonosat.formats import FORMATS
from nonosat.formats.clues import write as clue_file

BROKEN = "rect 1 1\n#ffffff #000000\n2a\n\n"


@pytest.fixture
def folder(tmp_path):
    """Puzzles of all kinds, some in a folder below."""
    puzzles = tmp_path / "puzzles"
    (puzzles / "more").mkdir(parents=True)
    for name, text in {
        "rect": RECT,
        "two": TWO,
        "none": NONE,
        "broken": BROKEN,
        "more/hex": HEX,
        "more/two": TWO,
    }.items():
        write(puzzles / f"{name}.clues", text)
    write(puzzles / "notes.txt", "no puzzle")
    write(puzzles / ".hidden.clues", "no puzzle")
    return puzzles


@pytest.fixture(autouse=True)
def one_worker(monkeypatch):
    """A worker for each core is more than most tests need."""
    monkeypatch.setattr("nonosat.cli.batch_command.available_cores", lambda: 1)


def records(out) -> list[dict]:
    return [json.loads(line) for line in (out / "report.jsonl").read_text().splitlines()]


def outputs(out) -> list[str]:
    return [name for name in tree(out) if name not in ("report.jsonl", "others.txt", ".lock")]


@pytest.mark.parametrize("jobs", [1, 2])
def test_order_does_not_depend_on_workers(run, folder, tmp_path, jobs):
    out = tmp_path / "out"
    done = run("batch", folder, "-o", out, "--unique", "-j", jobs)
    assert done.code == 3
    text = f"{done.out}{done.err}".replace(str(tmp_path), "here")
    snapshot.compare("cli/batch", "a folder", re.sub(r"[0-9.,]+(?= s,| a second)", "N", text))
    assert [record["name"] for record in records(out)] == ["broken", "none", "rect", "two", "more/hex", "more/two"]
    drawn = ["more/hex.svg", "more/two.second.svg", "more/two.svg", "rect.svg", "two.second.svg", "two.svg"]
    assert outputs(out) == drawn


def test_record(run, folder, tmp_path):
    run("batch", folder, "-o", tmp_path / "out", "--unique", "--timeout", 60)
    found = {record["name"]: record for record in records(tmp_path / "out")}
    two = found["two"]
    assert two.pop("seconds") > 0
    assert len(two.pop("hash")) == 32
    assert two.pop("conflicts") >= 0
    assert two == {
        "name": "two",
        "file": f"{folder}/two.clues",
        "outcome": "no",
        "version": nonosat.__version__,
        "format": "clues",
        "digest": nonosat.puzzle_digest(nonosat.loads(TWO)),
        "shape_digest": two["shape_digest"],
        "grid": "rect 2 2",
        "colors": two["colors"],
        "unique": False,
        "picture": two["picture"],
        "second": two["second"],
        "goal": None,
        "differs": [[1, 1], [1, 2], [2, 1], [2, 2]],
        "line_solvable": False,
        "variables": two["variables"],
        "clauses": two["clauses"],
        "solver": "glucose4",
        "timeout": 60.0,
        "remarks": [],
        "error": None,
        "files": ["two.svg", "two.second.svg"],
        "exit": 1,
    }
    solved = json.loads(run("solve", "-u", "--json", folder / "two.clues").out)
    assert all(two[name] == value for name, value in solved.items() if name != "seconds")
    assert two["variables"] > 0
    assert two["clauses"] > 0
    assert [found["rect"][key] for key in ("line_solvable", "solver", "variables", "unique")] == [
        True,
        None,
        None,
        True,
    ]
    assert [found["none"][key] for key in ("outcome", "picture", "files")] == ["no", None, []]
    assert found["broken"]["error"].startswith(f"{folder}/broken.clues:3:1: ")
    assert [found["broken"][key] for key in ("outcome", "exit", "grid")] == ["failed", 3, None]


def test_the_same_as_solve(run, folder, tmp_path):
    """Formula, model and drawings are byte for byte those of `nonosat solve`."""
    names = [folder / "rect.clues", folder / "two.clues", folder / "none.clues"]
    run("solve", *names, "--unique", "-o", tmp_path / "solve")
    run("batch", *names, "--unique", "-o", tmp_path / "batch", "--sat", "--sol")
    assert outputs(tmp_path / "batch") == tree(tmp_path / "solve")
    for name in tree(tmp_path / "solve"):
        assert (tmp_path / "batch" / name).read_bytes() == (tmp_path / "solve" / name).read_bytes()
    lines = {record["name"]: record["line_solvable"] for record in records(tmp_path / "batch")}
    assert lines == {"rect": True, "two": False, "none": True}  # though a solver made the models


def test_packed_formulas(run, rect, tmp_path):
    assert run("batch", rect, "-o", tmp_path / "out", "--sat", "--gzip", "--no-svg").code == 0
    assert outputs(tmp_path / "out") == ["rect.sat.gz"]
    assert records(tmp_path / "out")[0]["files"] == ["rect.sat.gz"]


def test_options_of_solve(run, folder, tmp_path):
    """Formulas are byte for byte those of `nonosat solve` with the same options."""
    options = ("--unique", "--encoding", "pairwise", "--amo", "product", "--add", "totals", "--propagate")
    names = [folder / "rect.clues", folder / "more" / "two.clues"]
    run("solve", *names, *options, "-o", tmp_path / "solve", "--gzip-above", 1200)
    done = run("batch", *names, *options, "-o", tmp_path / "batch", "--sat", "--sol", "--gzip-above", 1200)
    assert done.code == 1
    assert outputs(tmp_path / "batch") == tree(tmp_path / "solve")
    assert {"rect.sat.gz", "two.sat"} <= {*tree(tmp_path / "solve")}
    for name in tree(tmp_path / "solve"):
        assert (tmp_path / "batch" / name).read_bytes() == (tmp_path / "solve" / name).read_bytes()


def test_no_propagation(run, rect, tmp_path):
    run("batch", rect, "-o", tmp_path / "out", "--no-propagate", "--solver", "minisat22", "--portfolio", 2)
    (record,) = records(tmp_path / "out")
    assert (record["solver"], record["line_solvable"], record["outcome"]) == ("minisat22", True, "yes")


def test_json_and_csv(run, folder, tmp_path):
    done = run("batch", folder, "-o", tmp_path / "out", "--json", "--csv")
    assert [json.loads(line) for line in done.out.splitlines()] == records(tmp_path / "out")
    with open(tmp_path / "out" / "report.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == [record["name"] for record in records(tmp_path / "out")]
    assert rows[-1]["files"] == "more/two.svg"
    assert rows[0]["error"].startswith(f"{folder}/broken.clues:3:1: ")


def test_quiet(run, folder, tmp_path):
    done = run("batch", folder / "more", "-o", tmp_path / "out", "-q")
    assert (done.code, done.out, done.err) == (0, "", "")
    done = run("batch", folder, "-o", tmp_path / "other", "-q")
    assert (done.code, done.out, done.err.count("\n")) == (3, "", 1)


@pytest.mark.parametrize("separator", ["\n", "\0", "\r\n"])
@pytest.mark.parametrize("source", ["-", "--files-from"])
def test_lists_of_names(run, rect, hexagon, tmp_path, separator, source):
    names = separator.join(map(str, (rect, hexagon, rect))) + separator
    words = ("-",) if source == "-" else ("--files-from", write(tmp_path / "list", names))
    assert run("batch", *words, "-o", tmp_path / "out", "--no-svg", stdin=names).code == 0
    assert [record["name"] for record in records(tmp_path / "out")] == ["rect", "hexagon"]  # each once


def test_names_tell_suffixes_where_they_must(run, folder, tmp_path):
    write(folder / "two.px", "2 2\n1\n1\n1\n1\n")
    run("batch", folder, "-o", tmp_path / "out", "--no-svg")
    names = [record["name"] for record in records(tmp_path / "out")]
    assert names == ["broken", "none", "rect", "two.clues", "two.px", "more/hex", "more/two"]


def test_missing_files_are_told_one_by_one(run, rect, tmp_path):
    done = run("batch", tmp_path / "missing.clues", rect, "-o", tmp_path / "out")
    assert done.code == 3
    assert done.err.startswith(f"{tmp_path}/missing.clues: ")
    assert done.out.startswith("rect: ")


def test_outputs_in_the_folder_of_the_puzzles_are_no_puzzles(run, folder):
    (folder / "out").mkdir()
    write(folder / "out" / "old.clues", RECT)
    run("batch", folder, "-o", folder / "out", "--no-svg")
    assert len(records(folder / "out")) == 6


def test_a_single_puzzle_of_several_kinds_of_trouble(run, tmp_path):
    """Each goes on record, none stops the others."""
    puzzles = tmp_path / "puzzles"
    puzzles.mkdir()
    write(puzzles / "a.clues", b"\xff")
    write(puzzles / "b.clues", "")
    write(puzzles / "c.clues", RECT)
    (puzzles / "d.clues").mkdir()
    done = run("batch", puzzles, "-o", tmp_path / "out")
    assert (done.code, done.out.splitlines()[0][:3], done.err.count("\n")) == (3, "c: ", 5)


def test_time_limit(run, rect, tmp_path):
    slow = write(tmp_path / "slow.clues", clue_file(FAMILIES["wedges"](30, 1)))
    done = run("batch", slow, rect, "-o", tmp_path / "out", "-u", "--timeout", 0.1, "--strategy", "sat")
    assert done.code == 5
    assert "slow: " in done.out + done.err
    record = records(tmp_path / "out")[0]
    assert (record["outcome"], record["timeout"]) == ("gave up", 0.1)
    assert 0.08 < record["seconds"] < 30


@pytest.mark.parametrize("jobs", [1, 2])
def test_fail_fast(run, tmp_path, jobs):
    puzzles = [write(tmp_path / f"{n}.clues", NONE if n == 3 else RECT) for n in range(8)]
    done = run("batch", *puzzles, "-o", tmp_path / "out", "--fail-fast", "-j", jobs)
    assert (done.code, [line.split(":")[0] for line in done.out.splitlines() if ": " in line]) == (1, list("0123"))
    again = run("batch", *puzzles, "-o", tmp_path / "out", "--resume")  # keep going now
    assert again.code == 1
    assert [record["name"] for record in records(tmp_path / "out")] == list("01234567")


# Several puzzles in a file


def stack(*texts: str) -> str:
    """Puzzles in a format with room for several."""
    parts = [FORMATS["non"].write(FORMATS["clues"].read(text)) if text is not BROKEN else "width 1\n" for text in texts]
    return "====\n".join(parts)


@pytest.fixture
def collection(tmp_path):
    return write(tmp_path / "some.non", stack(TWO, BROKEN, RECT))


def test_several_puzzles_in_a_file(run, collection, rect, tmp_path):
    done = run("batch", collection, rect, "-o", tmp_path / "out", "-u")
    assert [line.split(":")[0] for line in done.out.splitlines()[:3]] == ["some-1", "some-3", "rect"]
    assert [record["file"] for record in records(tmp_path / "out")] == [f"{collection}#{n}" for n in (1, 2, 3)] + [
        str(rect)
    ]
    assert [record["format"] for record in records(tmp_path / "out")] == ["non", None, "non", "clues"]
    assert outputs(tmp_path / "out") == ["rect.svg", "some-1.second.svg", "some-1.svg", "some-3.svg"]


def test_one_of_several(run, collection, tmp_path):
    done = run("batch", f"{collection}#3", f"{collection}#4", "-o", tmp_path / "out", "-u")
    assert done.out.startswith("some-3: ")
    assert records(tmp_path / "out")[0]["format"] == "non"
    assert done.err.startswith(f"{collection}: ")
    assert "#4" in done.err.splitlines()[0]


def test_only_the_puzzle_that_changed_is_done_again(run, collection, tmp_path):
    run("batch", collection, "-o", tmp_path / "out", "-q")
    write(collection, stack(TWO, TWO, RECT))
    done = run("batch", collection, "-o", tmp_path / "out", "--resume")
    assert [line.split(":")[0] for line in done.out.splitlines() if ": " in line] == ["some-2"]


def test_a_collection_that_is_shorter_when_its_turn_comes(collection):
    (source,) = collect_sources([str(collection)], "out").sources
    assert source.names() == ["some-1", "some-2", "some-3"]
    write(collection, stack(TWO))
    found = list(read_tasks(source))
    assert [type(one) for one in found] == [PuzzleTask, UnreadablePuzzle, UnreadablePuzzle]
    assert str(found[2].error).startswith(f"{collection}: ")
    collection.unlink()
    assert [one.error.file for one in read_tasks(source)] == [str(collection)] * 3


def test_a_broken_collection_is_one_puzzle_until_its_turn_comes(tmp_path):
    path = write(tmp_path / "some.non", b"\xff\n====\n")
    assert collect_sources([str(path)], "out") == ([PuzzleSource(name="some", path=str(path))], [])


def test_text_files_count_where_they_look_like_puzzles(tmp_path):
    write(tmp_path / "a.txt", "[1] [1]\n[1] [1]\n")
    write(tmp_path / "b.txt", "Puzzles from the exhibition\n")
    write(tmp_path / "c.txt", b"\xff")
    found = collect_sources([str(tmp_path)], "out")
    assert [source.name for source in found.sources] == ["a"]
    assert found.others == [str(tmp_path / "b.txt"), str(tmp_path / "c.txt")]
    found = collect_sources([str(tmp_path), str(tmp_path / "b.txt")], "out")  # it is asked for
    assert [source.name for source in found.sources] == ["a", "b"]
    assert found.others == [str(tmp_path / "c.txt")]


def test_files_that_are_not_recognised_are_named(run, tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    (folder / "more").mkdir(parents=True)
    (folder / "linked").symlink_to(tmp_path)
    (folder / ".git").mkdir()
    for name, text in {
        "a.clues": RECT,
        "README.md": "Puzzles",
        "more/damaged.txt": "[1] [1\n",
        "more/no-suffix": RECT,
        ".hidden.txt": "x",
        ".git/notes.txt": "x",
    }.items():
        write(folder / name, text)
    done = run("batch", folder, "-o", out)
    assert done.code == 0
    others = [str(folder / name) for name in ("more/damaged.txt", "README.md", "linked", "more/no-suffix")]
    assert (out / "others.txt").read_text().splitlines() == others
    assert all(name in done.err for name in others)
    assert [record["name"] for record in records(out)] == ["a"]
    # The list is one of files to look at: given one by one they have errors.
    done = run("batch", "--files-from", out / "others.txt", "-o", tmp_path / "again")
    assert done.code == 3
    assert str(folder / "more/damaged.txt") in done.err
    # It is that of the latest run.
    for name in ("more/damaged.txt", "README.md", "linked", "more/no-suffix"):
        (folder / name).unlink()
    assert "README" not in run("batch", folder, "-o", out, "--resume").err
    assert not (out / "others.txt").exists()
    write(folder / "b.txt", "x")
    assert run("batch", folder, "-o", out, "--resume", "-q").err == ""
    assert (out / "others.txt").read_text() == f"{folder}/b.txt\n"
    assert str(folder / "b.txt") in run("rate", folder).err
    (folder / "a.clues").unlink()
    for words in (("batch", folder, "-o", tmp_path / "none"), ("rate", folder)):
        done = run(*words)
        assert done.code == 3
        assert str(folder / "b.txt") in done.err


# Wrong use


#: From calls that are refused to names in the message.
USAGE: dict[str, tuple[str, ...]] = {
    "-o out": ("--files-from",),
    "x.clues -o out --solver none": ("'none'", "glucose4"),
    "x.clues -o out --encoding none": ("'none'", "start"),
    "x.clues -o out --strategy none": ("'none'", "hints"),
    "x.clues -o out --strategy decimation --sat": ("decimation", "formula"),
    "x.clues -o out --strategy decimation --no-propagate": ("decimation", "propagation"),
    "x.clues -o out --from none": ("'none'", "clues"),
    "x.clues -o out --memory 1G --dask tcp://x:1": ("--memory", "--dask"),
    "x.clues -o out --gzip": ("--gzip", "--sat"),
    "x.clues -o out --gzip-above 9 --sol": ("--gzip", "--sat"),
    "- --files-from - -o out": ("`-`",),
    "x.clues -o out --amo product": ("'product'", "start"),
    "x.clues -o out --add none": ("'none'", "totals"),
}
#: The same, in words of click.
GRAMMAR: dict[str, tuple[str, ...]] = {
    "x.clues": ("-o",),
    "x.clues -o out --memory much": ("'much'", "500M"),
    "x.clues -o out --memory 1M": ("'1M'", "128M"),
}


def test_wrong_use(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = []
    for words, names in [*USAGE.items(), *GRAMMAR.items()]:
        done = run("batch", *words.split())
        misused(done, *names)
        told += [f"$ nonosat batch {words}\n{done.err.splitlines()[-1]}\n"] if words in USAGE else []
    assert not (tmp_path / "out").exists()
    snapshot.compare("cli/batch", "usage", "\n".join(told))


def test_folder_without_puzzles(run, tmp_path):
    refused(run("batch", tmp_path, "-o", tmp_path / "out"), tmp_path, "puzzles")


def test_output_that_can_be_no_folder(run, rect, tmp_path):
    refused(run("batch", rect, "-o", rect), rect, "folder")


def test_solver_that_is_not_there(run, rect, tmp_path):
    done = run("batch", rect, "-o", tmp_path / "out", "--solver-cmd", "no-such-solver {cnf}")
    assert (done.code, done.err.count("\n")) == (4, 1)


# On a terminal


def test_bar_on_a_terminal(folder, tmp_path):
    pytest.importorskip("pty")
    from test_terminal_output import on_terminal

    code, text = on_terminal("batch", folder, "-o", tmp_path / "out", "-u", "-j", 1, width=80)
    assert code == 3
    assert "6/6" in text
    assert f"\x1b[J{folder}/broken.clues:3:1: " in text
    assert "rect: " not in text  # the bar stands for these lines


def test_no_bar_where_nobody_looks(run, folder, tmp_path):
    done = run("batch", folder, "-o", tmp_path / "out", "-u")
    assert "\r" not in done.out + done.err
    assert "\x1b" not in done.out + done.err


@pytest.mark.slow
def test_many_random_puzzles_against_solve(run, tmp_path):
    rng = random.Random(5)
    puzzles = tmp_path / "puzzles"
    puzzles.mkdir()
    expected = {}
    for number in range(60):
        puzzle = FAMILIES["random"](rng.randint(3, 12), number)
        write(puzzles / f"{number:03}.clues", clue_file(puzzle))
        result = nonosat.solve(puzzle, unique=True)
        expected[f"{number:03}"] = result.unique
    run("batch", puzzles, "-o", tmp_path / "out", "-u", "-j", 2)
    found = records(tmp_path / "out")
    assert {record["name"]: record["unique"] for record in found} == expected
    assert [record["name"] for record in found] == sorted(expected)
    assert len(set(expected.values())) == 2
    assert all(Path(tmp_path / "out" / f"{name}.svg").exists() for name in expected)


def test_odd_names(run, tmp_path):
    puzzles = os.fsencode(tmp_path / "puzzles")
    os.makedirs(puzzles + b"/\xff")
    for name in (b"\xff.clues", b"\xff/\xfe.clues", b"a\nb\x1b.clues", "ä €.clues".encode(), b"-u.clues", b"x#1.clues"):
        with open(puzzles + b"/" + name, "wb") as file:
            file.write(RECT.encode())
    done = run("batch", tmp_path / "puzzles", "-o", tmp_path / "out", "-u")
    assert (done.code, done.out.count(": ")) == (0, 6)
    assert "a?b?: " in done.out
    names = [os.fsencode(path) for path in sorted(os.listdir(tmp_path / "out"))]
    assert b"\xff.svg" in names
    assert b"a\nb\x1b.svg" in names
    assert run("batch", tmp_path / "puzzles", "-o", tmp_path / "out", "-u", "--resume").out.startswith("verdict")


@pytest.mark.costly
def test_a_reader_that_has_seen_enough(run, folder, tmp_path):
    ours, theirs = os.pipe()
    os.close(ours)
    process = start("batch", folder, "-o", tmp_path / "out", "-u", "-j", 1, stdout=theirs)
    os.close(theirs)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"Traceback" not in err
    assert run("batch", folder, "-o", tmp_path / "out", "-u", "--resume").code == 3
    assert len(records(tmp_path / "out")) == 6
