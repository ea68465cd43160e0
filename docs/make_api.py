"""Write docs/api.md, the reference of the library, from the docstrings of the public names of `nonosat`.

python docs/make_api.py
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from enum import Enum
from itertools import groupby
from pathlib import Path
from types import FunctionType, ModuleType
from typing import ForwardRef

import nonosat

PAGE = Path(__file__).with_name("api.md")

INTRODUCTION = """\
# Library reference

`import nonosat` gives you the names below. Each is imported when it is first used, so the import itself is fast.
Everything is typed. Errors are subclasses of [`NonosatError`](#nonosaterror), and each has the exit code of the command
line. [library.md](library.md) has more examples.

```python
import nonosat

puzzle = nonosat.load("puzzles/sailboat.clues")
result = nonosat.solve(puzzle, unique=True)
assert result.unique

formula = nonosat.encode(puzzle, encoding="order")
with nonosat.find_backend("cadical195").open(formula) as session:
    model = session.solve()
picture = nonosat.decode(puzzle, model)
assert picture == result.picture
assert nonosat.check(puzzle, picture) == []
```

Which clues force a cell: a formula with selectors, and the core of an unsatisfiable search.

```python
import nonosat

puzzle = nonosat.load("puzzles/heart.clues")
formula = nonosat.encode(puzzle, selectors=True)
lines = formula.selectors["line"]  # from the number of a line to the literal that enforces its clue
with nonosat.find_backend().open(formula) as session:
    assert session.solve([*lines.values(), -1]) is not None  # variable 1 is cell 0 in colour 1: it is background
    assert session.solve([*lines.values(), -2]) is None  # cell 1 has to be coloured,
    print([line for line, literal in lines.items() if literal in session.core()])  # because of these lines
```

`python docs/make_api.py` writes this page from the docstrings.
"""

#: Names that every tuple has.
_OF_TUPLES = {name for name in dir(tuple) if not name.startswith("_")}

_SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Yields):$")


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    names = sorted((name for name in nonosat.__all__ if not name.startswith("_")), key=lambda name: (_home(name), name))
    for home, some in groupby(names, _home):
        parts.append(f"## {home}\n")
        module_doc = _doc(importlib.import_module(f"nonosat.{home}"))
        parts.append(f"{module_doc.partition(chr(10) * 2)[0]}\n")
        parts += [_entry(name) for name in some]
    return "\n".join(parts)


def _home(name: str) -> str:
    """The package or loose module below `nonosat` in which a public name is defined."""
    value = getattr(nonosat, name)
    module = getattr(value, "__module__", None) or _module_of_constant(name).__name__
    return module.split(".")[1]


def _module_of_constant(name: str) -> ModuleType:
    """The module that assigns a constant."""
    value = getattr(nonosat, name)
    for module in list(sys.modules.values()):
        is_candidate = module.__name__.startswith("nonosat.") and getattr(module, name, None) is value
        if is_candidate and _assignment(module, name):
            return module
    raise LookupError(name)


def _assignment(module: ModuleType, name: str) -> str | None:
    """The comment `#:` above the assignment of a constant in a module, and the assignment."""
    source = inspect.getsource(module)
    lines = source.split("\n")
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            first = node.lineno - 1
            while lines[first - 1].startswith("#:"):
                first -= 1
            comment = " ".join(line.removeprefix("#:").strip() for line in lines[first : node.lineno - 1])
            return f"{comment}\n\n    {lines[node.lineno - 1]}"
    return None


def _doc(value: object) -> str:
    return inspect.getdoc(value) or ""


def _entry(name: str) -> str:
    """A public name with its heading."""
    value = getattr(nonosat, name)
    if inspect.isclass(value):
        return f"### {name}\n\n{_class(value)}"
    if isinstance(value, FunctionType):
        return f"### {name}\n\n{_block(name, value)}\n{_text(_doc(value))}"
    return f"### {name}\n\n{_assignment(_module_of_constant(name), name)}\n"


def _class(value: type) -> str:
    """A class with its public methods and properties, those of base classes in nonosat included."""
    of_bases = {name for base in value.__mro__[1:] if not _is_ours(base) for name in dir(base)}
    fields = {*getattr(value, "_fields", ()), *getattr(value, "__dataclass_fields__", ())}
    if issubclass(value, Enum):
        return _enum(value)
    parts = [f"{_block(f'class {value.__name__}', value)}\n{_text(_doc(value))}"]
    for name, member in _members(value):
        if name.startswith("_") or name in fields | _OF_TUPLES or (name in of_bases and name not in vars(value)):
            continue
        if isinstance(member, property) or not callable(member):
            doc = _doc(member) if isinstance(member, property) else ""
            shown = f".{name} = {member!r}" if isinstance(member, int | str) else f".{name}"
            parts.append(f"**`{shown}`**\n" + (f"\n{_text(doc)}" if doc else ""))
        else:
            parts.append(f"{_block(f'.{name}', member)}\n{_text(_doc(member))}")
    return "\n".join(parts)


def _enum(value: type[Enum]) -> str:
    """A class of constants: its constructor is Python's own, and has other parameters in every version."""
    parts = [f"```\nclass {value.__name__}({value.__base__.__name__})\n```\n\n{_text(_doc(value))}"]
    parts += [f"**`.{each.name} = {each.value!r}`**\n" for each in value]
    parts += [
        f"**`.{name}`**\n\n{_text(_doc(each))}" for name, each in vars(value).items() if isinstance(each, property)
    ]
    return "\n".join(parts)


def _is_ours(base: type) -> bool:
    return base.__module__.startswith("nonosat")


def _members(value: type) -> Iterator[tuple[str, object]]:
    """The attributes of a class, those of its bases first, each as it is overridden."""
    names = dict.fromkeys(name for base in reversed(value.__mro__) if _is_ours(base) for name in vars(base))
    for name in names:
        member = inspect.getattr_static(value, name)
        if isinstance(member, staticmethod | classmethod):
            member = member.__func__
        elif type(member).__name__ == "cached_property":
            member = property(member.func)
        yield name, member


def _block(name: str, value: object) -> str:
    return f"```\n{name}{_signature(value)}\n```\n"


def _signature(value: object) -> str:
    """The parameters of a function or of the constructor of a class, on one line or one a line."""
    try:
        signature = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    shown, kind = [], None
    for parameter in signature.parameters.values():
        if parameter.name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and kind not in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL):
            shown.append("*")
        kind = parameter.kind
        star = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(kind, "")
        text = star + parameter.name
        if parameter.annotation is not parameter.empty:
            text += f": {_annotation(parameter.annotation)}"
        if parameter.default is not parameter.empty:
            text += f" = {_default(parameter.default)}"
        shown.append(text)
    result = signature.return_annotation
    returns = "" if inspect.isclass(value) or result is signature.empty else f" -> {_annotation(result)}"
    line = f"({', '.join(shown)}){returns}"
    return line if len(line) < 90 else "(\n" + "".join(f"    {each},\n" for each in shown) + f"){returns}"


def _annotation(value: object) -> str:
    if isinstance(value, ForwardRef):
        return value.__forward_arg__
    return value if isinstance(value, str) else inspect.formatannotation(value)


def _default(value: object) -> str:
    """A default as the source may write it: a function, a constant or an object of ours by its name."""
    if isinstance(value, FunctionType):
        return value.__name__
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    module = sys.modules.get(type(value).__module__)
    if module is not None and module.__name__.startswith("nonosat"):
        for name, other in vars(module).items():
            if other is value:
                return name
    return repr(value)


def _text(doc: str) -> str:
    """A docstring in Google style as Markdown: the entries of its sections become lists."""
    result: list[str] = []
    in_section = False
    for line in doc.split("\n"):
        if section := _SECTION.match(line):
            in_section = True
            result += [f"*{section[1]}*", ""]
        elif in_section and (entry := re.match(r"    (\S[^:]*): (.*)$", line)):
            result.append(f"- `{entry[1]}`: {entry[2]}")
        elif in_section and line.startswith("    "):
            result.append(line[6:] if line.startswith("        ") else line[4:])
        else:
            in_section = in_section and not line
            result.append(line)
    return "\n".join(result).strip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
