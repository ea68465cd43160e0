"""The files in the folder of a proof: regular files, all listed in the manifest."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Collection, Mapping

from nonosat.errors import ProofRefused, shown


def require_regular(folder: str, name: str) -> None:
    """Check that an entry of a folder is a regular file, so that reading it cannot leave the folder or block.

    Raises:
        ProofRefused: it is a link, a folder, a pipe or a device.
        OSError: there is no such entry.
    """
    mode = os.lstat(os.path.join(folder, name)).st_mode
    if not stat.S_ISREG(mode):
        what = "a symbolic link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
        raise ProofRefused(f"{name} is {what}, expected a regular file")


def check_files(folder: str, files: Mapping[str, str], manifest: str) -> None:
    """Check that a folder holds the files of a proof and nothing else.

    Args:
        files: SHA-256 in hexadecimal by name.
        manifest: the name of the file that lists them, which is not among them.

    Raises:
        ProofRefused: a file is not listed, not regular, missing, or changed.
    """
    try:
        unlisted = first_unlisted(folder, {*files, manifest})
    except OSError as error:
        raise ProofRefused(f"the folder cannot be read: {error.strerror or error}") from None
    if unlisted is not None:
        raise ProofRefused(f"{shown(unlisted)} is in the folder, but {manifest} does not list it")
    for name, digest in files.items():
        try:
            require_regular(folder, name)
            found = file_digest(os.path.join(folder, name))
        except OSError as error:
            raise ProofRefused(f"{name} cannot be read: {error.strerror or error}") from None
        if found != digest:
            raise ProofRefused(f"{name} has been changed since it was written: its hash differs")


def first_unlisted(folder: str, listed: Collection[str]) -> str | None:
    """The first entry of a folder, by name, that is not `listed`; None if there is none.

    Raises:
        OSError: the folder cannot be read.
    """
    with os.scandir(folder) as entries:
        return min((entry.name for entry in entries if entry.name not in listed), default=None)


def file_digest(path: str) -> str:
    """SHA-256 of a file's contents, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
