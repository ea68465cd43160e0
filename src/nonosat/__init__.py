"""nonosat solves picture logic puzzles (nonograms) of squares, hexagons and triangles by SAT.

    import nonosat

    puzzle = nonosat.load("puzzle.clues")
    result = nonosat.solve(puzzle, unique=True)
    print(nonosat.text(puzzle, result.picture), result.unique)

The names below are the library; each is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.model.picture import DISPLAYS, READERS
from nonosat.version import __version__

if TYPE_CHECKING:
    from nonosat.analysis.count import SolutionCount, count
    from nonosat.analysis.solution_map import SolutionMap, map_solutions
    from nonosat.authoring.diagnose import Diagnosis, diagnose
    from nonosat.authoring.fit import FittedPicture, fit_picture
    from nonosat.authoring.generate import GeneratedPuzzle, GenerationRequest, generate_puzzles
    from nonosat.authoring.mend import Mended, mend
    from nonosat.authoring.picture_options import PictureOptions
    from nonosat.authoring.tracing import puzzle_of_picture
    from nonosat.cnf.formula import Formula
    from nonosat.cnf.wording import clauses_in_words
    from nonosat.core.deadline import Deadline
    from nonosat.core.errors import (
        CannotMend,
        GaveUp,
        InputError,
        NonosatError,
        NoSolution,
        PuzzleError,
        SolverError,
        TooLarge,
        UsageError,
    )
    from nonosat.core.question import Run
    from nonosat.drawing.svg import svg
    from nonosat.drawing.text import text
    from nonosat.drawing.worksheet import Worksheet, worksheet
    from nonosat.encodings import Recipe, find_encoding
    from nonosat.encodings.cell_variables import CellVariables
    from nonosat.explaining.difficulty import Difficulty
    from nonosat.explaining.explain import Walkthrough, explain
    from nonosat.explaining.explainer import Effort, next_step
    from nonosat.explaining.hint import Hint, WrongCells, find_wrong_cells, hint
    from nonosat.explaining.rate import Rating, rate
    from nonosat.explaining.step import Step
    from nonosat.formats import Format, Sheet, find_format, load, load_sheet, load_sheets, loads
    from nonosat.formats.clue_lists import puzzle
    from nonosat.formats.clues import puzzle_digest
    from nonosat.formats.saving import dumps, save
    from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block
    from nonosat.model.hex_grid import HexGrid
    from nonosat.model.palette import Palette
    from nonosat.model.picture import Picture
    from nonosat.model.puzzle import ColoredCell, Metadata, Puzzle, puzzle_of
    from nonosat.model.rect_grid import RectGrid
    from nonosat.model.tri_grid import TriGrid
    from nonosat.model.verifier import Violation, check
    from nonosat.proofs.certificate import VerifiedProof, certify, verify_proof
    from nonosat.proofs.claim import Claim, map_claim
    from nonosat.publishing.book import Book, make_book
    from nonosat.publishing.book_puzzle import BookPuzzle, book_puzzle
    from nonosat.publishing.page import PagePuzzle, page_text
    from nonosat.scanning.scan import ScanResult, scan
    from nonosat.solvers import find_backend, list_solvers
    from nonosat.solvers.backend_info import BackendInfo
    from nonosat.solvers.session import Session
    from nonosat.solving.formulas import decode, encode
    from nonosat.solving.result import Result
    from nonosat.solving.solve import solutions, solve

#: Where each public name lives.
_HOMES = {
    "analysis.count": ("SolutionCount", "count"),
    "analysis.solution_map": ("SolutionMap", "map_solutions"),
    "authoring.diagnose": ("Diagnosis", "diagnose"),
    "authoring.fit": ("FittedPicture", "fit_picture"),
    "authoring.generate": ("GeneratedPuzzle", "GenerationRequest", "generate_puzzles"),
    "authoring.mend": ("Mended", "mend"),
    "authoring.picture_options": ("PictureOptions",),
    "authoring.tracing": ("puzzle_of_picture",),
    "cnf.formula": ("Formula",),
    "cnf.wording": ("clauses_in_words",),
    "core.deadline": ("Deadline",),
    "core.errors": (
        "CannotMend",
        "GaveUp",
        "InputError",
        "NoSolution",
        "NonosatError",
        "PuzzleError",
        "SolverError",
        "TooLarge",
        "UsageError",
    ),
    "core.question": ("Run",),
    "drawing.svg": ("svg",),
    "drawing.text": ("text",),
    "drawing.worksheet": ("Worksheet", "worksheet"),
    "encodings": ("Recipe", "find_encoding"),
    "encodings.cell_variables": ("CellVariables",),
    "explaining.difficulty": ("Difficulty",),
    "explaining.explain": ("Walkthrough", "explain"),
    "explaining.explainer": ("Effort", "next_step"),
    "explaining.hint": ("Hint", "WrongCells", "find_wrong_cells", "hint"),
    "explaining.rate": ("Rating", "rate"),
    "explaining.step": ("Step",),
    "formats": ("Format", "Sheet", "find_format", "load", "load_sheet", "load_sheets", "loads"),
    "formats.clue_lists": ("puzzle",),
    "formats.clues": ("puzzle_digest",),
    "formats.saving": ("dumps", "save"),
    "model.clue": ("Block", "ANY_LENGTH", "ANY_COLOR"),
    "model.hex_grid": ("HexGrid",),
    "model.palette": ("Palette",),
    "model.picture": ("Picture",),
    "model.puzzle": ("ColoredCell", "Metadata", "Puzzle", "puzzle_of"),
    "model.rect_grid": ("RectGrid",),
    "model.tri_grid": ("TriGrid",),
    "model.verifier": ("Violation", "check"),
    "proofs.certificate": ("VerifiedProof", "certify", "verify_proof"),
    "proofs.claim": ("Claim", "map_claim"),
    "publishing.book": ("Book", "make_book"),
    "publishing.book_puzzle": ("BookPuzzle", "book_puzzle"),
    "publishing.page": ("PagePuzzle", "page_text"),
    "scanning.scan": ("ScanResult", "scan"),
    "solvers": ("find_backend", "list_solvers"),
    "solvers.backend_info": ("BackendInfo",),
    "solvers.session": ("Session",),
    "solving.formulas": ("decode", "encode"),
    "solving.result": ("Result",),
    "solving.solve": ("solutions", "solve"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "ANY_COLOR",
    "ANY_LENGTH",
    "BackendInfo",
    "Block",
    "Book",
    "BookPuzzle",
    "CannotMend",
    "CellVariables",
    "Claim",
    "ColoredCell",
    "Deadline",
    "Diagnosis",
    "Difficulty",
    "Effort",
    "FittedPicture",
    "Format",
    "Formula",
    "GaveUp",
    "GeneratedPuzzle",
    "GenerationRequest",
    "HexGrid",
    "Hint",
    "InputError",
    "Mended",
    "Metadata",
    "NoSolution",
    "NonosatError",
    "PagePuzzle",
    "Palette",
    "Picture",
    "PictureOptions",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Recipe",
    "RectGrid",
    "Result",
    "Run",
    "ScanResult",
    "Session",
    "Sheet",
    "SolutionCount",
    "SolutionMap",
    "SolverError",
    "Step",
    "TooLarge",
    "TriGrid",
    "UsageError",
    "VerifiedProof",
    "Violation",
    "Walkthrough",
    "Worksheet",
    "WrongCells",
    "__version__",
    "book_puzzle",
    "certify",
    "check",
    "clauses_in_words",
    "count",
    "decode",
    "diagnose",
    "dumps",
    "encode",
    "explain",
    "find_backend",
    "find_encoding",
    "find_format",
    "find_wrong_cells",
    "fit_picture",
    "generate_puzzles",
    "hint",
    "list_solvers",
    "load",
    "load_sheet",
    "load_sheets",
    "loads",
    "make_book",
    "map_claim",
    "map_solutions",
    "mend",
    "next_step",
    "page_text",
    "puzzle",
    "puzzle_digest",
    "puzzle_of",
    "puzzle_of_picture",
    "rate",
    "save",
    "scan",
    "solutions",
    "solve",
    "svg",
    "text",
    "verify_proof",
    "worksheet",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


def _svg(value: Puzzle | Picture) -> str:
    from nonosat.notebook import drawing

    return drawing(value)


def _html(answer: object) -> str:
    from nonosat.notebook import html

    return html(answer)


def _read_text(text: str, puzzle: Puzzle) -> tuple[int | None, ...]:
    from nonosat.formats.picture_text import read_partial_picture

    return read_partial_picture(text, puzzle)


READERS["text"] = _read_text
DISPLAYS.update(svg=_svg, html=_html)
