"""One state for all tabs: the order of events, saving, the journal, and what other programs do meanwhile."""

from __future__ import annotations

import errno
import json
import random
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import write

from nonosat.core.errors import NonosatError, NoRoom, UsageError
from nonosat.drawing_board import shared_sketch as module
from nonosat.drawing_board.shared_sketch import SharedSketch
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.sketch_files import SavedFile, SketchFolder
from nonosat.drawing_board.sketch_journal import SketchJournal
from nonosat.drawing_board.typed_clues import with_texts
from nonosat.formats.loading import load
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import default_palette
from nonosat.model.rect_grid import RectGrid

EMPTY = Sketch.empty(RectGrid(4, 4))
OTHER = Sketch(HexGrid(2), default_palette(4), bytes([0, 1, 2, 3, 4, 0, 1]))
SAVE = {"do": "save"}


def stroke(*cells: int, color: int = 1) -> dict[str, object]:
    return {"do": "paint", "cells": [[cell, color] for cell in cells]}


@pytest.fixture
def share(tmp_path: Path):
    """`share(sketch)`: a shared sketch of p.clues in the folder of the test."""
    journals = []

    def share(sketch: Sketch = EMPTY, **options) -> SharedSketch:
        journals.append(SketchJournal(str(tmp_path / ".p.clues.journal")))
        return SharedSketch(sketch, "p.clues", SketchFolder(str(tmp_path), {}), journals[-1], **options)

    yield share
    for journal in journals:
        journal.close(remove=False)


def events(tab) -> list[dict]:
    found = []
    while not tab.empty():
        event = tab.get_nowait()
        found.append(event and json.loads(event))
    return found


@pytest.mark.parametrize("sketch", [EMPTY, Sketch.empty(HexGrid(3)).painted({3: 1})], ids=["rect", "hex"])
def test_a_new_tab_gets_the_whole_state(share, sketch: Sketch) -> None:
    shared = share(sketch)
    (event,) = events(shared.join())
    assert (event["event"], event["number"], event["file"]) == ("sketch", 0, "p.clues")
    assert Sketch.of_record(event) == sketch
    assert event["clues"] == [[part for block in clue for part in block] for clue in sketch.clues]
    assert len(event["geometry"]["x"]) == sketch.grid.n_cells
    assert event["turns"] == ["mirror", "flip", "right", "left"]


def test_events_of_changes_follow_the_state(share) -> None:
    """What a tab knows after each event is the state, whatever the change was."""
    shared, rng = share(), random.Random(1)
    tab, known, clues = shared.join(), None, []
    commands = [
        lambda: stroke(rng.randrange(6)),
        lambda: stroke(rng.randrange(6), color=0),
        lambda: {"do": "undo"},
        lambda: {"do": "redo"},
        lambda: {"do": "turn", "turn": rng.choice(["left", "mirror"])},
        lambda: {"do": "describe", "metadata": {"title": rng.choice("ab")}},
        lambda: {"do": "add color"},
        lambda: {"do": "type", "clues": [[rng.randrange(4), rng.choice(["1a", "", "2a"])]]},
        lambda: {"do": "begin typing"},
        lambda: {"do": "draw"},
        lambda: {"do": "replace", "sketch": rng.choice([EMPTY, OTHER]).record()},
    ]
    for _ in range(150):
        for event in events(tab):
            if event["event"] == "sketch":
                known, clues = Sketch.of_record(event), event["clues"]
            else:
                known = replace(known, cells=known.drawn().painted(dict(event["cells"])).cells)
                for line, clue in event["clues"].items():
                    clues[int(line)] = clue
                if known.typed is not None:
                    typed = list(known.typed)
                    for line, text in event["typing"]["texts"].items():
                        typed[int(line)] = (
                            None if text is None else with_texts(known, {int(line): text}).typed[int(line)]
                        )
                    known = replace(known, typed=tuple(typed))
            assert event["number"] == shared.number
        assert known == shared.sketch
        for line, clue in enumerate(clues):
            assert list(zip(clue[::2], clue[1::2], strict=True)) == list(known.clues[line])
        with suppress(UsageError):  # clues are typed, or are not
            shared.perform(rng.choice(commands)())


