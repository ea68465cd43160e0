"""Arguments that are wrong, and outputs that cannot be written: one line, and no file is touched."""

from __future__ import annotations

import pytest
from conftest import RECT, TWO, tree, write

from nonosat.cli import COMMANDS
from nonosat.core.deadline import NEVER
from nonosat.encodings import ENCODINGS
from nonosat.formats import FORMATS

# Files that cannot be written


def test_output_folder_that_is_a_file(run, rect):
    result = run("solve", rect, "-o", rect)
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{rect}: cannot be made: File exists, expected a folder\n"
    assert rect.read_text() == RECT


def test_output_folder_below_a_file(run, rect):
    result = run("solve", rect, "-o", rect / "out")
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{rect}/out: cannot be made: Not a directory, expected a folder\n"


OUTPUTS = [
    ("solve", "{p}", "--svg", "{f}.svg"),
    ("solve", "{p}", "--all", "--svg", "{f}.svg"),
    ("solve", "{p}", "--sat", "{f}"),
    ("solve", "{p}", "--sol", "{f}"),
    ("solve", "{p}", "-u", "--proof", "{f}"),
    ("certify", "{p}", "-o", "{f}"),
    ("encode", "{p}", "-o", "{f}"),
    ("render", "{p}", "-o", "{f}.svg"),
    ("decode", "{p}", "{m}", "--svg", "{f}.svg"),
    ("page", "{p}", "-o", "{f}.html"),
    ("book", "{p}", "-o", "{f}.pdf"),
    ("explain", "{p}", "-o", "{f}.txt"),
    ("diagnose", "{p}", "--svg", "{f}.svg"),
    ("convert", "{p}", "{f}.non"),
    ("mend", "{p}", "-o", "{f}.clues", "--svg", "{f}.svg"),
    ("make", "{s}", "{f}.clues", "--until", "unique", "--before", "{f}.svg"),
    ("generate", "rect", "5x5", "-o", "{f}"),
]


@pytest.mark.parametrize("words", OUTPUTS, ids=lambda words: " ".join(words))
def test_output_makes_its_folders(run, tmp_path, rect, words):
    model = write(tmp_path / "model", run("solve", rect, "--sol", "-").out)
    picture = write(tmp_path / "picture", "a--\n-a-\n--a\n")
    missing = tmp_path / "missing" / "more" / "file"
    result = run(*(word.format(p=rect, m=model, s=picture, f=missing) for word in words))
    assert result.code == 0, result.err
    assert len(tree(missing.parent)) >= 1
    # Where there is a file in place of a folder, nothing is written.
    result = run(*(word.format(p=rect, m=model, s=picture, f=rect / "file") for word in words))
    assert result.code == 3
    assert len(result.err.splitlines()) == 1
    assert rect.read_text() == RECT


def test_output_that_ends_in_a_slash(run, tmp_path, rect):
    result = run("encode", rect, "-o", f"{tmp_path}/missing/")
    assert (result.code, result.out) == (3, "")
    assert tree(tmp_path) == ["rect.clues"]


def test_output_that_is_a_folder(run, tmp_path, rect):
    (tmp_path / "p.svg").mkdir()
    result = run("solve", rect, "--svg", tmp_path / "p.svg")
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{tmp_path}/p.svg: cannot be written: Is a directory\n"
    assert tree(tmp_path) == ["rect.clues"]


INPUTS = [
    ("solve", "{f}", "--svg", "{f}"),
    ("solve", "{f}#1", "--sat", "{f}"),
    ("solve", "{f}", "--sol", "{d}/../{n}/p.json"),
    ("encode", "{f}", "-o", "{f}"),
    ("page", "{f}", "-o", "{f}"),
    ("page", "{p}", "{f}", "-o", "{f}"),
    ("page", "{p}", "--steps", "{f}", "-o", "{f}"),
    ("explain", "{f}", "-o", "{f}"),
    ("render", "{p}", "{f}", "-o", "{f}"),
    ("decode", "{p}", "{f}", "--svg", "{f}"),
    ("mend", "{p}", "--goal", "{f}", "--svg", "{f}"),
    ("make", "{f}", "{d}/new.clues", "--svg", "{f}"),
    ("scan", "{f}", "--overlay", "{f}"),
    ("diagnose", "{f}", "--svg", "{f}"),
    ("book", "{f}", "-o", "{f}"),
]


