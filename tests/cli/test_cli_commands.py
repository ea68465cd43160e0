"""The commands beside `solve`, and help."""

from __future__ import annotations

import gzip
import json
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from conftest import HEX, RECT, RECT_PICTURE, RECT_SHAPES, misused, refused, shapes, tree, write

import nonosat
from nonosat.cli import COMMANDS, SECTIONS
from nonosat.core.compiled import kernels_sentence
from nonosat.solvers import BACKENDS

WRONG = RECT_PICTURE.replace("b-b-a", "b-b--")


@pytest.fixture
def model(run, rect, tmp_path):
    """A model of the complete formula of the rectangle, as words."""
    return run("solve", rect, "--sol", "-").out.split()


# Help


def test_help(run):
    result = run("--help")
    assert (result.code, result.err) == (0, "")
    assert run("-h") == result
    assert [name for name in COMMANDS if f"\n  {name} " in result.out] == list(COMMANDS)


def test_every_command_is_in_one_section():
    names = [command.name for commands in SECTIONS.values() for command in commands]
    assert sorted(names) == sorted(COMMANDS)


def test_no_arguments(run):
    result = run()
    assert result.code == 2
    assert "Usage: nonosat [OPTIONS] COMMAND" in result.out + result.err


def test_version(run):
    result = run("--version")
    assert (result.code, result.out, result.err) == (0, f"nonosat, version {nonosat.__version__}\n", "")
    assert run("-V") == result


# encode


def test_encode(run, rect, tmp_path):
    result = run("encode", rect)
    assert (result.code, result.err) == (0, "")
    assert "\np cnf " in result.out
    run("encode", rect, "-o", tmp_path / "f.sat")
    assert (tmp_path / "f.sat").read_text() == result.out
    run("encode", rect, "-o", tmp_path / "f.sat.gz")
    assert gzip.decompress((tmp_path / "f.sat.gz").read_bytes()) == result.out_bytes
    assert run("encode", "-", stdin=rect.read_bytes()).out == result.out.replace("nonogram rect", "nonogram stdin")
    other = run("encode", rect, "--encoding", "order")
    assert other.code == 0
    assert "c encoding: order" in other.out


# decode


def answers(model: list[str]) -> dict[str, str]:
    line = " ".join(model)
    return {
        "plain": line,
        "competition": f"c from a solver\ns SATISFIABLE\nv {line} 0\n",
        "lines": "s SATISFIABLE\r\n" + "".join(f"v {word}\r\n" for word in model) + "v 0\r\n",
        "backwards": "v " + " ".join(reversed(model)) + "\ns SATISFIABLE\n",
        "MiniSat": f"SAT\n{line} 0\n",
        "partial": "\n".join(word for word in model if not word.startswith("-")),
    }


@pytest.mark.parametrize("form", answers([]))
def test_decode(run, rect, model, tmp_path, form):
    text = answers(model)[form]
    result = run("decode", rect, "-", stdin=text)
    assert (result.code, result.out, result.err) == (0, f"{RECT_SHAPES}\n", "")
    assert run("decode", rect, write(tmp_path / "m", text)) == result
    assert run("decode", rect, write(tmp_path / "m.gz", gzip.compress(text.encode()))) == result
    assert run("decode", "-", tmp_path / "m", stdin=rect.read_bytes()) == result


def test_decode_draws(run, rect, model, tmp_path):
    text = " ".join(model)
    result = run("decode", rect, "-", "--svg", tmp_path / "p.svg", "-q", stdin=text)
    assert (result.code, result.out) == (0, "")
    drawn = run("decode", rect, "-", "--svg", "-", stdin=text)
    assert drawn.out == (tmp_path / "p.svg").read_text() == run("solve", rect, "--svg", "-").out
    assert "\x1b[" in run("decode", rect, "-", "--color", stdin=text).out


@pytest.mark.parametrize(
    ("text", "code"),
    [("s UNSATISFIABLE\n", 1), ("UNSAT\n", 1), ("s UNKNOWN\n", 5), ("INDET\n", 5), ("c nothing\n", 5), ("", 5)],
)
def test_decode_without_a_model(run, rect, tmp_path, text, code):
    path = tmp_path / "p.svg"
    result = run("decode", rect, "-", "--svg", path, stdin=text)
    assert (result.code, result.out.count("\n"), result.err) == (code, 1, "")
    assert result.out.startswith("rect: ")
    assert not path.exists()
    result = run("decode", rect, "-", "-q", stdin=text)
    assert (result.code, result.out, result.err) == (code, "", "")