def test_two_tabs_are_one_state(share) -> None:
    shared = share()
    one, other = shared.join(), shared.join()
    shared.perform(stroke(1))
    shared.perform({"do": "undo"})
    assert events(one) == events(other)
    shared.leave(one)
    shared.perform(stroke(2))
    assert events(one) == []
    assert len(events(other)) == 1


def test_wrong_commands_change_nothing(share) -> None:
    shared = share()
    tab = shared.join()
    events(tab)
    for wrong in ({}, {"do": "fly"}, stroke(99), {"do": "undo", "more": 1}, {"do": "close", "now": True}):
        with pytest.raises(NonosatError):
            shared.perform(wrong)
    for fields in ({"name": 3}, {"form": None}, {"confirmed": "yes"}, {"name": "../x.clues"}, {"name": "p.odd"}):
        with pytest.raises(NonosatError):
            shared.perform(SAVE | fields)
    with pytest.raises(UsageError):
        shared.perform(SAVE | {"path": "/x", "a": 1, "b": 2, "c": 3})
    shared.perform({"do": "undo"})
    assert (events(tab), shared.number, shared.sketch, shared.is_closed) == ([], 0, EMPTY, False)


def test_answers_about_old_states_are_dropped(share) -> None:
    shared, asked = share(), []
    shared.answered_by(lambda number, sketch: asked.append((number, sketch)))
    tab = shared.join()
    shared.answer(0, {"about": "lines", "open": []})
    shared.perform(stroke(0))
    shared.answer(0, {"about": "solutions"})
    shared.answer(1, {"about": "lines", "open": [0]})
    found = [(event["event"], event["number"]) for event in events(tab)]
    assert found == [("sketch", 0), ("answer", 0), ("cells", 1), ("answer", 1)]
    assert asked == [(0, EMPTY), (1, EMPTY.painted({0: 1}))]
    later = [(event["event"], event["number"]) for event in events(shared.join())]
    assert later == [("sketch", 1), ("answer", 1)]


