"""Completion of the command line by a shell, as click's scripts ask for it."""

from __future__ import annotations

import re
import subprocess

import pytest
from docs_pages import DOCS, environment

from nonosat.cnf.cardinality import AMOS
from nonosat.encodings import ENCODINGS, REDUNDANT
from nonosat.formats.registry import FORMATS
from nonosat.proofs.kinds import KINDS
from nonosat.solvers import BACKENDS
from nonosat.solving.options import STRATEGIES

WRITABLE = [name for name, format_ in FORMATS.items() if format_.writes]
PROVERS = [name for name, backend in BACKENDS.items() if backend.capabilities.proof]


@pytest.fixture
def asked(run, monkeypatch):
    """`asked(variables)`: what the program prints for a shell that asks by variables of the environment."""

    def asked(variables: dict[str, str]) -> str:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        done = run()
        assert done.err == ""
        return done.out

    return asked


@pytest.fixture
def completed(asked):
    """`completed(line)`: the values that the program offers to a shell for the last word of a line."""

    def completed(line: str, shell: str = "bash") -> list[str]:
        words = line.split(" ")
        # For fish, the word to complete is alone in COMP_CWORD.
        current = words[-1] if shell == "fish" else str(len(words) - 1)
        variables = {"_NONOSAT_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": current}
        lines = asked(variables).splitlines()
        if shell == "zsh":  # kind, value and help, each on a line
            return lines[1::3]
        return [line.partition(",")[2].partition("\t")[0] for line in lines if line]

    return completed


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("nonosat solve --solver ", BACKENDS),
        ("nonosat batch --solver ", BACKENDS),
        ("nonosat certify --solver ", PROVERS),
        ("nonosat compare --solvers ", BACKENDS),
        ("nonosat solvers --path ", ["kissat", "cadical", "minisat", "glucose"]),
        ("nonosat encode --encoding ", ENCODINGS),
        ("nonosat certify --encoding ", ENCODINGS),
        ("nonosat solve --amo ", AMOS),
        ("nonosat solve --add ", REDUNDANT),
        ("nonosat solve --strategy ", STRATEGIES),
        ("nonosat batch --strategy ", STRATEGIES),
        ("nonosat info --from ", FORMATS),
        ("nonosat convert --to ", WRITABLE),
        ("nonosat certify --kind ", ["auto", *KINDS]),
    ],
)
def test_values(completed, line: str, values: object) -> None:
    assert completed(line) == list(values)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells(completed, shell: str) -> None:
    expected = [name for name in BACKENDS if name.startswith("cad")]
    assert completed("nonosat solve --solver cad", shell) == expected
    assert completed("nonosat cert", shell) == ["certify"]
    assert completed("nonosat solve --solver=kissat4", shell)[-1].endswith("kissat404")


def test_lists_with_commas(completed) -> None:
    assert completed("nonosat compare --encodings start,or") == ["start,order"]
    assert completed("nonosat compare --solvers kissat,mini") == [
        f"kissat,{name}" for name in BACKENDS if name.startswith("mini")
    ]
    assert completed("nonosat compare --encodings x") == []


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_scripts(asked, shell: str) -> None:
    assert f"_NONOSAT_COMPLETE={shell}_complete" in asked({"_NONOSAT_COMPLETE": f"{shell}_source"})


def test_the_table_of_the_documentation() -> None:
    text = (DOCS / "solving.md").read_text(encoding="utf-8")
    assert re.findall(r"_NONOSAT_COMPLETE=(\w+)_source nonosat", text) == ["bash", "zsh", "fish"]


@pytest.mark.costly
def test_bash_uses_what_the_documentation_says() -> None:
    text = (DOCS / "solving.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"`(eval .*bash_source nonosat\)\")`", text)
    script = f"{line}; complete -p nonosat; COMP_WORDS=(nonosat certify --kind l); COMP_CWORD=3; "
    script += "_nonosat_completion nonosat; echo ${COMPREPLY[@]}"
    done = subprocess.run(["bash", "-c", script], env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["complete -o nosort -F _nonosat_completion nonosat", "linear"]
