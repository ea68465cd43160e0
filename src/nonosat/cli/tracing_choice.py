"""The options that say how a picture is traced: grid, colours and palette."""

from __future__ import annotations

import re

import click

from nonosat.cli.option_groups import option_group


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """Height and width of `WxH`."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", value)
    if not match:
        raise click.BadParameter(f"{value!r}, expected WIDTHxHEIGHT in cells, such as 30x20.", ctx, param)
    return int(match[2]), int(match[1])


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
        "--size", callback=_size, metavar="WxH", help="Width and height in cells; by default a pixel is a cell."
    ),
    click.option(
        "--hex", "hexagon", type=click.IntRange(2, 2000), metavar="N", help="A hexagon of N cells along a side."
    ),
    click.option(
        "--colors", "n_colors", type=click.IntRange(1, 100), metavar="N", help="At most N beside the background."
    ),
    click.option("--keep-colors", is_flag=True, help="Do not merge colours that look the same."),
    click.option(
        "--background", callback=_background, metavar="COLOR", help="By default the border's, or transparency."
    ),
    click.option(
        "--threshold",
        type=click.FloatRange(0, 100, min_open=True),
        callback=_share,
        metavar="PERCENT",
        help="A cell is not background from this share on; by default strokes decide by their width.",
    ),
    click.option("--dither", is_flag=True, help="Mix colours by patterns of cells, in photographs."),
    click.option(
        "--palette", "colors", callback=_colors, metavar="COLORS", help="For letters: #rrggbb,..., background first."
    ),
)
