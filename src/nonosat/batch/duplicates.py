"""Puzzles of a batch that are the same, found by their digests."""

from __future__ import annotations


class Duplicates:
    """Groups of two or more puzzles that are the same, by name.

    Groups are in the order of their first puzzles, and the names of each are in the order in which they were added.
    """

    def __init__(self) -> None:
        self._by_digest: dict[str, list[str]] = {}
        self._by_shape: dict[str, list[tuple[str, str]]] = {}

    def add(self, name: str, digest: str | None, shape_digest: str | None) -> None:
        """Note a puzzle; digests are None for one that could not be read, which is like no other."""
        if digest is not None and shape_digest is not None:
            self._by_digest.setdefault(digest, []).append(name)
            self._by_shape.setdefault(shape_digest, []).append((name, digest))

    @property
    def equal(self) -> list[list[str]]:
        """The groups of equal puzzles."""
        return [names for names in self._by_digest.values() if len(names) > 1]

    @property
    def alike(self) -> list[list[str]]:
        """The groups that are equal up to rotation, reflection and colours, without those in which all are equal."""
        groups = self._by_shape.values()
        return [[name for name, _ in group] for group in groups if len({digest for _, digest in group}) > 1]

    def lines(self) -> list[str]:
        """A line for each group."""
        equal = [f"equal: {', '.join(names)}" for names in self.equal]
        alike = [f"equal up to rotation, reflection and colours: {', '.join(names)}" for names in self.alike]
        return [*equal, *alike] or ["no duplicates"]
