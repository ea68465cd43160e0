"""docs/shell/ has the man page that docs/make_man.py writes from help, and scripts by which shells complete."""

from __future__ import annotations

import importlib.util
import shlex
import subprocess

import click
from docs_pages import DOCS, UPDATE, environment

from nonosat.cli import COMMANDS, cli


def script():
    spec = importlib.util.spec_from_file_location("make_man", DOCS / "make_man.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_script_writes() -> None:
    module = script()
    if UPDATE:
        module.PAGE.write_text(module.page(), encoding="utf-8")
    assert module.PAGE.read_text(encoding="utf-8") == module.page()


def test_it_has_all_options() -> None:
    page = script().PAGE.read_text(encoding="utf-8").replace("\\-", "-")
    for name in COMMANDS:
        _, _, after = page.partition(f'.SH "NONOSAT {name.upper()}"')
        section = after.partition(".SH")[0]
        command = cli.get_command(click.Context(cli), name)
        options = [each for each in command.params if isinstance(each, click.Option)]
        assert section
        assert all(word in section for each in options for word in each.opts + each.secondary_opts)


def test_bash_completes() -> None:
    program = f"source {shlex.quote(f'{DOCS}/shell/nonosat.bash')} && complete -p nonosat"
    done = subprocess.run(["bash", "-c", program], env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout == "complete -o nosort -F _nonosat_completion nonosat\n"


def test_lines_that_begin_with_signs_of_roff() -> None:
    assert script()._text(".svg, `a-b` \\") == r"\&.svg, \fBa\-b\fR \e"
