"""Forged proofs with wrong files: formulas and lemmas of DRAT proofs, weights and pictures of linear ones.

In a reason "..." stands for any text. The manifest is made to fit the changed files.
"""

from __future__ import annotations

from collections.abc import Callable

from forged_proofs import Forgeries

FORGERIES = Forgeries()

# Files of a DRAT proof

FORGERIES.of_file("drat", "formula.cnf", {
    "a literal": (lambda text: text.replace("-1 ", "-2 ", 1), "formula.cnf is not the formula..."),
    "more": (lambda text: text + "1 0\n", "formula.cnf goes on after the formula..."),
    "less": (lambda text: text[:-9], "formula.cnf is not the formula..."),
})  # fmt: skip
FORGERIES.of_file("drat", "solution.sol", {
    "false": (lambda text: text.replace("-1 ", "1 ", 1), "solution.sol is not a model of formula..."),
    "half": (lambda text: text[: text.index(" -40 ")] + "\n", "solution.sol does not give each..."),
    "words": (lambda text: "s SATISFIABLE\n" + text, "solution.sol cannot be read..."),
})  # fmt: skip
FORGERIES.of_file("drat", "blocked.cnf", {
    "another clause": (lambda text: text[: text.rindex("-")] + "-1 0\n", "blocked.cnf does not end..."),
    "a clause changed": (lambda text: text.replace("\n-", "\n", 1), "blocked.cnf does not begin..."),
    "another head": (lambda text: text.replace("p cnf ", "p cnf 1"), "blocked.cnf does not have the head..."),
    "no head": (lambda text: text.replace("p cnf", "p dnf"), "blocked.cnf does not have the head..."),
})  # fmt: skip
FORGERIES.of_file("drat", "proof.drat", {
    "empty": (lambda _: "", "the proof ends before the empty clause"),
    "half": (lambda text: text[: text.index("\n") + 1], "the proof ends before the empty clause"),
    "words": (lambda text: "x" + text, "line 1 of the proof is not a clause that ends with 0"),
})  # fmt: skip
FORGERIES.of_file("none-drat", "proof.drat", {
    "a lemma that does not follow": (
        lambda text: "9 0\n" + text,
        "step 1 of the proof: the clause of 1 literal does not follow (neither RUP nor RAT)",
    ),
    "no lemmas": (
        lambda _: "0\n", "step 1 of the proof: the empty clause does not follow (neither RUP nor RAT)",
    ),
})  # fmt: skip

#: Comments are those of the encoder, in both formulas.
_HEADS: dict[str, Callable[[str], str]] = {
    "another name": lambda head: "c nonogram famous\n" + head.partition("\n")[2],
    "a comment": lambda head: "c verified\n" + head,
    "a comment at its end": lambda head: head.replace("p cnf", "c verified\np cnf"),
    "a blank": lambda head: head.replace("\n", " \n", 1),
    "a zero": lambda head: head.replace("p cnf ", "p cnf 0"),
    "two blanks": lambda head: head.replace("p cnf ", "p  cnf "),
    "no comments": lambda head: head[head.index("p cnf") :],
}


def _head_and_body(text: str) -> tuple[str, str]:
    body = text.index("\n", text.index("p cnf")) + 1
    return text[:body], text[body:]


for _name, _head in _HEADS.items():

    def _with_head(text: str, change: Callable[[str], str] = _head) -> str:
        head, body = _head_and_body(text)
        return change(head) + body

    FORGERIES.of_file(
        "drat", "formula.cnf", {f"head with {_name}": (_with_head, "formula.cnf is not the formula of...")}
    )
    FORGERIES.of_file(
        "drat", "blocked.cnf", {f"head with {_name}": (_with_head, "blocked.cnf does not have the head of...")}
    )

# Files of a linear proof


def _first_weight(text: str) -> str:
    return next(line for line in text.split("\n") if line[:1].isdigit())


_WRONG_LINE = "weights.txt: line ..."
FORGERIES.of_file("weights", "weights.txt", {
    "a heavy weight": (lambda text: text.replace(w := _first_weight(text), w + "00000", 1), "step 1: ..."),
    "no weights": (lambda text: text[: text.index("\n", 20) + 1], "step 1: up to ..."),
    "no steps": (lambda _: "unit 1\n", "64 cells left open after the last step, expected none..."),
    "a large unit": (lambda text: text.replace("unit 1", "unit 91"), "step 1: up to ..."),
    "no unit": (lambda text: text.replace("unit", "unix"), "weights.txt: line 1 cannot be read..."),
    "unit 0": (lambda text: text.replace("unit 1", "unit 01"), "weights.txt: line 1 cannot be read..."),
    "nothing": (lambda _: "", "weights.txt: line 1 cannot be read, expected `unit` and a number..."),
    "a cell twice": (lambda text: text.replace("cells 0 1", "cells 1 1"), "weights.txt: line 2 cannot..."),
    "a cell too many": (lambda text: text.replace("cells 0 1", "cells 0 64"), "weights.txt: line 2 c..."),
    "no cells": (lambda text: text + "cells\n", "step 2 names 0 cells, expected at least one..."),
    "other words": (lambda text: text.replace("cells", "calls"), "weights.txt: line 2 cannot be read..."),
    "a weight twice": (lambda text: text + _first_weight(text) + "\n", _WRONG_LINE),
    "another family": (lambda text: text + "0 0 2 5\n", _WRONG_LINE),
    "the first family": (lambda text: text + "0 0 0 5\n", _WRONG_LINE),
    "another colour": (lambda text: text + "0 2 1 5\n", _WRONG_LINE),
    "another cell": (lambda text: text + "64 1 1 5\n", _WRONG_LINE),
    "half a line": (lambda text: text + "1 1 1", _WRONG_LINE),
    "a fraction": (lambda text: text + "1 1 1 0.5\n", _WRONG_LINE),
    "a mark": (lambda text: text + "\udcff\n", _WRONG_LINE),
})  # fmt: skip
FORGERIES.of_file("weights", "picture.txt", {
    "another": (lambda text: text.replace("-a", "a-", 1), "picture.txt is not a solution of the ..."),
    "less": (lambda text: text[: text.rindex("\n", 0, -1)], "picture.txt: 7 rows, expected 8..."),
    "a colour": (lambda text: text.replace("a", "b", 1), "picture.txt:..."),
})  # fmt: skip
FORGERIES.of_file("linear", "picture.txt", {
    "points": (lambda text: text.replace("-", "."), "picture.txt..."),
    "a blank line": (lambda text: f"\n{text}", "picture.txt..."),
    "blanks at line ends": (lambda text: text.replace("\n", " \n"), "picture.txt..."),
    "blanks": (lambda text: " ".join(text), "picture.txt..."),
    "nine times": (lambda text: f"{text}\n" * 9, "picture.txt is too long for a picture of the puzzle"),
})  # fmt: skip
