"""Every public name of nonosat has a docstring; a method may have that of a base class or a protocol."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

import nonosat

#: Modules that need packages which not every system has.
OPTIONAL = ("distributed", "fontTools", "fpdf", "cv2", "PIL", "resvg_py")


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(nonosat.__path__, "nonosat."):
        if found.name.rpartition(".")[2].startswith("_"):
            continue
        try:
            yield importlib.import_module(found.name)
        except ImportError as error:
            if not (error.name or "").startswith(OPTIONAL):
                raise


def undocumented(module: ModuleType, in_protocols: set[str]) -> Iterator[str]:
    """The public names of a module without a docstring."""
    if not inspect.getdoc(module):
        yield module.__name__
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if (inspect.isfunction(value) or inspect.isclass(value)) and not inspect.getdoc(value):
            yield f"{module.__name__}.{name}"
        for attribute, member in vars(value).items() if inspect.isclass(value) else ():
            is_method = inspect.isfunction(member) or isinstance(member, property | classmethod | staticmethod)
            is_described = attribute[0] == "_" or attribute in in_protocols or inspect.getdoc(getattr(value, attribute))
            if is_method and not is_described:
                yield f"{module.__name__}.{name}.{attribute}"


@pytest.mark.slow
def test_every_public_name_has_a_docstring() -> None:
    every = list(modules())
    assert len(every) > 250
    classes = [value for module in every for value in vars(module).values() if inspect.isclass(value)]
    protocols = [each for each in classes if getattr(each, "_is_protocol", False)]
    in_protocols = {name for each in protocols for name in vars(each) if inspect.getdoc(getattr(each, name))}
    assert [name for module in every for name in undocumented(module, in_protocols)] == []


@pytest.mark.parametrize("missing", ["f", "C", "C.m", "C.p"])
def test_what_has_none_is_found(missing: str) -> None:
    source = 'def f():\n "f"\nclass C:\n "C"\n def m(self):\n  "m"\n @property\n def p(self):\n  "p"\n'
    module = ModuleType("sample", "A module.")
    exec(source.replace(f'"{missing[-1]}"\n', "0\n"), vars(module))
    assert list(undocumented(module, set())) == [f"sample.{missing}"]
