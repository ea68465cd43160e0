"""The benchmarks run and print their tables, and what they measure with can be trusted."""

from __future__ import annotations

import importlib
import importlib.util
import os
import random
import re
import shlex
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import oracle
import pytest
from browser import running_browser
from places import ROOT, TESTS
from support.families import picture, stripes

from nonosat.core.tables import format_cell
from nonosat.formats import FORMATS
from nonosat.model.clue import Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import ColoredCell, Puzzle

pytestmark = pytest.mark.slow

FOLDER = ROOT / "benchmarks"


@pytest.fixture(scope="module")
def script():
    """Imports a module of the benchmarks by name, as Python would that runs a script in its folder."""
    sys.path.insert(0, str(FOLDER))
    before = set(sys.modules)
    yield importlib.import_module
    sys.path.remove(str(FOLDER))
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "").parent == FOLDER:
            del sys.modules[name]


def run(name: str, *arguments: str, puzzles: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FOLDER / f"{name}.py"), *arguments]
    environment = os.environ | {"NONOSAT_PUZZLES": str(puzzles)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def tables(text: str) -> list[list[list[str]]]:
    """The tables in a text, as rows of cells; each is aligned."""
    found = []
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line.startswith("|")]
        if lines:
            assert len({len(line) for line in lines}) == 1
            assert set(lines[1]) == set("|- :") or set(lines[1]) == set("|- ")
            found.append([[cell.strip() for cell in line.split("|")[1:-1]] for line in lines])
    return found


