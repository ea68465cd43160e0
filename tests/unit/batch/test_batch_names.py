"""Names of puzzles: each different, inside the output folder, and the same in every run."""

from __future__ import annotations

import json
import os
import random

import pytest
from conftest import HEX, NONE, RECT, TWO, misused, refused, tree, write

from nonosat.batch import puzzle_names as naming
from nonosat.batch.inputs import collect_sources, name_files
from nonosat.batch.puzzle_names import PuzzleFile, single_file, unique_names
from nonosat.core.errors import UsageError
from nonosat.formats import FORMATS

PX = "2,2\n1\n1\n1\n1\n"
NON = FORMATS["non"].write(FORMATS["clues"].read(TWO))


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The working folder, with puzzles of the same name in several folders below."""
    for name, text in {
        "d1/a.clues": TWO,
        "d1/b.clues": RECT,
        "d2/a.clues": RECT,
        "d2/deep/c.clues": HEX,
        "d3/a.px": PX,
        "d3/a.clues": NONE,
        "top.clues": RECT,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        write(tmp_path / name, text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def one_worker(monkeypatch):
    """A worker for each core is more than most tests need."""
    monkeypatch.setattr("nonosat.cli.batch_command.available_cores", lambda: 1)


def names(*paths: str, folder: str = "out") -> list[str]:
    return [name for source in collect_sources(map(str, paths), folder).sources for name in source.names()]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        # Different names need no folders.
        (["d1/a.clues", "d1/b.clues", "top.clues"], ["a", "b", "top"]),
        (["d1", "top.clues"], ["a", "b", "top"]),
        (["d2"], ["a", "deep/c"]),
        # Suffixes where they are enough.
        (["d3"], ["a.clues", "a.px"]),
        (["d3/a.px", "d3/a.clues"], ["a.px", "a.clues"]),
        (["d1/a.clues", "d3/a.px"], ["a.clues", "a.px"]),
        # Paths for all where two names clash.
        (["d1/a.clues", "d2/a.clues"], ["d1/a", "d2/a"]),
        (["d1", "d2"], ["d1/a", "d1/b", "d2/a", "d2/deep/c"]),
        (["d1/a.clues", "d2", "top.clues"], ["d1/a", "d2/a", "d2/deep/c", "top"]),
        (["d1", "d3"], ["d1/a", "d1/b", "d3/a.clues", "d3/a.px"]),
        (["."], ["top", "d1/a", "d1/b", "d2/a", "d2/deep/c", "d3/a.clues", "d3/a.px"]),
        (["top.clues", "d1/a.clues", "d2/a.clues"], ["top", "d1/a", "d2/a"]),
        (["d2/deep/c.clues", "d1/a.clues", "d2/a.clues"], ["d2/deep/c", "d1/a", "d2/a"]),
        # Each file once, however it is written.
        (["d1/a.clues", "d1/a.clues", "./d1/../d1/a.clues", "d1"], ["a", "b"]),
        (["d2/../d1/a.clues", "d2/a.clues"], ["d1/a", "d2/a"]),
        (["d2/deep/c.clues", "d2", "top.clues"], ["deep/c", "a", "top"]),
        # A name that a folder and a path share.
        (["d2", "top.clues", "d2/deep/../../d1/a.clues"], ["d2/a", "d2/deep/c", "top", "d1/a"]),
    ],
)
def test_names(here, paths, expected):
    assert names(*paths) == expected
    # They do not depend on how paths are written, nor on where the user is.
    absolute = [os.path.join(here, path) for path in paths]
    os.chdir(here / "d2" / "deep")
    assert names(*absolute) == expected
    assert sorted(names(*reversed(absolute))) == sorted(expected)
    assert names(*(os.path.relpath(path) for path in absolute)) == expected


def test_the_order_of_arguments_does_not_change_names(here):
    paths = ["d1/a.clues", "d2/a.clues", "d3/a.px", "d3/a.clues", "top.clues", "d2/deep/c.clues", "d1/b.clues"]
    expected = dict(zip(paths, names(*paths), strict=True))
    assert sorted(expected.values()) == ["d1/a", "d1/b", "d2/a", "d2/deep/c", "d3/a.clues", "d3/a.px", "top"]
    rng = random.Random(1)
    for _ in range(20):
        rng.shuffle(paths)
        assert names(*paths) == [expected[path] for path in paths]


def test_a_list_has_the_names_of_its_folder(here):
    """`find . -name '*.clues'` and the folder itself, where names clash."""
    found = [os.path.join(above, name) for above, _, files in os.walk(".") for name in files]
    assert sorted(names(*found)) == sorted(names("."))


def test_several_puzzles_in_a_file(here):
    write(here / "d1" / "many.non", f"{NON}===={chr(10)}{NON}")
    write(here / "d1" / "many-1.non", NON)
    write(here / "d2" / "many.non", f"{NON}===={chr(10)}{NON}====\n{NON}")
    assert names("d1/many.non") == ["many-1", "many-2"]
    assert names("d1/many.non", "d1/many-1.non") == ["many.non-1", "many.non-2", "many-1.non"]
    assert names("d1/many.non", "d2/many.non") == [
        f"d{d}/many-{n}" for d, n in ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3))
    ]
    assert names("d1/many.non#2", "d2/many.non#2") == ["d1/many-2", "d2/many-2"]
    assert names("d1/many.non", "d1/many.non#2") == ["many.non-1", "many.non-2", "many.non#2"]


def test_the_drawing_of_a_second_solution_has_a_name_of_its_own(here, run):
    """`a.second.svg` belongs to one puzzle."""
    write(here / "d1" / "a.second.clues", RECT)
    assert names("d1") == ["a.clues", "a.second.clues", "b"]
    assert run("batch", "d1", "-u", "-o", "out").code == 1
    drawings = [name for name in tree(here / "out") if name.endswith(".svg")]
    assert drawings == ["a.clues.second.svg", "a.clues.svg", "a.second.clues.svg", "b.svg"]


def test_names_that_clash_whatever_is_done(here, run):
    write(here / "many.non", f"{NON}====\n{NON}")
    write(here / "many-1.clues", TWO)
    write(here / "many.non-1", TWO)
    for command in ("batch", "solve"):
        misused(run(command, "many.non", "many-1.clues", "many.non-1", "-o", "out"), "many.non and many.non-1")
        assert not (here / "out").exists()


def test_names_stay_inside_of_the_output_folder(here, monkeypatch):
    paths = ["../" + here.name + "/d1/a.clues", str(here / "d2" / "a.clues"), "d2/../d3/../d3/a.clues"]
    for name in names(*paths):
        assert ".." not in name.split("/")
        assert not os.path.isabs(name)
    # Folders that have nothing in common but the root, and drives that have nothing in common.
    assert unique_names([single_file("/x/a.clues"), single_file("/y/z/a.clues")]) == ["x/a", "y/z/a"]

    def no_common_path(paths):
        raise ValueError("Paths don't have the same drive")

    monkeypatch.setattr(naming.os.path, "commonpath", no_common_path)
    assert unique_names([single_file("/x/a.clues"), single_file("/y/a.clues")]) == ["x/a", "y/a"]
    monkeypatch.setattr(naming.os.path, "splitdrive", lambda path: ("C:", path))
    assert unique_names([PuzzleFile("a", "a.clues", "/x"), PuzzleFile("b", "a.clues", "/y")]) == ["C/x/a", "C/y/a"]


# In the commands


def records(out) -> list[dict]:
    return [json.loads(line) for line in (out / "report.jsonl").read_text().splitlines()]


def files(out) -> list[str]:
    return [name for name in tree(out) if name not in ("report.jsonl", ".lock")]


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (["d1/a.clues", "d2/a.clues"], ""),
        (["-"], "d1/a.clues\nd2/a.clues\n"),
        (["-"], "./d1/a.clues\0d2/../d2/a.clues\0"),
    ],
)
def test_batch(here, run, arguments, stdin):
    done = run("batch", *arguments, "-o", "out", "-u", stdin=stdin)
    assert (done.code, [line[:6] for line in done.out.splitlines()[:2]]) == (1, ["d1/a: ", "d2/a: "])
    assert files(here / "out") == ["d1/a.second.svg", "d1/a.svg", "d2/a.svg"]
    assert [record["files"] for record in records(here / "out")] == [["d1/a.svg", "d1/a.second.svg"], ["d2/a.svg"]]
    again = run("batch", *arguments, "-o", "out", "-u", "--resume", "--json", stdin=stdin)
    assert (again.code, again.out) == (1, "")


def test_batch_of_folders(here, run):
    run("batch", "d1", "d2", "-o", "out", "-q")
    assert files(here / "out") == ["d1/a.svg", "d1/b.svg", "d2/a.svg", "d2/deep/c.svg"]
    (here / "out" / "d2" / "a.svg").unlink()
    again = run("batch", "d1", "d2", "-o", "out", "--resume", "--json")
    assert [json.loads(line)["name"] for line in again.out.splitlines()] == ["d2/a"]
    assert [record["name"] for record in records(here / "out")] == ["d1/a", "d1/b", "d2/a", "d2/deep/c"]


def test_nothing_is_written_beside_the_output_folder(here, run):
    before = tree(here)
    os.chdir(here / "d2" / "deep")
    run("batch", "../../d1/a.clues", "../a.clues", here / "d3" / "a.px", "-o", here / "out", "--sat", "--sol", "-q")
    assert [name for name in tree(here) if not name.startswith("out/")] == before
    stems = [name.removesuffix(".svg") for name in files(here / "out") if name.endswith(".svg")]
    assert stems == ["d1/a", "d2/a", "d3/a"]


def test_solve(here, run):
    done = run("solve", "d1/a.clues", "d2/a.clues", "d3/a.px", "d3/a.clues", "-o", "out", "-u")
    assert done.code == 1
    said = [line.split(":")[0] for line in done.out.splitlines() if ": " in line]
    assert said == ["d1/a", "d2/a", "d3/a.px", "d3/a.clues"]
    run("batch", "d1/a.clues", "d2/a.clues", "d3/a.px", "d3/a.clues", "-o", "batch", "-u", "--sat", "--sol", "-q")
    assert tree(here / "out") == files(here / "batch")
    for name in tree(here / "out"):
        assert (here / "out" / name).read_bytes() == (here / "batch" / name).read_bytes()


def test_solve_prints_usual_names_where_no_files_are_written(here, run):
    done = run("solve", "d1/a.clues", "d2/a.clues", "--json")
    assert [json.loads(line)["name"] for line in done.out.splitlines()] == ["a", "a"]
    done = run("solve", "d1/a.clues", "missing/a.clues", "-o", "out", "--json")
    assert [json.loads(line)["name"] for line in done.out.splitlines()] == ["d1/a", "missing/a"]
    assert done.err.startswith("missing/a.clues: ")


def test_solve_takes_a_file_twice(here, run):
    done = run("solve", "d1/b.clues", "./d1/b.clues", "-o", "out", "--json")
    assert (done.code, done.out.count('"name": "b"')) == (0, 2)
    assert tree(here / "out") == ["b.sat", "b.sol", "b.svg"]


def test_solve_several_puzzles_in_a_file(here, run):
    write(here / "d1" / "many.non", f"{NON}====\nwidth 1\n====\n{NON}")
    write(here / "d2" / "many.non", NON)
    done = run("solve", "d1/many.non", "d2/many.non", "-o", "out", "-q")
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert [name for name in tree(here / "out") if name.endswith(".svg")] == [
        "d1/many-1.svg",
        "d1/many-3.svg",
        "d2/many.svg",
    ]


def test_solve_standard_input(here, run):
    write(here / "stdin.clues", RECT)
    done = run("solve", "-", "stdin.clues", "d1/a.clues", "d2/a.clues", "-o", "out", "-q", stdin=HEX)
    assert (done.code, done.err) == (0, "")
    stems = [name.removesuffix(".svg") for name in tree(here / "out") if name.endswith(".svg")]
    assert stems == ["d1/a", "d2/a", "stdin.clues", "stdin"]
    # How many puzzles standard input holds is not known before.
    write(here / "stdin-2.clues", RECT)
    done = run("solve", "-", "stdin-2.clues", "-o", "other", "-q", "--from", "non", stdin=f"{NON}====\n{NON}")
    assert done.code == 3
    write(here / "stdin-2.non", NON)
    done = run("solve", "-", "stdin-2.non", "-o", "other", "-q", "--from", "non", stdin=f"{NON}====\n{NON}")
    misused(done, "stdin-2")


def test_names_of_paths(here):
    assert name_files([]) == {}
    assert name_files(["d1/a.clues"]) == {"d1/a.clues": "a"}
    found = name_files(["d1/a.clues", "./d1/a.clues", "d2/a.clues", "-"])
    assert found == {"d1/a.clues": "d1/a", "./d1/a.clues": "d1/a", "d2/a.clues": "d2/a", "-": "stdin"}
    with pytest.raises(UsageError, match="format 'none'"):
        name_files(["d1/a.clues"], "none")


# Lists of names


@pytest.mark.parametrize("begin", [pytest.param("", marks=pytest.mark.slow), "\ufeff"])
def test_comments_in_lists(here, run, begin):
    write(here / "#1.clues", RECT)
    write(here / "list", f"{begin}# my puzzles\n\nd1/b.clues\n  # d1/a.clues\n#1.clues\n#2.clues\r\ntop.clues\n")
    done = run("batch", "--files-from", "list", "-o", "out", "-q")
    assert (done.code, done.err) == (0, "")
    assert [record["file"] for record in records(here / "out")] == ["d1/b.clues", "#1.clues", "top.clues"]
    done = run("batch", "--files-from", "list", "-", "-o", "more", "-q", stdin="# list\nd2/a.clues\n")
    assert next(record["file"] for record in records(here / "more")) == "d2/a.clues"


def test_no_comments_between_zero_bytes(here, run):
    """Such lists are made by programs."""
    done = run("batch", "-", "-o", "out", "-q", stdin="#x.clues\0d1/b.clues\0")
    refused(done, "#x.clues", "read")


def test_a_list_of_comments_alone(here, run):
    write(here / "list", "# nothing yet\n")
    done = run("batch", "--files-from", "list", "-o", "out")
    refused(done, "list", "puzzles")
