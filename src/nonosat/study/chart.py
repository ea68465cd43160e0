"""Charts with logarithmic scales, as SVG.

Curves differ in colour, dashes and marks, and each has its name at its end, so that they can be read in black and white
and by colour-blind people. The colours are those of M. Okabe and K. Ito, Color universal design, 2008.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

#: Yellow is left out: it is too light for paper.
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9")
_DASHES = ("none", "7 3", "2 3", "9 3 2 3", "12 4")
#: Marks of about the same size around the origin, as path data.
_MARKS = (
    "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z",
    "M-3.5-3.5H3.5V3.5H-3.5Z",
    "M0-4.6L4.4 3.4H-4.4Z",
    "M0-5L5 0L0 5L-5 0Z",
    "M0 4.6L4.4-3.4H-4.4Z",
    "M-4-1.4H-1.4V-4H1.4V-1.4H4V1.4H1.4V4H-1.4V1.4H-4Z",
)
_FONTS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
_INK, _SOFT, _GRID = "#222222", "#555555", "#dddddd"

#: Pixels: the plotting area of a panel, and its margins for numbers and names.
_WIDTH, _HEIGHT = 320, 280
_LEFT, _TOP, _BOTTOM = 64, 34, 44
#: Pixels: the average width of a letter of a name.
_LETTER = 6.2
#: Panels in a row.
_COLUMNS = 2
#: Pixels: the least distance of two names at the ends of curves.
_APART = 14


class Series(NamedTuple):
    """A curve.

    Attributes:
        label: its name.
        points: pairs (x, y) of positive numbers, from left to right.
        remark: follows the name.
    """

    label: str
    points: Sequence[tuple[float, float]]
    remark: str = ""

    @property
    def text(self) -> str:
        """The text at the end of the curve."""
        return f"{self.label} {self.remark}".rstrip()


class Panel(NamedTuple):
    """One chart. The ticks of its horizontal axis are the x of its points.

    Attributes:
        title: stands above it.
        x_label: stands below its horizontal axis.
        series: its curves.
    """

    title: str
    x_label: str
    series: Sequence[Series]


def chart(title: str, panels: Sequence[Panel]) -> str:
    """Draw charts, two in a row.

    Args:
        title: of the drawing.
        panels: the charts; those without any point are left out. Curves of the same name have the same style in all.

    Returns:
        The text of an SVG file.
    """
    import svgwrite

    shown = [panel for panel in panels if any(series.points for series in panel.series)]
    names = list(dict.fromkeys(series.label for panel in shown for series in panel.series))
    longest = max((len(series.text) for panel in shown for series in panel.series), default=0)
    step = _LEFT + _WIDTH + 30 + round(_LETTER * longest), _TOP + _HEIGHT + _BOTTOM
    size = step[0] * min(_COLUMNS, len(shown)), step[1] * math.ceil(len(shown) / _COLUMNS)
    drawing = svgwrite.Drawing(size=size, viewBox=f"0 0 {size[0]} {size[1]}", debug=False)
    drawing.attribs.update({"role": "img", "font-family": _FONTS, "font-size": "11", "fill": _INK})
    drawing.set_desc(title, "; ".join(panel.title for panel in shown))
    drawing.add(drawing.rect((0, 0), size, fill="#ffffff"))
    for number, panel in enumerate(shown):
        row, column = divmod(number, _COLUMNS)
        place = f"translate({column * step[0] + _LEFT} {row * step[1] + _TOP})"
        _Chart(drawing, drawing.add(drawing.g(transform=place)), panel).draw(names)
    return str(drawing.tostring()) + "\n"


class _Chart:
    """One panel, drawn with the origin at the upper left corner of its plotting area."""

    def __init__(self, drawing: Any, group: Any, panel: Panel) -> None:
        self.drawing, self.group, self.panel = drawing, group, panel
        points = [point for series in panel.series for point in series.points]
        self.x_ticks = sorted({x for x, _ in points})
        self.x = _Scale(min(self.x_ticks), max(self.x_ticks), 14, _WIDTH - 14)
        ys = [y for _, y in points]
        self.y = _Scale(min(ys), max(ys), _HEIGHT - 12, 12)

    def draw(self, names: list[str]) -> None:
        self._axes()
        ends = []
        for series in self.panel.series:
            if series.points:
                style = names.index(series.label)
                self._curve(series, style)
                ends.append((self.y(series.points[-1][1]), series, _COLORS[style % len(_COLORS)]))
        self._names(sorted(ends, key=lambda end: end[0]))

    def _axes(self) -> None:
        for value in ticks(self.y.low, self.y.high):
            y = round(self.y(value), 1)
            self._line((0, y), (_WIDTH, y), _GRID)
            self._text(tick_label(value), (-6, y + 4), anchor="end", fill=_SOFT)
        last = -math.inf
        for value in self.x_ticks:
            x = round(self.x(value), 1)
            self._line((x, _HEIGHT), (x, _HEIGHT + 4), _SOFT)
            if x - last >= 24:  # labels of ticks must not touch
                self._text(tick_label(value), (x, _HEIGHT + 17), anchor="middle", fill=_SOFT)
                last = x
        self._line((0, _HEIGHT), (_WIDTH, _HEIGHT), _SOFT)
        self._line((0, 0), (0, _HEIGHT), _SOFT)
        self._text(self.panel.title, (0, -14), font_size="13", font_weight="bold")
        self._text(self.panel.x_label, (_WIDTH / 2, _HEIGHT + 35), anchor="middle")

    def _curve(self, series: Series, style: int) -> None:
        color = _COLORS[style % len(_COLORS)]
        places = [(round(self.x(x), 1), round(self.y(y), 1)) for x, y in series.points]
        dashes = _DASHES[style % len(_DASHES)]
        self.group.add(
            self.drawing.polyline(places, fill="none", stroke=color, stroke_width=1.8, stroke_dasharray=dashes)
        )
        for x, y in places:
            mark = self.drawing.path(_MARKS[style % len(_MARKS)], transform=f"translate({x} {y})")
            mark.update({"fill": color, "stroke": "#ffffff", "stroke-width": 0.7})
            self.group.add(mark)

    def _names(self, ends: list[tuple[float, Series, str]]) -> None:
        """The name of each curve beside its end; those that would overlap move apart."""
        for y, (end, series, color) in zip(spread_labels([end for end, _, _ in ends], _APART), ends, strict=True):
            start = self.x(series.points[-1][0])
            corners = [(round(start + 6, 1), round(end, 1)), (_WIDTH + 2, round(end, 1)), (_WIDTH + 12, round(y, 1))]
            self.group.add(self.drawing.polyline(corners, fill="none", stroke=color, stroke_width=0.6))
            self._text(series.text, (_WIDTH + 15, y + 4))

    def _line(self, start: tuple[float, float], end: tuple[float, float], color: str) -> None:
        self.group.add(self.drawing.line(start, end, stroke=color, stroke_width=0.8))

    def _text(self, text: str, place: tuple[float, float], anchor: str = "start", **style: str) -> None:
        at = (round(place[0], 1), round(place[1], 1))
        self.group.add(self.drawing.text(text, insert=at, text_anchor=anchor, **style))


class _Scale:
    """Maps positive numbers to pixels, by their logarithms."""

    def __init__(self, low: float, high: float, first: float, last: float) -> None:
        if low == high:
            low, high = low / 2, high * 2
        self.low, self.high, self.first = low, high, first
        self._factor = (last - first) / math.log(high / low)

    def __call__(self, value: float) -> float:
        return self.first + math.log(value / self.low) * self._factor


def ticks(low: float, high: float) -> list[float]:
    """The round numbers between two bounds: powers of ten and, where these are few, 2 and 5 times them.

    Args:
        low: the lower bound, positive.
        high: the upper bound.
    """
    steps = (1, 2, 5) if high / low < 50 else (1,)
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [
        step * 10.0**n for n in decades for step in steps if low <= step * 10.0**n * (1 + 1e-9) <= high * (1 + 2e-9)
    ]


def tick_label(value: float) -> str:
    """The label of a number on an axis: `0.01`, `500`, `20k`, `3M`."""
    for factor, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= factor:
            return f"{value / (1e3 if unit == 'k' else factor):g}{unit}"
    return f"{value:g}"


def spread_labels(places: Sequence[float], apart: float) -> list[float]:
    """Move labels apart so that they do not overlap; those that are too close share the deviation.

    Args:
        places: of the labels, ascending.
        apart: the least distance of two labels.

    Returns:
        The new places, in the same order.
    """
    blocks: list[tuple[float, int]] = []  # the middle of each run of adjacent labels, and their number
    for place in places:
        middle, count = place, 1
        while blocks and middle - (count - 1) * apart / 2 < blocks[-1][0] + (blocks[-1][1] + 1) * apart / 2:
            other, n = blocks.pop()
            middle = (middle * count + other * n) / (count + n)
            count += n
        blocks.append((middle, count))
    return [middle + (i - (count - 1) / 2) * apart for middle, count in blocks for i in range(count)]
