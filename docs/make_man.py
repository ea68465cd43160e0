"""Writes docs/shell/nonosat.1, the page of `man nonosat`, from the help of all commands.

python docs/make_man.py
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click

from nonosat import __version__
from nonosat.cli import COMMANDS, SECTIONS, cli

PAGE = Path(__file__).with_name("shell") / "nonosat.1"


def page() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    context = click.Context(cli, info_name="nonosat", **cli.context_settings)
    yield f'.TH NONOSAT 1 "" "nonosat {__version__}" "User Commands"'
    yield from (".SH NAME", r"nonosat \- solve picture logic puzzles (nonograms) by SAT")
    yield from (".SH SYNOPSIS", r"\fBnonosat\fR \fICOMMAND\fR [\fIOPTIONS\fR] [\fIARGUMENTS\fR]")
    yield from (".SH DESCRIPTION", *_paragraphs(cli))
    yield ".SH COMMANDS"
    for section, commands in SECTIONS.items():
        yield f".SS {section}"
        for each in commands:
            yield from (".TP 14", rf"\fB{_text(each.name)}\fR", _text(each.about))
    for command_name in COMMANDS:
        command = cli.get_command(context, command_name)
        assert command is not None
        inner = click.Context(command, info_name=command_name, parent=context)
        usage = " ".join(command.collect_usage_pieces(inner))
        yield from (
            f'.SH "NONOSAT {_text(command_name.upper())}"',
            rf"\fBnonosat {_text(command_name)}\fR {_text(usage)}",
            ".PP",
        )
        yield from _paragraphs(command)
        for parameter in command.get_params(inner):
            name, words = parameter.get_help_record(inner) or ("", "")
            if words:  # arguments are described by the paragraphs above
                yield from (".TP", rf"\fB{_text(name)}\fR", _text(words))


def _paragraphs(command: click.Command) -> Iterator[str]:
    """The description of a command; paragraphs that click marks by a backspace keep their lines."""
    for number, paragraph in enumerate(re.split(r"\n\n+", inspect.cleandoc(command.help or "").strip())):
        if number:
            yield ".PP"
        if paragraph.startswith("\b\n"):
            yield from (".nf", *map(_text, paragraph.split("\n")[1:]), ".fi")
        else:
            yield _text(" ".join(paragraph.split()))


def _text(text: str) -> str:
    """A line of text in roff, with what stands in backquotes in bold."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    text = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", text)
    return rf"\&{text}" if text[:1] in {".", "'"} else text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
