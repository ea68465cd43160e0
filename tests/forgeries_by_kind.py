"""Forged proofs with wrong files: formulas and lemmas of DRAT proofs, weights and pictures of linear ones.

In a reason "..." stands for any text. The manifest is made to fit the changed files.
"""

from __future__ import annotations

from collections.abc import Callable

from forged_proofs import Forgeries

FORGERIES = Forgeries()

# Files of a DRAT proof

FORGERIES.of_file("drat", "formula.cnf", {
    "a literal": (lambda text: text.replace("-1 ", "-2 ", 1), "formula.cnf"),
    "more": (lambda text: text + "1 0\n", "formula.cnf"),
    "less": (lambda text: text[:-9], "formula.cnf"),
})  # fmt: skip
FORGERIES.of_file("drat", "solution.sol", {
    "false": (lambda text: text.replace("-1 ", "1 ", 1), "solution.sol...model"),
    "half": (lambda text: text[: text.index(" -40 ")] + "\n", "solution.sol...each"),
    "words": (lambda text: "s SATISFIABLE\n" + text, "solution.sol...read"),
})  # fmt: skip
FORGERIES.of_file("drat", "blocked.cnf", {
    "another clause": (lambda text: text[: text.rindex("-")] + "-1 0\n", "blocked.cnf...end"),
    "a clause changed": (lambda text: text.replace("\n-", "\n", 1), "blocked.cnf...begin"),
    "another head": (lambda text: text.replace("p cnf ", "p cnf 1"), "blocked.cnf...head"),
    "no head": (lambda text: text.replace("p cnf", "p dnf"), "blocked.cnf...head"),
})  # fmt: skip
FORGERIES.of_file("drat", "proof.drat", {
    "empty": (lambda _: "", "empty clause"),
    "half": (lambda text: text[: text.index("\n") + 1], "empty clause"),
    "words": (lambda text: "x" + text, "line 1 of the proof"),
})  # fmt: skip
FORGERIES.of_file("drat", "check.txt", {
    "another command": (lambda text: text.replace("drat-trim", "sh"), "check.txt"),
    "more commands": (lambda text: text + "rm proof.drat\n", "check.txt"),
    "another formula": (lambda text: text.replace("blocked", "formula"), "check.txt"),
})  # fmt: skip
FORGERIES.of_file("none-drat", "proof.drat", {
    "a lemma that does not follow": (
        lambda text: "9 0\n" + text,
        "step 1 of the proof...1 literal",
    ),
    "no lemmas": (
        lambda _: "0\n", "step 1 of the proof...empty clause",
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

    FORGERIES.of_file("drat", "formula.cnf", {f"head with {_name}": (_with_head, "formula.cnf")})
    FORGERIES.of_file("drat", "blocked.cnf", {f"head with {_name}": (_with_head, "blocked.cnf...head")})

# Files of a linear proof


def _first_weight(text: str) -> str:
    return next(line for line in text.split("\n") if line[:1].isdigit())


_WRONG_LINE = "weights.txt: line "
FORGERIES.of_file("weights", "weights.txt", {
    "a heavy weight": (lambda text: text.replace(w := _first_weight(text), w + "00000", 1), "step 1: "),
    "no weights": (lambda text: text[: text.index("\n", 20) + 1], "step 1: "),
    "no steps": (lambda _: "unit 1\n", "64 cells"),
    "a large unit": (lambda text: text.replace("unit 1", "unit 91"), "step 1: "),
    "no unit": (lambda text: text.replace("unit", "unix"), "weights.txt: line 1"),
    "unit 0": (lambda text: text.replace("unit 1", "unit 01"), "weights.txt: line 1"),
    "nothing": (lambda _: "", "weights.txt: line 1"),
    "a cell twice": (lambda text: text.replace("cells 0 1", "cells 1 1"), "weights.txt: line 2"),
    "a cell too many": (lambda text: text.replace("cells 0 1", "cells 0 64"), "weights.txt: line 2"),
    "no cells": (lambda text: text + "cells\n", "step 2...0 cells"),
    "other words": (lambda text: text.replace("cells", "calls"), "weights.txt: line 2"),
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
    "another": (lambda text: text.replace("-a", "a-", 1), "picture.txt"),
    "less": (lambda text: text[: text.rindex("\n", 0, -1)], "picture.txt: 7 rows"),
    "a colour": (lambda text: text.replace("a", "b", 1), "picture.txt:"),
})  # fmt: skip
FORGERIES.of_file("linear", "picture.txt", {
    "points": (lambda text: text.replace("-", "."), "picture.txt"),
    "a blank line": (lambda text: f"\n{text}", "picture.txt"),
    "blanks at line ends": (lambda text: text.replace("\n", " \n"), "picture.txt"),
    "blanks": (lambda text: " ".join(text), "picture.txt"),
    "nine times": (lambda text: f"{text}\n" * 9, "picture.txt...long"),
})  # fmt: skip
