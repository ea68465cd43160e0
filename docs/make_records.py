"""Write docs/records.md, the fields of all JSON records, from the types in docs/record_types.py.

python docs/make_records.py
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

sys.path.insert(0, str(Path(__file__).parent))
from record_types import RECORD_TYPES

PAGE = Path(__file__).with_name("records.md")

INTRODUCTION = """\
# Records for programs

With `--json`, a command prints one JSON object for each puzzle, one on each line, in the order of the arguments.
[solving.md](solving.md#records-for-programs) explains the fields that all records share, and those of `solve`. The page
of each command explains its own fields. If a puzzle cannot be read, its record has only the first three fields and the
last three. A minor version may add fields, so a program should ignore fields that it does not know
([releasing.md](releasing.md)).

Each table has the fields of a command between these six, with the types of their values. `a[].b` is the field `b` of
each object in the array `a`. `c.*` is each field of an object whose names are those of colours or variables. Objects in
`inner` have the fields of the step that contains them. `python docs/make_records.py` writes this page.
"""

_WORDS = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def page() -> str:
    """The whole page."""
    return "\n".join([INTRODUCTION, *(f"## {command}\n\n{table(kind)}" for command, kind in RECORD_TYPES.items())])


def table(kind: type) -> str:
    """The fields of records of a type as a table."""
    return "| field | type |\n|---|---|\n" + "".join(f"| `{name}` | {words} |\n" for name, words in fields(kind))


def fields(kind: Any, path: str = "", within: tuple[Any, ...] = ()) -> Iterator[tuple[str, str]]:
    """Each field of a type and of the types in it, by its path, with its types in words."""
    for part in parts(kind):
        if get_origin(part) is list:
            yield from fields(get_args(part)[0], f"{path}[]", within)
        elif get_origin(part) is dict:
            value = get_args(part)[1]
            yield f"{path}.*", in_words(value)
            yield from fields(value, f"{path}.*", within)
        elif is_typeddict(part) and not any(issubclass_of(each, part) for each in within):
            for name, inner in get_type_hints(part).items():
                place = f"{path}.{name}".lstrip(".")
                yield place, in_words(inner) + ("; may be absent" if name in part.__optional_keys__ else "")
                yield from fields(inner, place, (*within, part))


def issubclass_of(one: type, other: type) -> bool:
    """True if a type has all fields of another one."""
    return get_type_hints(other).items() <= get_type_hints(one).items()


def parts(kind: Any) -> tuple[Any, ...]:
    """The members of a union, or the type alone."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def in_words(kind: Any) -> str:
    """A type as `string or null`; of an array also that of its elements, null last."""
    words = dict.fromkeys(_word(part) for part in parts(kind))
    return " or ".join(sorted(words, key=lambda word: (word == "null", word)))


def _word(kind: Any) -> str:
    if get_origin(kind) is list:
        return f"array of {_plural(in_words(get_args(kind)[0]))}"
    return "object" if get_origin(kind) is dict or is_typeddict(kind) else _WORDS[kind]


def _plural(kind: str) -> str:
    """The type of elements: `numbers`, `arrays of numbers`, `(number or string)`."""
    if re.search(r" or (?!.*\))", kind):
        return f"({kind})"
    return re.sub(r"^\w+", r"\g<0>s", kind)


def mismatches(value: object, kind: Any, path: str = "") -> Iterator[str]:
    """What is wrong with a value, read from JSON, as one of a type: fields, their order, their types."""
    for part in parts(kind):
        if get_origin(part) is list and isinstance(value, list):
            yield from (each for item in value for each in mismatches(item, get_args(part)[0], f"{path}[]"))
            return
        if isinstance(value, dict) and get_origin(part) is dict:
            yield from (each for item in value.values() for each in mismatches(item, get_args(part)[1], f"{path}.*"))
            return
        if isinstance(value, dict) and is_typeddict(part):
            hints = get_type_hints(part)
            yield from (f"{path}.{name} is not documented" for name in value.keys() - hints.keys())
            yield from (f"{path}.{name} is absent" for name in part.__required_keys__ - value.keys())
            known = [name for name in hints if name in value]
            if known != [name for name in value if name in hints]:
                yield f"{path} has its fields in another order"
            for name in known:
                yield from mismatches(value[name], hints[name], f"{path}.{name}")
            return
        if isinstance(part, type) and (type(value) is part or (part is float and type(value) is int)):
            return
    yield f"{path} is {value!r}, documented as {in_words(kind)}"


def seen(values: Iterable[object], path: str = "") -> Iterator[str]:
    """The paths of the fields that values have, as `fields` writes them; names in place of `*`."""
    for value in values:
        if isinstance(value, list):
            yield from seen(value, f"{path}[]")
        elif isinstance(value, dict):
            for name, inner in value.items():
                yield f"{path}.{name}".lstrip(".")
                yield from seen([inner], f"{path}.{name}".lstrip("."))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