def test_decode_wrong_models(run, rect, model, tmp_path):
    first = next(word for word in model if not word.startswith("-"))
    wrong = " ".join("-" + word if word == first else word for word in model)
    both = " ".join(word.lstrip("-") for word in model)
    for text, code, place, noun in (
        (wrong, 4, "nonosat", "row 1"),
        (both, 4, "nonosat", "row 1, cell 1"),
        (f"{first} -{first}", 3, f"<stdin>:1:{len(first) + 2}", f"-{first}"),
        ("s SATISFIABLE\n", 3, "<stdin>", "model"),
        ("p cnf 1 1\n", 3, "<stdin>:1:1", "'p'"),
    ):
        result = run("decode", rect, "-", "--svg", tmp_path / "p.svg", stdin=text)
        assert result.code == code
        refused(replace(result, code=3), place, noun)
    assert tree(tmp_path) == ["rect.clues"]


def test_decode_the_empty_picture(run, tmp_path):
    path = write(tmp_path / "p.clues", "rect 1 2\n#ffffff #000000\n")
    assert run("decode", path, "-", stdin="s SATISFIABLE\n").out == shapes("--\n")
    assert run("decode", path, "-", "--letters", stdin="s SATISFIABLE\n").out == "--\n"


# check


def test_check_a_model_with_two_colours_in_a_cell(run, rect, model):
    """It is no model of the puzzle, which is not an error of a solver here."""
    both = " ".join(word.lstrip("-") for word in model)
    shown = run("check", rect, "-", stdin=both)
    result = run("check", rect, "-", "--json", stdin=both)
    assert (shown.code, shown.err) == (result.code, result.err) == (1, "")
    record = json.loads(result.out)
    expected = {"name": "rect", "outcome": "no", "correct": False, "exit": 1}
    assert record.items() >= expected.items()
    (violation,) = record["violations"]
    assert (violation["line"], violation["cell"]) == (None, 0)
    assert shown.out.splitlines()[0] == violation["message"]


def test_check_a_right_picture(run, rect, model, tmp_path):
    for text in (RECT_PICTURE, RECT_PICTURE.replace("-", "."), *answers(model).values()):
        result = run("check", rect, "-", stdin=text)
        assert (result.code, result.out.count("\n"), result.err) == (0, 1, "")
    assert run("check", rect, "-", "-q", stdin=RECT_PICTURE).out == ""
    record = json.loads(run("check", rect, "-", "--json", stdin=RECT_PICTURE).out)
    assert record.items() >= {"name": "rect", "outcome": "yes", "correct": True, "violations": []}.items()


def test_check_a_wrong_picture(run, rect):
    result = run("check", rect, "-", stdin=WRONG)
    assert (result.code, result.err) == (1, "")
    first, second, _ = result.out.splitlines()
    assert run("check", rect, "-", "-q", stdin=WRONG).code == 1
    result = run("check", rect, "-", "--json", stdin=WRONG)
    record = json.loads(result.out)
    assert (result.code, record["name"], record["correct"]) == (1, "rect", False)
    assert record["violations"] == [
        {"line": 3, "cell": None, "message": first},
        {"line": 8, "cell": None, "message": second},
    ]
    assert first.startswith("row 4: ")
    assert second.startswith("column 5: ")


def test_check_names_lines_and_givens(run, tmp_path):
    path = write(tmp_path / "p.clues", "rect 2 2\n#ffffff #000000\n1a\n1a\n1a\n1a\ngiven 2 1 a\n")
    result = run("check", path, "-", stdin="a-\n-a\n")
    assert (result.code, result.out.count("\n")) == (1, 2)
    assert result.out.startswith("row 2, cell 1: ")
    hexagon = write(tmp_path / "h.clues", HEX)
    result = run("check", hexagon, "-", stdin="b-b\nbaab\n-aca-\naaaa\na--\n")
    assert result.out.startswith("row 5: ")
    assert result.out.count("\n") == 4


@pytest.mark.parametrize("verdict", ["unsatisfiable", "unknown"])
def test_check_without_a_model(run, rect, verdict):
    refused(run("check", rect, "-", stdin=f"s {verdict.upper()}\n"), "<stdin>", "model", verdict)


def test_check_a_picture_of_another_size(run, rect):
    refused(run("check", rect, "-", stdin="a\n"), "<stdin>", "1 row", "4")


# render


def texts(svg: str) -> list[str]:
    """The numbers in a drawing, without the 0 of an empty clue and without title and legend."""
    found = [element.text for element in ET.fromstring(svg).iter() if element.tag.endswith("}text")]
    return [text for text in found if text[0] in "123456789"]


