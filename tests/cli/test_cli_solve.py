"""`nonosat solve` as a person or a Makefile uses it."""

from __future__ import annotations

import gzip
import json
import os
import re
import stat
import sys
import xml.etree.ElementTree as ET

import pytest
from conftest import RECT, RECT_PICTURE, RECT_SHAPES, TWO, tree, write
from docs_pages import DOCS

from nonosat.core.compiled import kernels_sentence

SOLVING = DOCS / "solving.md"


def test_one_puzzle(run, rect):
    result = run("solve", rect)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"{RECT_SHAPES}\n")
    assert result.out.count("\n") == 5


def test_several_puzzles(run, rect, hexagon, none):
    result = run("solve", rect, none, hexagon, "-u")
    assert (result.code, result.err) == (1, "")
    assert [line.split(":")[0] for line in result.out.split("\n") if ": " in line] == ["rect", "none", "hexagon"]


@pytest.mark.parametrize("content", [RECT, gzip.compress(RECT.encode())], ids=["text", "gzip"])
def test_standard_input(run, content):
    result = run("solve", "-", stdin=content)
    assert result.code == 0
    assert result.out.startswith(f"{RECT_SHAPES}\nstdin: ")


def test_uniqueness_is_asked_for(run, two):
    assert run("solve", two).code == 0
    result = run("solve", two, "-u")
    assert result.code == 1
    lines = result.out.splitlines()
    assert [f"row {row}, cell {cell}" in lines[2] for row in (1, 2) for cell in (1, 2)] == [True] * 4
    assert len(lines) == 5
    assert lines[:2] != lines[3:]


def test_only_the_first_differing_cells_are_named(run, tmp_path):
    diagonal = write(tmp_path / "d.clues", "rect 4 4\n#ffffff #000000\n" + "1a\n" * 8)
    cells = len(json.loads(run("solve", diagonal, "-u", "--json").out)["differs"])
    line = next(line for line in run("solve", diagonal, "-u").out.splitlines() if "row " in line)
    assert line.count("row ") == min(cells, 8)
    assert cells <= 8 or str(cells - 8) in line


# Files


def head(path) -> list[str]:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt") as file:
        return next(line for line in file if line.startswith("p ")).split()


def test_folder(run, rect, hexagon, tmp_path):
    out = tmp_path / "deep" / "out"
    result = run("solve", rect, hexagon, "-o", out)
    assert result.code == 0
    assert str(out) in result.err
    assert run("solve", rect, hexagon, "-o", out, "-q").err == ""
    assert result.out.startswith(f"{RECT_SHAPES}\nrect: ")
    assert tree(out) == [f"{name}.{suffix}" for name in ("hexagon", "rect") for suffix in ("sat", "sol", "svg")]
    model = (out / "rect.sol").read_text()
    assert model.count("\n") == 1
    assert [abs(int(word)) for word in model.split()] == list(range(1, int(head(out / "rect.sat")[2]) + 1))
    assert ET.parse(out / "rect.svg").getroot().tag.endswith("}svg")


