"""The solvers that `peers.py` compares, each set to prove uniqueness; a new one is a small class and one line.

Some run in the process of a `Worker` and are timed from the puzzle to the verdict. The others are programs, timed from
start to exit, with the start of whatever they are written in; nonosat takes part as both. What a program says is
believed, what is a picture is checked.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from support.common import nonosat_command, timed
from support.families import stripes
from support.peer_files import simpson, webpbn_xml
from support.puzzle_sets import verdict_of
from support.worker import Failed, Worker

from nonosat.formats import FORMATS
from nonosat.model.clue import ANY_COLOR
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import check
from nonosat.solving.solve import solve


@dataclass(frozen=True)
class Answer:
    """What a peer said of a puzzle.

    Attributes:
        verdict: `unique`, `multiple`, `none`, `timeout`, or what went wrong.
        seconds: None where there was no answer.
        is_proven: two different pictures were seen and are right, so `multiple` is a fact.
        is_wrong: a picture was not right.
    """

    verdict: str
    seconds: float | None
    is_proven: bool = False
    is_wrong: bool = False


class Peer(ABC):
    """A solver.

    Attributes:
        name: for the table.
        baseline: the peer that runs in the same way, to which its times are compared.
    """

    name: str
    baseline: str
    #: Whether it takes hexagons, `?` blocks, givens and any number of colours, too.
    takes_all = True
    #: How many colours it takes, or None for any number.
    max_colors: int | None = None

    @abstractmethod
    def available(self) -> bool:
        """Whether it is installed here."""

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether this puzzle can be expressed in its input format."""
        if self.takes_all:
            return True
        is_told = all(color != ANY_COLOR for clue in puzzle.clues for _, color in clue)
        few = self.max_colors is None or puzzle.n_colors <= self.max_colors
        return isinstance(puzzle.grid, RectGrid) and is_told and few and not puzzle.givens

    @abstractmethod
    def solve(self, puzzle: Puzzle, timeout: float) -> Answer: ...

    def close(self) -> None:  # noqa: B027
        """Let go of what it holds."""


def answer_of(puzzle: Puzzle, find: Callable[[Puzzle], tuple[str, list[Picture]]]) -> Answer:
    """What a function finds, timed and checked; called in the process of a `Worker`."""
    seconds, (verdict, pictures) = timed(find, puzzle)
    if any(check(puzzle, picture) for picture in pictures):
        return Answer("a wrong picture", seconds, is_wrong=True)
    return Answer(verdict, seconds, is_proven=len({picture.cells for picture in pictures}) > 1)


def find_nonosat(puzzle: Puzzle) -> tuple[str, list[Picture]]:
    result = solve(puzzle, unique=True)
    return verdict_of(result), [picture for picture in (result.picture, result.second) if picture]


def find_cpsat(puzzle: Puzzle) -> tuple[str, list[Picture]]:
    return _first_two(puzzle, 0)


def find_cpsat_1(puzzle: Puzzle) -> tuple[str, list[Picture]]:
    return _first_two(puzzle, 1)


def _first_two(puzzle: Puzzle, workers: int) -> tuple[str, list[Picture]]:
    from support.cpsat import pictures

    found = list(islice(pictures(puzzle, workers), 2))
    return ("none", "unique", "multiple")[len(found)], found


class PythonPeer(Peer):
    """A solver that is a function of Python, and a package that it needs."""

    baseline = "nonosat"

    def __init__(self, name: str, find: Callable[[Puzzle], tuple[str, list[Picture]]], package: str) -> None:
        self.name, self._find, self._package = name, find, package
        self._worker, self._is_warm = Worker(), False

    def available(self) -> bool:
        return importlib.util.find_spec(self._package) is not None

    def solve(self, puzzle: Puzzle, timeout: float) -> Answer:
        try:
            if not self._is_warm:
                self._worker.call(self._find, stripes(8))
                self._is_warm = True
            answer = self._worker.call(answer_of, puzzle, self._find, limit=timeout)
        except Failed as error:
            return Answer(f"error: {error}", None)
        if answer is None:
            self._is_warm = False
            return Answer("timeout", None)
        return answer

    def close(self) -> None:
        self._worker.close()


@dataclass(frozen=True)
class Said:
    """What a program has written to standard output and to standard error."""

    output: str
    errors: str


