"""The formulas of others that `nonosat compare` checks: the options that name them, and their files for each puzzle."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from nonosat.analysis.equivalence import MOST_SOLUTIONS
from nonosat.cli.common_options import FOLDER, PATH, option_group
from nonosat.encodings.numbering import OWN_NUMBERING, parse_numbering

#: What the name of a puzzle replaces.
_NAME = "{name}"


class FormulaOptions(NamedTuple):
    """The values of the options about formulas of others."""

    formulas: tuple[str, ...]
    numbering: str
    most: int
    seed: int
    proof: str | None

    def check(self, n_puzzles: int, n_stdin: int) -> None:
        """Refuse options that cannot be combined, such as a pattern without a name with several puzzles."""
        if self.proof is not None and not self.formulas:
            raise click.UsageError("--proof needs --formula")
        for pattern in self.formulas:
            if n_puzzles > 1 and _NAME not in pattern:
                raise click.UsageError(f"--formula {pattern}: with several puzzles, the name needs {_NAME}")
        parse_numbering(self.numbering)
        if n_stdin + self.formulas.count("-") > 1:
            raise click.UsageError("`-` can be used only once")


formula_options = option_group(
    "theirs",
    FormulaOptions,
    click.option(
        "--formula",
        "formulas",
        multiple=True,
        type=PATH,
        metavar="FILE",
        help="DIMACS formula to check and measure; {name} is the name of the puzzle, * any text. Can be repeated.",
    ),
    click.option(
        "--numbering",
        default=OWN_NUMBERING,
        show_default=True,
        metavar="EXPR",
        help="With --formula: the variable of a cell and colour; see docs/teaching.md.",
    ),
    click.option(
        "--solutions",
        "most",
        type=click.IntRange(min=1),
        default=MOST_SOLUTIONS,
        show_default=True,
        metavar="N",
        help="With --formula: the most solutions with which equality is proved.",
    ),
    click.option(
        "--seed",
        type=int,
        default=1,
        show_default=True,
        help="With --formula: seed of the partial pictures in which unit propagation is measured.",
    ),
    click.option(
        "--proof",
        type=FOLDER,
        metavar="DIR",
        help="With --formula: for each formula that is equal, write a DRAT proof into a folder in DIR.",
    ),
)


def formula_files(patterns: Sequence[str], name: str) -> Iterator[str]:
    """The files of some patterns for the puzzle of a name, each once.

    Only the part of a pattern up to the last `*` is looked up. So `work/*/{name}.sat` names a file in each folder of
    `work`, even where there is none; reading it then says that it is missing.
    """
    return iter(dict.fromkeys(file for pattern in patterns for file in _files(pattern, name)))


def proof_folder(options: FormulaOptions, file: str) -> str | None:
    """The folder for the proof of a formula, named like its file below the folder that all patterns share.

    So the proof of `work/anna/heart.sat`, found by `work/*/{name}.sat`, is in `DIR/anna/heart.sat`. It is
    None if no proof is wanted.
    """
    if options.proof is None:
        return None
    fixed = [re.split(r"[*?[]|" + re.escape(_NAME), pattern)[0] for pattern in options.formulas]
    above = os.path.commonpath([os.path.abspath(os.path.dirname(text)) for text in fixed])
    return os.path.join(options.proof, os.path.relpath(file, above))


def _files(pattern: str, name: str) -> list[str]:
    parts = re.split(r"([/\\])" if os.sep == "\\" else "(/)", pattern)
    last = max((at for at, part in enumerate(parts) if glob.has_magic(part)), default=None)
    if last is None:
        return [pattern.replace(_NAME, name)]
    looked_up = "".join(parts[: last + 1]).replace(_NAME, glob.escape(name))
    rest = "".join(parts[last + 1 :]).replace(_NAME, name)
    found = sorted(each for each in glob.glob(looked_up) if not rest or os.path.isdir(each))
    return [each + rest for each in found] or [pattern.replace(_NAME, name)]
