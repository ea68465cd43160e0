"""nonosat solves picture logic puzzles (nonograms) of squares, hexagons and triangles by SAT.

    import nonosat

    puzzle = nonosat.load("puzzle.clues")
    result = nonosat.solve(puzzle, unique=True)
    print(nonosat.text(puzzle, result.picture), result.unique)

The names below are the library; each is imported when it is first used.
"""

# ruff: noqa: I001 - a name after `as` tells type checkers that it is public

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.model.picture import DISPLAYS, READERS

if TYPE_CHECKING:
    from nonosat.analysis.count import SolutionCount as SolutionCount, count as count
    from nonosat.analysis.equivalence import check_formula as check_formula
    from nonosat.analysis.formula_check import FormulaCheck as FormulaCheck
    from nonosat.analysis.solution_map import SolutionMap as SolutionMap, map_solutions as map_solutions
    from nonosat.authoring.diagnose import Diagnosis as Diagnosis, diagnose as diagnose
    from nonosat.authoring.fit import FittedPicture as FittedPicture, fit_picture as fit_picture
    from nonosat.authoring.generate import (
        GeneratedPuzzle as GeneratedPuzzle,
        GenerationRequest as GenerationRequest,
        generate_puzzles as generate_puzzles,
    )
    from nonosat.authoring.mend import Mended as Mended, mend as mend
    from nonosat.authoring.picture_options import PictureOptions as PictureOptions
    from nonosat.authoring.tracing import puzzle_of_picture as puzzle_of_picture
    from nonosat.cnf.formula import Formula as Formula
    from nonosat.cnf.wording import clauses_in_words as clauses_in_words
    from nonosat.core.deadline import Deadline as Deadline
    from nonosat.core.errors import (
        CannotMend as CannotMend,
        GaveUp as GaveUp,
        InputError as InputError,
        NonosatError as NonosatError,
        NoSolution as NoSolution,
        PuzzleError as PuzzleError,
        SolverError as SolverError,
        TooLarge as TooLarge,
        UsageError as UsageError,
    )
    from nonosat.core.question import Run as Run
    from nonosat.drawing.svg import svg as svg
    from nonosat.drawing.text import text as text
    from nonosat.drawing.worksheet import Worksheet as Worksheet, worksheet as worksheet
    from nonosat.encodings import Recipe as Recipe, find_encoding as find_encoding
    from nonosat.encodings.cell_variables import CellVariables as CellVariables
    from nonosat.explaining.difficulty import Difficulty as Difficulty
    from nonosat.explaining.explain import Walkthrough as Walkthrough, explain as explain
    from nonosat.explaining.explain_line import LineExplanation as LineExplanation, explain_line as explain_line
    from nonosat.explaining.explainer import Effort as Effort, next_step as next_step
    from nonosat.explaining.hint import (
        Hint as Hint,
        WrongCells as WrongCells,
        find_wrong_cells as find_wrong_cells,
        hint as hint,
    )
    from nonosat.explaining.rate import Rating as Rating, rate as rate
    from nonosat.explaining.step import Step as Step
    from nonosat.formats import (
        Format as Format,
        Sheet as Sheet,
        find_format as find_format,
        load as load,
        load_sheet as load_sheet,
        load_sheets as load_sheets,
        loads as loads,
    )
    from nonosat.formats.clue_lists import puzzle as puzzle
    from nonosat.formats.clues import puzzle_digest as puzzle_digest
    from nonosat.formats.saving import dumps as dumps, save as save
    from nonosat.model.clue import ANY_LENGTH as ANY_LENGTH, ANY_COLOR as ANY_COLOR, Block as Block
    from nonosat.model.hex_grid import HexGrid as HexGrid
    from nonosat.model.palette import Palette as Palette
    from nonosat.model.picture import Picture as Picture
    from nonosat.model.puzzle import (
        ColoredCell as ColoredCell,
        Metadata as Metadata,
        Puzzle as Puzzle,
        puzzle_of as puzzle_of,
    )
    from nonosat.model.rect_grid import RectGrid as RectGrid
    from nonosat.model.tri_grid import TriGrid as TriGrid
    from nonosat.model.verifier import Violation as Violation, check as check
    from nonosat.proofs.certificate import (
        VerifiedProof as VerifiedProof,
        certify as certify,
        verify_proof as verify_proof,
    )
    from nonosat.proofs.claim import Claim as Claim, map_claim as map_claim
    from nonosat.publishing.book import Book as Book, make_book as make_book
    from nonosat.publishing.book_puzzle import BookPuzzle as BookPuzzle, book_puzzle as book_puzzle
    from nonosat.publishing.page import PagePuzzle as PagePuzzle, page_text as page_text
    from nonosat.scanning.scan import scan as scan
    from nonosat.scanning.scan_result import ScanResult as ScanResult
    from nonosat.solvers import find_backend as find_backend, list_solvers as list_solvers
    from nonosat.solvers.backend_info import BackendInfo as BackendInfo
    from nonosat.solvers.session import Session as Session
    from nonosat.solving.formulas import decode as decode, encode as encode, load_formula as load_formula
    from nonosat.solving.result import Result as Result
    from nonosat.solving.solve import solutions as solutions, solve as solve
    from nonosat.version import __version__ as __version__

#: Where each public name lives.
_HOMES = {
    "analysis.count": ("SolutionCount", "count"),
    "analysis.equivalence": ("check_formula",),
    "analysis.formula_check": ("FormulaCheck",),
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
        "NonosatError",
        "NoSolution",
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
    "explaining.explain_line": ("LineExplanation", "explain_line"),
    "explaining.explainer": ("Effort", "next_step"),
    "explaining.hint": ("Hint", "WrongCells", "find_wrong_cells", "hint"),
    "explaining.rate": ("Rating", "rate"),
    "explaining.step": ("Step",),
    "formats": ("Format", "Sheet", "find_format", "load", "load_sheet", "load_sheets", "loads"),
    "formats.clue_lists": ("puzzle",),
    "formats.clues": ("puzzle_digest",),
    "formats.saving": ("dumps", "save"),
    "model.clue": ("ANY_LENGTH", "ANY_COLOR", "Block"),
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
    "scanning.scan": ("scan",),
    "scanning.scan_result": ("ScanResult",),
    "solvers": ("find_backend", "list_solvers"),
    "solvers.backend_info": ("BackendInfo",),
    "solvers.session": ("Session",),
    "solving.formulas": ("decode", "encode", "load_formula"),
    "solving.result": ("Result",),
    "solving.solve": ("solutions", "solve"),
    "version": ("__version__",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}
if not TYPE_CHECKING:  # type checkers read the imports above
    __all__ = list(_HOME)


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_HOME)


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
