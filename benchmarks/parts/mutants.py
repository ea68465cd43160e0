"""What the tests miss: the code of a package is changed in one place, and the tests of that package must fail.

    python benchmarks/parts/mutants.py [--groups lines,verifier] [--mutants 300] [--seed 1] [--log FILE [--again]]
        [--quick]

A mutant is one change of one expression or statement: another comparison, operator or number, a negated condition,
None in place of a result, or no call, `raise`, `break`, or assignment to a part of an object. Annotations, docstrings
and texts of errors stay. The mutants of a group are a sample of all its places, without replacement; a larger one has
those of a smaller one. Each is tested in a copy of the source, by the fast tests and then by the slow ones, until the
first test fails; one that takes much time or memory is killed, too.

With --log, outcomes are kept in a file as soon as they are known, and a later run does not repeat them; with --again it
repeats those of survivors.
"""

from __future__ import annotations

import ast
import json
import math
import mmap
import multiprocessing
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import ROOT, Cell, machine, options_parser, progress, table

SOURCE = ROOT / "src" / "nonosat"
#: Code that decides what is shown as verified or accepted as proved.
VERIFIER = ("model/verifier.py", "model/clue.py")
CHECKERS = (
    "proofs/claim_reader.py",
    "proofs/hitting_set_bound.py",
    "proofs/manifest.py",
    "proofs/statement.py",
    "proofs/drat/checker_cnf.py",
    "proofs/drat/drat_checker.py",
    "proofs/drat/drat_steps.py",
    "proofs/drat/rup.py",
    "proofs/linear/line_placements.py",
    "proofs/linear/linear_checker.py",
)


class Group(NamedTuple):
    """A part of a package.

    Attributes:
        tests: folder of the tests of the package.
        goal: least share of mutants that the tests must kill, in percent.
        files: its modules, relative to the source; empty for all of the package that no other group has.
    """

    tests: str
    goal: int
    files: tuple[str, ...] = ()


GROUPS = {
    "lines": Group("lines", 80),
    "encodings": Group("encodings", 80),
    "model": Group("model", 80),
    "verifier": Group("model", 90, VERIFIER),
    "proofs": Group("proofs", 80),
    "checkers": Group("proofs", 90, CHECKERS),
}

#: Time of the processor for one test, which is many times that of the longest, and by the clock for all of a package.
TEST_SECONDS, RUN_SECONDS = 10, 600
#: How many tests that noticed earlier mutants of a module come first.
KILLERS_FIRST = 20

#: Fields and nodes that no test can or should notice.
_FIELDS_LEFT = {"annotation", "returns", "decorator_list"}
_NODES_LEFT = (ast.JoinedStr, ast.Raise, ast.Assert, ast.Import, ast.ImportFrom)

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.Add,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}  # fmt: skip


class Mutant(NamedTuple):
    """A change of one module, relative to the source, with the whole text of the changed module."""

    path: str
    line: int
    before: str
    after: str
    text: str

    @property
    def key(self) -> str:
        return sha256(f"{self.path}\n{self.text}".encode()).hexdigest()


def mutants(path: str) -> Iterator[Mutant]:
    """All mutants of a module."""
    tree = ast.parse((SOURCE / path).read_text(encoding="utf-8"))
    whole = ast.unparse(tree)
    for holder, field, index, node, shown in _places(tree, tree):
        for other in _changes(node):
            before = ast.unparse(shown)
            _put(holder, field, index, other)
            text, after = ast.unparse(tree), ast.unparse(other if shown is node else shown)
            _put(holder, field, index, node)
            if text != whole:
                yield Mutant(path, shown.lineno, before, after, text)


def _places(node: ast.AST, shown: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST, ast.AST]]:
    """Every node below a node, with the node and the field that hold it, and the nearest expression or statement."""
    match node:
        case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.keyword(arg="strict"):
            return
        case _ if isinstance(node, _NODES_LEFT):
            return
    for field, value in ast.iter_fields(node):
        if field in _FIELDS_LEFT:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST):
                near = child if isinstance(child, ast.expr | ast.stmt) else shown
                yield node, field, index, child, near
                yield from _places(child, near)