def test_render(run, rect, model, tmp_path):
    empty = run("render", rect)
    assert (empty.code, empty.err) == (0, "")
    assert len(texts(empty.out)) == 17  # a number for each block
    solved = run("render", rect, "-", stdin=RECT_PICTURE)
    assert texts(solved.out) == []
    assert solved.out == run("solve", rect, "--svg", "-").out
    assert run("render", rect, "-", stdin=" ".join(model)).out == solved.out
    assert len(texts(run("render", rect, "-", "--clues", stdin=RECT_PICTURE).out)) == 17
    assert texts(run("render", rect, "--no-clues").out) == []
    result = run("render", rect, "-o", tmp_path / "p.svg")
    assert (result.code, result.out) == (0, "")
    assert (tmp_path / "p.svg").read_text() == empty.out


def test_title(run, rect):
    def title(*options):
        root = ET.fromstring(run("render", rect, *options).out)
        return next(element.text for element in root.iter() if element.tag.endswith("}title"))

    assert title() == "rect"
    assert title("--title", "Cats & <dogs>") == "Cats & <dogs>"


def test_render_a_wrong_picture(run, rect, tmp_path):
    """With its clues and a red frame around each line that fails, on a screen and on a page."""
    found = nonosat.check(nonosat.loads(RECT), WRONG)
    for options in ((), ("--paper", "a4")):
        done = run("render", rect, "-", "-o", tmp_path / "p.svg", *options, stdin=WRONG)
        assert (done.code, done.out) == (1, "")
        assert [violation.message in done.err for violation in found] == [True] * len(found)
        svg = (tmp_path / "p.svg").read_text()
        assert svg.count('stroke="#d4001a"') == len(found)
        assert "solved" not in svg
        assert len(texts(svg)) == 17
        assert texts(run("render", rect, "-", *options, "--no-clues", stdin=WRONG).out) == []
    right = run("render", rect, "-", stdin=RECT_PICTURE)
    assert (right.code, right.out.count('stroke="#d4001a"')) == (0, 0)


def test_render_a_picture_that_is_not_as_given(run, tmp_path):
    puzzle = write(tmp_path / "p.clues", "rect 2 2\n#ffffff #d62828\n1a\n1a\n1a\n1a\ngiven 1 1 a\n")
    done = run("render", puzzle, "-", stdin="-a\na-\n")
    assert (done.code, "given as a" in done.err) == (1, True)
    assert "1 cell outlined" in done.out


def test_render_a_wrong_model(run, tmp_path):
    """A model of another puzzle of the same size: it is input, not an answer of a solver that nonosat ran."""
    puzzle = write(tmp_path / "p.clues", "rect 1 2\n#ffffff #d62828\n1a\n1a\n\n")
    other = write(tmp_path / "other.clues", "rect 1 2\n#ffffff #d62828\n1a\n\n1a\n")
    model = write(tmp_path / "model", run("solve", "--sol", "-", "-q", other).out)
    done = run("render", puzzle, model, "-o", tmp_path / "p.svg")
    assert (done.code, "column 1" in done.err) == (1, True)


# solvers


def test_solvers(run):
    result = run("solvers")
    assert (result.code, result.err) == (0, "")
    lines = result.out.rstrip("\n").split("\n")
    assert [line.split()[0] for line in lines[1:-2]] == list(BACKENDS)
    assert lines[-2:] == ["", kernels_sentence()]


def test_path_of_a_program(run, monkeypatch, tmp_path):
    program = tmp_path / "glucose"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run("solvers", "--path", "glucose")
    assert (result.code, result.out, result.err) == (0, f"{program}\n", "")
    result = run("solvers", "--path", "minisat")
    assert (result.code, result.out) == (4, "")
    assert "apt install minisat" in result.err
    misused(run("solvers", "--path", "glucose4"), "glucose4", "PySAT", "kissat")
    assert run("solvers", "--path", "nothing").code == 2
    assert run("solvers", "--path", "glucose", "--json").code == 2


def test_path_of_a_program_that_a_package_carries(run, monkeypatch):
    monkeypatch.setenv("PATH", "")
    carried = BACKENDS["kissat"].executable()
    if carried is None:
        pytest.skip("the package is not installed")
    result = run("solvers", "--path", "kissat")
    assert (result.code, result.out, result.err) == (0, f"{carried}\n", "")


def test_solvers_for_programs(run, monkeypatch):
    monkeypatch.setenv("PATH", "")
    records = json.loads(run("solvers", "--json").out)
    assert [record["name"] for record in records] == list(BACKENDS)
    assert set(records[0]) == {
        "name", "kind", "available", "version", "incremental", "interrupt", "proof", "get",
    }  # fmt: skip
    available = {record["name"]: record["available"] for record in records}
    assert available["cadical195"]
    assert not available["minisat"]
    assert all(record["get"] for record in records)
