"""Every public name of nonosat has a docstring that can be read alone; read from the source, nothing is imported.

Public is what no part of its path begins with an underscore for: modules, classes, functions, methods, properties. A
method that overrides one of a base class in nonosat, or implements one of a protocol, may leave the docstring to that
one. Special methods need none, except the `__init__` of a class that is no data class: its arguments are described
there or in the docstring of the class, if they are numbers or containers.

A parameter that is a number or a container says little by its type. If a function has two parameters or more, it
describes each such parameter under `Args:`, or names it in the text of its docstring.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from source_trees import SOURCE, source_trees

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef

#: How a docstring begins that means nothing without its neighbour.
LEANING = re.compile(r"(the same|same|likewise|as above|as before|see above|see below|ditto|another|the other)\b", re.I)
#: How a docstring begins whose subject is a clause.
CLAUSE = re.compile(r"(What|Whether|That|How)\b")
SECTION = re.compile(r"(Args|Attributes|Returns|Raises|Yields):")

#: Types that say nothing of unit, range or shape.
BARE = {
    *("int", "float", "tuple", "list", "dict", "set", "frozenset", "bytes", "bytearray"),
    *("Sequence", "MutableSequence", "Iterable", "Iterator", "Mapping", "MutableMapping", "Callable", "Collection"),
}


class Public(NamedTuple):
    """A public definition: its full name, its node, and the class around it."""

    name: str
    node: Definition | ast.Module
    owner: ast.ClassDef | None = None


@cache
def modules() -> dict[str, ast.Module]:
    """From full names of modules to their syntax trees."""
    found = {}
    for path, tree in source_trees().items():
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = tree
    return found


@cache
def classes() -> dict[str, ast.ClassDef]:
    """All classes by name; names are unique over the whole tree."""
    return {node.name: node for tree in modules().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def is_public(name: str) -> bool:
    return not name.startswith("_")


@cache
def public_definitions() -> tuple[Public, ...]:
    def walk(name: str, body: list[ast.stmt], owner: ast.ClassDef | None) -> Iterator[Public]:
        for node in body:
            if isinstance(node, ast.If | ast.Try):
                yield from walk(name, node.body, owner)
            elif isinstance(node, Function):
                if is_public(node.name) or (node.name == "__init__" and owner is not None):
                    yield Public(f"{name}.{node.name}", node, owner)
            elif isinstance(node, ast.ClassDef) and is_public(node.name):
                yield Public(f"{name}.{node.name}", node, owner)
                yield from walk(f"{name}.{node.name}", node.body, node)

    found = []
    for name, tree in modules().items():
        if all(map(is_public, name.removesuffix(".__main__").split("."))):
            found.append(Public(name, tree))
            found += walk(name, tree.body, None)
    return tuple(found)


def last_name(node: ast.expr) -> str:
    """`Callable` of `Callable[..., int]`, `collections.abc.Callable` and so on."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def decorators(node: Definition) -> set[str]:
    calls = [each.func if isinstance(each, ast.Call) else each for each in node.decorator_list]
    return {last_name(each) for each in calls}


def bases(owner: ast.ClassDef) -> Iterator[ast.ClassDef]:
    """The base classes of a class that are nonosat's own, and theirs; and the protocols that it implements."""
    for base in owner.bases:
        found = classes().get(last_name(base))
        if found is not None:
            yield found
            yield from bases(found)
    own = methods(owner) | attributes(owner)
    yield from (protocol for protocol in protocols() if protocol is not owner and methods(protocol) <= own)


def methods(owner: ast.ClassDef) -> set[str]:
    """The names of the public methods and properties that a class defines."""
    return {node.name for node in owner.body if isinstance(node, Function) and is_public(node.name)}


def attributes(owner: ast.ClassDef) -> set[str]:
    """The names that a class assigns or annotates."""
    targets = [each for node in owner.body if isinstance(node, ast.Assign) for each in node.targets]
    targets += [node.target for node in owner.body if isinstance(node, ast.AnnAssign)]
    return {each.id for each in targets if isinstance(each, ast.Name)}


def protocols() -> list[ast.ClassDef]:
    """The protocols of nonosat that have a method."""
    every = (node for node in classes().values() if "Protocol" in map(last_name, node.bases))
    return [protocol for protocol in every if methods(protocol)]


def is_documented_elsewhere(public: Public) -> bool:
    """Whether a base class documents the method, or the getter of the same property does."""
    if public.owner is None or not isinstance(public.node, Function):
        return False
    if decorators(public.node) & {"setter", "deleter", "overload"}:
        return True
    return any(
        isinstance(node, Function) and node.name == public.node.name and ast.get_docstring(node)
        for base in bases(public.owner)
        for node in base.body
    )


