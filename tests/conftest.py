"""What several tests share: the command line as a function, solver programs, the reference puzzles, a hard puzzle."""

from __future__ import annotations

import io
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path

import processor_time
import pytest
import shared_work
from browser import running_browser
from hypothesis import settings

from nonosat.core.compiled import Kernels, kernels
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid

# Some tests use what tests in other folders define.
sys.path += sorted({str(path.parent) for path in Path(__file__).parent.rglob("test_*.py")})

# On a busy machine any example may take long. `pytest --hypothesis-profile=NAME` chooses a profile; without it, "all".
settings.register_profile("all", deadline=None, derandomize=True, database=None)
settings.register_profile("fast", settings.get_profile("all"), max_examples=25)
settings.register_profile("stress", deadline=None, max_examples=1_000)
settings.load_profile("all")


def examples(number: int, fast: int = 25, **options: object) -> settings:
    """A number of examples as the profile "all" has it; "fast" has fewer, `fast` at most, and "stress" more."""
    usual = settings.get_profile("all").max_examples
    chosen = settings().max_examples
    most = min(number, chosen, fast) if chosen < usual else number * chosen // usual
    return settings(max_examples=most, **options)


# A shell starts what it runs in the background with Ctrl-C ignored, and `nohup` ignores SIGHUP. Programs inherit that,
# but tests send both signals.
for _name, _handler in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    if hasattr(signal, _name) and signal.getsignal(getattr(signal, _name)) is signal.SIG_IGN:
        signal.signal(getattr(signal, _name), _handler)

#: The end of an error line about clues that cannot be right.
TYPED = "; `nonosat diagnose` looks for the typing error"

RECT = """\
rect 4 5
#ffffff #333333 #6666ff
1a 1a
1b 1a 1a
2b 1a 1a
1b 1b 1a
3b
1a 1b
2a 1b

4a
"""
RECT_PICTURE = "-a--a\nb-a-a\nbba-a\nb-b-a"


def shapes(letters: str) -> str:
    """A picture of letters as the shapes that commands print by default."""
    names = {"-": "\u00b7", "a": "\u2588", "b": "\u2592", "c": "\u259a"}
    return "".join(2 * names[char] if char in names else char for char in letters)


#: RECT_PICTURE as commands print it by default.
RECT_SHAPES = shapes(RECT_PICTURE)

HEX = """\
hex 3
#ffffff #333333 #999900 #3333ff
1b 1b
1b 2a 1b
1a 1c 1a
4a

1a
2a 1b
1a 1c 1a 1b
3a
2b
1a
1b 2a
1b 1a 1c 1a
3a
2b
"""

#: Two solutions, mirror images of each other.
TWO = "rect 2 2\n#ffffff #000000\n1a\n1a\n1a\n1a\n"

#: Lines that contradict each other, though the totals agree.
NONE = "rect 3 3\n#ffffff #000000\n3a\n\n3a\n3a\n3a\n\n"


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(processor_time.ProcessorTime(), "processor_time")


@pytest.fixture(scope="session", autouse=True)
def shared_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The folder of `shared_work` is that of the session, which the folders of its workers are in."""
    own = tmp_path_factory.getbasetemp()
    shared_work.folder = own.parent if hasattr(request.config, "workerinput") else own


@dataclass(frozen=True)
class Ran:
    """What a run of the command line left behind."""

    code: int
    out: str
    err: str
    out_bytes: bytes = b""


def refused(result: Ran, place: object, *nouns: str) -> None:
    """Check that bad input was refused: one line that begins with `file:line:column` and has these nouns or words."""
    assert (result.code, result.out, result.err.count("\n")) == (3, "", 1)
    assert result.err.startswith(f"{place}: ")
    rest = result.err.removeprefix(f"{place}: ")
    assert [noun for noun in nouns if noun not in rest] == []


def misused(result: Ran, *names: str) -> None:
    """Check that a call was refused as wrong usage, by a message that has these names of options or arguments."""
    assert (result.code, result.out) == (2, "")
    assert [name for name in names if name not in result.err] == []


_ALL_TESTS = pytest.StashKey[dict[str, pytest.Item]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark most parameters of thinned tests as slow; note all tests, before a choice by markers leaves some out."""
    seen = Counter[str]()
    for item in items:
        thinned = item.get_closest_marker("thinned")
        if thinned is not None:
            function = item.nodeid.partition("[")[0]
            if seen[function] % thinned.args[0]:
                item.add_marker("slow")
            seen[function] += 1
    config.stash[_ALL_TESTS] = {item.nodeid.removeprefix("tests/"): item for item in items}


@pytest.fixture(scope="module")
def browser():
    """A browser for all tests of a module."""
    with running_browser() as browser:
        yield browser


