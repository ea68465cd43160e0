"""Processor time of fast tests: hooks that measure each one, and fail the run where one takes much more than it may.

A fast test takes at most `USUAL` seconds. Machines differ, and all have neighbours, so only a test that takes more than
`LIMIT` fails the run. Tests with the marker `costly` may take more: the few that are worth it, `MOST_COSTLY` at most.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Generator

import pytest
from hypothesis import given, settings
from hypothesis.strategies import text

#: Seconds that a fast test takes at most on the machine where the limits were set, and on any machine.
USUAL, LIMIT = 0.15, 1.0
MOST_COSTLY = 60

_BEGUN = pytest.StashKey[float]()


def spent() -> float:
    """Seconds of processor time of this process and of all its children that have ended."""
    return sum(os.times()[:4])


@settings(max_examples=1, database=None)
@given(text())
def any_text(_: str) -> None:
    """Make what Hypothesis needs for all texts, such as its table of characters."""


def warm_up() -> None:
    """Import what is large, so that its import is not counted as the time of the first test that needs it."""
    any_text()
    for name in ("numpy", "highspy", "cv2", "PIL.Image", "fpdf", "resvg_py", "pysat.solvers", "svgwrite"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


class ProcessorTime:
    """A plugin: the time of each fast test, also where processes of pytest-xdist run them."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def pytest_collection_finish(self) -> None:
        """Prepare before the first test begins."""
        warm_up()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note when a test begins."""
        item.stash[_BEGUN] = spent()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Write into the report of the end of a fast test what it took; only reports reach the process that sums up."""
        report = yield
        if call.when == "teardown" and not any(map(item.get_closest_marker, ("slow", "browser", "faults", "costly"))):
            report.user_properties.append(("processor", spent() - item.stash[_BEGUN]))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what a report says."""
        for name, value in report.user_properties:
            if name == "processor":
                self.seconds[report.nodeid] = value

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        """Fail the run if a test took too long."""
        if max(self.seconds.values(), default=0) > LIMIT and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        return (yield)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List the tests that took too long, and, with `--durations`, the longest ones."""
        longest = sorted(self.seconds.items(), key=lambda each: -each[1])
        for name, seconds in longest:
            if seconds > LIMIT:
                message = f"{name}: {seconds:.2f} s of processor time, expected at most {USUAL} (marked costly or slow)"
                terminalreporter.write_line(message, red=True)
        number = terminalreporter.config.option.durations
        if number and longest:
            total = sum(self.seconds.values())
            terminalreporter.section(f"{len(longest)} fast tests: {total:.1f} s of processor time")
            for name, seconds in longest[:number]:
                terminalreporter.write_line(f"{seconds:.2f} s {name}")
