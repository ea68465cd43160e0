"""Plots that stand on paper: one style for all of them; curves differ without colours, too."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("svg")

from matplotlib import pyplot as plt

#: The colours of Okabe and Ito (2008), which colour-blind people can distinguish, each with a dash and a marker.
STYLES = (
    ("#0072b2", "-", "o"),
    ("#d55e00", "--", "s"),
    ("#009e73", "-.", "^"),
    ("#cc79a7", ":", "D"),
    ("#e69f00", (0, (5, 1)), "v"),
    ("#56b4e9", (0, (3, 1, 1, 1)), "P"),
)

mpl.rcParams.update(
    {
        "svg.hashsalt": "nonosat",  # the same figures give the same file
        "svg.fonttype": "none",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": "#dddddd",
        "grid.linewidth": 0.6,
        "legend.frameon": False,
        "lines.linewidth": 1.6,
        "lines.markersize": 4,
    }
)

Points = Iterable[tuple[float, float]]


def panels(count: int) -> tuple[Any, list[Any]]:
    """A figure with so many charts side by side."""
    figure, axes = plt.subplots(1, count, figsize=(4.0 * count, 3.4), layout="constrained", squeeze=False)
    return figure, list(axes[0])


def line(axes: Any, label: str, points: Points, number: int, marks: bool = True) -> None:
    """One curve in the style of its number."""
    color, dash, marker = STYLES[number % len(STYLES)]
    x, y = zip(*points, strict=True)
    axes.plot(x, y, label=label, color=color, linestyle=dash, marker=marker if marks else "")


def save(figure: Any, path: str | Path) -> None:
    figure.savefig(path, format="svg", metadata={"Date": None})
    plt.close(figure)
