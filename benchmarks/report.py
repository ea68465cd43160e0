"""Run the commands of a page and put the tables that they print into it.

    python benchmarks/report.py [--only WORD,...] [--list] [PAGE]

A command of the page is an indented line that begins with `python benchmarks/`. What comes between it and the next
command or heading is text and tables; its tables, one after the other, are replaced by those that the command prints
now. A line that begins with `Machine:` gets the first line of the first command, which names the machine. The page is
written after each command, so that one that is interrupted can be continued with --only.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

from support.common import ROOT, watched

_COMMAND = re.compile(r"^    python (benchmarks/.*)$", re.MULTILINE)
_HEADING = re.compile(r"^#", re.MULTILINE)
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
_MACHINE = re.compile(r"^Machine: .*$", re.MULTILINE)


def commands(page: str) -> list[str]:
    """The commands of a page, each without `python`."""
    return [found.group(1) for found in _COMMAND.finditer(page)]


def replaced(page: str, command: str, output: str) -> str:
    """The page with other tables after a command.

    Args:
        page: the whole text.
        command: one of its commands.
        output: what the command prints.

    Raises:
        SystemExit: the command prints another number of tables than the page has.
    """
    start = next(found.end() for found in _COMMAND.finditer(page) if found.group(1) == command)
    ends = [found.start() for pattern in (_COMMAND, _HEADING) if (found := pattern.search(page, start))]
    end = min(ends, default=len(page))
    tables = [found.group() for found in _TABLE.finditer(output)]
    part = page[start:end]
    if len(_TABLE.findall(part)) != len(tables):
        raise SystemExit(f"{command}: {len(tables)} tables, expected {len(_TABLE.findall(part))} as in the page")
    following = iter(tables)
    return page[:start] + _TABLE.sub(lambda _: next(following), part) + page[end:]


def run(command: str) -> str:
    """What a command prints; what it reports is shown.

    Raises:
        SystemExit: it has failed.
    """
    done = subprocess.run(
        [sys.executable, *shlex.split(command)], stdout=subprocess.PIPE, text=True, cwd=ROOT, check=False
    )
    if done.returncode:
        raise SystemExit(f"{command}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout if done.stdout.endswith("\n") else f"{done.stdout}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("page", metavar="PAGE", nargs="?", type=Path, default=ROOT / "docs" / "performance.md")
    parser.add_argument("--only", metavar="WORD,...", default="", help="commands with one of these words")
    parser.add_argument("--list", action="store_true", help="print the commands and run none")
    options = parser.parse_args()
    words = options.only.split(",")
    page: str = options.page.read_text(encoding="utf-8")
    chosen = [command for command in commands(page) if any(word in command for word in words)]
    if options.list:
        print("\n".join(chosen))
        return
    for command in watched(chosen):
        output = run(command)
        page = replaced(page, command, output)
        if command == chosen[0]:
            machine = output.partition("\n")[0]
            page = _MACHINE.sub(lambda _, machine=machine: f"Machine: {machine}", page)
        options.page.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