@pytest.fixture
def all_tests(pytestconfig: pytest.Config) -> dict[str, pytest.Item]:
    """All tests of the files that were collected, by identifier, also those that do not run."""
    return pytestconfig.stash[_ALL_TESTS]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch):
    """`run("solve", path, stdin="...")`: the command line in this process, with streams of its own."""

    def run(*args: object, stdin: str | bytes = b"") -> Ran:
        from nonosat.__main__ import main

        streams = {name: io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for name in ("stdout", "stderr")}
        content = stdin.encode() if isinstance(stdin, str) else stdin
        with monkeypatch.context() as patch:
            for name, stream in streams.items():
                patch.setattr(sys, name, stream)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), "utf-8"))
            patch.setattr(sys, "argv", ["nonosat", *map(str, args)])
            try:
                code = main()
            except SystemExit as end:
                code = end.code
        out, err = (_written(stream) for stream in streams.values())
        return Ran(code, out.decode(errors="replace"), err.decode(), out)

    return run


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    return stream.buffer.getvalue()


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch):
    """What a person has set for the terminal must not change what tests see."""
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "TERM", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)


def start(*args: object, **options) -> subprocess.Popen[bytes]:
    """Start `python -m nonosat` as a process of its own, in a session of its own, as a terminal would."""
    settings = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen([sys.executable, "-m", "nonosat", *map(str, args)], start_new_session=True, **settings)


def run_process(*args: object, stdin: bytes = b"", env: dict[str, str] | None = None, cwd: object = None) -> Ran:
    """Run `python -m nonosat` to its end as a process of its own."""
    process = start(*args, stdin=subprocess.PIPE, env={**os.environ, **(env or {})}, cwd=cwd)
    out, err = process.communicate(stdin, timeout=60)
    return Ran(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"), out)


def need_program(name: str) -> str:
    """The path of a solver program, on the PATH or in the Python package that carries it.

    A test of a program that is missing is skipped. With NONOSAT_REQUIRE_SOLVERS=1 in the environment it fails.
    """
    from nonosat.solvers import BACKENDS
    from nonosat.solvers.program_backend import SolverProgram

    backend = BACKENDS[name]
    assert isinstance(backend, SolverProgram)
    path = backend.executable()
    if path is None:
        if os.environ.get("NONOSAT_REQUIRE_SOLVERS") == "1":
            pytest.fail(f"{name} is missing, get it with: {backend.get}")
        pytest.skip(f"{name} is not installed")
    return path


def need_kernels() -> Kernels:
    """The compiled kernels, for all tests of the module that asks.

    Where they were not built these tests are skipped. With NONOSAT_REQUIRE_KERNELS=1 in the environment they fail.
    """
    found = kernels()
    if found is None:
        if os.environ.get("NONOSAT_REQUIRE_KERNELS") == "1":
            pytest.fail("no compiled kernels are built", pytrace=False)
        pytest.skip("no compiled kernels are built", allow_module_level=True)
    return found


@pytest.fixture
def force_system(monkeypatch: pytest.MonkeyPatch):
    """`force_system(forks=False)`: in this process, the system lacks capabilities, or has others."""
    from nonosat.core import system

    def force(**changes: object) -> None:
        record = copy(system.this_system())
        vars(record).update(changes)
        monkeypatch.setattr(system, "_detected", lambda: record)

    return force


@pytest.fixture
def rect(tmp_path):
    """The rectangular reference puzzle as a file, called rect.clues."""
    return write(tmp_path / "rect.clues", RECT)


@pytest.fixture
def hexagon(tmp_path):
    """The hexagonal reference puzzle as a file, called hexagon.clues."""
    return write(tmp_path / "hexagon.clues", HEX)


@pytest.fixture
def two(tmp_path):
    """A puzzle with two solutions as a file, called two.clues."""
    return write(tmp_path / "two.clues", TWO)


@pytest.fixture
def none(tmp_path):
    """A puzzle without a solution as a file, called none.clues."""
    return write(tmp_path / "none.clues", NONE)


@pytest.fixture(scope="session")
def hard(tmp_path_factory):
    """A puzzle that no SAT solver solves in a minute, as a file: random cells, so that single lines tell nothing.

    The searches by beliefs may solve it, so a command that is to go on has `--strategy sat` or another solver.
    """
    from nonosat.formats.clues import write as clue_file

    rng = random.Random(1)
    grid = RectGrid(100, 100)
    picture = Picture(grid, tuple(rng.choices((0, 1), k=grid.n_cells)))
    puzzle = puzzle_of(picture, Palette(("#ffffff", "#000000")))
    return write(tmp_path_factory.mktemp("hard") / "hard.clues", clue_file(puzzle))


def write(path, text: str | bytes):
    """Write a file; its path."""
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def tree(folder) -> Sequence[str]:
    """All files in a folder and below, by relative path."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
