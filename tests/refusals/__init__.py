"""What nonosat refuses to read: a table for each format, one for files of any name, and one for foreign texts.

Each module is a table `REFUSALS` from a name to a content, the line and column of the error (empty if it is about the
file as a whole), and the noun or the word that it is about. A content is that of a file, or None for no file, a
dictionary for a folder, or an error with which the system refuses to open it.
"""

from importlib import import_module
from pathlib import Path

Content = str | bytes | OSError | dict | None

TABLES: dict[str, dict[str, tuple[Content, str, str]]] = {
    path.stem: import_module(f"{__name__}.{path.stem}").REFUSALS
    for path in sorted(Path(__file__).parent.glob("[a-z]*.py"))
}
