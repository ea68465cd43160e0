"""The states of a sketch so far, for undo and redo without a limit.

Each state is packed by itself, so nothing can get out of step. A picture of 60 x 60 cells takes from a hundred bytes to
a kilobyte and a half, for noise in five colours.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping

from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.sketch_changes import changed


class History:
    """A sketch, and those before and after it.

    Attributes:
        sketch: the current one.
    """

    def __init__(self, sketch: Sketch) -> None:
        """The history of a sketch that has not been changed."""
        self.sketch = sketch
        self._before: list[bytes] = []
        self._after: list[bytes] = []

    @property
    def n_undo(self) -> int:
        """The number of changes that can be undone."""
        return len(self._before)

    @property
    def n_redo(self) -> int:
        """The number of changes that have been undone and can be made again."""
        return len(self._after)

    def perform(self, command: Mapping[str, object]) -> bool:
        """Perform a command of `CHANGES`, or `undo` or `redo`; errors are those of `changed`, and change nothing.

        Returns:
            True if the sketch is another one now.
        """
        before = self.sketch
        if command == {"do": "undo"}:
            self._move(self._before, self._after)
        elif command == {"do": "redo"}:
            self._move(self._after, self._before)
        else:
            after = changed(before, command)
            if after != before:
                self._before.append(_packed(before))
                self._after.clear()
                self.sketch = after
        return self.sketch != before

    def _move(self, source: list[bytes], target: list[bytes]) -> None:
        if source:
            target.append(_packed(self.sketch))
            self.sketch = _unpacked(source.pop())


def _packed(sketch: Sketch) -> bytes:
    return zlib.compress(json.dumps(sketch.record()).encode(), level=1)


def _unpacked(data: bytes) -> Sketch:
    return Sketch.of_record(json.loads(zlib.decompress(data)))