class Program(Peer):
    """A program that reads a file. It is ended when its time is over.

    Attributes:
        command: how it is called; the name of the file follows.
    """

    baseline = "nonosat-command"
    takes_all = False
    suffix = ".xml"

    def __init__(self, name: str, command: list[str]) -> None:
        self.name, self.command = name, command

    def available(self) -> bool:
        return shutil.which(self.command[0]) is not None

    def text(self, puzzle: Puzzle) -> str:
        return webpbn_xml(puzzle)

    @abstractmethod
    def verdict(self, said: Said) -> str | None:
        """What the program has found out; None, or an error of parsing, if it has said something else."""

    def solve(self, puzzle: Puzzle, timeout: float) -> Answer:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, f"puzzle{self.suffix}")
            file.write_text(self.text(puzzle), encoding="utf-8")
            run = [*self.command, str(file)]
            try:
                seconds, done = timed(subprocess.run, run, capture_output=True, timeout=timeout, check=False)
            except subprocess.TimeoutExpired:
                return Answer("timeout", None)
        said = Said(done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
        verdict = None
        with suppress(ValueError, LookupError):
            verdict = self.verdict(said)
        return Answer(verdict or f"error: exit code {done.returncode}", seconds if verdict else None)


class NonosatCommand(Program):
    """nonosat as it is called from a shell."""

    takes_all = True
    suffix = ".clues"

    def text(self, puzzle: Puzzle) -> str:
        return FORMATS["clues"].write(puzzle)

    def verdict(self, said: Said) -> str | None:
        record = json.loads(said.output)
        if record["outcome"] == "no" and not record["picture"]:
            return "none"
        return {True: "unique", False: "multiple", None: None}[record.get("unique")]


class Pbnsolve(Program):
    """Jan Wolter's pbnsolve: https://webpbn.com/pbnsolve.html. `-b` answers in one line, `-u` proves uniqueness."""

    def verdict(self, said: Said) -> str | None:
        words = set(said.output.split())
        for word, verdict in (("multiple", "multiple"), ("unique", "unique"), ("contradiction", "none")):
            if word in words or (word == "contradiction" and "contradition" in words):  # it spells both
                return verdict
        return None


class Pynogram(Program):
    """Tsionyx' pynogram: https://github.com/tsionyx/pynogram. Warnings include its outcome."""

    def available(self) -> bool:
        return importlib.util.find_spec("pynogram") is not None

    def verdict(self, said: Said) -> str | None:
        if "Traceback" in said.errors:
            return "none" if "NonogramError" in said.errors else None
        found = re.findall(r"solutions found: (\d+)", said.errors)
        if not found:
            return "unique"  # without any search
        return {0: None, 1: "unique"}.get(int(found[-1]), "multiple")


class Nonogrid(Program):
    """Tsionyx' nonogrid: https://github.com/tsionyx/nonogrid. It numbers its solutions where it had to search."""

    def verdict(self, said: Said) -> str | None:
        if "panicked" in said.errors or not said.output.strip():
            return None
        return "multiple" if len(re.findall(r"-th solution", said.output)) > 1 else "unique"


class Picross(Program):
    """Pierre Dejoue's picross_solver_cli: https://github.com/pierre-dejoue/picross-solver. Black and white only."""

    suffix, max_colors = ".non", 1

    def text(self, puzzle: Puzzle) -> str:
        return simpson(puzzle)

    def verdict(self, said: Said) -> str | None:
        head, row = (line.split(",") for line in said.output.splitlines()[:2])
        return {"OK": "unique", "MULT": "multiple", "ZERO": "none"}.get(row[head.index("Valid")].strip())


def peers() -> Iterator[Peer]:
    """All that are known; the baselines first."""
    yield PythonPeer("nonosat", find_nonosat, "nonosat")
    yield PythonPeer("cp-sat", find_cpsat, "ortools")
    yield PythonPeer("cp-sat-1", find_cpsat_1, "ortools")
    yield NonosatCommand("nonosat-command", [*nonosat_command(), "solve", "--unique", "--json"])
    plain = [*nonosat_command(), "solve", "--unique", "--json", "--no-propagate", "--solver", "kissat404"]
    yield NonosatCommand("kissat-formula", plain)
    yield Pbnsolve("pbnsolve", ["pbnsolve", "-b", "-u", "-x86400"])
    pynogram = [sys.executable, "-m", "pynogram", "-v", "--draw-final", "--max-solutions", "2", "--local-pbn"]
    yield Pynogram("pynogram", pynogram)
    yield Nonogrid("nonogrid", ["nonogrid", "--max-solutions", "2"])
    yield Picross("picross_solver_cli", ["picross_solver_cli", "--validation"])