@pytest.mark.parametrize("words", INPUTS, ids=" ".join)
def test_an_input_is_not_an_output(run, tmp_path, words):
    json = FORMATS["json"].write(FORMATS["clues"].read(TWO))
    blanks = {"p": write(tmp_path / "p.clues", RECT), "f": write(tmp_path / "p.json", json)}
    result = run(*(word.format(**blanks, d=tmp_path, n=tmp_path.name) for word in words))
    assert (result.code, result.out) == (2, "")
    assert "name the same file" in result.err
    assert (tmp_path / "p.json").read_text() == json
    assert tree(tmp_path) == ["p.clues", "p.json"]


def test_outputs_that_are_no_files(run, rect):
    """A device can take anything; a puzzle may be mended in place."""
    assert run("solve", rect, "--sat", "/dev/null", "--sol", "/dev/null").code == 0
    assert run("mend", rect, "-o", rect).code == 0


# Arguments

SOLVERS = (
    "cadical300, cadical195, cadical153, cadical103, glucose42, glucose4, glucose3, minisat22, minisat-gh, minisat-ep, "
    "kissat404, kissat, cadical, minisat, glucose (see `nonosat solvers`)"
)
ONE_FILE = "--sat, --sol and --svg name one file, expected one puzzle and no --output-dir"
NO_FORMULA = "--gzip without a formula to write, expected --output-dir or --sat"
NO_PROGRAM = "solver command is empty, expected a program and its options"
BOTH = "are both -, expected at most one of them"

A_TIME = "expected seconds, or a time such as 500ms, 30s, 5m or 1h."

USAGE: dict[str, tuple[tuple[str, ...], str]] = {
    "no such command": (("xyz", "{p}"), f"no command 'xyz', expected one of {', '.join(COMMANDS)}"),
    "a mistyped command": (("slove", "{p}"), "no command 'slove', expected solve or solvers"),
    "help of a mistyped command": (("help", "diagnos"), "no command 'diagnos', expected diagnose"),
    "no such solver": (("solve", "{p}", "--solver", "minsat"), f"solver 'minsat', expected one of {SOLVERS}"),
    "two solvers": (
        ("solve", "{p}", "--solver", "kissat", "--solver-cmd", "kissat"),
        "solver 'kissat' and a command for another one, expected one of the two",
    ),
    "empty solver": (("solve", "{p}", "--solver", ""), f"solver '', expected one of {SOLVERS}"),
    "empty solver command": (("solve", "{p}", "--solver-cmd", " "), NO_PROGRAM),
    "no solver command": (("solve", "{p}", "--solver-cmd", ""), NO_PROGRAM),
    "open quote in the solver command": (
        ("solve", "{p}", "--solver-cmd", "run 'it"),
        """solver command "run 'it": No closing quotation""",
    ),
    "no such encoding": (
        ("solve", "{p}", "--encoding", "best"),
        f"encoding 'best', expected one of {', '.join(ENCODINGS)}",
    ),
    "no such encoding of a formula": (
        ("encode", "{p}", "--encoding", ""),
        f"encoding '', expected one of {', '.join(ENCODINGS)}",
    ),
    "single files of several puzzles": (("solve", "{p}", "{q}", "--svg", "{d}/x.svg"), ONE_FILE),
    "single file and folder": (("solve", "{p}", "-o", "{d}", "--sat", "{d}/x.sat"), ONE_FILE),
    "gzip of nothing": (("solve", "{p}", "--gzip"), NO_FORMULA),
    "gzip of a drawing": (("solve", "{p}", "--svg", "{d}/x.svg", "--gzip-above", "0"), NO_FORMULA),
    "two puzzles of one name in a folder": (
        ("solve", "{p}", "-", "{d}/stdin", "-o", "{d}/out"),
        "two puzzles are called stdin (- and {d}/stdin), expected different names for their files",
    ),
    "standard input twice in a folder": (
        ("solve", "-", "-", "-o", "{d}/out"),
        "standard input is named twice, expected at most once",
    ),
    "standard input twice": (("solve", "-", "-"), "standard input is named twice, expected at most once"),
    "one file for two things": (
        ("solve", "{p}", "--sat", "{d}/x", "--sol", "{d}/x"),
        "--sat and --sol name the same file {d}/x, expected different ones",
    ),
    "standard output for two things": (
        ("solve", "{p}", "--sol", "-", "--svg", "-"),
        "--sol and --svg go to standard output, expected a file for one of them",
    ),
    "report and drawing on standard output": (
        ("solve", "{p}", "--json", "--svg", "-"),
        "--json and --svg both go to standard output, expected one of them",
    ),
    "two standard inputs to decode": (("decode", "-", "-"), f"PUZZLE and MODEL {BOTH}"),
    "two standard inputs to check": (("check", "-", "-"), f"PUZZLE and PICTURE {BOTH}"),
    "two standard inputs to render": (("render", "-", "-"), f"PUZZLE and PICTURE {BOTH}"),
}