def test_files_are_the_same_each_time(run, rect, tmp_path):
    for folder in ("one", "other"):
        run("solve", rect, "-o", tmp_path / folder, "--gzip")
    for name in tree(tmp_path / "one"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


@pytest.mark.parametrize(("option", "suffix"), [("--sat", "sat"), ("--sol", "sol"), ("--svg", "svg")])
def test_single_files(run, rect, tmp_path, option, suffix):
    run("solve", rect, "-o", tmp_path / "all")
    whole = (tmp_path / "all" / f"rect.{suffix}").read_bytes()
    result = run("solve", rect, option, tmp_path / "x")
    assert result.code == 0
    assert result.out.startswith(f"{RECT_SHAPES}\nrect: ")
    assert (tmp_path / "x").read_bytes() == whole
    # On standard output the file is alone.
    result = run("solve", rect, option, "-")
    assert (result.code, result.out_bytes, result.err) == (0, whole, "")


def test_three_single_files(run, rect, tmp_path):
    result = run("solve", rect, "--sat", tmp_path / "f.cnf", "--sol", tmp_path / "m", "--svg", tmp_path / "p.svg", "-q")
    assert (result.code, result.out) == (0, "")
    assert tree(tmp_path) == ["f.cnf", "m", "p.svg", "rect.clues"]


def test_formula_written_is_the_one_that_encode_writes(run, rect):
    assert run("solve", rect, "--sat", "-").out == run("encode", rect).out
    propagated = run("solve", rect, "--sat", "-", "--propagate").out
    assert propagated == run("encode", rect, "--propagate").out
    assert len(propagated) < len(run("encode", rect).out)


def test_packed_formulas(run, rect, tmp_path):
    plain = run("encode", rect).out_bytes
    out = tmp_path / "out"
    cases = [
        (("--gzip",), "rect.sat.gz"),
        (("--gzip-above", "0"), "rect.sat.gz"),
        (("--gzip-above", str(len(plain) - 1)), "rect.sat.gz"),
        (("--gzip-above", str(len(plain))), "rect.sat"),
        (("--gzip",), "rect.sat.gz"),
        ((), "rect.sat"),
    ]
    for options, name in cases:  # each time the other form is removed
        assert run("solve", rect, "-o", out, *options).code == 0
        assert tree(out) == sorted([name, "rect.sol", "rect.svg"])
        data = (out / name).read_bytes()
        assert (gzip.decompress(data) if name.endswith(".gz") else data) == plain
    run("solve", rect, "--sat", tmp_path / "x.sat.gz")
    assert gzip.decompress((tmp_path / "x.sat.gz").read_bytes()) == plain
    run("solve", rect, "--sat", tmp_path / "y", "--gzip")
    assert gzip.decompress((tmp_path / "y.gz").read_bytes()) == plain
    assert gzip.decompress(run("solve", rect, "--sat", "-", "--gzip").out_bytes) == plain


def test_second_solution_is_drawn_too(run, two, tmp_path):
    result = run("solve", two, "-u", "-o", tmp_path / "out")
    assert result.code == 1
    assert tree(tmp_path / "out") == ["two.sat", "two.second.svg", "two.sol", "two.svg"]
    one, other = ((tmp_path / "out" / name).read_text() for name in ("two.svg", "two.second.svg"))
    assert one != other
    run("solve", two, "-u", "--svg", tmp_path / "picture")
    assert (tmp_path / "picture.second.svg").exists()


def test_files_that_no_longer_hold_are_removed(run, tmp_path):
    path, out = tmp_path / "p.clues", tmp_path / "out"
    write(path, TWO)
    assert run("solve", path, "-u", "-o", out).code == 1
    assert tree(out) == ["p.sat", "p.second.svg", "p.sol", "p.svg"]
    write(out / "other.svg", "of somebody else")
    assert run("solve", path, "-o", out).code == 0
    assert tree(out) == ["other.svg", "p.sat", "p.sol", "p.svg"]
    write(path, "rect 2 2\n#ffffff #000000\n2a\n\n1a\n\n")
    assert run("solve", path, "-o", out).code == 3
    assert tree(out) == ["other.svg", "p.sat", "p.sol", "p.svg"]
    write(path, "rect 3 3\n#ffffff #000000\n3a\n\n3a\n3a\n3a\n\n")
    assert run("solve", path, "-o", out).code == 1
    assert tree(out) == ["other.svg", "p.sat"]


@pytest.mark.skipif(os.name != "posix", reason="a device of Unix")
def test_devices_stay(run, none, two):
    for puzzle in (none, two):
        result = run("solve", puzzle, "-u", "--svg", "/dev/null", "--sol", "/dev/null", "-q")
        assert (result.code, result.err) == (1, "")
        assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
        assert not os.path.exists("/dev/null.second.svg")


# Reports

FIELDS = [
    *("name", "file", "outcome", "grid", "colors", "unique", "picture", "second", "goal", "differs"),
    *("solver", "variables", "clauses", "seconds", "error", "exit"),
]
#: Those of a puzzle without an answer, too.
ALWAYS = ["name", "file", "outcome", "seconds", "error", "exit"]


def test_json(run, rect, two, none):
    result = run("solve", rect, two, none, "-u", "--json")
    assert (result.code, result.err) == (1, "")
    records = [json.loads(line) for line in result.out.rstrip("\n").split("\n")]
    assert [list(record) for record in records] == [FIELDS] * 3
    solved, several, unsolved = records
    assert solved.pop("seconds") >= 0
    assert {name: value for name, value in solved.items() if value is not None} == {
        "name": "rect",
        "file": str(rect),
        "outcome": "yes",
        "grid": "rect 4 5",
        "colors": ["#ffffff", "#333333", "#6666ff"],
        "unique": True,
        "picture": RECT_PICTURE.split("\n"),
        "differs": [],
        "exit": 0,
    }
    assert (several["unique"], several["differs"]) == (False, [[1, 1], [1, 2], [2, 1], [2, 2]])
    assert {tuple(several["picture"]), tuple(several["second"])} == {("a-", "-a"), ("-a", "a-")}
    assert several["solver"]
    assert min(several["variables"], several["clauses"]) > 0
    assert (unsolved["outcome"], unsolved["picture"], unsolved["unique"]) == ("no", None, None)


def test_json_is_the_same_each_time(run, rect):
    arguments = ("solve", rect, "-u", "--json", "--no-propagate")
    first, second = (re.sub(r'"seconds": [0-9.]+', "", run(*arguments).out) for _ in range(2))
    assert first == second


def test_json_and_errors(run, rect, tmp_path):
    absent = tmp_path / "absent.clues"
    result = run("solve", absent, rect, "--json")
    assert result.code == 3
    record, other = map(json.loads, result.out.splitlines())
    message = result.err.removesuffix("\n")
    assert message.startswith(f"{absent}: ")
    assert (other["name"], other["exit"]) == ("rect", 0)
    assert (record["name"], record["file"], record["outcome"]) == ("absent", str(absent), "failed")
    assert (record["error"], record["exit"]) == (message, 3)
    assert list(record) == ALWAYS
    result = run("solve", absent, "--json")  # the only puzzle
    assert (result.code, result.err) == (3, f"{message}\n")
    again = json.loads(result.out)
    assert {**again, "seconds": 0} == {**record, "seconds": 0}


def documented() -> dict[str, tuple[list[type], bool]]:
    """The types of each field in the table of records, and whether it can be null."""
    types = {"string": str, "boolean": bool, "number": (int, float), "array": list}
    rows = re.findall(r"^\| `(\w+)` \| (\w+)[^|]* \|[^|]*\| ([^|]*) \|$", SOLVING.read_text("utf-8"), re.MULTILINE)
    return {name: (types[kind], null != "never") for name, kind, null in rows}


def test_records_are_as_documented(run, rect, two, none, hard, tmp_path):
    bad = write(tmp_path / "bad.clues", "rect 1 4\n#ffffff #000000\n2a 2a\n")
    goal = write(tmp_path / "goal.clues", TWO + "goal a-\ngoal -a\n")
    absent, folder = tmp_path / "absent.clues", tmp_path / "folder"
    folder.mkdir()
    paths = [rect, two, goal, none, bad, absent, folder]
    runs = [
        (0, run("solve", two, "--json")),
        (3, run("solve", *paths, "-u", "--json")),
        (5, run("solve", hard, "--strategy", "sat", "--json", "--timeout", "0.01")),
        (4, run("solve", rect, "--json", "--no-propagate", "--solver-cmd", "false {cnf}")),
        (3, run("solve", bad, "--json")),
    ]
    fields = documented()
    assert list(fields) == FIELDS
    seen = set()
    for code, result in runs:
        assert result.code == code, result.err
        records = [json.loads(line) for line in result.out.splitlines()]
        assert max(record["exit"] for record in records) == code
        for record in records:
            has_answer = record["error"] is None
            seen.add((record["outcome"], record.get("unique"), bool(record.get("picture")), record["exit"]))
            assert list(record) == (list(fields) if has_answer else ALWAYS)
            assert has_answer == (record["exit"] in (0, 1))
            for name, (kind, can_be_null) in fields.items():
                if name not in record:
                    continue
                assert isinstance(record[name], kind) or (can_be_null and record[name] is None), (name, record[name])
                assert isinstance(record[name], bool) == (kind is bool and record[name] is not None)
    assert len(runs[1][1].out.splitlines()) == len(paths)
    assert seen == {
        ("yes", None, True, 0),
        ("yes", True, True, 0),
        ("no", False, True, 1),
        ("no", None, False, 1),
        ("failed", None, False, 3),
        ("failed", None, False, 4),
        ("gave up", None, False, 5),
    }


def test_quiet(run, rect, two, none):
    assert run("solve", rect, "-q") == run("solve", rect, "--quiet")
    for path, code in ((rect, 0), (two, 1), (none, 1)):
        result = run("solve", path, "-u", "-q")
        assert (result.code, result.out, result.err) == (code, "", "")


def test_verbose_names_the_optional_solvers_that_are_missing(run, rect, monkeypatch):
    monkeypatch.setattr("nonosat.solvers.program_backend.SolverProgram.executable", lambda _: None)
    _, first, *others = run("solve", rect, "-v").err.splitlines()
    assert "kissat (pip install" in first
    assert others[0].startswith("rect: rect 4 5")
    assert run("solve", rect).err == ""


def test_verbose(run, rect, two, monkeypatch):
    monkeypatch.setattr("nonosat.solvers.program_backend.SolverProgram.executable", lambda program: program.name)
    result = run("solve", rect, "-v")
    assert result.out == run("solve", rect).out
    first, second = result.err.splitlines()
    assert first == f"nonosat: {kernels_sentence()}"
    assert "17 blocks" in second
    result = run("solve", two, "-v", "-q", "--solver", "minisat22")
    assert result.out == ""
    assert "minisat22" in result.err.splitlines()[1]
    assert all(word in result.err for word in ("conflict", "propagation", "decision", "restart"))


@pytest.mark.parametrize(
    ("option", "value", "name"), [("--solver", "cadical195", "cadical195"), ("--solver-cmd", "sh -e", "sh")]
)
def test_a_solver_that_did_not_run(run, rect, none, option, value, name):
    """Where lines alone answer, the sentence says so, and how to make it run."""
    for puzzle, code in ((rect, 0), (none, 1)):
        result = run("solve", puzzle, option, value)
        assert (result.code, result.err) == (code, "")
        assert re.search(f"{name}.*--no-propagate", result.out)
        assert "--no-propagate" not in run("solve", puzzle).out


@pytest.mark.parametrize("options", [("--no-propagate",), ("--sat", "-", "-q"), ("--json",), ("-q",)])
def test_a_solver_that_ran_needs_no_note(run, rect, options):
    result = run("solve", rect, "-u", "--solver", "cadical195", *options)
    assert result.code == 0
    assert "--no-propagate" not in result.out + result.err


def test_a_solver_that_finds_no_solution_ran(run, none, two):
    result = run("solve", none, "--no-propagate", "--solver", "cadical195")
    assert result.code == 1
    assert "--no-propagate" not in result.out + run("solve", two, "-u", "--solver", "cadical195").out


@pytest.mark.parametrize(
    ("options", "terminal", "environment", "blue"),
    [
        ((), False, {}, None),
        ((), True, {}, "104"),
        ((), True, {"TERM": "xterm"}, "104"),
        ((), True, {"TERM": "xterm-256color"}, "48;5;63"),
        ((), True, {"COLORTERM": "truecolor"}, "48;2;102;102;255"),
        ((), True, {"TERM": "xterm-256color", "COLORTERM": "24bit"}, "48;2;102;102;255"),
        ((), True, {"NO_COLOR": "1"}, None),
        ((), True, {"NO_COLOR": ""}, "104"),
        ((), True, {"TERM": "dumb"}, None),
        ((), True, {"TERM": "dumb", "COLORTERM": "truecolor"}, None),
        ((), False, {"FORCE_COLOR": "1"}, "104"),
        ((), False, {"FORCE_COLOR": "1", "TERM": "tmux-256color"}, "48;5;63"),
        ((), False, {"FORCE_COLOR": "0"}, None),
        ((), False, {"FORCE_COLOR": ""}, None),
        ((), True, {"FORCE_COLOR": "1", "TERM": "dumb"}, "104"),
        ((), True, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, None),
        (("--color",), False, {}, "104"),
        (("--color",), False, {"NO_COLOR": "1", "TERM": "dumb"}, "104"),
        (("--no-color",), True, {}, None),
        (("--no-color",), True, {"FORCE_COLOR": "1"}, None),
        (("--letters",), True, {"FORCE_COLOR": "1"}, None),
    ],
)
def test_color(run, rect, monkeypatch, options, terminal, environment, blue):
    """The colour of the terminal that stands for #6666ff, or None without colours."""
    from nonosat.cli import picture_output

    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    if terminal:
        original = picture_output.color_depth

        def on_a_terminal(choice):
            monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
            return original(choice)

        monkeypatch.setattr(picture_output, "color_depth", on_a_terminal)
    result = run("solve", rect, *options)
    assert ("\x1b[" in result.out) is (blue is not None)
    if blue is None:
        assert result.out.startswith(
            "#ffffff #333333 #6666ff\n" + RECT_PICTURE if options == ("--letters",) else RECT_SHAPES
        )
    else:
        assert f"\x1b[{blue}m" in result.out
        assert all(line.endswith("\x1b[0m") for line in result.out.split("\n")[:4])


# Limits of time


@pytest.mark.costly
def test_time_limit(run, hard, two, tmp_path):
    """Of each puzzle: the second one is solved."""
    result = run("solve", hard, two, "--strategy", "sat", "--timeout", "0.2", "-o", tmp_path / "out")
    assert (result.code, result.err.count("\n")) == (5, 2)
    assert "hard: " in result.err
    assert "two: " in result.out
    assert tree(tmp_path / "out") == ["two.sat", "two.sol", "two.svg"]


def test_time_limit_that_suffices(run, two):
    result = run("solve", two, "-u", "--timeout", "30")
    assert (result.code, result.err) == (1, "")


@pytest.mark.parametrize(
    "options",
    [(), ("--propagate",), ("--no-propagate",), ("--encoding", "order"), ("--no-propagate", "--encoding", "order")],
)
def test_ways_to_the_same_answer(run, hexagon, options):
    result = run("solve", hexagon, "-u", "--letters", *options)
    assert (result.code, result.err) == (0, "")
    assert result.out.partition("\n")[2].replace(" ", "").startswith("b-b\nbaab\n-aca-\naaaa\n---\nhexagon:")
