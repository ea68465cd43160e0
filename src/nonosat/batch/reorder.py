"""A buffer that brings items into the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Reorderer(Generic[T]):
    """A buffer that takes items in any order and releases them in the order of their numbers, from 0."""

    def __init__(self) -> None:
        self._waiting: dict[int, T] = {}
        self._next: int | None = 0

    def add(self, index: int, item: T) -> Iterator[T]:
        """Take one more item, and yield the items that are next in order, as far as they have come.

        Args:
            index: its number, from 0; each number comes once.
        """
        self._waiting[index] = item
        while self._next is not None and self._next in self._waiting:
            following = self._waiting.pop(self._next)
            self._next += 1
            yield following

    def stop(self) -> None:
        """Release no further items."""
        self._next = None
