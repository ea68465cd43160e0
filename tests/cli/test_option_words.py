"""Messages of the library name its arguments, and the command line names its options in their place."""

from __future__ import annotations

import click
import pytest
from conftest import misused, refused, write

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
    misused(run("convert", colored, tmp_path / "c.px"), "`--lossy`")
    misused(run("make", colored, "--size", "2x2", "--hex", "2"), "`--size WxH`", "`--hex N`")
    other = write(tmp_path / "p.clues", "1,2\n1\n1\n0\n")
    refused(run("info", other), f"{other}:1:1", "`--from px`")
    assert "`--from px`" in run("solve", other, colored).err
    assert "`--from px`" in run("solve", other, "--json").out
    assert "`--from px`" in run("batch", other, "-o", tmp_path / "out").err
