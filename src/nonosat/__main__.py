"""The command line: `nonosat`, also as `python -m nonosat`."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Run the command line; its exit code.

    0 solved (and unique, where asked), 1 no solution or not unique, 2 usage, 3 bad input, 4 solver failed or missing,
    5 gave up at the time limit, 130 interrupted.
    """
    import click

    from nonosat.cli import cli
    from nonosat.errors import NonosatError, error_line

    try:
        # Without `standalone_mode` click leaves errors to us; what a command returns is its exit code.
        return int(cli.main(prog_name="nonosat", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        print("nonosat: interrupted", file=sys.stderr)
        return 130
    except NonosatError as error:
        print(error_line(error), file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
