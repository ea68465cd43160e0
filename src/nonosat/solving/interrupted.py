"""The knowledge that is left when Ctrl-C interrupts a search for a second solution."""

from __future__ import annotations

from nonosat.solving.result import Result


class SearchInterrupted(KeyboardInterrupt):
    """`KeyboardInterrupt` of a search for a second solution; it carries the first one.

    It is raised in place of the plain `KeyboardInterrupt` where uniqueness was asked for and a solution was found.

    Attributes:
        result: what is known: as after a time limit, `picture` is set and `gave_up` is true.
    """

    def __init__(self, result: Result) -> None:
        """
        Args:
            result: what is known.
        """
        super().__init__()
        self.result = result
        if result.unique is None:
            self.add_note("a solution was found, whether it is the only one is open")
