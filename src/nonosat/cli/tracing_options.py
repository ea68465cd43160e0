"""The options of `nonosat make` that are those of `PictureOptions`."""

from __future__ import annotations

import re

import click

from nonosat.cli.common_options import option_group


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int | None, int | None] | None:
    """Height and width of `WxH`, `Wx` or `xH`; None for the side that is left out."""
    if value is None:
        return None
    match = re.fullmatch(r"(?=.*[0-9])([0-9]{1,5})?x([0-9]{1,5})?", value)
    if not match:
        forms = "WIDTHxHEIGHT in cells, such as 30x20, or one of the two, such as 30x or x20"
        raise click.BadParameter(f"{value!r}, expected {forms}.", ctx, param)
    width, height = (None if side is None else int(side) for side in match.groups())
    return height, width


def _colors(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """The colours of a list with commas, as `#rrggbb`."""
    if value is None:
        return None
    from nonosat.formats.color_syntax import rgb

    colors = []
    for name in value.split(","):
        color = rgb(name)
        if color is None:
            raise click.BadParameter(f"colour {name.strip()!r}, expected #rrggbb.", ctx, param)
        colors.append(color)
    return tuple(colors)


def _palette(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    colors = _colors(ctx, param, value)
    if colors is not None and (len(colors) < 2 or len(set(colors)) < len(colors)):
        raise click.BadParameter(
            f"{value!r}, expected the background and at least one more colour, all different.", ctx, param
        )
    return colors


def _background(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    colors = _colors(ctx, param, value)
    if colors is not None and len(colors) != 1:
        raise click.BadParameter(f"{value!r}, expected one colour.", ctx, param)
    return colors[0] if colors else None


def _share(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:  # noqa: ARG001
    """A share from 0 to 1 of a percentage."""
    return None if value is None else value / 100


#: The options of `make` that are those of `PictureOptions`, by their names.
tracing_options = option_group(
    "options",
    dict,
    click.option(
        "--size",
        callback=_size,
        metavar="WxH",
        help="Width and height in cells, or one of the two: 40x, x30. By default, each pixel of a small image is a "
        "cell, and the longer side of a large image has 30 cells.",
    ),
    click.option(
        "--hex", "hexagon", type=click.IntRange(2, 2000), metavar="N", help="Make a hexagon with N cells along a side."
    ),
    click.option(
        "--colors",
        "n_colors",
        type=click.IntRange(1, 100),
        metavar="N",
        help="Use at most N colours besides the background.",
    ),
    click.option("--keep-colors", is_flag=True, help="Keep colours apart even if they look the same."),
    click.option(
        "--background",
        callback=_background,
        metavar="COLOR",
        help="Background colour (default: transparency, the lighter of two greys, or the colour of the border).",
    ),
    click.option(
        "--threshold",
        type=click.FloatRange(0, 100, min_open=True),
        callback=_share,
        metavar="PERCENT",
        help="Colour a cell if at least this share of it is covered (default: by the width of the strokes).",
    ),
    click.option("--dither", is_flag=True, help="Mix colours by patterns of cells; for photographs."),
    click.option(
        "--palette",
        "colors",
        callback=_palette,
        metavar="COLORS",
        help="Colours of the puzzle: #rrggbb,..., background first. Each cell of an image gets the most similar one.",
    ),
)
