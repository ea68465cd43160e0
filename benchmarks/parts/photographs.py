"""Pictures like photographs, the same from the same seed: scenes with gradients, texture, blur and grain.

python benchmarks/parts/photographs.py SCENE SEED WIDTHxHEIGHT FILE
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

#: Width and height of the scenes, in pixels.
SIZE = WIDTH, HEIGHT = 640, 480

#: A size in pixels, and how much of the noise of this size is added, from 0 to 1.
Octave = tuple[int, float]


def noise(rng: random.Random, octaves: list[Octave]) -> Image.Image:
    """Smooth grey noise around the middle level."""
    image = Image.new("L", SIZE, 128)
    for pixels, amount in octaves:
        small = WIDTH // pixels, HEIGHT // pixels
        layer = Image.frombytes("L", small, rng.randbytes(small[0] * small[1])).resize(SIZE, Image.Resampling.BICUBIC)
        image = ImageChops.add(image, layer.point([round(128 + (v - 128) * amount) for v in range(256)]), 1, -128)
    return image


def textured(image: Image.Image, layer: Image.Image) -> Image.Image:
    """An image made lighter and darker by a layer of noise."""
    return ImageChops.add(image, Image.merge("RGB", [layer] * 3), 1, -128)


def lit(image: Image.Image, shade: float) -> Image.Image:
    """An image that gets darker from the top to the bottom, by a share of its brightness."""
    ramp = Image.linear_gradient("L").point([round(255 - shade * level) for level in range(256)]).resize(SIZE)
    return ImageChops.multiply(image, Image.merge("RGB", [ramp] * 3))


def photographed(rng: random.Random, image: Image.Image, blur: float = 2, grain: float = 0.2) -> Image.Image:
    """An image as a camera would see it: out of focus, with grain."""
    return textured(image.filter(ImageFilter.GaussianBlur(blur)), noise(rng, [(1, grain)]))


def landscape(rng: random.Random) -> Image.Image:
    """Hills and trees below a sun."""
    sky = Image.linear_gradient("L").resize(SIZE)
    image = ImageOps.colorize(sky, (70, 120, 200), (235, 220, 200))
    draw = ImageDraw.Draw(image)
    for number, color in enumerate(((120, 130, 150), (80, 100, 90), (35, 60, 35))):
        phases = [rng.random() * math.tau for _ in range(4)]
        ridge = []
        for x in range(0, WIDTH + 8, 8):
            waves = [math.sin(x / WIDTH * math.tau * (0.8 + j) + phase) / (j + 1) for j, phase in enumerate(phases)]
            ridge.append((x, HEIGHT * (0.45 + 0.17 * number) + sum(waves) * (45 - 9 * number)))
        draw.polygon([*ridge, SIZE, (0, HEIGHT)], fill=color)
    for _ in range(9):
        x, y, size = rng.randrange(WIDTH), rng.randrange(HEIGHT * 7 // 10, HEIGHT), rng.randrange(20, 55)
        draw.rectangle((x - 4, y, x + 4, y + size), fill=(30, 22, 15))
        draw.ellipse((x - size // 2, y - size, x + size // 2, y + 8), fill=(20, 45, 22))
    draw.ellipse((470, 50, 550, 130), fill=(255, 250, 220))
    return photographed(rng, textured(image, noise(rng, [(40, 0.25), (12, 0.2), (4, 0.15)])), grain=0)


def still_life(rng: random.Random) -> Image.Image:
    """Balls on a table."""
    image = Image.new("RGB", SIZE, (205, 190, 170))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, HEIGHT * 6 // 10, *SIZE), fill=(120, 80, 50))
    for _ in range(5):
        radius, color = rng.randrange(50, 110), tuple(rng.randrange(110, 250) for _ in range(3))
        x, y = rng.randrange(WIDTH - 2 * radius), 380 - 2 * radius + rng.randrange(60)
        draw.ellipse((x, y + 2 * radius - 25, x + 2 * radius + 30, y + 2 * radius + 10), fill=(60, 40, 28))
        for part in range(radius, 0, -2):  # lighter towards a spot above the middle
            level = 1.1 - 0.8 * part / radius
            left, top = x + 0.7 * (radius - part), y + 0.5 * (radius - part)
            shaded = tuple(round(min(255, 255 * (0.2 + level) * value / 255)) for value in color)
            draw.ellipse((left, top, left + 2 * part, top + 2 * part), fill=shaded)
    return photographed(rng, lit(image, 0.4), blur=3, grain=0.12)


def portrait(rng: random.Random) -> Image.Image:
    """A head before a wall."""
    image = ImageOps.colorize(noise(rng, [(160, 0.6), (60, 0.3)]), (60, 70, 60), (190, 200, 190))
    draw = ImageDraw.Draw(image)
    draw.ellipse((120, 330, 520, 700), fill=(50, 55, 90))
    draw.ellipse((205, 60, 435, 330), fill=(50, 32, 20))
    draw.rectangle((280, 300, 360, 390), fill=(170, 125, 100))
    draw.ellipse((230, 90, 410, 345), fill=(225, 175, 145))
    for x in (265, 335):
        draw.ellipse((x, 190, x + 40, 212), fill=(240, 235, 230))
        draw.ellipse((x + 12, 190, x + 30, 211), fill=(40, 30, 20))
        draw.line((x, 178, x + 40, 175), fill=(45, 30, 20), width=7)
    draw.polygon([(320, 205), (306, 262), (336, 262)], fill=(180, 125, 100))
    draw.ellipse((288, 285, 352, 307), fill=(160, 70, 70))
    draw.chord((215, 60, 425, 260), 180, 360, fill=(50, 32, 20))
    return photographed(rng, lit(image, 0.4), blur=4)


def house(rng: random.Random) -> Image.Image:
    """A house and a tree, not quite upright."""
    image = ImageOps.colorize(Image.linear_gradient("L").resize(SIZE), (120, 160, 220), (220, 225, 235))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 390, *SIZE), fill=(90, 110, 70))
    draw.rectangle((140, 190, 500, 410), fill=(200, 175, 140))
    draw.polygon([(110, 195), (320, 60), (530, 195)], fill=(120, 50, 40))
    for x in (180, 290, 400):
        for y in (225, 320):
            draw.rectangle((x, y, x + 60, y + 60), fill=(50, 60, 75))
            draw.line((x + 30, y, x + 30, y + 60), fill=(230, 230, 225), width=5)
    draw.rectangle((290, 320, 350, 410), fill=(80, 45, 30))
    draw.rectangle((30, 200, 55, 400), fill=(60, 45, 30))
    for _ in range(60):
        x, y = rng.gauss(42, 40), rng.gauss(160, 55)
        draw.ellipse((x - 20, y - 20, x + 20, y + 20), fill=(40, rng.randrange(70, 120), 35))
    return photographed(rng, lit(image.rotate(3, Image.Resampling.BICUBIC, fillcolor=(150, 160, 170)), 0.3))


def clouds(rng: random.Random) -> Image.Image:
    """Soft shapes of all sizes."""
    return ImageOps.colorize(noise(rng, [(160, 0.8), (60, 0.5), (20, 0.25), (6, 0.1)]), (30, 40, 80), (250, 245, 230))


def foliage(rng: random.Random) -> Image.Image:
    """Spots of about the size of a cell: hardly a picture, and hard to solve."""
    return ImageOps.colorize(noise(rng, [(80, 0.3), (32, 0.5), (16, 0.6)]), (20, 40, 15), (220, 230, 160))


def crowd(rng: random.Random) -> Image.Image:
    """Rows of people."""
    image = Image.new("RGB", SIZE, (150, 140, 130))
    draw = ImageDraw.Draw(image)
    for y in range(60, HEIGHT + 60, 45):
        for column in range(-20, WIDTH, 48):
            x, level = column + rng.randrange(-12, 12), rng.randrange(60, 240)
            draw.ellipse((x, y, x + 70, y + 110), fill=(level, level * 3 // 4, rng.randrange(255)))
            draw.ellipse((x + 15, y - 45, x + 52, y + 6), fill=(rng.randrange(150, 240), 150, 120))
            draw.chord((x + 13, y - 50, x + 54, y), 180, 360, fill=(rng.randrange(20, 120), 30, 15))
    return photographed(rng, lit(image, 0.3))


def drawing(path: Path) -> Image.Image:
    """A photograph of a small drawing: large, not quite upright, out of focus, unevenly lit, with grain."""
    with Image.open(path) as file:
        small = file.convert("RGB")
    large = small.resize((HEIGHT * small.width // small.height, HEIGHT), Image.Resampling.NEAREST)
    page = ImageOps.pad(large, SIZE, color=(255, 255, 255))
    turned = page.rotate(4, Image.Resampling.BICUBIC, fillcolor=(240, 240, 240))
    return photographed(random.Random(path.stem), lit(turned, 0.35), blur=6, grain=0.25)


#: The scenes by name.
SCENES: dict[str, Callable[[random.Random], Image.Image]] = {
    "landscape": landscape,
    "still life": still_life,
    "portrait": portrait,
    "house": house,
    "clouds": clouds,
    "foliage": foliage,
    "crowd": crowd,
}


def photographs(n_seeds: int, folder: Path) -> Iterator[tuple[str, Image.Image]]:
    """Every scene with so many seeds, and the drawings of a folder; each with its name."""
    for name, scene in SCENES.items():
        for seed in range(1, n_seeds + 1):
            yield f"{name} {seed}", scene(random.Random(seed))
    for path in sorted(folder.glob("*.png")):
        yield path.stem, drawing(path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write one picture like a photograph.")
    parser.add_argument("scene", choices=SCENES)
    parser.add_argument("seed", type=int)
    parser.add_argument("size", metavar="WIDTHxHEIGHT", help="in pixels")
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    width, _, height = options.size.partition("x")
    image = SCENES[options.scene](random.Random(options.seed))
    image.resize((int(width), int(height)), Image.Resampling.LANCZOS).save(options.file, optimize=True)


if __name__ == "__main__":
    main()