def parameters(node: Function) -> list[ast.arg]:
    """All but the first parameter of a method."""
    every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return [each for each in every if each.arg not in ("self", "cls")]


def is_bare(annotation: ast.expr | None) -> bool:
    """Whether a type, or one of the alternatives of a union, says nothing of unit, range or shape."""
    if isinstance(annotation, ast.BinOp):
        return is_bare(annotation.left) or is_bare(annotation.right)
    return annotation is not None and last_name(annotation) in BARE


def undescribed(node: Function, text: str) -> list[str]:
    """Parameters that the docstring should name and does not."""
    some = parameters(node)
    if len(some) < 2:
        return []
    return [each.arg for each in some if is_bare(each.annotation) and not re.search(rf"\b{each.arg}\b", text)]


def complaints(public: Public) -> Iterator[str]:
    """What is wrong with the docstring of a name."""
    node, text = public.node, ast.get_docstring(public.node)
    if isinstance(node, Function):
        if is_documented_elsewhere(public):
            return
        if node.name == "__init__":
            yield from complaints_of_init(public, node)
            return
    if not text:
        yield "no docstring"
        return
    if SECTION.match(text):
        yield "no sentence before the first section"
    elif CLAUSE.match(text):
        yield f"begins with a clause, expected a noun or an imperative: {text.splitlines()[0]}"
    elif LEANING.match(text):
        yield f"leans on a neighbour: {text.splitlines()[0]}"
    elif text[0].islower() and not text.startswith("nonosat "):
        yield f"begins with a lower-case letter: {text.splitlines()[0]}"
    # The parameters of a command are described by its options.
    if isinstance(node, Function) and not decorators(node) & {"command", "group"}:
        missing = undescribed(node, text)
        if missing:
            yield f"says nothing of {', '.join(missing)}"


def complaints_of_init(public: Public, node: Function) -> Iterator[str]:
    """Such arguments of `__init__` are described there or with the class; those of exceptions are its attributes."""
    assert public.owner is not None
    if not parameters(node) or "dataclass" in decorators(public.owner):
        return
    described_by = (node, public.owner, *bases(public.owner))
    text = "\n".join(filter(None, map(ast.get_docstring, described_by)))
    missing = [
        each.arg for each in parameters(node) if is_bare(each.annotation) and not re.search(rf"\b{each.arg}\b", text)
    ]
    if missing:
        yield f"neither it nor its class says anything of {', '.join(missing)}"


def offenders() -> list[tuple[str, str]]:
    return [(public.name, complaint) for public in public_definitions() for complaint in complaints(public)]


def package(name: str) -> str:
    """The package or loose module below nonosat that a name belongs to."""
    return name.split(".")[1] if "." in name else "__init__"


def test_something_is_read() -> None:
    names = {public.name for public in public_definitions()}
    assert len(names) > 400
    assert {"nonosat.model.puzzle", "nonosat.model.puzzle.Puzzle", "nonosat.formats.loading.load"} <= names
    assert not any(part.startswith("_") for name in names for part in name.split(".")[2:] if part != "__init__")


SAMPLE = '''
class A:
    """Good."""
    def __init__(self, size: int): ...
    def f(self): "Does it."
    def g(self): ...

class B(A):
    """The same for B."""
    def f(self): ...
    def _private(self): ...

class P(Protocol):
    """Good."""
    def p(self):
        """Do it."""

class Q:
    """Good."""
    def p(self): ...

def h(n: int, text: str): "what it is"
def i(n: int, m: int | None, path: str):
    """Make it.

    Args:
        n: how many.
    """
def j():
    """
    Raises:
        ValueError: always.
    """
'''


def test_mistakes_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = ast.parse(SAMPLE)
    monkeypatch.setitem(globals(), "modules", lambda: {"nonosat.x": tree})
    monkeypatch.setitem(globals(), "classes", classes.__wrapped__)
    monkeypatch.setitem(globals(), "public_definitions", public_definitions.__wrapped__)
    assert offenders() == [
        ("nonosat.x", "no docstring"),
        ("nonosat.x.A.__init__", "neither it nor its class says anything of size"),
        ("nonosat.x.A.g", "no docstring"),
        ("nonosat.x.B", "leans on a neighbour: The same for B."),
        ("nonosat.x.h", "begins with a lower-case letter: what it is"),
        ("nonosat.x.h", "says nothing of n"),
        ("nonosat.x.i", "says nothing of m"),
        ("nonosat.x.j", "no sentence before the first section"),
    ]


def test_docstrings() -> None:
    found = [f"{each}: {complaint}" for each, complaint in offenders()]
    assert not found, "\n" + "\n".join(found)
