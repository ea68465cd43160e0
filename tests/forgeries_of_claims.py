"""Forged proofs of solution maps and of fewest givens: wrong other solutions, givens, claims and puzzles.

In a reason "..." stands for any text. The manifest is made to fit the changed files.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

from conftest import HEX
from forged_proofs import Change, Forgeries, drop, pairs, put, solution_texts, steps, text_of

from nonosat.formats import loads
from nonosat.formats.clues import write as clue_file
from nonosat.proofs.certificate import verify_proof
from nonosat.proofs.manifest import GIVENS, OTHERS

FORGERIES = Forgeries()

KINDS = ("drat", "linear")

# Other solutions


def _near(text: str) -> str:
    """A solution of which one half is as in the other solution of a map, one as in the first."""
    return min(other for other in solution_texts() if sum(map(str.__ne__, other, text)) == 4)


def _left_open(kind: str, count: int) -> str:
    return "blocked.cnf" if kind == "drat" else f"{count} cells"


for _kind in KINDS:
    FORGERIES.of_file(f"map-{_kind}", OTHERS, {
        # Four cells moved from those that differ to the constant ones, by a solution that is as the first one there.
        "a solution that shows less": (_near, _left_open(_kind, 4)),
        # Constant cells moved to those that differ.
        "a picture that is no solution": (
            lambda text: text.replace("------", "a-----", 1),
            f"{OTHERS}: solution 1...row",
        ),
        "none": (lambda _: "", _left_open(_kind, 8)),
        "one twice": (
            lambda text: f"{text}\n{text}",
            f"{OTHERS}: solution 2...solution 1",
        ),
    })  # fmt: skip

_OTHER = "solution {} ...characters"
_FORMS: dict[str, tuple[Callable[[str], str], str]] = {
    "no line end": (lambda text: text[:-1], _OTHER.format(1)),
    "a line end": (lambda text: text + "\n", "solution 2: 0 rows"),
    "a blank line": (lambda text: "\n" + text, _OTHER.format(1)),
    "points": (lambda text: text.replace("-", "."), _OTHER.format(1)),
    "carriage returns": (lambda text: text.replace("\n", "\r\n"), _OTHER.format(1)),
    "two blank lines": (lambda text: text + "\n\n" + text, _OTHER.format(2)),
    "words": (lambda text: text + "\nverified\n", "solution 2: 1 row"),
    "two line ends": (lambda text: text + "\n\n", "solution 2: 0 rows"),
    "a second one without a line end": (lambda text: text + "\n" + text[:-1], _OTHER.format(2)),
    "five rows": (lambda text: text[: text.rindex("\n", 0, -1) + 1], "solution 1: 5 rows"),
    "another colour": (lambda text: text.replace("a", "c", 1), "solution 1:1:"),
    "no ASCII": (lambda text: text.replace("a", "\udcff", 1), "solution 1:1:"),
    "a short row": (lambda text: text.replace("-\n", "\n", 1), "solution 1:"),
}


def _first(text: str) -> str:
    return text.split("\n\n")[0].rstrip("\n") + "\n"


for (_claim, _kind), (_name, (_change, _reason)) in product(product(("map", "givens"), KINDS), _FORMS.items()):
    FORGERIES.of_file(f"{_claim}-{_kind}", OTHERS, {
        f"one, {_name}": (lambda text, change=_change: change(_first(text)), f"{OTHERS}: {_reason}"),
    })  # fmt: skip


def witnesses(choice: str) -> Change:
    """Of a proof of two givens other solutions: the first and second of the file, the third, or the proved one."""

    def apply(folder: Path) -> None:
        one, two = (folder / OTHERS).read_text().split("\n\n")
        proved = text_of(verify_proof(str(folder)).claim.solution.cells)
        (third,) = {*solution_texts()} - {f"{one}\n", two, proved}
        texts = {"1": f"{one}\n", "2": two, "3": third, "P": proved}
        (folder / OTHERS).write_text("\n".join(texts[char] for char in choice))

    return apply


for _kind in KINDS:
    for _choice in ("1", "2", "3", "13"):
        _reason = f"1 cell ...{len(_choice)} other solutions"
        FORGERIES.of(f"givens-{_kind}", {f"only the witnesses {_choice}": (witnesses(_choice), _reason)})
    FORGERIES.of(f"givens-{_kind}", {
        "the solution as a witness": (
            witnesses("12P"),
            f"{OTHERS}: solution 3",
        ),
        "no witnesses": (witnesses(""), f"{OTHERS} has no solution"),
    })  # fmt: skip

# Givens


def _unreadable(number: int) -> str:
    return f"{GIVENS}: line {number} "


def _line(text: str, number: int) -> str:
    return text.splitlines(keepends=True)[number - 1]


def _other_color(text: str) -> str:
    return text.replace("a\n", "-\n", 1) if _line(text, 1).endswith("a\n") else text.replace("-\n", "a\n", 1)


for _kind in KINDS:
    _formula = "formula.cnf" if _kind == "drat" else None
    FORGERIES.of_file(f"givens-{_kind}", GIVENS, {
        "the first": (lambda text: _line(text, 1), _formula or "4 cells"),
        "the second": (lambda text: _line(text, 2), _formula or "4 cells"),
        # A cell that is background whatever is given; the formula is the same.
        "a needless one": (
            lambda text: text + "given 6 6 -\n", "2 cells ...2 other solutions",
        ),
        "another colour": (_other_color, _formula or "picture.txt...row"),
        "exchanged": (lambda text: _line(text, 2) + _line(text, 1), _unreadable(2)),
        "one twice": (lambda text: _line(text, 1) + text, _unreadable(2)),
        "no such row": (lambda _: "given 7 1 a\n", _unreadable(1)),
        "no such cell": (lambda _: "given 1 7 a\n", _unreadable(1)),
        "no such colour": (
            lambda _: "given 1 1 c\n", f"{GIVENS}...'c'",
        ),
        "a zero": (lambda _: "given 01 1 a\n", _unreadable(1)),
        "no line end": (lambda _: "given 1 1 a", _unreadable(1)),
        "a blank": (lambda _: "given 1 1 a \n", _unreadable(1)),
        "a carriage return": (lambda _: "given 1 1 a\r\n", _unreadable(1)),
        "a blank line": (lambda text: text + "\n", _unreadable(3)),
        "words": (lambda text: text + "verified\n", _unreadable(3)),
        "none": (lambda _: "", f"{GIVENS} has no given"),
    })  # fmt: skip

# Other claims, each of which needs its own files, and no others; other puzzles

_NAMES = {"map-": "solution map", "givens-": "fewest givens", "": "unique"}
for _kind, (_prefix, _own), _claim in product(KINDS, _NAMES.items(), _NAMES.values()):
    if _claim != _own:
        FORGERIES.of(f"{_prefix}{_kind}", {f"claims {_claim}": (steps(), "manifest.json: ", {"claim": _claim})})

_GIVEN = clue_file(loads(clue_file(pairs(2)) + "given 1 1 a\n"))
for _kind in KINDS:
    _more = put(GIVENS, "given 1 1 a\n")
    FORGERIES.of(f"map-{_kind}", {
        "no other solutions": (drop(OTHERS), "", {"claim": "unique"}),
        "givens of another claim": (_more, f"manifest.json: '{GIVENS}'"),
        "claims fewest givens with givens": (_more, "", {"claim": "fewest givens"}),
    })  # fmt: skip
    for _prefix, _puzzle in product(("map", "givens"), (_GIVEN, clue_file(pairs(3)), HEX)):
        FORGERIES.of(f"{_prefix}-{_kind}", {f"another puzzle, {_puzzle!r}"[:40]: (steps(), "", {"puzzle": _puzzle})})
FORGERIES.of("givens-drat", {
    "no givens": (
        drop(GIVENS),
        "formula.cnf",
        {"claim": "solution map"},
    ),
})  # fmt: skip
for _claim in ("map", "givens"):
    FORGERIES.of(f"{_claim}-drat", {"no proof": (put("proof.drat", ""), "empty clause")})
