"""Arguments that are wrong, and outputs that cannot be written: one line, and no file is touched."""

from __future__ import annotations

import pytest
import snapshot
from conftest import RECT, TWO, misused, refused, tree, write

from nonosat.core.deadline import NEVER
from nonosat.formats import FORMATS

# Files that cannot be written


@pytest.mark.parametrize("out", ["", "/out"], ids=["a file", "below a file"])
def test_output_folder_that_can_be_none(run, rect, out):
    refused(run("solve", rect, "-o", f"{rect}{out}"), f"{rect}{out}", "folder")
    assert rect.read_text() == RECT


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
    pytest.param(("book", "{p}", "-o", "{f}.pdf"), marks=pytest.mark.slow),
    ("explain", "{p}", "-o", "{f}.txt"),
    ("diagnose", "{p}", "--svg", "{f}.svg"),
    ("convert", "{p}", "{f}.non"),
    ("mend", "{p}", "-o", "{f}.clues", "--svg", "{f}.svg"),
    pytest.param(("make", "{s}", "{f}.clues", "--until", "unique", "--before", "{f}.svg"), marks=pytest.mark.slow),
    ("generate", "rect", "5x5", "-o", "{f}"),
]


@pytest.mark.parametrize("words", OUTPUTS, ids=lambda words: " ".join(words))
def test_output_makes_its_folders(run, tmp_path, rect, words):
    model = write(tmp_path / "model", run("solve", rect, "--sol", "-").out) if "{m}" in words else None
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


def test_output_that_is_a_folder(run, tmp_path, rect):
    assert run("encode", rect, "-o", f"{tmp_path}/missing/").code == 3
    (tmp_path / "p.svg").mkdir()
    refused(run("solve", rect, "--svg", tmp_path / "p.svg"), f"{tmp_path}/p.svg", "written")
    assert tree(tmp_path) == ["rect.clues"]


@pytest.mark.parametrize("words", ["solve -o", "solve -u --proof", "batch -o", "certify -o", "generate hex 2 -o"])
def test_a_folder_is_not_standard_output(run, rect, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    misused(run(*words.split(), "-", *([] if words.startswith("generate") else [rect])), "folder")
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
    misused(run(*(word.format(**blanks, d=tmp_path, n=tmp_path.name) for word in words)), "file")
    assert (tmp_path / "p.json").read_text() == json
    assert tree(tmp_path) == ["p.clues", "p.json"]


def test_outputs_that_are_no_files(run, rect):
    """A device can take anything; a puzzle may be mended in place."""
    assert run("solve", rect, "--sat", "/dev/null", "--sol", "/dev/null").code == 0
    assert run("mend", rect, "-o", rect).code == 0


# Arguments

#: From calls that nonosat refuses to names in the message.
USAGE: dict[str, tuple[str, ...]] = {
    "xyz p.clues": ("xyz", "convert"),
    "slove p.clues": ("slove", "solve", "solvers"),
    "help diagnos": ("diagnos", "diagnose"),
    "solve p.clues --solver minsat": ("minsat", "minisat22"),
    "solve p.clues --solver=": ("''", "glucose4"),
    "solve p.clues --solver kissat --solver-cmd kissat": ("'kissat'", "command"),
    "solve p.clues --solver-cmd=": ("command",),
    "solve p.clues --solver-cmd='": ("command",),
    "solve p.clues --encoding best": ("best", "start"),
    "encode p.clues --encoding=": ("''", "start"),
    "solve p.clues q.clues --svg x.svg": ("--sat", "--sol", "--svg", "--output-dir"),
    "solve p.clues -o out --sat x.sat": ("--sat", "--output-dir"),
    "solve p.clues --gzip": ("--gzip", "--sat"),
    "solve p.clues --svg x.svg --gzip-above 0": ("--gzip", "--sat"),
    "solve p.clues - stdin -o out": ("stdin",),
    "solve - - -o out": ("`-`",),
    "solve - -": ("`-`",),
    "solve p.clues --sat x --sol x": ("--sat", "--sol", "x"),
    "solve p.clues --sol - --svg -": ("--sol", "--svg", "standard output"),
    "solve p.clues --json --svg -": ("--json", "--svg", "standard output"),
    "solve p.clues --letters --color": ("--letters", "--color"),
    "solve p.clues --all --max 3": ("--all", "--max"),
    "solve p.clues --all -u": ("--all", "--unique"),
    "solve p.clues --all --sat x.sat": ("--all", "--sat"),
    "solve p.clues --max 2 --sol x.sol": ("--sol",),
    "solve p.clues --all --svg -": ("--svg",),
    "solve p.clues --strategy luck": ("luck", "decimation"),
    "solve p.clues --strategy decimation --solver glucose4": ("decimation", "solver"),
    "solve p.clues --strategy reinforcement --no-propagate": ("reinforcement", "solver"),
    "solve p.clues --strategy decimation --sol -": ("decimation", "formula"),
    "decode - -": ("PUZZLE", "MODEL"),
    "check - -": ("PUZZLE", "PICTURE"),
    "render - -": ("PUZZLE", "PICTURE"),
}
#: What click says of these in its own words, which differ between its versions, holds at least this.
GRAMMAR: dict[str, str] = {
    "solve p.clues --unicorn": "--unicorn",
    "solve": "PUZZLE",
    "decode p.clues": "MODEL",
    "encode p.clues q.clues": "q.clues",
    "solve p.clues --sat": "--sat",
    **{
        f"solve p.clues --timeout={time}": f"'{time}'"
        for time in ("0", "-1", "inf", "300h", "5d", "1h5m", "nan", "soon")
    },
    "solve p.clues -o out --gzip-above -1": "-1",
    "solve p.clues --max 0": "--max",
    **{f"solve p.clues --portfolio={number}": "--portfolio" for number in ("0", "-1", "many")},
}


def test_usage(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("p.clues", "q.clues"):
        write(tmp_path / name, RECT)
    told = []
    for words, names in [*USAGE.items(), *((words, (name,)) for words, name in GRAMMAR.items())]:
        result = run(*words.split(), stdin=RECT)
        misused(result, *names)
        assert "Traceback" not in result.err
        # Errors of the command line's grammar come below a reminder of that grammar.
        last = result.err.splitlines()[-1].removeprefix("Error: ").removeprefix("nonosat: ")
        told += [f"$ nonosat {words}\n{last}\n"] if words in USAGE else []
    assert tree(tmp_path) == ["p.clues", "q.clues"]
    assert (tmp_path / "p.clues").read_text() == (tmp_path / "q.clues").read_text() == RECT
    snapshot.compare("cli/nonosat", "usage", "\n".join(told))


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        *(("2", 2), ("2.5", 2.5), (".5", 0.5), ("1e2", 100), ("500ms", 0.5), ("5s", 5), ("5 S", 5)),
        *(("1.5m", 90), ("1h", 3600)),
    ],
)
def test_times(run, rect, monkeypatch, words, seconds):
    asked = []
    monkeypatch.setattr("nonosat.cli.puzzle_entries.Deadline.after", lambda value: asked.append(value) or NEVER)
    assert run("solve", rect, "--timeout", words, "-q").code == 0
    assert asked[0] == seconds
