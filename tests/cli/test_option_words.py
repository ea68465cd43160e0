"""Messages of the library name its arguments, and the command line names its options in their place."""

from __future__ import annotations

import ast
import re

import click
import pytest
from conftest import write
from source_trees import SOURCE, all_nodes, source_trees

from nonosat.cli.option_words import in_options
from nonosat.core.errors import argument, replace_arguments


@click.command()
@click.option("--from", "format_name", metavar="NAME")
@click.option("--lossy", is_flag=True)
@click.option("-n", "--size", metavar="WxH")
@click.argument("file")
def command(**_: object) -> None:
    """Some command."""


def test_arguments_as_the_library_writes_them():
    assert argument("lossy", True) == "`lossy=True`"
    assert argument("format", "px") == "`format='px'`"
    assert argument("size") == "`size=`"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (f"{argument('lossy', True)} leaves that out", "`--lossy` leaves that out"),
        (f"which {argument('format', 'px')} reads", "which `--from px` reads"),
        (f"{argument('format')} chooses, {argument('size')}", "`--from NAME` chooses, `--size WxH`"),
        (f"no option for {argument('hexagon')} and {argument('file')}", "no option for `hexagon=` and `file=`"),
        ("a line `rows =` and `size` and `format 'px'`", "a line `rows =` and `size` and `format 'px'`"),
        ("nothing", "nothing"),
    ],
)
def test_options_take_the_place_of_arguments(message, words):
    assert in_options(message, command) == words


def test_outside_of_a_command_arguments_stay():
    assert in_options(argument("lossy", True)) == "`lossy=True`"
    assert replace_arguments("`lossy=True`", lambda *_: None) == "`lossy=True`"


def test_the_options_of_the_command_that_runs_are_named(run, tmp_path):
    colored = write(tmp_path / "c.clues", "rect 1 2\n#ffffff #000000 #ff0000\n1a 1b\n1a\n1b\n")
    refused = run("convert", colored, tmp_path / "c.px")
    assert (refused.code, refused.err) == (
        2,
        "nonosat: c: px cannot express the 2 colours; `--lossy` leaves that out\n",
    )
    made = run("make", colored, "--size", "2x2", "--hex", "2")
    assert (made.code, made.err) == (2, "nonosat: `--size WxH` cannot be combined with `--hex N`\n")
    other = write(tmp_path / "p.clues", "1,2\n1\n1\n0\n")
    expected = "which `--from px` reads"
    assert expected in run("info", other).err
    assert expected in run("solve", other, colored).err
    assert expected in run("solve", other, "--json").out
    assert expected in run("batch", other, "-o", tmp_path / "out").err


def library_strings() -> list[str]:
    """All strings of modules that are no part of the command line, without docstrings."""
    found = []
    for path in source_trees():
        if path.is_relative_to(SOURCE / "cli"):
            continue
        docstrings = {
            id(node.body[0].value)
            for node in all_nodes(path)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        found += [
            node.value
            for node in all_nodes(path)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
        ]
    return found


def test_the_library_names_no_options():
    strings = library_strings()
    assert len(strings) > 1000
    # `var(--t)` is a property of a style sheet.
    assert [text for text in strings if re.search(r"(?<!var)[ `(]--?[a-z]|\bthe options? [a-z]", text)] == []
