"""Proofs are folders: written whole or not at all, checked, and refused when anything in them is wrong."""

from __future__ import annotations

import json
import os

import pytest
from conftest import HEX, RECT, tree, write

FILES = ["blocked.cnf", "formula.cnf", "manifest.json", "proof.drat", "solution.sol"]

EMPTY = "rect 2 3\n#ffffff #000000\n"
UNKNOWN = "rect 2 2\n#ffffff #000000 #ff0000\n2?\n1b\n1a 1b\n1?\n"


@pytest.mark.parametrize("text", [RECT, HEX, EMPTY, UNKNOWN], ids=["rect", "hex", "empty", "unknown"])
@pytest.mark.parametrize("options", [(), ("--binary",), ("--solver", "cadical195", "--encoding", "order")])
def test_unique(run, tmp_path, text, options):
    puzzle = write(tmp_path / "p.clues", text)
    result = run("certify", puzzle, "-o", tmp_path / "proof", *options)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("p: solved, unique; proved (drat: ")
    assert tree(tmp_path / "proof") == FILES
    assert sorted(os.listdir(tmp_path)) == ["p.clues", "proof"]
    again = run("verify-proof", tmp_path / "proof")
    assert (again.code, again.out, again.err) == (0, result.out, "")


def test_no_solution(run, none, tmp_path):
    result = run("certify", none, "-o", tmp_path / "proof")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("none: no solution; proved (drat: ")
    assert tree(tmp_path / "proof") == ["formula.cnf", "manifest.json", "proof.drat"]
    assert run("verify-proof", tmp_path / "proof").code == 0


def test_several_solutions_have_no_proof(run, two, tmp_path):
    result = run("certify", two, "-o", tmp_path / "proof")
    assert (result.code, result.err) == (1, "")
    assert result.out.startswith("two: solved, not unique; ")
    assert result.out.endswith("; no proof is written\n")
    assert tree(tmp_path) == ["two.clues"]


def test_json(run, rect, tmp_path):
    record = json.loads(run("certify", rect, "-o", tmp_path / "proof", "--json").out)
    assert {key: record[key] for key in ("name", "proved", "claim", "kind")} == {
        "name": "rect", "proved": True, "claim": "unique", "kind": "drat",
    }  # fmt: skip
    assert json.loads(run("verify-proof", tmp_path / "proof", "--json").out) == record
    (tmp_path / "proof" / "proof.drat").write_bytes(b"")
    assert json.loads(run("verify-proof", tmp_path / "proof", "--json").out)["proved"] is False


def test_no_folder(run, rect, tmp_path):
    result = run("verify-proof", tmp_path / "nothing")
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{tmp_path}/nothing: no such folder, expected one that `nonosat certify` wrote\n"
    assert run("verify-proof", rect).code == 3
    result = run("verify-proof", tmp_path)
    assert (result.code, result.out) == (3, "")
    assert result.err.startswith(f"{tmp_path}/manifest.json: cannot be read: No such file")
