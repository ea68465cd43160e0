"""What nonosat refuses to read: a table for each format, one for files of any name, and one for foreign texts.

Each module is a table `REFUSALS` from a name to a content and to what the command line says of it, behind the name of
the file. A content is that of a file, or None for no file, a dictionary for a folder, or an error with which the system
refuses to open it.
"""

from importlib import import_module
from pathlib import Path

from conftest import TYPED

Content = str | bytes | OSError | dict | None


def needs(line: str, cells: int, most: int) -> str:
    """What is said of a clue that is too long for its line."""
    return f"clue of {line} needs {cells} cells, expected at most the line's {most}{TYPED}"


def add_up(family: str, cells: int, rows: int) -> str:
    """What is said of clues whose totals differ from those of the rows."""
    return f"clues of the {family} add up to {cells} cells of colour 'a', expected {rows} as for the rows{TYPED}"


TABLES: dict[str, dict[str, tuple[Content, str]]] = {
    path.stem: import_module(f"{__name__}.{path.stem}").REFUSALS
    for path in sorted(Path(__file__).parent.glob("[a-z]*.py"))
}
