"""Generated puzzles as files: the same for the same seed, in every format, and as `compare` measures them."""

from __future__ import annotations

import pytest
from conftest import tree, write

from nonosat.formats import FORMATS, load, load_sheet
from nonosat.model.families import FAMILIES, instance_name
from nonosat.study.experiment import family_instances

SMALL = "5,7"


def test_one_puzzle_goes_to_standard_output(run):
    result = run("generate", "--family", "random", "--sizes", "4", "--seed", "3")
    assert (result.code, result.err) == (0, "")
    puzzle = FORMATS["clues"].read(result.out)
    assert puzzle == FAMILIES["random"](4, 3)
    assert puzzle.metadata.title == "random 4, seed 3"


@pytest.mark.parametrize("family", FAMILIES)
def test_files_are_what_compare_measures(run, tmp_path, family):
    options = ["--family", family, "--sizes", SMALL]
    assert run("generate", *options, "-o", tmp_path / "out").code == 0
    instances = family_instances(family, (5, 7), 1)
    seed = "-seed-1" if family in ("random", "picture", "lines") else ""
    names = [f"{family}-{instance.size}{seed}.clues" for instance in instances]
    assert tree(tmp_path / "out") == sorted(names)
    for name, instance in zip(names, instances, strict=True):
        assert load(tmp_path / "out" / name) == instance.puzzle
        assert name == f"{instance_name(family, instance.size, 1)}.clues"
    assert run("solve", *sorted((tmp_path / "out").iterdir()), "-q").code == 0


def test_again_byte_for_byte(run, tmp_path):
    for folder in ("one", "two", "one"):
        assert (
            run("generate", "--family", "picture", "--sizes", "9,5,9", "--seed", "-8", "-o", tmp_path / folder).code
            == 0
        )
    one, two = ([path.read_bytes() for path in sorted((tmp_path / name).iterdir())] for name in ("one", "two"))
    assert one == two
    assert tree(tmp_path / "one") == ["picture-5-seed--8.clues", "picture-9-seed--8.clues"]
    assert run("generate", "--family", "picture", "--sizes", "9", "--seed", "-7").out.encode() not in one


def test_default_sizes_fit_the_family(run, tmp_path):
    assert run("generate", "--family", "dominoes", "-o", tmp_path / "d").code == 0
    assert tree(tmp_path / "d") == [f"dominoes-{size}.clues" for size in (11, 21, 41, 5)]
    assert run("generate", "--family", "wedges", "-o", tmp_path / "w").code == 0
    assert tree(tmp_path / "w") == [f"wedges-{size}.clues" for size in (10, 20, 40, 5)]


@pytest.mark.parametrize("name", [name for name, format_ in FORMATS.items() if format_.writes])
def test_every_format_that_can_be_written(run, tmp_path, name):
    result = run("generate", "--family", "stripes", "--sizes", "7", "--to", name, "-o", tmp_path / "out")
    assert (result.code, result.out, result.err) == (0, "", f"nonosat: wrote 1 puzzle to {tmp_path}/out\n")
    (path,) = (tmp_path / "out").iterdir()
    assert path.name == f"stripes-7{FORMATS[name].suffixes[0]}"
    sheet = load_sheet(path)
    assert sheet.puzzle.clues == FAMILIES["stripes"](7, 1).clues
    assert sheet.puzzle.metadata.title == ("stripes 7" if "title" in FORMATS[name].metadata else "")


def test_a_file_of_the_same_name_is_replaced(run, tmp_path):
    write(tmp_path / "stripes-7.clues", "mine")
    write(tmp_path / "other", "mine")
    assert run("generate", "--family", "stripes", "--sizes", "7", "-o", tmp_path, "-q").err == ""
    assert load(tmp_path / "stripes-7.clues") == FAMILIES["stripes"](7, 1)
    assert tree(tmp_path) == ["other", "stripes-7.clues"]