@pytest.mark.thinned(12)
@pytest.mark.parametrize(
    ("name", "arguments", "heads"),
    [
        ("startup", [], ["command"]),
        ("kernels", [], ["puzzle"]),
        ("parts/solve_path", ["--functions"], ["what", "module"]),
        ("puzzles", ["--each"], ["folder", "folder"]),
        ("puzzles", ["--solver", "cadical195"], ["folder"]),
        ("peers", ["--peers", "nonosat,nonosat-command"], ["folder"]),
        ("peers", ["--peers", "nonosat-command", "--each"], ["folder", "folder"]),
        ("growth", [], ["size", "grid"]),
        ("encoding_tables", ["open,clauses,conflicts", "--family", "random"], ["puzzle"] * 3),
        ("parts/strength", [], ["colours"]),
        ("parts/proofs", ["--solvers", "glucose4,cadical195"], ["puzzle", "claim", "puzzle"]),
        ("goals", ["--seeds", "2"], ["case"]),
        ("parts/counting", [], ["puzzle"]),
        ("parts/mending", [], ["puzzle", "puzzle"]),
        pytest.param("parts/drawing", [], ["answer", "run"], marks=pytest.mark.slow),
        ("parts/making", ["--until", "lines"], ["until", "sum"]),
        pytest.param("parts/making", [], ["until", "sum"], marks=pytest.mark.slow),
        ("parts/relaxation", [], ["puzzle", "puzzle"]),
        ("batch", [], ["puzzles", "done"]),
        ("parts/typos", [], ["puzzle"]),
        ("parts/rating", [], ["puzzle", "pictures", "class"]),
        ("parts/explaining", [], ["puzzle", "puzzle"]),
        ("parts/grading", [], ["formulas", "students"]),
        ("parts/mutants", [], ["group"]),
    ],
)
def test_script_prints_its_tables(name, arguments, heads, tmp_path):
    done = run(name, "--quick", *arguments, puzzles=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "nonosat" in done.stdout.splitlines()[0]
    assert [table[0][0] for table in tables(done.stdout)] == heads
    assert all(len(table) > 2 for table in tables(done.stdout))


def test_mutants_are_changes_of_code(script) -> None:
    mutants = script("parts.mutants")
    found = [mutant for path in mutants.files("verifier") for mutant in mutants.mutants(path)]
    assert len({mutant.key for mutant in found}) == len(found) > 50
    changes = {(mutant.before, mutant.after) for mutant in found}
    assert changes >= {
        ("clue == found", "clue != found"),
        ("return violations", "return None"),
        ("continue", "pass"),
    }
    for mutant in found:
        compile(mutant.text, mutant.path, "exec")
    every = [path for name in mutants.GROUPS for path in mutants.files(name)]
    assert len(every) == len(set(every))
    assert all((mutants.SOURCE / path).exists() for path in every)


@pytest.mark.browser
def test_pages_are_measured_where_there_is_a_browser(tmp_path):
    done = run("parts/pages", "--quick", puzzles=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "nonosat" in done.stdout.splitlines()[0]
    if "not installed, so nothing is measured" in done.stdout.splitlines()[-1]:
        with running_browser():
            pytest.fail("a browser was not found")
    (found,) = tables(done.stdout)
    assert [row[0] for row in found] == ["puzzle", found[1][0], "10x10", "hexagon of 4"]


def test_pages_are_not_measured_without_a_browser(tmp_path):
    command = [sys.executable, str(FOLDER / "parts" / "pages.py"), "--quick"]
    environment = os.environ | {"PATH": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "Chromium or playwright is not installed, so nothing is measured."


@pytest.mark.parametrize("name", ["puzzles", "peers"])
def test_wrong_answer_is_shouted(name, tmp_path):
    folder = tmp_path / "set"
    folder.mkdir()
    for file in ("right.clues", "wrong.clues"):
        (folder / file).write_text("rect 1 1\n#ffffff #000000\n1a\n1a\n")
    (folder / "EXPECTED.tsv").write_text("# known\nright.clues\t1\nwrong.clues\t2\n")
    arguments = ["--each", *(["--peers", "nonosat"] if name == "peers" else [])]
    done = run(name, *arguments, "--runs", "1", str(folder), puzzles=tmp_path)
    assert done.returncode == 1
    assert "WRONG: unique, known: multiple" in done.stdout
    assert "wrong" in done.stderr
    assert "right" not in done.stderr


def test_shared_sets_are_found_and_what_is_unreadable_is_left_out(script, tmp_path, monkeypatch):
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "b.clues").write_text("nonsense")
    (tmp_path / "some" / "a.clues").write_text("rect 1 1\n#ffffff #000000\n1a\n1a\n")
    (tmp_path / "EXPECTED.tsv").write_text("some/a.clues\tunique\nsome/b.clues\tunknown\n")
    monkeypatch.setenv("NONOSAT_PUZZLES", str(tmp_path))
    found = script("support.puzzle_sets").shared()
    assert [(e.folder, e.name, e.expected) for e in found] == [("some", "a", "unique"), ("some", "b", None)]
    assert "b.clues: left out" in run("puzzles", str(tmp_path), puzzles=tmp_path).stderr


def test_goals_are_chosen(tmp_path):
    done = run("goals", "--quick", "--only", "7x7,15x15", "--skip", "15x15", puzzles=tmp_path)
    assert [row[0] for row in tables(done.stdout)[0][2:]] == ["dom_3 (7x7)"]


def test_goals_are_judged(script):
    goals = script("goals")
    outcome, goal = goals.Outcome, goals.Goal("case", 2, lambda _: [], expected="unique")
    fine = [outcome(1.0, True, "unique"), outcome(3.0, True, "unique"), outcome(0.5, True, "unique")]
    assert goals.row(goal, fine, 60) == ["case", "2 s", "3 of 3", "3 of 3", 1.0, 3.0, "yes"]
    late = [outcome(60.1, True, None), outcome(60.1, False, None), outcome(0.5, True, "unique")]
    assert goals.row(goal, late, 60) == ["case", "2 s", "2 of 3", "1 of 3", 60, 60, "no"]
    assert goals.row(goal, [outcome(1.0, True, "multiple")], 60)[3:] == ["WRONG: multiple", 1.0, 1.0, "no"]
    most = goal._replace(at_least=0.5, expected=None)
    assert goals.row(most, late, 60) == ["case", "2 of 3 in 2 s", "2 of 3", "1 of 3", 60, 60, "yes"]
    batch = goal._replace(together=True, expected=None)
    assert goals.row(batch, [outcome(1.5, True, "told"), outcome(0, True, "told")], 60)[5:] == [1.5, "yes"]
    assert goals.row(batch, [outcome(1.5, True, "told"), outcome(0, True, None)], 60)[6] == "no"


def test_table_is_aligned_markdown(script):
    table = script("support.common").table(["name", "n"], [["a", 1000], ["long name", None]])
    assert table.splitlines() == [
        "| name      |     n |",
        "| --------- | ----: |",
        "| a         | 1,000 |",
        "| long name |     - |",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.000"),
        (0.000012, "0.00001"),
        (0.01234, "0.0123"),
        (1.5, "1.50"),
        (1234.5, "1,234"),
        (7, "7"),
        ("x", "x"),
    ],
)
def test_numbers_have_three_digits(value, text):
    assert format_cell(value) == text


def test_exponent_is_that_of_the_curve(script):
    assert script("support.common").exponent([(n, 3 * n**1.5) for n in (10, 20, 50)]) == pytest.approx(1.5)
    assert script("support.common").exponent([(10, 1.0), (10, 2.0)]) is None


def test_runs_take_turns(script):
    order: list[str] = []
    times = script("support.common").interleaved({"a": lambda: order.append("a"), "b": lambda: order.append("b")}, 2)
    assert (order, [len(some) for some in times.values()]) == (["a", "b", "a", "b"], [2, 2])


def test_worker_returns_fails_and_is_ended(script):
    module = script("support.worker")
    with module.Worker() as worker:
        assert worker.call(divmod, 7, 2) == (3, 1)
        with pytest.raises(module.Failed, match="ZeroDivisionError"):
            worker.call(divmod, 1, 0)
        assert worker.call(time.sleep, 60, limit=0.1) is None
        with pytest.raises(module.Failed, match="died"):
            worker.call(os._exit, 3)
        assert worker.call(len, "abc", limit=60) == 3


@pytest.mark.skipif(importlib.util.find_spec("ortools") is None, reason="needs ortools")
def test_cpsat_finds_what_brute_force_finds():
    # In a process of its own: ortools and highspy each bring a HiGHS of their own, and one process cannot hold both.
    path = os.pathsep.join([str(FOLDER), str(TESTS), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", "import test_benchmarks; test_benchmarks.compare_cpsat_with_brute_force()"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path}, check=False)
    assert done.returncode == 0, done.stderr


def compare_cpsat_with_brute_force():
    from support.cpsat import pictures

    rng = random.Random(7)
    for number in range(40):
        grid = oracle.random_grid(rng, 9)
        n_colors = 1 + number % 3 if grid.n_cells <= 7 else 1
        puzzle, _ = oracle.random_puzzle(rng, grid, n_colors, unknown=number % 2 / 2, givens=rng.randint(0, 1))
        expected = oracle.brute_force(puzzle)
        found = [picture.cells for picture in islice(pictures(puzzle, 1), 20)]
        assert len(set(found)) == len(found) == min(20, len(expected))
        assert set(found) <= expected


def test_peers_that_are_python_agree(script):
    pytest.importorskip("ortools")
    puzzles = {"unique": stripes(8), "multiple": squares("1a", "1a", "1a", "1a")}
    for peer in islice(script("support.peer_solvers").peers(), 4):
        for verdict, puzzle in puzzles.items():
            answer = peer.solve(puzzle, 60)
            assert (answer.verdict, answer.is_wrong) == (verdict, False)
            assert answer.seconds > 0
        peer.close()


def squares(*clues: str, colors: int = 1) -> Puzzle:
    palette = " ".join(oracle.COLORS[: colors + 1])
    return FORMATS["clues"].read("\n".join(["rect 2 2", palette, *clues]))


@pytest.mark.parametrize(
    ("name", "output", "errors", "verdict"),
    [
        ("pbnsolve", "unique", "", "unique"),
        ("pbnsolve", "trivial unique logical", "", "unique"),
        ("pbnsolve", "multiple", "", "multiple"),
        ("pbnsolve", "contradition", "", "none"),
        ("pbnsolve", "", "CPU time limit exceeded", None),
        ("pynogram", "X", "", "unique"),
        ("pynogram", "X", "Search completed (depth reached: 3, solutions found: 1)", "unique"),
        ("pynogram", "X", "Search completed (depth reached: 3, solutions found: 2)", "multiple"),
        ("pynogram", "", "Traceback ...\nNonogramError: impossible", "none"),
        ("nonogrid", "X", "", "unique"),
        ("nonogrid", "X\n1-th solution:\nX", "", "unique"),
        ("nonogrid", "X\n1-th solution:\nX\n2-th solution:\nX", "", "multiple"),
        ("nonogrid", "", "thread 'main' panicked", None),
        ("picross_solver_cli", "File,Grid,Size,Valid,Difficulty\nf,g,2x2,OK,LINE", "", "unique"),
        ("picross_solver_cli", "File,Grid,Size,Valid,Difficulty\nf,g,2x2,MULT,MULT", "", "multiple"),
        ("picross_solver_cli", "File,Grid,Size,Valid,Difficulty\nf,g,2x2,ZERO,", "", "none"),
    ],
)
def test_what_programs_say_is_understood(script, name, output, errors, verdict):
    module = script("support.peer_solvers")
    peer = next(peer for peer in module.peers() if peer.name == name)
    assert peer.verdict(module.Said(output, errors)) == verdict


def test_program_is_run_on_a_file_and_ended(script):
    module = script("support.peer_solvers")
    puzzle = squares("1a", "1a", "1a", "1a")
    code = "import sys, pathlib; assert '<clues' in pathlib.Path(sys.argv[1]).read_text(); print('unique')"
    fine = module.Pbnsolve("fine", [sys.executable, "-c", code])
    assert fine.solve(puzzle, 60).verdict == "unique"
    silent = module.Pbnsolve("silent", [sys.executable, "-c", "raise SystemExit(4)"])
    assert silent.solve(puzzle, 60) == module.Answer("error: exit code 4", None)
    slow = module.Pbnsolve("slow", [sys.executable, "-c", "import time; time.sleep(60)"])
    assert slow.solve(puzzle, 0.2) == module.Answer("timeout", None)


def test_programs_are_told_only_what_they_understand(script):
    plain, two = squares("1a", "", "1a", ""), squares("1a", "1b", "1a 1b", "", colors=2)
    unknown = Puzzle(plain.grid, plain.palette, ((Block(1, 0),), (), (Block(1, 0),), ()))
    given = Puzzle(plain.grid, plain.palette, plain.clues, (ColoredCell(0, 1),))
    hexagon = picture(HexGrid(2))
    known = script("support.peer_solvers").peers()
    taken = {peer.name: [peer.supports(p) for p in (plain, two, unknown, given, hexagon)] for peer in known}
    assert taken["nonosat-command"] == taken["cp-sat"] == [True] * 5
    assert taken["pbnsolve"] == [True, True, False, False, False]
    assert taken["picross_solver_cli"] == [True, False, False, False, False]


def test_files_for_programs(script):
    files = script("support.peer_files")
    non = files.simpson(squares("1a", "", "1a", ""))
    assert non.splitlines() == ["width 2", "height 2", "", "rows", "1", "0", "", "columns", "1", "0"]
    xml = ElementTree.fromstring(files.webpbn_xml(squares("1a 1b", "", "1a", "1b", colors=2)))
    columns, rows = ([[(c.get("color"), c.text) for c in line] for line in group] for group in xml.iter("clues"))
    assert columns == [[("black", "1")], [("color2", "1")]]
    assert rows == [[("black", "1"), ("color2", "1")], []]
    assert [color.get("name") for color in xml.iter("color")] == ["white", "black", "color2"]


def test_a_set_is_summed_up_for_each_solver(script):
    peers, answer = script("peers"), script("support.peer_solvers").Answer
    base, other = (peer for peer in script("support.peer_solvers").peers() if peer.name in ("nonosat", "cp-sat"))
    entry = script("support.puzzle_sets").Entry(Path("a.clues"), "set", None)
    times = [(1.0, 2.0), (2.0, 2.0), (3.0, None)]
    outcomes = [
        peers.Outcome(entry, "1x1", {"nonosat": answer("unique", base), "cp-sat": answer("unique", other)})
        for base, other in times
    ]
    assert peers.summary("set", base, outcomes, 10.0) == ["set", "nonosat", 3, 3, 6.0, 1.0, 1.0]
    # The third counts with the limit of ten seconds: 14 s to 6 s.
    assert peers.summary("set", other, outcomes, 10.0) == ["set", "cp-sat", 3, 2, 14.0, 2.0, "> 2.33"]


def test_a_program_may_be_called_otherwise(tmp_path):
    puzzle = tmp_path / "one.clues"
    puzzle.write_text("rect 1 1\n#ffffff #000000\n1a\n1a\n")
    program = tmp_path / "program.py"
    program.write_text("print('unique')")
    peers = ["--peers", "pbnsolve", "--each", "--runs", "1"]
    done = run(
        "peers",
        *peers,
        "--command",
        f"pbnsolve={shlex.join([sys.executable, str(program)])}",
        str(puzzle),
        puzzles=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [row[3:5] for row in tables(done.stdout)[0][2:]] == [["nonosat-command", "unique"], ["pbnsolve", "unique"]]
    wrong = run("peers", *peers, "--command", "nonosat=x", str(puzzle), puzzles=tmp_path)
    assert wrong.returncode == 2
    assert "expected NAME=COMMAND with one of nonosat-command" in wrong.stderr


def test_puzzles_are_found_by_the_name_of_their_set_or_by_their_own(script, tmp_path, monkeypatch):
    for name in ("big/one.clues", "big/two.clues", "small/one-more.clues"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("rect 1 1\n#ffffff #000000\n1a\n1a\n")
    monkeypatch.setenv("NONOSAT_PUZZLES", str(tmp_path))
    given = script("support.puzzle_sets").given
    assert [entry.name for entry in given(["big"])] == ["one", "two"]
    assert [entry.name for entry in given(["one", str(tmp_path / "small")])] == ["one", "one-more", "one-more"]
    with pytest.raises(SystemExit, match="nothing: no such file, and no such puzzle"):
        given(["nothing"])


PAGE = """# Page

Machine: none

    python benchmarks/parts/strength.py --quick

In words:

| a |
| - |
| 1 |

## Other

    python benchmarks/other.py

| b |
| - |
| 2 |
"""


def test_tables_of_a_page_are_replaced(script):
    report = script("report")
    assert report.commands(PAGE) == ["benchmarks/parts/strength.py --quick", "benchmarks/other.py"]
    page = report.replaced(PAGE, "benchmarks/parts/strength.py --quick", "machine\n\n| c |\n| - |\n| 3 |\n| 4 |\n")
    assert page == PAGE.replace("| a |\n| - |\n| 1 |\n", "| c |\n| - |\n| 3 |\n| 4 |\n")
    with pytest.raises(SystemExit, match="0 tables, expected 1"):
        report.replaced(PAGE, "benchmarks/other.py", "nothing\n")


def test_a_page_is_measured_anew(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(PAGE.partition("## Other")[0])
    done = run("report", str(page), puzzles=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Machine: 20" in page.read_text()
    assert "| cells % |" in page.read_text()
    listed = run("report", "--list", "--only", "goals", puzzles=tmp_path).stdout.splitlines()
    assert listed
    assert all(command.startswith("benchmarks/goals.py") for command in listed)


def test_verdicts_are_judged(script):
    answer, judged = script("support.peer_solvers").Answer, script("peers").judged
    both = {"a": answer("unique", 1.0), "b": answer("multiple", 1.0)}
    assert judged(both, "unique") == {"a": "unique", "b": "WRONG: multiple, known: unique"}
    assert judged(both, None) == {"a": "DISAGREES: unique", "b": "DISAGREES: multiple"}
    proven = {"a": answer("unique", 1.0), "b": answer("multiple", 1.0, is_proven=True), "c": answer("timeout", None)}
    assert judged(proven, None) == {"a": "WRONG: unique, known: multiple", "b": "multiple", "c": "timeout"}
    assert judged({"a": answer("a wrong picture", 1.0, is_wrong=True)}, None) == {"a": "WRONG: a wrong picture"}


_TRACES = re.findall(
    r"^\*\*`nonosat ([^`]*)`\*\*(.*?)(?=^\*\*`|^## )", (ROOT / "docs" / "design.md").read_text(), re.M | re.S
)


@pytest.mark.parametrize(("command", "text"), _TRACES, ids=[command for command, _ in _TRACES])
def test_the_functions_of_a_traced_question_run(script, command, text, tmp_path, monkeypatch):
    """docs/design.md names them, in the order in which they are called first."""
    monkeypatch.chdir(ROOT)
    calls, _ = script("parts.solve_path").traced(command.split(), tmp_path / "calls")
    named = re.findall(r"`((?:[a-z_]+\.)+[\w.]+)`", text)
    assert len(named) > 4
    ran = list(dict.fromkeys(f"{module}.{function}" for module, function in calls))
    assert [name for name in named if name not in ran] == []
    assert named == sorted(named, key=ran.index)


@pytest.mark.parametrize("name", ["crops", "looks", "measure", "photos", "screens"])
def test_scripts_of_images_start(name: str) -> None:
    for module in ("cv2", "playwright"):
        pytest.importorskip(module, reason=f"{module} is not installed")
    assert run(f"scanning/{name}", "--help", puzzles=ROOT).returncode == 0


def test_marks_of_images_are_compared(script, tmp_path):
    same_marks, file = script("scanning.measure").same_marks, tmp_path / "x.marks"
    assert same_marks([None, None], file)
    assert not same_marks([None, 1], file)
    file.write_text("?-\nbb\n")
    assert same_marks([None, 0, 1, 1], file)
    for wrong in ([None, 0, 1, 2], [1, 0, 1, 1], [None, 1, 1, 1], [None, 0, 1], [None, 0, 0, 1], [None, 0, 1, None]):
        assert not same_marks(wrong, file)
