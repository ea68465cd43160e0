"""Options that belong together: a command receives the values of a group as one argument."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import click

#: Where decorators of click keep the parameters of a function, the last one first.
_PARAMETERS = "__click_params__"

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def option_group(argument: str, build: Callable[..., object], *options: Decorator) -> Decorator:
    """A decorator that adds options to a command, and hands their values to it as one argument.

    Args:
        argument: name of the argument of the command.
        build: makes the value of the argument from the values of the options, by keyword.
        options: decorators of click, in the order in which help lists them.
    """

    def probe() -> None:
        """Collects the parameters that the options add."""

    for option in reversed(options):
        option(probe)
    parameters = getattr(probe, _PARAMETERS, [])
    names = [parameter.name for parameter in parameters]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_group(*args: Any, **values: Any) -> Any:
            group = build(**{name: values.pop(name) for name in names})
            return command(*args, **{argument: group}, **values)

        setattr(with_group, _PARAMETERS, [*getattr(command, _PARAMETERS, []), *parameters])
        return with_group

    return decorate


def only_one(given: Mapping[str, object]) -> None:
    """Refuse options that exclude each other.

    Args:
        given: the values of the options, by name; None or false for one that is not given.

    Raises:
        click.UsageError: two or more are given.
    """
    names = [name for name, value in given.items() if value]
    if len(names) > 1:
        raise click.UsageError(f"{', '.join(names[:-1])} and {names[-1]}, expected one of them")
