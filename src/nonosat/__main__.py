"""The command line: `nonosat`, also as `python -m nonosat`."""

from __future__ import annotations

import atexit
import contextlib
import gc
import io
import os
import sys

#: Objects that may be made between two collections of cyclic garbage. With Python's own 700 it goes through all modules
#: several times while they are imported, which a short command notices.
_COLLECT_AFTER = 100_000


def main() -> int:
    """Run the command line; return its exit code, one of `nonosat.core.errors.ExitCode`."""
    gc.set_threshold(_COLLECT_AFTER)
    # At its end Python looks for cyclic garbage among all objects of all modules, which takes as long as many puzzles.
    atexit.register(gc.freeze)
    try:
        import click

        from nonosat.cli import OutputClosed, cli

        _prepare_output()
        # Without `standalone_mode` click does not handle errors, and returns what the command returns: its exit code.
        code = int(cli.main(prog_name="nonosat", standalone_mode=False) or 0)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt as error:  # first, since the imports above can be interrupted, too
        return _interrupted(error)
    except click.Abort as error:
        return _interrupted(error.__cause__ or error)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (BrokenPipeError, OutputClosed):
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        if _is_closed_pipe(error):
            return 0
        from nonosat.cli.option_words import print_line
        from nonosat.core.errors import FileError

        print_line(f"nonosat: {error.filename or 'standard output'}: {error.strerror or error}", sys.stderr)
        return FileError.exit_code


def _interrupted(error: BaseException) -> int:
    """Print that Ctrl-C ended the command, with the notes of the error; return the exit code."""
    from nonosat.core.errors import ExitCode

    print("; ".join(["nonosat: interrupted", *getattr(error, "__notes__", [])]), file=sys.stderr)
    return ExitCode.INTERRUPTED


def _prepare_output() -> None:
    """Make sure that standard output is open, accepts any text, and ends lines as on every other system.

    Characters that its encoding lacks, as in a file name that is not UTF-8, are written with backslashes.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - it stays open to the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace", newline="\n")


def _is_closed_pipe(error: OSError) -> bool:
    """True if an error means that the reader of standard output has closed it."""
    from nonosat.core.system import this_system

    return error.filename is None and error.errno in this_system().closed_pipe_errors


def _drop_output() -> None:
    """Discard what is still buffered, since Python would report the error again when it flushes at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
