"""Crops of numbers as a reader of images cuts them out, drawn with many fonts and distorted; the same from one seed."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image, ImageDraw
from shared import faces, families, font

from nonosat.scanning.network import token
from nonosat.scanning.reading import NONE, QUESTION_MARK, Box

#: Texts that are no number: letters unlike any digit, signs, and numbers that were not cut apart; # is a digit.
OTHERS = (*"ACEFHJKLMNPRTVWXYacdefhkmnprtvwxy@%&*+=/\\-.,:×✕■●", "", "", "", "###", "###", "####", "# #", "# #")

#: Digits of handhelds, 3 x 5 pixels in rows of bits: 0 to 9.
TINY_DIGITS = (31599, 11415, 29671, 29647, 23497, 31183, 31215, 29257, 31727, 31695)

#: Sigma of blur in pixels at most, for digits of height 1; it grows with the root of the height.
BLUR = 0.3

Grey = np.ndarray


class Crops(NamedTuple):
    """Inputs of the network as bytes, their classes, heights of digits in pixels, and distortions in words."""

    inputs: Grey
    labels: Grey
    heights: Grey
    effects: list[frozenset[str]]


def crops(seed: int, number: int, fonts: str) -> Crops:
    """Random crops, drawn with the fonts of a list."""
    cv2.setNumThreads(1)
    drawer = Drawer(seed, families(fonts))
    drawn = [drawer.crop() for _ in range(number)]
    labels, heights = np.array([label for _, label, *_ in drawn]), np.array([height for _, _, height, _ in drawn])
    return Crops(inputs([ink for ink, *_ in drawn]), labels, heights, [effects for *_, effects in drawn])


def inputs(inks: Sequence[Grey]) -> Grey:
    """Crops of ink, 0 to 1, as inputs of the network in bytes."""
    return np.array([np.round(token(ink) * 255).astype(np.uint8) for ink in inks])


def label_and_text(rng: random.Random) -> tuple[int, str]:
    """A class and a text of it."""
    kind = rng.random()
    if kind < 0.35:
        number = rng.randrange(10)
    elif kind < 0.63:
        number = rng.randrange(10, 30)
    elif kind < 0.84:
        number = rng.randrange(30, 100)
    elif kind < 0.86:
        return QUESTION_MARK, "?"
    else:
        return NONE, "".join(str(rng.randrange(1, 10)) if char == "#" else char for char in rng.choice(OTHERS))
    # The worksheets of puzzles with several colours name the colour behind the number.
    return number, f"{number}{rng.choice('abcdef') if rng.random() < 0.04 else ''}"


class Drawer:
    """Draws crops; lengths are in pixels."""

    def __init__(self, seed: int, family_names: list[str]) -> None:
        self.rng, self.noise = random.Random(seed), np.random.default_rng(seed)
        self.families = family_names
        self.left = 0

    def crop(self) -> tuple[Grey, int, float, frozenset[str]]:
        """The ink of a crop, 0 to 1, its class, the height of its digits, and the names of its distortions."""
        while True:
            if self.left == 0:  # opening a font takes longer than drawing with it
                self._choose()
            self.left -= 1
            self.effects: set[str] = set()
            label, text = label_and_text(self.rng)
            mask = self._mask(text)
            if self._happens("tilted", 0.25 if self.height < 10 else 0.55):
                mask = self._blurred(self._turned(mask))
            box = self._box(mask, label)
            if box is None:
                continue
            if self._happens("lines", 0.22):
                self._add_lines(mask, box)
            if self._happens("struck out", 0.05 if self.height > 7 else 0):
                self._strike_out(mask, box)
            if self._happens("struck out from corner to corner", 0.05 if self.height > 7 else 0):
                box = self._strike_from_corner(mask, box)
            if label == NONE and self.rng.random() < 0.25:
                self._replace_by_shape(mask, box)
            return self._found(mask, box), label, self.height, frozenset(self.effects)

    def _happens(self, effect: str, probability: float) -> bool:
        """Decide on a distortion and note it."""
        if self.rng.random() >= probability:
            return False
        self.effects.add(effect)
        return True

    def _choose(self) -> None:
        """Take another face and height for the next crops; half of them are of the commonest families."""
        number = self.rng.randrange(min(40, len(self.families)) if self.rng.random() < 0.5 else len(self.families))
        self.face = self.rng.choice(faces(self.families[number]))
        self.height = 5 * 8 ** (self.rng.random() ** 1.3)  # up to 40 pixels
        # Drawn larger and shrunk, as scaled images are, or at their size, as a browser draws text.
        self.times = self.rng.choice([1, 1, 1, 2, 4] if self.height < 20 else [1, 1, 2])
        self.left = 6

    def _mask(self, text: str) -> Grey:
        """The ink of a text on an empty ground with room around it."""
        rng, times = self.rng, self.times
        if text.isdigit() and self._happens("handheld", 0.04):
            return self._tiny(text)
        face = rng.choice(faces("DejaVu Sans")) if text[:1].isdigit() and text[-1:].isalpha() else self.face
        zero = font(face, 100).getbbox("0")
        size = max(5, round(self.height * times * 100 / max(20, zero[3] - zero[1])))
        glyphs = font(face, size)
        spacing = rng.uniform(-0.09, 0.16) * size if len(text) == 2 and self._happens("spaced", 0.4) else 0.0
        if " " in text:
            text, spacing = text.replace(" ", ""), rng.uniform(0.55, 1.0) * size
        margin = round(0.6 * self.height * times)
        length = math.ceil(sum(glyphs.getlength(char) for char in text) + spacing * len(text))
        image = Image.new("L", (length + 2 * margin, 3 * size // 2 + 2 * margin))
        draw = ImageDraw.Draw(image)
        draw.fontmode = "1" if self._happens("not smoothed", 0.15) else "L"
        stroke = times // 2 if size > 12 and rng.random() < 0.15 else 0
        x = margin + (rng.random() if times == 1 else 0.0)
        for part in text if spacing else [text]:
            draw.text((x, margin), part, fill=255, font=glyphs, stroke_width=stroke)
            x += glyphs.getlength(part) + spacing
        left, top, right, bottom = image.getbbox() or (margin, margin, margin + size, margin + size)
        mask = np.asarray(image.crop((left - margin, top - margin, right + margin, bottom + margin)), np.float32) / 255
        wide = rng.uniform(0.75, 1.25) if rng.random() < 0.08 else 1
        if times == wide == 1:
            return mask.copy()
        return cv2.resize(mask, None, fx=wide / times, fy=1 / times, interpolation=cv2.INTER_AREA)

    def _tiny(self, text: str) -> Grey:
        """Digits of 3 x 5 pixels, also stretched, as on handhelds."""
        digits = [
            [[TINY_DIGITS[int(char)] >> (14 - 3 * y - x) & 1 for x in range(3)] for y in range(5)] for char in text
        ]
        rows = np.concatenate([np.pad(np.array(digit, np.float32), ((5, 5), (0, 1))) for digit in digits], axis=1)
        scale, wide = max(1, round(self.height / 5)), self.rng.choice([1, 1, 1.5, 2])
        room = np.pad(rows, ((0, 0), (5, 4)))
        large = cv2.resize(room, None, fx=scale * wide, fy=scale, interpolation=cv2.INTER_NEAREST)
        thick = np.ones((1 + scale // 3, 1 + scale // 3), np.uint8)
        return cv2.dilate(large, thick) if self.rng.random() < 0.4 else large

    def _turned(self, mask: Grey) -> Grey:
        """A mask turned, sheared and in perspective."""
        rng = self.rng
        height, width = mask.shape
        angle, scale = math.radians(rng.gauss(0, 4)), rng.uniform(0.85, 1.15)
        cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
        view = np.array([[cos, rng.gauss(0, 0.08) - sin, 0], [sin, cos, 0], [0, 0, 1]])
        middle = np.array([width / 2, height / 2])
        view[:2, 2] = middle - view[:2, :2] @ middle + [rng.random(), rng.random()]
        view[2, :2] = rng.gauss(0, 0.08) / width, rng.gauss(0, 0.08) / height
        return cv2.warpPerspective(mask, view, (width, height), flags=rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))

    def _blurred(self, mask: Grey) -> Grey:
        """A mask out of focus or shaken, in some cases with ink that has spread."""
        rng = self.rng
        if rng.random() < 0.12:
            mask = cv2.dilate(mask, np.ones((2, 2), np.uint8))
        if self._happens("blurred", 0.7):
            return cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.2, BLUR + 0.15 * math.sqrt(self.height)))
        if self._happens("shaken", 0.3):
            motion = np.zeros((5, 5), np.float32)
            cv2.line(motion, (rng.randrange(5), rng.randrange(5)), (2, 2), 1.0)
            return cv2.filter2D(mask, -1, motion / motion.sum())
        return mask

    def _box(self, mask: Grey, label: int) -> Box | None:
        """The box of the ink, give or take a little; None for a number without ink."""
        rng = self.rng
        x, y, width, height = cv2.boundingRect((mask > 0.3).astype(np.uint8))
        if width < 1 or height < 2:
            if label != NONE:
                return None
            x, y, width, height = (max(3, side // 3) for side in (*mask.shape[::-1], *mask.shape[::-1]))
        if label == NONE and rng.random() < 0.1:  # a part of something
            part = max(2, width // 3)
            x, width = rng.choice([x, x + width - part]), part
        near = (0.04 if rng.random() < 0.6 else 0.12) * self.height
        less = [abs(rng.gauss(0, near)) - near / 3 for _ in range(4)]
        if self._happens("wide box", 0.05):
            less[0] += rng.random() * height / 2
            less[2] += rng.random() * height / 2
        left, top = max(0, round(x - less[0])), max(0, round(y - less[1]))
        right, bottom = round(x + width + less[2]), round(y + height + less[3])
        return Box(left, top, min(mask.shape[1], max(left + 2, right)), min(mask.shape[0], max(top + 3, bottom)))

    def _add_lines(self, mask: Grey, box: Box) -> None:
        """Draw remnants of grid lines at the borders of a box."""
        rng = self.rng
        thick = max(1, round(self.height * rng.uniform(0.02, 0.15)))
        for _ in range(rng.choice([1, 1, 2])):
            level, side, into = (
                rng.uniform(0.3, 1),
                rng.randrange(4),
                rng.randrange(1 + max(1, round(0.08 * self.height))),
            )
            if side < 2:
                x = box.left + into if side else box.right - 1 - into
                ends = (box.top - 2, box.bottom + 2)
                if rng.random() < 0.4:
                    ends = (rng.randint(*ends), rng.randint(*ends))
                cv2.line(mask, (x, ends[0]), (x, ends[1]), level, thick)
            else:
                y = box.top + into if side == 2 else box.bottom - 1 - into
                cv2.line(mask, (box.left - 2, y), (box.right + 2, y), level, thick)

    def _strike_out(self, mask: Grey, box: Box) -> None:
        """Draw a line through the middle of a box."""
        rng = self.rng
        thick = max(1, round(self.height * rng.uniform(0.03, 0.12)))
        y = box.top + rng.uniform(0.35, 0.65) * box.height
        slope = rng.choice([0, 0, rng.uniform(-0.4, 0.4) * box.height])
        ends = (box.left - 2, round(y - slope)), (box.right + 2, round(y + slope))
        cv2.line(mask, *ends, rng.uniform(0.3, 1), thick, cv2.LINE_AA)

    def _strike_from_corner(self, mask: Grey, box: Box) -> Box:
        """Draw a line from corner to corner of a box that may be larger; that box."""
        rng = self.rng
        wider, higher = (rng.uniform(-0.05, 0.4) * self.height for _ in range(2))
        left, top = max(0, round(box.left - wider)), max(0, round(box.top - higher))
        right, bottom = min(mask.shape[1], round(box.right + wider)), min(mask.shape[0], round(box.bottom + higher))
        ends = rng.choice([((left, top), (right - 1, bottom - 1)), ((left, bottom - 1), (right - 1, top))])
        cv2.line(mask, *ends, rng.uniform(0.3, 1), max(1, round(self.height * rng.uniform(0.04, 0.14))), cv2.LINE_AA)
        return Box(left, top, right, bottom)

    def _replace_by_shape(self, mask: Grey, box: Box) -> None:
        """Draw a cross, a square, a dot or grid lines instead of a text."""
        rng = self.rng
        left, top, right, bottom = box
        thick, middle = max(1, box.height // 8), ((left + right) // 2, (top + bottom) // 2)
        mask[:] = 0
        match rng.randrange(5):
            case 0:
                cv2.line(mask, (left, top), (right, bottom), 1.0, thick, cv2.LINE_AA)
                cv2.line(mask, (right, top), (left, bottom), 1.0, thick, cv2.LINE_AA)
            case 1:
                cv2.rectangle(mask, (left, top), (right, bottom), 1.0, -1)
            case 2:
                cv2.circle(mask, middle, max(1, box.height // rng.choice([2, 4])), 1.0, -1, cv2.LINE_AA)
            case 3:
                cv2.line(mask, (left, middle[1]), (right, middle[1]), 1.0, thick, cv2.LINE_AA)
            case _:  # a corner or a crossing of grid lines
                x, y = rng.randrange(left, right), rng.randrange(top, bottom)
                cv2.line(mask, (x, 0), (x, mask.shape[0]), 1.0, thick)
                cv2.line(mask, (0, y), (mask.shape[1], y), 1.0, thick)

    def _found(self, mask: Grey, box: Box) -> Grey:
        """The ink in a box as a reader finds it, on paper in uneven light, with grain and JPEG."""
        rng = self.rng
        contrast = rng.uniform(18, 60) if self._happens("faint", 0.2) else rng.uniform(60, 220)
        image = rng.uniform(contrast + 10, 250) - contrast * mask
        if self._happens("uneven light", 0.4):
            slope = rng.gauss(0, 0.1 * contrast)
            image += np.linspace(-slope, slope, mask.shape[1], dtype=np.float32)
        if self._happens("grain", 0.5):
            grain = self.noise.normal(0, abs(rng.gauss(0, 0.05)) * contrast, mask.shape).astype(np.float32)
            image += grain if rng.random() < 0.5 else cv2.GaussianBlur(grain * 2, (0, 0), 0.8)
        if self._happens("JPEG", 0.4):
            quality = [cv2.IMWRITE_JPEG_QUALITY, rng.randrange(30, 96)]
            coded = cv2.imencode(".jpg", np.clip(image, 0, 255).astype(np.uint8), quality)[1]
            image = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE).astype(np.float32)
        if self._happens("few greys", 0.06):
            image = np.round(image / 16) * 16
        paper = np.median(image[::2, ::2]) + rng.gauss(0, 0.03) * contrast
        ink = paper - image[box.top : box.bottom, box.left : box.right]
        has_ink = mask[box.top : box.bottom, box.left : box.right].max() > 0.3
        darkest = max(float(np.percentile(ink, 97)), 0.3 * contrast) if has_ink else contrast
        return np.clip(ink / darkest / rng.uniform(0.8, 1.1), 0, 1)
