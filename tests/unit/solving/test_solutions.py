"""What `make solutions` made and the repository ships, against the puzzles and against what is made now."""

from __future__ import annotations

import gzip
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

FAST = ("heart", "hex-heart", "reference-rect", "tri-melon")

SOLVERS = ("glucose4", "minisat22", "cadical300")


def shipped_bytes(name: str) -> dict[str, bytes]:
    """The shipped files of a puzzle by suffix, unpacked."""
    files = {}
    for suffix in (".sat", ".sat.gz", ".sol", ".svg"):
        path = ROOT / "solutions" / (name + suffix)
        if path.exists():
            data = path.read_bytes()
            files[suffix.removesuffix(".gz")] = gzip.decompress(data) if suffix.endswith(".gz") else data
    return files


def test_there_is_a_solution_for_every_puzzle_and_none_without_one() -> None:
    names = {path.stem for path in PUZZLES}
    assert len(names) >= 30
    for suffix in (".sol", ".svg"):
        assert {path.stem for path in ROOT.glob(f"solutions/*{suffix}")} == names
    packed = {path.name.removesuffix(".sat.gz") for path in ROOT.glob("solutions/*.sat.gz")}
    plain = {path.stem for path in ROOT.glob("solutions/*.sat")}
    assert packed | plain == names
    assert not packed & plain


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
    shipped = shipped_bytes(path.stem)
    picture = decode(puzzle, read_answer(shipped[".sol"].decode()).model)
    assert check(puzzle, picture) == []

    formula = encode(puzzle, name=path.stem)
    result = solve(puzzle, solver=SOLVERS[number % len(SOLVERS)], formula=formula)
    write_outputs(in_folder(str(tmp_path), path.stem, None), path.stem, result)
    made = {suffix: (tmp_path / (path.stem + suffix)).read_bytes() for suffix in (".sat", ".sol", ".svg")}
    if solve(puzzle, unique=True).unique:
        # Whichever solver found it, the files of the only solution are the same.
        assert made == shipped
    else:
        assert made[".sat"] == shipped[".sat"]
        assert len(made[".sol"].split()) == len(shipped[".sol"].split()) == formula.n_vars


def test_sizes_of_formula_files() -> None:
    for path in ROOT.glob("solutions/*.sat"):
        assert path.stat().st_size <= 1_000_000
    for path in ROOT.glob("solutions/*.sat.gz"):
        assert len(gzip.decompress(path.read_bytes())) > 1_000_000


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