@pytest.mark.parametrize(
    ("options", "code", "complaint"),
    [
        ((), 2, "expected either a grid, such as rect 15x15, or --family"),
        (("rect", "5x5", "--family", "random"), 2, "expected either a grid, such as rect 15x15, or --family"),
        (("--family", "random", "--class", "deep"), 2, "--family takes --sizes and --seed, expected no options for a"),
        (("rect", "5x5", "--sizes", "5"), 2, "--sizes is for a family, expected --family, too"),
        (("rect", "5x5", "--count", "2"), 2, "2 puzzles, expected --output-dir DIR, or --count 1"),
        (("rect", "5"), 2, "grid 'rect 5', expected rect WIDTHxHEIGHT, such as rect 20x15, hex SIZE, tri SIZE, "),
        (
            ("tri", "2", "2", "2"),
            2,
            "grid 'tri 2 2 2', expected rect WIDTHxHEIGHT, such as rect 20x15, hex SIZE, tri SIZE, "
            "or tri and six sides",
        ),
        (("hex", "5x5"), 2, "grid 'hex 5x5', expected rect WIDTHxHEIGHT"),
        (("cube", "5"), 2, "grid 'cube 5', expected rect WIDTHxHEIGHT"),
        (("rect",), 2, "grid 'rect', expected rect WIDTHxHEIGHT"),
        (("rect", "0x5"), 2, "grid 'rect 0x5', expected sizes from 1 to 4000"),
        (("rect", "5x5", "--class", "hard"), 2, "'hard' is not one of 'trivial', 'lines', 'moderate', 'deep'"),
        (("rect", "5x5", "--class", "deep", "--until", "lines"), 2, "deep puzzles that line solving solves, expected"),
        (("rect", "5x6", "--symmetry", "rotation-4"), 2, "symmetry 'rotation-4' of a grid rect 6 5, expected one of"),
        (("rect", "5x5", "--colors", "6"), 2, "6 is not in the range 1<=x<=5"),
        (("rect", "5x5", "--density", "1"), 2, "Invalid value for '--density': 1.0 is not in the range"),
        (("hex", "4", "--to", "non"), 2, "non cannot express"),
        (("rect", "5x5", "-o", "-"), 2, "Invalid value for '-o' / '--output-dir': '-', expected a folder."),
        (("rect", "5x5", "--to", "course"), 2, "the format course is read only, expected --to"),
        (
            ("--family", "cubes"),
            2,
            "'cubes' is not one of 'random', 'picture', 'lines', 'stripes', 'wedges', 'dominoes'",
        ),
        (("--family", "random"), 2, "4 puzzles, expected --output-dir DIR, or one size such as --sizes 5"),
        (("--family", "random", "--sizes", "0"), 2, "'0', expected sizes from 1 to 4000, such as 5,10,20."),
        (("--family", "random", "--sizes", "5,,6"), 2, "'5,,6', expected names with commas between them."),
        (("--family", "stripes", "--sizes", "5", "--seed", "2"), 2, "--seed does not change stripes, expected none"),
        (("--family", "stripes", "--sizes", "5", "-o", "-"), 2, "'-', expected a folder."),
        (("--family", "stripes", "--sizes", "5", "--to", "course"), 2, "the format course is read only, expected --to"),
        (("--family", "stripes", "--sizes", "5", "--to", "pdf"), 2, "format 'pdf', expected one of clues, "),
        (("--family", "dominoes", "--sizes", "5,6", "-o", "out"), 2, "dominoes of size 6, expected an odd size from 3"),
        (("--family", "stripes", "--sizes", "5", "-o", "/dev/null"), 3, "/dev/null: cannot be made: "),
    ],
)
def test_usage(run, tmp_path, monkeypatch, options, code, complaint):
    monkeypatch.chdir(tmp_path)
    result = run("generate", *options)
    assert (result.code, result.out) == (code, "")
    assert complaint in " ".join(result.err.split())
    assert tree(tmp_path) == []


def test_help_lists_the_families(run):
    text = run("generate", "--help").out
    for name, family in FAMILIES.items():
        assert f"  {name:<8}  {family.about}\n" in text
    assert "  generate      Generate puzzles of a size and a class, or of a family.\n" in run("--help").out


def test_compare_measures_the_files_as_it_measures_the_family(run, tmp_path):
    options = ["--encodings", "order", "--no-solve", "--no-times", "--csv"]
    run("generate", "--family", "random", "--sizes", "5,8", "--seed", "2", "-o", tmp_path)
    files = run("compare", *sorted(tmp_path.iterdir(), key=lambda path: int(path.name.split("-")[1])), *options)
    family = run("compare", "--family", "random", "--sizes", "5,8", "--seed", "2", *options)
    figures = [[line.split(",")[4:8] for line in result.out.splitlines()] for result in (files, family)]
    assert figures[0] == figures[1]
    assert len(figures[0]) == 5
