"""The sketch that all tabs of a browser share: commands change it, and each change and each answer is an event.

One lock makes one order of everything. An event of a change has the number of the new state, and comes before all
answers about this state; an answer about another state is dropped. So no tab ever shows an answer about an old one.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import lru_cache

from nonosat.core.errors import FileError, UsageError
from nonosat.drawing_board.history import History
from nonosat.drawing_board.live_answers import LiveAnswer
from nonosat.drawing_board.reshaping import TURNS, side_names
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.sketch_files import SketchFolder, require_plain, save_forms, saved_file
from nonosat.drawing_board.sketch_journal import SketchJournal
from nonosat.drawing_board.typed_clues import typing_record
from nonosat.model.clue import Clue
from nonosat.model.grid_kinds import read_header
from nonosat.model.nouns import count
from nonosat.model.palette import letter
from nonosat.publishing.page import page_geometry

#: The events of one tab as texts in JSON; None is the last.
EventQueue = queue.Queue[str | None]

#: Events that wait for a tab that does not read them. With more it is dropped; it connects again and gets the state.
_MAX_WAITING = 2_000
#: Tabs that are connected at once.
_MAX_TABS = 32


class SharedSketch:
    """A sketch, its history, its journal, and the tabs that show it. All methods can be called in any thread.

    Attributes:
        number: of the state; it rises with each change.
        is_closed: a tab has asked to end.
    """

    def __init__(
        self,
        sketch: Sketch,
        name: str,
        folder: SketchFolder,
        journal: SketchJournal,
        *,
        is_saved: bool = True,
        remarks: tuple[str, ...] = (),
    ) -> None:
        """
        Args:
            sketch: as it was opened; a sketch that was recovered from the journal takes its place.
            name: of the file to which it is saved.
            is_saved: the file has it.
            remarks: what every tab is told.
        """
        self.number, self.is_closed = 0, False
        self._name, self._folder, self._journal = name, folder, journal
        self._lock = threading.RLock()
        self._tabs: set[EventQueue] = set()
        self._left_at = time.monotonic()
        self._answers: list[str] = []
        self._ask: Callable[[int, Sketch], None] | None = None
        self._warnings = list(remarks)
        self._history, self._opened, self._saved = History(sketch), sketch, sketch if is_saved else None
        recovered = journal.recovered
        if recovered is not None and recovered.history.sketch != sketch:
            self._history, self._saved = recovered.history, None
            folder.digests[name] = recovered.digest
            instead = "" if is_saved or recovered.beginning == sketch else ", in place of what was to be opened"
            self._warnings.append(f"recovered what was drawn before the program ended{instead}; it is not saved yet")
        else:
            self._note(lambda: journal.begin(sketch, folder.digests.get(name, "")))

    @property
    def sketch(self) -> Sketch:
        """The current state."""
        return self._history.sketch

    @property
    def is_saved(self) -> bool:
        """True if the current state is that of the file."""
        return self._saved == self.sketch

    @property
    def has_unsaved_work(self) -> bool:
        """True if something would be lost with the journal."""
        return self.sketch != (self._opened if self._saved is None else self._saved)

    @property
    def idle_seconds(self) -> float:
        """The time since the last tab has left; 0 if there is one."""
        with self._lock:
            return 0.0 if self._tabs else time.monotonic() - self._left_at

    def answered_by(self, ask: Callable[[int, Sketch], None]) -> None:
        """Ask a function about the current state, and from now on about each new one."""
        with self._lock:
            self._ask = ask
            ask(self.number, self.sketch)

    def join(self) -> EventQueue:
        """The events for a new tab: first the whole state, then all that happens.

        Raises:
            UsageError: there are too many tabs.
        """
        with self._lock:
            if len(self._tabs) >= _MAX_TABS:
                raise UsageError(f"{_MAX_TABS} tabs are open; close some of them")
            tab: EventQueue = queue.Queue(_MAX_WAITING)
            for event in (self._whole_state(), *self._answers, *map(_warning, self._warnings)):
                tab.put(event)
            self._tabs.add(tab)
            return tab

    def leave(self, tab: EventQueue) -> None:
        """Forget a tab."""
        with self._lock:
            self._tabs.discard(tab)
            self._left_at = time.monotonic()

    def answer(self, number: int, answer: LiveAnswer) -> None:
        """Tell all tabs an answer, unless it is about an old state."""
        with self._lock:
            if number == self.number:
                self._answers.append(_event("answer", number=number, **answer))
                self._publish(self._answers[-1])

    def perform(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Perform a command of a tab: `save`, `close`, or one of `History.perform`; return the reply.

        Raises:
            NonosatError: it cannot be performed, and nothing is changed.
        """
        if command == {"do": "close"}:
            self.close()
            return {}
        if command.get("do") == "save":
            return self._save(command)
        with self._lock:
            before = self.sketch
            if self._history.perform(command):
                self.number += 1
                self._answers.clear()
                self._note(lambda: self._journal.add(command))
                self._publish(self._difference(before) or self._whole_state())
                if self._ask is not None:
                    self._ask(self.number, self.sketch)
            return {"number": self.number}

    def close(self) -> None:
        """End the events of all tabs."""
        with self._lock:
            self.is_closed = True
            self._publish(_event("closed"))
            self._publish(None)

    def _save(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Save to a file; the reply says what has to be confirmed before, or what was lost."""
        values = {"name": self._name, "form": "", "confirmed": False, **command}
        name, form, confirmed = values["name"], values["form"], values["confirmed"]
        if not (isinstance(name, str) and isinstance(form, str) and isinstance(confirmed, bool)) or len(values) > 4:
            raise UsageError("save, expected the name of a file, a form, and whether it is confirmed")
        require_plain(name)
        is_own = name == self._name
        # A page or a drawing may take seconds, and nobody has to wait for it.
        with self._lock if is_own else nullcontext():
            data, losses = saved_file(self.sketch, name, form)
            losses = (*_unfinished(self.sketch), *losses)
            doubts = [*filter(None, [self._folder.obstacle(name)]), *losses]
            if doubts and not confirmed:
                return {"confirm": doubts}
            self._folder.write(name, data)
            if is_own:
                # Only the journal knows which lines have not been typed, so it is needed to go on.
                self._saved = None if self.sketch.untyped else self.sketch
                self._note(lambda: self._journal.begin(self.sketch, self._folder.digests[name]))
        with self._lock:
            self._publish(_event("saved", name=name, **self._status()))
        return {"saved": name, "losses": losses}

    def _note(self, write: Callable[[], None]) -> None:
        """Write to the journal; if that fails, all tabs are told, and the next writing tries again."""
        try:
            write()
        except FileError as error:
            self._publish(_warning(f"what you draw is not kept on disk now: {error}"))

    def _publish(self, event: str | None) -> None:
        for tab in list(self._tabs):
            try:
                tab.put_nowait(event)
            except queue.Full:  # it does not read
                self._tabs.discard(tab)
                tab.get_nowait()
                tab.put(None)

    def _status(self) -> Mapping[str, object]:
        history = self._history
        return {
            "number": self.number,
            "undo": history.n_undo,
            "redo": history.n_redo,
            "file": self._name,
            "is_saved": self.is_saved,
        }

    def _whole_state(self) -> str:
        """The event of a state with everything that a page needs to show it."""
        sketch, grid = self.sketch, self.sketch.grid
        return _event(
            "sketch",
            **self._status(),
            **sketch.record(),
            names=sketch.color_names(),
            alike=sketch.alike(),
            clues=[_parts(clue) for clue in sketch.clues],
            **_typing(sketch, range(grid.n_lines)),
            letters=[letter(color) for color in range(sketch.palette.n_colors + 1)],
            lines=[list(grid.line(line)) for line in range(grid.n_lines)],
            families=[[name.name, len(family)] for name, family in zip(grid.family_names, grid.families, strict=True)],
            sides=side_names(grid),
            forms=save_forms(),
            turns=list(TURNS[len(grid.families)]),
            geometry=_geometry(grid.header),
        )

    def _difference(self, before: Sketch) -> str | None:
        """The event of a state by what differs from the one before; None if more than cells differ."""
        after = self.sketch
        if _frame(before) != _frame(after):
            return None
        cells = [
            (cell, new) for cell, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)) if old != new
        ]
        old_clues, new_clues = before.typed or before.clues, after.typed or after.clues
        changed = [line for line, old in enumerate(old_clues) if old != new_clues[line]]
        clues = {line: _parts(after.clues[line]) for line in changed}
        return _event("cells", **self._status(), cells=cells, clues=clues, **_typing(after, changed))


def _frame(sketch: Sketch) -> tuple[object, ...]:
    """Everything but the cells and the clues."""
    return sketch.grid, sketch.palette, sketch.metadata, sketch.typed is None


def _typing(sketch: Sketch, lines: Iterable[int]) -> Mapping[str, object]:
    """The part of an event about clues that are typed."""
    return {} if sketch.typed is None else {"typing": typing_record(sketch, lines)}


def _unfinished(sketch: Sketch) -> list[str]:
    """What a file loses of clues that are still being typed."""
    n_untyped = len(sketch.untyped)
    verb = "is" if n_untyped == 1 else "are"
    return [f"{count(n_untyped, 'line')} {verb} not typed yet, and will be empty in the file"] if n_untyped else []


@lru_cache(maxsize=4)
def _geometry(header: str) -> Mapping[str, object]:
    """Where the cells and clues of a grid are; see `page_geometry`."""
    return page_geometry(Sketch.empty(read_header(header)).puzzle)


def _parts(clue: Clue) -> list[int]:
    """The lengths and colours of a clue, in turns."""
    return [part for block in clue for part in block]


def _event(event: str, **fields: object) -> str:
    return json.dumps({"event": event, **fields}, separators=(",", ":"))


def _warning(sentence: str) -> str:
    return _event("warning", sentence=sentence)