def _put(holder: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(holder, field, node)
    else:
        getattr(holder, field)[index] = node


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not _is_negated_elsewhere(test):
            kept = {name: value for name, value in ast.iter_fields(node) if name != "test"}
            yield type(node)(test=ast.UnaryOp(ast.Not(), test), **kept)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Break() | ast.Continue():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case _ if type(node) in _OPERATORS:
            yield _OPERATORS[type(node)]()


def _is_negated_elsewhere(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


def files(name: str) -> list[str]:
    """The modules of a group."""
    group = GROUPS[name]
    if group.files:
        return [*group.files]
    others = {path for other in GROUPS.values() for path in other.files}
    found = [path.relative_to(SOURCE).as_posix() for path in sorted((SOURCE / name).rglob("*.py"))]
    return [path for path in found if path not in others]


class Order:
    """A plugin of pytest: tests that noticed earlier mutants of a module come first, and each has a limit of its own.

    Attributes:
        current: the identifier of the test that runs, in memory that the process that waits for the end can read.
    """

    def __init__(self, first: Sequence[str]) -> None:
        self.places = {name: place for place, name in enumerate(first)}
        self.current = mmap.mmap(-1, 1 << 12)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.places.get(item.nodeid, len(self.places)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.current[:] = nodeid.encode()[: len(self.current)].ljust(len(self.current), b"\0")
        limit_seconds(TEST_SECONDS)

    def name(self) -> str:
        """The last test that began; empty before the first one."""
        return self.current[:].rstrip(b"\0").decode()


def limit_seconds(seconds: int) -> None:
    """Let the system end this process when it has used more time of the processor from now on."""
    used = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(used) + seconds, resource.RLIM_INFINITY))


#: The fast tests, and those that run if none of them fails.
FAST = ("-m", "not slow and not browser and not faults", "--hypothesis-profile=fast")
SLOW = ("-m", "slow and not browser and not faults")


class Tests:
    """The tests of a package, on a copy of the source.

    Every run is a fork of this process, which has loaded pytest and what else the tests use, but nothing of nonosat.
    """

    def __init__(self, folder: str, copy: Path) -> None:
        self.files = sorted((ROOT / "tests" / "unit" / folder).glob("test_*.py"))
        self.copy = copy
        #: Of each module, the tests that noticed mutants, the last one first.
        self.killers: dict[str, list[str]] = {}
        if self._killer((), FAST) is not None:
            sys.exit(f"tests/unit/{folder}: the tests fail without any change")
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

    def killer(self, mutant: Mutant) -> tuple[str | None, bool]:
        """The first test that notices the mutant, and whether it is a fast one.

        The test is empty if the tests cannot even be collected, None if no test notices anything.

        The tests that noticed the last mutants of the module come first, then those that are named after it.
        """
        path = self.copy / mutant.path
        name = f"test_{path.stem}.py"
        self.files.sort(key=lambda file: (file.name != name, file.name))
        killers = self.killers.setdefault(mutant.path, [])
        path.write_text(mutant.text, encoding="utf-8")
        try:
            killer, is_fast = self._killer(killers[:KILLERS_FIRST], FAST), True
            if killer is None:
                killer, is_fast = self._killer(killers[:KILLERS_FIRST], SLOW), False
        finally:
            shutil.copy2(SOURCE / mutant.path, path)
        if killer:
            killers[:] = [killer, *(other for other in killers if other != killer)]
        return killer, is_fast

    def _killer(self, first: Sequence[str], chosen: Sequence[str]) -> str | None:
        order = Order(first)
        process = multiprocessing.get_context("fork").Process(target=self._run, args=(order, chosen))
        process.start()
        try:
            process.join(RUN_SECONDS)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.join()
        # A package may have no slow test.
        nothing_fails = process.exitcode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        return None if nothing_fails else order.name()

    def _run(self, order: Order, chosen: Sequence[str]) -> None:
        """Run the tests in this process, and end it with their exit code."""
        os.setpgrp()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        limit_seconds(TEST_SECONDS)
        resource.setrlimit(resource.RLIMIT_DATA, (1 << 32, 1 << 32))
        # Nothing of a run of tests that this one may be a part of.
        for name in [name for name in os.environ if name.startswith("PYTEST")]:
            del os.environ[name]
        for name in [name for name in sys.modules if name.partition(".")[0] in ("nonosat", "support")]:
            del sys.modules[name]
        os.chdir(ROOT)
        sys.path.insert(0, str(self.copy.parent))
        os.environ["PYTHONPATH"] = str(self.copy.parent)
        arguments = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:processor_time", *chosen, *map(str, self.files)]
        os._exit(pytest.main(arguments, plugins=[order]))


def known(log: Path | None, again: bool) -> dict[str, tuple[bool, bool]]:
    """From the key of a mutant that was tested earlier to whether it was killed, and whether by a fast test."""
    if log is None or not log.exists():
        return {}
    lines = map(json.loads, log.read_text(encoding="utf-8").splitlines())
    outcomes = {line["key"]: (line["killed"], line["fast"]) for line in lines}
    return {key: outcome for key, outcome in outcomes.items() if outcome[0] or not again}


def main() -> None:
    parser = options_parser(__doc__, "two mutants of the verifier")
    parser.add_argument("--groups", default=",".join(GROUPS), help="such as lines,verifier")
    parser.add_argument("--mutants", type=int, default=300, help="of each group, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="file of outcomes, read and written")
    parser.add_argument("--again", action="store_true", help="test survivors of the log again")
    arguments = parser.parse_args()
    names, most = arguments.groups.split(","), arguments.mutants
    if arguments.quick:
        names, most = ["verifier"], 2
    print(f"{machine()}; seed {arguments.seed}\n")
    outcomes = known(arguments.log, arguments.again)
    rows: list[Sequence[Cell]] = []
    survivors: list[Sequence[Cell]] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "nonosat"
        shutil.copytree(SOURCE, copy)
        tests: dict[str, Tests] = {}
        for name in names:
            every = [mutant for path in files(name) for mutant in mutants(path)]
            random.Random(f"{arguments.seed} {name}").shuffle(every)
            some = sorted(every[:most], key=lambda mutant: mutant[:2])
            n_killed = n_fast = 0
            for number, mutant in enumerate(some):
                progress(number, len(some), f"{name}, {number - n_killed} survivors")
                killed, is_fast = outcomes.get(mutant.key, (None, False))
                if killed is None:
                    part = GROUPS[name].tests
                    tests[part] = tests.get(part) or Tests(part, copy)
                    killer, is_fast = tests[part].killer(mutant)
                    killed = killer is not None
                    if arguments.log:
                        place = f"{mutant.path}:{mutant.line}"
                        line = {"key": mutant.key, "killed": killed, "fast": is_fast, "place": place, "by": killer}
                        with arguments.log.open("a", encoding="utf-8") as file:
                            file.write(json.dumps(line) + "\n")
                n_killed += killed
                n_fast += killed and is_fast
                if not killed:
                    survivors.append((f"{mutant.path}:{mutant.line}", _cell(mutant.before), _cell(mutant.after)))
            percent, of_fast = (round(100 * number / len(some), 1) for number in (n_killed, n_fast))
            survived = len(some) - n_killed
            rows.append((name, len(every), len(some), n_killed, survived, percent, of_fast, GROUPS[name].goal))
    head = ("group", "places", "mutants", "killed", "survived", "killed %", "by fast tests %", "goal %")
    print(table(head, rows))
    if survivors:
        print("\n" + table(("survivor", "before", "after"), survivors))


def _cell(code: str) -> str:
    """The first line of some code, for a table."""
    first, *rest = code.splitlines()
    return f"`{first}{' ...' if rest else ''}`".replace("|", "\\|")


if __name__ == "__main__":
    main()
