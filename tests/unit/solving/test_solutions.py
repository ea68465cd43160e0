"""What `make solutions` made and the repository ships, against the puzzles and against what is made now."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from places import ROOT

import nonosat
from nonosat.cnf.dimacs import read_answer
from nonosat.model.verifier import check
from nonosat.solving.formulas import decode, encode
from nonosat.solving.outputs import in_folder, write_outputs
from nonosat.solving.solve import solve

PUZZLES = sorted(ROOT.glob("puzzles/*.clues"))

#: The puzzles whose formulas are shipped; of the others only the digests are.
EXAMPLES = ("heart", "hex-tick", "mushroom")

FAST = (*EXAMPLES, "tri-melon")

SOLVERS = ("glucose4", "minisat22", "cadical300")

SOLUTIONS = ROOT / "solutions"

#: By the name of a formula's file.
DIGESTS = dict(reversed(line.split()) for line in (SOLUTIONS / "SHA256SUMS").read_text(encoding="utf-8").splitlines())


def digest(formula: Path) -> str:
    return hashlib.sha256(formula.read_bytes()).hexdigest()


def solution(folder: Path, name: str) -> dict[str, bytes]:
    """The model and the drawing of a puzzle in a folder, by suffix."""
    return {suffix: (folder / (name + suffix)).read_bytes() for suffix in (".sol", ".svg")}


def test_there_is_a_solution_for_every_puzzle_and_none_without_one() -> None:
    names = {path.stem for path in PUZZLES}
    assert len(names) >= 30
    for suffix in (".sol", ".svg"):
        assert {path.stem for path in SOLUTIONS.glob(f"*{suffix}")} == names
    assert set(DIGESTS) == {f"{name}.sat" for name in names}


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, id=path.stem, marks=[] if path.stem in FAST else [pytest.mark.slow])
        for number, path in enumerate(PUZZLES)
    ],
)
def test_shipped_solution(number: int, tmp_path: Path) -> None:
    path = PUZZLES[number]
    puzzle = nonosat.load(path)
    shipped = solution(SOLUTIONS, path.stem)
    picture = decode(puzzle, read_answer(shipped[".sol"].decode()).model)
    assert check(puzzle, picture) == []

    formula = encode(puzzle, name=path.stem)
    result = solve(puzzle, solver=SOLVERS[number % len(SOLVERS)], formula=formula)
    write_outputs(in_folder(str(tmp_path), path.stem, None), path.stem, result)
    made = solution(tmp_path, path.stem)
    assert digest(tmp_path / f"{path.stem}.sat") == DIGESTS[f"{path.stem}.sat"]
    if solve(puzzle, unique=True).unique:
        # Whichever solver found it, the files of the only solution are the same.
        assert made == shipped
    else:
        assert len(made[".sol"].split()) == len(shipped[".sol"].split()) == formula.n_vars


@pytest.mark.parametrize("name", EXAMPLES)
def test_shipped_formula_has_its_digest(name: str) -> None:
    assert digest(SOLUTIONS / f"{name}.sat") == DIGESTS[f"{name}.sat"]


@pytest.mark.slow
def test_the_drawing_of_the_qr_code_can_be_read(tmp_path: Path) -> None:
    import io

    import resvg_py
    import zxingcpp
    from PIL import Image

    header = (ROOT / "docs/gallery/pictures/qr-nonosat.txt").read_text()
    text = next(line.split(":", 1)[1].strip() for line in header.splitlines() if line.startswith("text:"))
    drawing = ROOT / "solutions/qr-nonosat.svg"
    png = bytes(resvg_py.svg_to_bytes(svg_path=str(drawing), zoom=4))
    codes = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)).convert("L"))
    assert [code.text for code in codes] == [text]