# What click says of these in its own words, which differ between its versions, holds at least this.
GRAMMAR: dict[str, tuple[tuple[str, ...], str]] = {
    "no such option": (("solve", "{p}", "--unicorn"), "--unicorn"),
    "no puzzle": (("solve",), "'PUZZLE...'"),
    "no model": (("decode", "{p}"), "'MODEL'"),
    "two puzzles to encode": (("encode", "{p}", "{q}"), "{q}"),
    "option without its value": (("solve", "{p}", "--sat"), "--sat"),
    "no time": (("solve", "{p}", "--timeout", "0"), "'0', expected more than 0 and at most 1,000,000 seconds."),
    "negative time": (("solve", "{p}", "--timeout", "-1"), f"'-1', {A_TIME}"),
    "endless time": (("solve", "{p}", "--timeout", "inf"), f"'inf', {A_TIME}"),
    "too long a time": (("solve", "{p}", "--timeout", "300h"), "'300h', expected more than 0 and at most 1,000,000 se"),
    "unknown unit of time": (("solve", "{p}", "--timeout", "5d"), f"'5d', {A_TIME}"),
    "two units of time": (("solve", "{p}", "--timeout", "1h5m"), f"'1h5m', {A_TIME}"),
    "time that is no number": (("solve", "{p}", "--timeout", "nan"), f"'nan', {A_TIME}"),
    "time in words": (("solve", "{p}", "--timeout", "soon"), f"'soon', {A_TIME}"),
    "negative size": (("solve", "{p}", "-o", "{d}", "--gzip-above", "-1"), "-1 is not in the range x>=0."),
}


@pytest.mark.parametrize(("words", "part"), GRAMMAR.values(), ids=GRAMMAR)
def test_grammar(run, tmp_path, words, part):
    blanks = {"d": tmp_path / "out", "p": write(tmp_path / "p.clues", RECT), "q": tmp_path / "q.clues"}
    result = run(*(word.format(**blanks) for word in words), stdin=RECT)
    assert (result.code, result.out) == (2, "")
    assert part.format(**blanks) in result.err.splitlines()[-1]
    assert "Traceback" not in result.err
    assert tree(tmp_path) == ["p.clues"]


@pytest.mark.parametrize(("words", "complaint"), USAGE.values(), ids=USAGE)
def test_usage(run, tmp_path, words, complaint):
    (tmp_path / "other").mkdir()
    files = ["other/p.clues", "p.clues", "q.clues"]
    for name in files:
        write(tmp_path / name, RECT)
    blanks = {"d": tmp_path, "n": tmp_path.name, "p": tmp_path / "p.clues", "q": tmp_path / "q.clues"}
    result = run(*(word.format(**blanks) for word in words), stdin=RECT)
    assert (result.code, result.out) == (2, "")
    # Errors of the command line's grammar come below a reminder of that grammar.
    said = result.err.splitlines()[-1].removeprefix("Error: ").removeprefix("nonosat: ")
    assert said == complaint.format(**blanks)
    assert "Traceback" not in result.err
    assert tree(tmp_path) == files
    assert (tmp_path / "p.clues").read_text() == RECT
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("2", 2),
        ("2.5", 2.5),
        (".5", 0.5),
        ("1e2", 100),
        ("500ms", 0.5),
        ("5s", 5),
        ("5 S", 5),
        ("1.5m", 90),
        ("1h", 3600),
    ],
)
def test_times(run, rect, monkeypatch, words, seconds):
    asked = []
    monkeypatch.setattr("nonosat.cli.puzzle_entries.Deadline.after", lambda value: asked.append(value) or NEVER)
    assert run("solve", rect, "--timeout", words, "-q").code == 0
    assert asked[0] == seconds
