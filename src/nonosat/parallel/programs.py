"""External programs: started so that they can be ended together with all that they start."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from typing import IO, Any

from nonosat.system.system_capabilities import this_system


@contextlib.contextmanager
def running_program(words: Sequence[str], stdout: IO[bytes], stderr: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program without standard input; `words` are its path and arguments.

    It does not notice Ctrl-C, and where the system can end orphans, it dies with this process. With the block it is
    killed and, where the system can, all that it has started, also when it has ended itself.

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
        from nonosat.system.unix import end_with

        options["preexec_fn"] = end_with(os.getpid())
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, **options)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if system.has_process_groups:
                from nonosat.system.unix import kill_process_group

                kill_process_group(process.pid)
            else:
                process.kill()
        process.wait()
