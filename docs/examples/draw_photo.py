"""Draw the picture that docs/making.md uses as a photograph: a teapot and berries, with light, shadow, blur and noise.

    python docs/examples/draw_photo.py FILE

Needs Pillow. Nothing depends on chance but the noise, which has a seed.
"""

from __future__ import annotations

import random
import sys

from PIL import Image, ImageChops, ImageDraw, ImageFilter

#: Width and height in pixels; drawn at twice the size, for smooth edges.
SIZE = (480, 360)
#: Where the wall ends and the table begins, in pixels of the drawing.
TABLE = 540


def teapot() -> Image.Image:
    """The shape of the teapot: white on black."""
    mask = Image.new("L", (960, 720), 0)
    draw = ImageDraw.Draw(mask)
    draw.ellipse((610, 230, 800, 470), outline=255, width=44)  # handle
    draw.polygon([(330, 470), (330, 360), (262, 330), (205, 236), (140, 236), (200, 400)], fill=255)  # spout
    draw.ellipse((280, 220, 680, 580), fill=255)  # body
    draw.rectangle((360, 560, 600, 590), fill=255)  # foot
    draw.pieslice((340, 150, 620, 330), 180, 360, fill=255)  # lid
    draw.ellipse((448, 92, 512, 164), fill=255)  # knob
    return mask


def dots() -> Image.Image:
    """The dots on the teapot."""
    mask = Image.new("L", (960, 720), 0)
    draw = ImageDraw.Draw(mask)
    for row, y in enumerate((300, 380, 460, 540)):
        for x in range(340 + 60 * (row % 2), 660, 120):
            draw.ellipse((x - 22, y - 22, x + 22, y + 22), fill=255)
    return mask


def berries() -> Image.Image:
    """The shape of the berries on the table."""
    mask = Image.new("L", (960, 720), 0)
    draw = ImageDraw.Draw(mask)
    for x, y in ((304, 638), (368, 672), (624, 638), (688, 672)):
        draw.ellipse((x - 19, y - 19, x + 19, y + 19), fill=255)
    return mask


def shaded(mask: Image.Image, color: tuple[int, int, int]) -> Image.Image:
    """A body of one colour, lit from the upper left."""
    light = ImageChops.offset(mask, -34, -34).filter(ImageFilter.GaussianBlur(46))
    dark = Image.new("RGB", mask.size, tuple(level // 3 for level in color))
    body = Image.composite(Image.new("RGB", mask.size, color), dark, light)
    gloss = Image.new("L", mask.size, 0)
    ImageDraw.Draw(gloss).ellipse((360, 300, 430, 400), fill=150)
    return Image.composite(Image.new("RGB", mask.size, "white"), body, gloss.filter(ImageFilter.GaussianBlur(20)))


def photo() -> Image.Image:
    """The picture."""
    size = (960, 720)
    falloff = Image.linear_gradient("L").resize(size)
    image = Image.composite(Image.new("RGB", size, "#d9cdb4"), Image.new("RGB", size, "#f6f1e6"), falloff)
    image.paste(Image.new("RGB", (960, 720 - TABLE), "#cdb793"), (0, TABLE))
    image.paste(Image.new("RGB", (960, 6), "#b79f79"), (0, TABLE))
    shadow = Image.new("L", size, 0)
    ImageDraw.Draw(shadow).ellipse((330, 560, 820, 640), fill=90)
    image = Image.composite(Image.new("RGB", size, "#5c4a34"), image, shadow.filter(ImageFilter.GaussianBlur(22)))
    mask = teapot()
    body = shaded(mask, (44, 92, 128))
    body.paste((244, 238, 224), (0, 0), dots())
    image = Image.composite(body, image, mask.filter(ImageFilter.GaussianBlur(1)))
    fruit = berries()
    image = Image.composite(shaded(fruit, (60, 62, 130)), image, fruit.filter(ImageFilter.GaussianBlur(1)))
    image = image.filter(ImageFilter.GaussianBlur(1.5)).resize(SIZE, Image.Resampling.LANCZOS)
    grain = Image.frombytes("L", SIZE, random.Random(14).randbytes(SIZE[0] * SIZE[1]))
    grain = grain.filter(ImageFilter.GaussianBlur(0.7))
    return Image.blend(image, ImageChops.overlay(image, Image.merge("RGB", [grain] * 3)), 0.35)


if __name__ == "__main__":
    photo().save(sys.argv[1], quality=82)
