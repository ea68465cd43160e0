"""The end of a batch: its puzzles counted by verdict, class and format, and those without a result by their errors.

Everything depends on the puzzles alone: it has no times, and orders are fixed, or those of the input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from nonosat.batch.record import VERDICTS, PuzzleRecord
from nonosat.core.tables import Cell, text_table
from nonosat.explaining.rate import CLASS_WORDS
from nonosat.model.nouns import count

#: The most reasons, and the most names of puzzles, that are shown.
_MOST_REASONS, _MOST_NAMES = 10, 20


class Tally:
    """The number of puzzles of each kind, and of those that line propagation solves.

    Args:
        kind: the title of the kinds.
        order: the kinds in the order of their rows; by default the most frequent ones come first.
    """

    def __init__(self, kind: str, order: Iterable[str] = ()) -> None:
        self.kind = kind
        self.order = tuple(order)
        self.counts: Counter[str] = Counter()
        self.by_lines: Counter[str] = Counter()

    def add(self, kind: str, *, by_lines: bool) -> None:
        """Count one more puzzle."""
        self.counts[kind] += 1
        self.by_lines[kind] += by_lines

    def table(self, *, with_sum: bool = False) -> str:
        """The numbers as a table for a terminal."""
        kinds = self.order or [kind for kind, _ in self.counts.most_common()]
        rows: list[list[Cell]] = [[kind, self.counts[kind], self.by_lines[kind]] for kind in kinds if self.counts[kind]]
        if with_sum:
            rows.append(["all", self.counts.total(), self.by_lines.total()])
        return text_table([self.kind, "puzzles", "by lines alone"], rows)


class Summary:
    """All that is said of a batch at its end, and the largest exit code.

    Attributes:
        broken: the names of the puzzles that failed or could not be read.
        reasons: the number of these puzzles for each reason.
    """

    def __init__(self) -> None:
        self.verdicts = Tally("verdict", VERDICTS)
        self.classes = Tally("class", CLASS_WORDS)
        self.formats = Tally("format")
        self.broken: list[str] = []
        self.reasons: Counter[str] = Counter()
        self.exit_code = 0

    def add(self, record: PuzzleRecord) -> None:
        """Count one more puzzle."""
        by_lines = record.line_solvable is True
        self.verdicts.add(record.verdict, by_lines=by_lines)
        if record.class_words is not None:
            self.classes.add(record.class_words, by_lines=by_lines)
        if record.format is not None:
            self.formats.add(record.format, by_lines=by_lines)
        if record.verdict in ("bad input", "failed"):
            self.broken.append(record.name)
            self.reasons[record.reason] += 1
        self.exit_code = max(self.exit_code, record.exit)

    def tables(self) -> str:
        """The numbers by verdict, by class if puzzles are rated, and by format if there are several."""
        tables = [self.verdicts.table(with_sum=True)]
        tables += [self.classes.table()] if self.classes.counts else []
        tables += [self.formats.table()] if len(self.formats.counts) > 1 else []
        return "\n\n".join(tables) + "\n"

    def reason_table(self) -> str:
        """The most frequent reasons why puzzles have no result; empty unless some have the same reason."""
        if len(self.reasons) == len(self.broken):
            return ""
        shown = self.reasons.most_common(_MOST_REASONS)
        rows: list[list[Cell]] = [[number, reason] for reason, number in shown]
        if n_others := len(self.reasons) - len(shown):
            rows.append([len(self.broken) - sum(number for _, number in shown), count(n_others, "other reason")])
        return text_table(["puzzles", "reason"], rows) + "\n"

    def broken_sentence(self) -> str:
        """The names of the first puzzles without a result, and the number of the others; empty if there are none."""
        if not self.broken:
            return ""
        n_more = len(self.broken) - _MOST_NAMES
        named = ", ".join(self.broken[:_MOST_NAMES]) + (f" and {n_more:,} more" if n_more > 0 else "")
        return f"{count(len(self.broken), 'puzzle', separators=True)} failed or could not be read: {named}"
