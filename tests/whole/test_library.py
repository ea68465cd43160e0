"""nonosat as a library: its names, its five lines, and what importing it costs."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import pickle
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from xml.etree import ElementTree

import pytest
import snapshot
from conftest import HEX, RECT

import nonosat


def python(program: str, cwd: Path | None = None) -> str:
    """What a program prints when a Python of its own runs it."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_names() -> None:
    assert nonosat.__version__.count(".") == 2
    for name in set(nonosat.__all__) - {"__version__", "ANY_LENGTH", "ANY_COLOR"}:
        value = getattr(nonosat, name)
        assert value.__name__ == name
        assert value.__doc__
        assert not value.__doc__.startswith(f"{name}(")  # not the one that dataclasses make up


def test_all_is_all() -> None:
    """The names for people and those for type checkers are the same, in the same order."""
    assert dir(nonosat) == sorted(nonosat.__all__)
    (block,) = (
        node
        for node in ast.parse(Path(nonosat.__file__).read_text(encoding="utf-8")).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    imported = {}
    for node in block.body:
        names = tuple(alias.name for alias in node.names)
        assert tuple(alias.asname for alias in node.names) == names, "which makes them public"
        imported[node.module.removeprefix("nonosat.")] = names
    assert list(imported.items()) == list(nonosat._HOMES.items())
    for home, names in nonosat._HOMES.items():
        module = importlib.import_module(f"nonosat.{home}")
        assert all(getattr(module, name) is getattr(nonosat, name) for name in names)


def test_star_and_unknown_names() -> None:
    space: dict[str, object] = {}
    exec("from nonosat import *", space)
    assert set(nonosat.__all__) <= set(space)
    with pytest.raises(AttributeError, match="nothing"):
        _ = nonosat.nothing


def test_the_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert nonosat.__doc__
    indented = [line for line in nonosat.__doc__.split("\n") if line.startswith("    ")]
    (tmp_path / "puzzle.clues").write_text(RECT)
    monkeypatch.chdir(tmp_path)
    exec(textwrap.dedent("\n".join(indented)), {})
    assert capsys.readouterr().out == "-a--a\nb-a-a\nbba-a\nb-b-a True\n"


def test_the_way_from_a_text_to_a_drawing() -> None:
    puzzle = nonosat.loads(RECT)
    result = nonosat.solve(puzzle, unique=True)
    assert result.unique
    assert result.picture.rows() == [(0, 1, 0, 0, 1), (2, 0, 1, 0, 1), (2, 2, 1, 0, 1), (2, 0, 2, 0, 1)]
    assert nonosat.check(puzzle, result.picture) == []
    assert [picture.cells for picture in nonosat.solutions(puzzle)] == [result.picture.cells]
    assert "<svg" in nonosat.svg(puzzle, result.picture)
    formula = nonosat.encode(puzzle)
    with nonosat.find_backend().open(formula) as session:
        assert nonosat.decode(puzzle, session.solve()) == result.picture


HEAVY = {"pysat", "pysolvers", "svgwrite", "click", "numpy", "highspy", "multiprocessing", "subprocess"}


@pytest.mark.costly
def test_imports_are_light() -> None:
    """The library, and a puzzle that lines alone solve; a drawing in a notebook needs no other import."""
    program = """
import nonosat
nonosat.loads, nonosat.solve, nonosat.check, nonosat.Puzzle
import nonosat.solving.solve, nonosat.model.verifier, nonosat.formats.clues, nonosat.solvers
assert nonosat.solve(nonosat.loads("rect 1 1\\n#ffffff #000000\\n1a\\n1a\\n")).unique
import sys
print(*sys.modules)
print(nonosat.puzzle([[1]], [[1]])._repr_svg_())
"""
    modules, _, drawing = python(program).partition("\n")
    assert "nonosat" in modules.split()
    assert HEAVY.isdisjoint(modules.split())
    assert drawing.endswith("</svg>\n\n")


def test_verification_loads_nothing_that_it_checks() -> None:
    loaded = python("import nonosat.model.verifier, sys; print(*sorted(sys.modules), sep='\\n')").split("\n")
    own = {name for name in loaded if name.startswith("nonosat")}
    parts = ("clue", "grid", "nouns", "palette", "picture", "picture_forms", "puzzle", "verifier")
    model = {f"nonosat.model.{name}" for name in parts}
    core = {f"nonosat.core{name}" for name in ("", ".arguments", ".errors")}
    assert own == {"nonosat", "nonosat.model", *core, *model}


# What is displayed


def test_repr_is_one_short_line() -> None:
    puzzle = nonosat.loads(RECT)
    result = nonosat.solve(puzzle, unique=True)
    none = nonosat.puzzle([[1, 1], [0], [1, 1]], [[1], [2], [1]])
    two = nonosat.solve(nonosat.puzzle([[1], [1]], [[1], [1]]), unique=True)
    shown = [
        *(puzzle, dataclasses.replace(puzzle, metadata=nonosat.Metadata(title="Boat"))),
        *(result.picture, nonosat.Picture(nonosat.RectGrid(20, 20), (1, *[0] * 399))),
        *(result, nonosat.solve(none), two._replace(solver="any")),
        *(two._replace(unique=None, gave_up=True, solver=None), nonosat.encode(puzzle)),
    ]
    snapshot.compare("library", "repr", "".join(f"{each!r}\n" for each in shown))


def test_notebooks_show_drawings() -> None:
    puzzle = nonosat.loads(RECT)
    result = nonosat.solve(puzzle, unique=True)
    assert puzzle._repr_svg_() == nonosat.svg(puzzle, clues=True)
    assert result.picture._repr_svg_() == nonosat.svg(nonosat.puzzle_of_picture(result.picture), result.picture)
    assert nonosat.svg(puzzle, result.picture, clues=True) in result._repr_html_()
    assert puzzle._repr_svg_() in result._replace(picture=None)._repr_html_()


ONE = dataclasses.replace(
    nonosat.loads(RECT), metadata=nonosat.Metadata(title="</title><script>&\"'", author="<b>", description="]]>\x1b")
)
TWO = nonosat.puzzle([[1], [1]], [[1], [1]])
NONE = nonosat.puzzle([[1, 1], [0], [1, 1]], [[1], [2], [1]])
ANSWERS = {
    "solve": lambda puzzle: nonosat.solve(puzzle, unique=True),
    "count": lambda puzzle: nonosat.count(puzzle),
    "map_solutions": lambda puzzle: nonosat.map_solutions(puzzle),
    "diagnose": lambda puzzle: nonosat.diagnose(puzzle, lines=True),
    "explain": lambda puzzle: nonosat.explain(puzzle),
    "explain, gave up": lambda puzzle: dataclasses.replace(
        nonosat.explain(puzzle), steps=(), picture=None, n_open=puzzle.grid.n_cells
    ),
    "hint": lambda puzzle: nonosat.hint(puzzle),
    "hint, wrong": lambda puzzle: nonosat.hint(puzzle, [1, *[None] * (puzzle.grid.n_cells - 1)]),
    "rate": lambda puzzle: nonosat.rate(puzzle),
    "mend": lambda puzzle: nonosat.mend(puzzle),
    "fit_picture": lambda puzzle: nonosat.fit_picture(nonosat.solve(puzzle).picture),
    "check_formula": lambda puzzle: nonosat.check_formula(puzzle, nonosat.encode(puzzle)),
    "check_formula, of another puzzle": lambda puzzle: nonosat.check_formula(puzzle, _formula_of_another(puzzle)),
    "certify": lambda puzzle: nonosat.certify(_claim(puzzle), "p", tempfile.mkdtemp()),
}


def _formula_of_another(puzzle: nonosat.Puzzle) -> nonosat.Formula:
    empty = nonosat.puzzle_of(nonosat.Picture(puzzle.grid, (0,) * puzzle.grid.n_cells), puzzle.palette)
    return nonosat.encode(empty)


def _claim(puzzle: nonosat.Puzzle) -> nonosat.Claim:
    return nonosat.map_claim(puzzle, nonosat.map_solutions(puzzle).witnesses)


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("puzzle", [ONE, TWO, NONE, nonosat.loads(HEX)], ids=["one", "two", "none", "hex"])
def test_notebooks_show_answers(name: str, puzzle: nonosat.Puzzle) -> None:
    """As well-formed HTML with the sentence and a drawing; `repr` is a line, with the beginning of the sentence."""
    try:
        answer = ANSWERS[name](puzzle)
    except (nonosat.NonosatError, AttributeError):  # not every question has an answer for a puzzle without solution
        assert puzzle is NONE
        return
    root = ElementTree.fromstring(answer._repr_html_())
    (sentence,) = root.findall("p")
    assert len(root.findall("{http://www.w3.org/2000/svg}svg")) == 1
    assert "script" not in {element.tag for element in root.iter()}
    if not name.startswith("hint"):
        assert "".join(sentence.itertext()) == answer.sentence()
    assert not hasattr(answer, "_repr_svg_")
    assert len(repr(answer)) <= 170
    assert len(repr(answer).splitlines()) == 1


def test_a_notebook_shows_what_was_found() -> None:
    def steps(answer: nonosat.Walkthrough) -> list[ElementTree.Element]:
        return list(ElementTree.fromstring(answer._repr_html_()).iter("li"))

    walkthrough = nonosat.explain(ONE)
    assert len(steps(walkthrough)) == len(walkthrough.steps)
    assert nonosat.rate(ONE).sentence() in nonosat.rate(ONE)._repr_html_()
    two = nonosat.count(TWO)
    assert two._repr_html_() != nonosat.count(ONE)._repr_html_()
    assert "outlined" in nonosat.solve(TWO, unique=True)._repr_html_()


@pytest.mark.costly
def test_no_repr_is_long() -> None:
    large = nonosat.load(Path(__file__).parents[2] / "puzzles" / "dice.clues")
    result = nonosat.solve(large, unique=True)
    sheet = nonosat.Sheet(nonosat.loads(RECT), None, "p")
    book_puzzle = nonosat.book_puzzle(sheet)
    values = [
        *(result, nonosat.map_solutions(large), nonosat.count(large), nonosat.diagnose(large), _claim(large)),
        *(nonosat.explain(large), nonosat.hint(large), nonosat.next_step(large), nonosat.worksheet(large)),
        *(sheet, book_puzzle, nonosat.make_book([book_puzzle]), nonosat.find_format("clues")),
        nonosat.PagePuzzle(puzzle=large, name="p", image=b"x" * 1000),
    ]
    assert all(len(repr(value)) <= 320 and "\n" not in repr(value) for value in values)


def test_results_that_say_the_same_are_equal() -> None:
    puzzle = nonosat.puzzle([[1], [1]], [[1], [1]])
    one, other = nonosat.solve(puzzle, solver="glucose4"), nonosat.solve(puzzle, solver="glucose4")
    assert one == other
    assert hash(one) == hash(other)
    assert one != one._replace(unique=True)
    assert one != tuple(one)


def test_formulas_can_be_pickled() -> None:
    for selectors in (False, True):
        formula = nonosat.encode(nonosat.loads(RECT), encoding="order", selectors=selectors)
        copy = pickle.loads(pickle.dumps(formula))
        assert list(copy.clauses()) == list(formula.clauses())
        assert copy.selectors == formula.selectors
        for group, same in zip(formula.variables, copy.variables, strict=True):
            numbers = range(group.first, group.last + 1)
            assert [group.label(number) for number in numbers] == [same.label(number) for number in numbers]
    result = nonosat.solve(nonosat.loads(RECT), propagate=False)
    assert pickle.loads(pickle.dumps(result)) == result


def test_rows_are_tuples() -> None:
    for puzzle in (nonosat.loads(RECT), nonosat.loads(HEX)):
        rows = nonosat.solve(puzzle).picture.rows()
        assert {type(row) for row in rows} == {tuple}


def test_a_path_that_is_none() -> None:
    with pytest.raises(nonosat.UsageError, match="None"):
        nonosat.load(None)


def test_proofs(tmp_path: Path) -> None:
    result = nonosat.solve(nonosat.loads(RECT), unique=True)
    written = nonosat.certify(result, "boat", str(tmp_path / "proof"))
    proof = nonosat.verify_proof(str(tmp_path / "proof"))
    assert isinstance(proof, nonosat.VerifiedProof)
    assert proof == written
    assert proof.manifest.puzzle == result.puzzle
