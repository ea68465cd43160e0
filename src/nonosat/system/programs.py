"""External programs: started so that they can be ended together with all that they start."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Sequence
from typing import IO, Any

from nonosat.system.processes import die_with_parent
from nonosat.system.system_capabilities import this_system


def start_program(words: Sequence[str], stdout: IO[bytes], stderr: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start a program without standard input; `words` are its path and arguments.

    It does not notice Ctrl-C, and where the system can end orphans, it dies with this process.

    Raises:
        OSError: it cannot be started.
    """
    system = this_system()
    options: dict[str, Any] = {}
    if system.has_process_groups:
        options["start_new_session"] = True
    else:  # 0 where there are no such flags
        options["creationflags"] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    if system.ends_orphans:
        options["preexec_fn"] = die_with_parent()
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, **options)


def kill_program(process: subprocess.Popen[bytes]) -> None:
    """Kill a program of `start_program` and, where the system can, all that it has started; wait until it has ended."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if this_system().has_process_groups:
            from nonosat.system.unix.unix_signals import kill_process_group

            kill_process_group(process.pid)
        else:
            process.kill()
    process.wait()
