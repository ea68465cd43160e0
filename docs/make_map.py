"""Draw docs/architecture.svg, the packages with their imports and the first sentence of their docstrings.

python docs/make_map.py

The picture has an arrow from a package to each that it imports, except where a longer way of arrows leads there. It is
drawn in layers (K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system structures",
IEEE Transactions on Systems, Man, and Cybernetics 11, 1981): a package stands one layer above the highest that it
imports, a long arrow has a place in each layer that it passes, and a layer is sorted by the mean place of neighbours.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

DOCS = Path(__file__).resolve().parent
SOURCE = DOCS.parent / "src" / "nonosat"
PICTURE = DOCS / "architecture.svg"

# The imports


@cache
def imports() -> dict[str, set[str]]:
    """From each package to those that its modules import, by a statement or by a name in a registry."""
    names = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    return {
        name: {each for path in (SOURCE / name).rglob("*.py") for each in _named(path)} & names - {name}
        for name in names
    }


def _named(path: Path) -> Iterator[str]:
    """The packages that a module names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        value = (
            node.module if isinstance(node, ast.ImportFrom) else node.value if isinstance(node, ast.Constant) else None
        )
        if isinstance(value, str) and value.startswith("nonosat.") and " " not in value:
            yield value.split(".")[1]


@cache
def reached(name: str) -> set[str]:
    """The packages that a package imports, also by way of others."""
    return imports()[name].union(*(reached(target) for target in imports()[name]))


@cache
def layer(name: str) -> int:
    """The number of packages on the longest way of imports below a package."""
    return 1 + max((layer(target) for target in imports()[name]), default=-1)


def arrows() -> list[tuple[str, str]]:
    """The imports without those that follow from others."""
    return [
        (name, target)
        for name, targets in sorted(imports().items())
        for target in sorted(targets)
        if not any(target in reached(other) for other in targets)
    ]


# The picture

_WIDTH, _HEIGHT, _LEVEL = 224, 80, 118
_GAP = 20
#: Half the width of the place of an arrow that passes a layer.
_LANE = 4
_LETTERS = 38

#: A place in a layer: a package alone, or an arrow that passes.
Place = tuple[str, ...]


def picture() -> str:
    """The drawing, with the packages at the top that nothing imports."""
    ways = [_way(name, target) for name, target in arrows()]
    at = _positions(_sorted_layers(ways), ways)
    top = max(map(layer, imports()))
    height = top * _LEVEL + _HEIGHT + 20
    left = min(at.values()) - _WIDTH / 2 - 10
    width = max(at.values()) + _WIDTH / 2 + 10 - left
    shift = {place: round(x - left) for place, x in at.items()}
    lines = [_arrow(way, shift, top) for way in ways]
    boxes = [_box(name, shift[name,], (top - layer(name)) * _LEVEL + 10) for name in sorted(imports())]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" font-family="sans-serif">\n'
        "<title>The packages of nonosat; an arrow leads to what a package imports</title>\n"
        '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 8 4 0 8z" fill="#667"/></marker></defs>\n'
        f'<rect width="{width:.0f}" height="{height}" fill="#fff"/>\n' + "\n".join([*lines, *boxes]) + "\n</svg>\n"
    )


def _way(name: str, target: str) -> list[Place]:
    """The places of an arrow, one in each layer from the package to its target."""
    between = range(layer(name) - 1, layer(target), -1)
    return [(name,), *((name, target, str(number)) for number in between), (target,)]


def _sorted_layers(ways: list[list[Place]]) -> list[list[Place]]:
    """The layers from the ground up, each in an order in which few arrows cross."""
    rows: list[list[Place]] = [[] for _ in range(max(map(layer, imports())) + 1)]
    for place in sorted({place for way in ways for place in way} | {(name,) for name in imports()}):
        rows[layer(place[0]) if len(place) == 1 else int(place[2])].append(place)
    near = _neighbors(ways)
    for number in range(40):
        order = rows if number % 2 else rows[::-1]
        for fixed, row in pairwise(order):
            index = {place: i / len(fixed) for i, place in enumerate(fixed)}
            means = {place: [index[each] for each in near[place] if each in index] for place in row}
            row.sort(key=lambda place, means=means: sum(means[place]) / len(means[place]) if means[place] else 0.5)
    return rows


def _neighbors(ways: list[list[Place]]) -> dict[Place, list[Place]]:
    near: dict[Place, list[Place]] = {(name,): [] for name in imports()}
    for way in ways:
        for upper, lower in pairwise(way):
            near.setdefault(upper, []).append(lower)
            near.setdefault(lower, []).append(upper)
    return near


def _positions(rows: list[list[Place]], ways: list[list[Place]]) -> dict[Place, float]:
    """The middle of each place: near those of its neighbours, in the order of its layer, without overlaps."""
    near = _neighbors(ways)
    at = {place: i * _WIDTH / 2 - len(row) * _WIDTH / 4 for row in rows for i, place in enumerate(row)}
    for number in range(200):
        for row in rows if number % 2 else rows[::-1]:
            wanted = [sum(at[each] for each in near[place]) / max(1, len(near[place])) for place in row]
            half = [_WIDTH / 2 if len(place) == 1 else _LANE for place in row]
            apart = [one + two + _GAP for one, two in pairwise(half)]
            right, left = wanted[:], wanted[:]
            for i, distance in enumerate(apart):
                right[i + 1] = max(right[i + 1], right[i] + distance)
            for i, distance in reversed([*enumerate(apart)]):
                left[i] = min(left[i], left[i + 1] - distance)
            at.update(zip(row, ((one + two) / 2 for one, two in zip(left, right, strict=True)), strict=True))
    return at


def _arrow(way: list[Place], at: dict[Place, int], top: int) -> str:
    """A curve from the foot of a box through its places to the head of another one."""
    first, last = (top - layer(way[0][0])) * _LEVEL + 10, (top - layer(way[-1][0])) * _LEVEL + 10
    x, y = at[way[0]], first + _HEIGHT
    path = f"M{x} {y}"
    for place in way[1:]:
        end = last if len(place) == 1 else (top - int(place[2])) * _LEVEL + 10
        bend = (end - y) // 2
        path += f"C{x} {y + bend} {at[place]} {end - bend} {at[place]} {end}"
        x, y = at[place], end
        if len(place) > 1:
            y += _HEIGHT
            path += f"V{y}"
    return f'<path d="{path}" fill="none" stroke="#667" stroke-width="1.5" marker-end="url(#head)"/>'


def _box(name: str, middle: int, y: int) -> str:
    """A package with the first sentence of its docstring."""
    text = _summary(SOURCE / name / "__init__.py").replace("`", "")
    words = "".join(
        f'<text x="{middle}" y="{y + 36 + 13 * i}" font-size="11">{escape(line)}</text>'
        for i, line in enumerate(wrap(text, _LETTERS))
    )
    return (
        f'<g text-anchor="middle"><rect x="{middle - _WIDTH // 2}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" '
        f'fill="#eef3fb" stroke="#446"/><text x="{middle}" y="{y + 19}" font-size="15" font-weight="bold">{name}</text>'
        f"{words}</g>"
    )


def _summary(file: Path) -> str:
    """The first paragraph of a module's docstring, on one line."""
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n\n")[0].replace("\n", " ")


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