@pytest.mark.parametrize("n_strokes", [30, pytest.param(500, marks=pytest.mark.slow)])
def test_order_of_events(share, monkeypatch: pytest.MonkeyPatch, n_strokes: int) -> None:
    """Answers come from another thread all the time; none is behind the event of a newer state."""
    monkeypatch.setattr(module, "_MAX_WAITING", 0)
    shared = share()
    tab, is_over = shared.join(), threading.Event()

    def answers() -> None:
        while not is_over.is_set():
            for number in range(shared.number, -1, -1)[:3]:
                shared.answer(number, {"about": "lines", "open": []})

    thread = threading.Thread(target=answers)
    thread.start()
    found = []
    for number in range(n_strokes):
        shared.perform(stroke(number % 16, color=number // 16 % 2 ^ 1))
        found += events(tab)
    is_over.set()
    thread.join()
    found += events(tab)
    state = 0
    for event in found:
        if event["event"] == "answer":
            assert event["number"] == state
        else:
            assert event["number"] in (state, state + 1)
            state = event["number"]
    assert state == n_strokes


def test_saving(share, tmp_path: Path) -> None:
    shared = share()
    shared.perform(stroke(0, 5))
    assert not shared.is_saved
    tab = shared.join()
    assert shared.perform(SAVE) == {"saved": "p.clues", "losses": ()}
    assert shared.is_saved
    assert load(tmp_path / "p.clues") == shared.sketch.puzzle
    assert [event["event"] for event in events(tab)] == ["sketch", "saved"]
    shared.perform({"do": "undo"})
    assert not shared.is_saved
    assert shared.perform(SAVE | {"name": "copy.json"})["saved"] == "copy.json"
    assert not shared.is_saved
    assert shared.has_unsaved_work  # it is as it was opened, but the file is not
    shared.perform({"do": "redo"})
    assert shared.is_saved
    shared.perform(stroke(9))
    assert shared.has_unsaved_work


def test_saving_asks_before_it_replaces(share, tmp_path: Path) -> None:
    shared = share()
    path = write(tmp_path / "p.clues", "somebody else's")
    (doubt,) = shared.perform(SAVE)["confirm"]
    assert "exists" in doubt
    assert path.read_text() == "somebody else's"
    assert "saved" in shared.perform(SAVE | {"confirmed": True})
    path.write_text("changed")
    assert "changed" in shared.perform(SAVE)["confirm"][0]
    shared.perform({"do": "add color"})
    (loss,) = shared.perform(SAVE | {"name": "q.gno"})["confirm"]
    assert "2 colours" in loss
    assert not (tmp_path / "q.gno").exists()
    assert shared.perform(SAVE | {"name": "q.gno", "confirmed": True})["losses"] == (loss,)


def test_a_puzzle_that_is_half_typed_goes_on_after_it_was_saved(share, tmp_path: Path) -> None:
    shared = share()
    shared.perform({"do": "begin typing"})
    shared.perform({"do": "type", "clues": [[0, "1"], [4, "1"]]})
    (doubt,) = shared.perform(SAVE)["confirm"]
    assert "6 lines" in doubt
    shared.perform(SAVE | {"confirmed": True})
    assert load(tmp_path / "p.clues").clues == shared.sketch.clues
    assert (shared.is_saved, shared.has_unsaved_work) == (False, True)
    shared._journal.close(remove=False)
    again = share(Sketch.empty(RectGrid(4, 4)).with_clues(dict(enumerate(shared.sketch.clues))))
    assert again.sketch == shared.sketch
    again.perform({"do": "type", "clues": [[line, "1"] for line in again.sketch.untyped]})
    assert "saved" in again.perform(SAVE)
    assert again.is_saved


def test_nobody_waits_for_an_export(share, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strokes go on while a page is made of the state before."""
    shared, has_begun, may_end, made = share(), threading.Event(), threading.Event(), []

    def slow(sketch: Sketch, *_: object) -> SavedFile:
        has_begun.set()
        assert may_end.wait(20)
        made.append(sketch)
        return SavedFile(b"page")

    monkeypatch.setattr(module, "saved_file", slow)
    thread = threading.Thread(target=shared.perform, args=(SAVE | {"name": "p.html"},))
    thread.start()
    assert has_begun.wait(20)
    shared.perform(stroke(1))
    may_end.set()
    thread.join()
    assert made == [EMPTY]
    assert not shared.is_saved


def test_a_journal_is_recovered(share, tmp_path: Path) -> None:
    share().perform(stroke(3))
    module_journal = tmp_path / ".p.clues.journal"
    data = module_journal.read_bytes()
    later = tmp_path / "later"
    later.mkdir()
    write(later / ".p.clues.journal", data)
    journal = SketchJournal(str(later / ".p.clues.journal"))
    folder = SketchFolder(str(later), {"p.clues": "digest of a file that was changed"})
    shared = SharedSketch(EMPTY, "p.clues", folder, journal)
    assert shared.sketch == EMPTY.painted({3: 1})
    assert not shared.is_saved
    assert events(shared.join())[-1]["event"] == "warning"
    assert shared.perform({"do": "undo"})
    assert shared.sketch == EMPTY
    write(later / "p.clues", "by another program")
    assert "confirm" in shared.perform(SAVE)
    journal.close(remove=True)


def test_a_full_disk_is_said_and_loses_nothing(share, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = share()
    tab = shared.join()
    events(tab)

    def full(*_: object) -> None:
        raise NoRoom("cannot be written: No space left on device", file="p")

    with monkeypatch.context() as patch:
        patch.setattr(SketchJournal, "add", full)
        shared.perform(stroke(1))
        assert [event["event"] for event in events(tab)] == ["warning", "cells"]
        patch.setattr(module.SketchFolder, "write", full)
        with pytest.raises(NoRoom):
            shared.perform(SAVE)
    assert shared.sketch == EMPTY.painted({1: 1})
    assert not shared.is_saved
    assert "saved" in shared.perform(SAVE)
    assert errno.ENOSPC  # what `NoRoom` stands for


def test_a_tab_that_does_not_read_is_dropped(share, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_WAITING", 3)
    shared = share()
    tab = shared.join()
    for cell in range(5):
        shared.perform(stroke(cell))
    assert events(tab)[-1] is None


def test_number_of_tabs(share, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_TABS", 2)
    shared = share()
    assert shared.idle_seconds >= 0
    tabs = [shared.join(), shared.join()]
    assert shared.idle_seconds == 0
    with pytest.raises(UsageError):
        shared.join()
    for tab in tabs:
        shared.leave(tab)
    assert shared.idle_seconds >= 0


def test_closing(share) -> None:
    shared = share()
    tab = shared.join()
    shared.perform({"do": "close"})
    assert shared.is_closed
    assert [event and event["event"] for event in events(tab)] == ["sketch", "closed", None]
