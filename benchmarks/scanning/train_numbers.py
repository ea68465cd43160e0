"""The network that reads numbers of clues, trained on crops drawn with many fonts; needs torch, onnx, fonts of Debian.

python benchmarks/scanning/train_numbers.py FILE.onnx --minutes 20

The network gets an image of 32 x 40 pixels, ink 1 on 0, and tells 0 to 99, "?" (class 100) and anything else (101).
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from PIL import Image, ImageDraw
from shared import TEST_FONTS, TRAINING_FONTS, faces, families, font
from torch import nn

#: Height and width of the network's input, in pixels.
INPUT = HEIGHT, WIDTH = 32, 40

UNKNOWN, NONE, CLASSES = 100, 101, 102

#: Digits of handhelds, 3 x 5 pixels in rows of bits: 0 to 9.
TINY_DIGITS = (31599, 11415, 29671, 29647, 23497, 31183, 31215, 29257, 31727, 31695)

#: Number of older pools of crops that are used again with each new one.
REPEATED = 5

Grey = np.ndarray

#: Inputs as bytes, classes, and heights.
Pool = tuple[Grey, Grey, Grey]


def token(ink: Grey) -> Grey:
    """A crop of ink, 0 to 1, scaled to fit 28 x 36 pixels in the middle of the network's input."""
    height, width = ink.shape
    scale = min((HEIGHT - 4) / height, (WIDTH - 4) / width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    scaled = cv2.resize(ink, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    top, left = (HEIGHT - size[1]) // 2, (WIDTH - size[0]) // 2
    out = np.zeros(INPUT, np.float32)
    out[top : top + size[1], left : left + size[0]] = np.clip(scaled, 0, 1)
    return out


#: Texts that are no number: letters unlike any digit, signs, and numbers that were not cut apart.
OTHERS = (*"ACEFHJKLMNPRTVWXYacdefhkmnprtvwxy@#%&*+=/\\-.,:×✕■□●", "", "", "", "#3", "1#", "###", "####", "# #", "# #")


def label_and_text(rng: random.Random) -> tuple[int, str]:
    """A class and a text of it; `#` stands for a digit other than 0."""
    kind = rng.random()
    if kind < 0.35:
        number = rng.randrange(10)
    elif kind < 0.63:
        number = rng.randrange(10, 30)
    elif kind < 0.84:
        number = rng.randrange(30, 100)
    elif kind < 0.86:
        return UNKNOWN, "?"
    else:
        return NONE, "".join(str(rng.randrange(1, 10)) if char == "#" else char for char in rng.choice(OTHERS))
    # The worksheets of puzzles with several colours name the colour behind the number.
    return number, f"{number}{rng.choice('abcdef') if rng.random() < 0.05 else ''}"


class Drawer:
    """Draws crops; the same from the same seed."""

    def __init__(self, seed: int, family_names: list[str]) -> None:
        self.rng = random.Random(seed)
        self.noise = np.random.default_rng(seed)
        self.families = family_names

    def drawn(self) -> tuple[Grey, int, float]:
        """An input of the network, its class, and the height of the digits in pixels as they were drawn."""
        while True:
            label, text = label_and_text(self.rng)
            height = 5 * 8 ** (self.rng.random() ** 1.3)  # up to 40 pixels
            mask = self.mask(text, height)
            crop = self.crop(
                self.photographed(mask) if self.rng.random() < (0.25 if height < 10 else 0.55) else mask, label, height
            )
            if crop is not None:
                return token(crop), label, height

    def mask(self, text: str, height: float) -> Grey:
        """The ink of a text whose digits have this height, on an empty background with room around it."""
        rng = self.rng
        if text.isdigit() and rng.random() < 0.03:
            return self.tiny(text, height)
        number = rng.randrange(min(40, len(self.families)) if rng.random() < 0.5 else len(self.families))
        face = rng.choice(
            faces("DejaVu Sans" if text[-1:] in "abcdef" and text[:1].isdigit() else self.families[number])
        )
        times = rng.choice([1, 1, 1, 2, 4])  # drawn larger and shrunk, or as a browser draws it
        reference = font(face, 100).getbbox("0")
        size = max(5, round(height * times * 100 / max(20, reference[3] - reference[1])))
        glyphs = font(face, size)
        spacing = rng.uniform(-0.09, 0.16) * size if len(text) == 2 and rng.random() < 0.4 else 0.0
        if " " in text:
            text, spacing = text.replace(" ", ""), rng.uniform(0.55, 1.0) * size
        length = sum(glyphs.getlength(char) for char in text) + spacing * len(text)
        margin = round(0.6 * height * times)
        image = Image.new("L", (math.ceil(length) + 2 * margin, 3 * size // 2 + 2 * margin))
        draw = ImageDraw.Draw(image)
        draw.fontmode = "1" if rng.random() < 0.15 else "L"
        bold = rng.choice([0, 0, 0, 0, 0, 0, times]) if size > 12 else 0
        x, fraction = float(margin), rng.random() if times == 1 else 0.0
        if spacing == 0:
            draw.text((x + fraction, margin), text, fill=255, font=glyphs, stroke_width=bold // 2)
        else:
            for char in text:
                draw.text((x + fraction, margin), char, fill=255, font=glyphs, stroke_width=bold // 2)
                x += glyphs.getlength(char) + spacing
        box = image.getbbox() or (margin, margin, margin + size, margin + size)
        image = image.crop((box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin))
        mask = np.asarray(image, np.float32) / 255
        if times > 1:
            mask = cv2.resize(mask, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA)
        if rng.random() < 0.08:  # wider or narrower
            mask = cv2.resize(mask, None, fx=rng.uniform(0.75, 1.25), fy=1, interpolation=cv2.INTER_AREA)
        return mask

    def tiny(self, text: str, height: float) -> Grey:
        """Digits of 3 x 5 pixels."""
        digits = [
            [[TINY_DIGITS[int(char)] >> (14 - 3 * y - x) & 1 for x in range(3)] for y in range(5)] for char in text
        ]
        rows = np.concatenate([np.pad(np.array(digit, np.float32), ((5, 5), (0, 1))) for digit in digits], axis=1)
        scale = max(1, round(height / 5))
        return cv2.resize(np.pad(rows, ((0, 0), (5, 4))), None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)

    def photographed(self, mask: Grey) -> Grey:
        """A mask turned, sheared, seen in perspective, blurred and drawn over."""
        rng = self.rng
        height, width = mask.shape
        angle, shear = math.radians(rng.gauss(0, 4)), rng.gauss(0, 0.08)
        scale = rng.uniform(0.85, 1.15)
        cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
        across = np.array([[cos, -sin + shear, 0], [sin, cos, 0], [0, 0, 1]])
        across[:2, 2] = np.array([width / 2, height / 2]) - across[:2, :2] @ np.array([width / 2, height / 2])
        across[:2, 2] += [rng.random(), rng.random()]
        across[2, :2] = rng.gauss(0, 0.08) / width, rng.gauss(0, 0.08) / height
        mask = cv2.warpPerspective(mask, across, (width, height), flags=rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
        if rng.random() < 0.7:
            mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.2, 0.16 * math.sqrt(height) + 0.3))
        elif rng.random() < 0.3:
            motion = np.zeros((5, 5), np.float32)
            cv2.line(motion, (rng.randrange(5), rng.randrange(5)), (2, 2), 1.0)
            mask = cv2.filter2D(mask, -1, motion / motion.sum())
        if rng.random() < 0.12:
            kernel = np.ones((2, 2) if height < 60 else (3, 3), np.uint8)
            mask = (
                cv2.dilate(mask, kernel)
                if rng.random() < 0.5
                else cv2.GaussianBlur(cv2.dilate(mask, kernel), (0, 0), 0.6)
            )
        return mask

    def crop(self, mask: Grey, label: int, height: float) -> Grey | None:
        """The ink found in a box around a text, with light, noise, and strokes beside it; None if nothing is left."""
        rng = self.rng
        box = cv2.boundingRect((mask > 0.3).astype(np.uint8))
        if box[2] < 1 or box[3] < 2:
            if label != NONE:
                return None
            box = (*[int(v // 3) for v in mask.shape[::-1]], max(2, mask.shape[1] // 3), max(3, mask.shape[0] // 3))
        left, top, right, bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]
        if label == NONE and rng.random() < 0.25:  # a part of a digit or of a letter
            left, right = (
                (left, left + max(2, box[2] // 3)) if rng.random() < 0.5 else (right - max(2, box[2] // 3), right)
            )
        near = (0.04 if rng.random() < 0.6 else 0.12) * height
        left, right = (
            round(left - abs(rng.gauss(0, near)) + near / 3),
            round(right + abs(rng.gauss(0, near)) - near / 3),
        )
        top, bottom = (
            round(top - abs(rng.gauss(0, near)) + near / 3),
            round(bottom + abs(rng.gauss(0, near)) - near / 3),
        )
        if rng.random() < 0.05:
            box_height = bottom - top
            left, right = left - rng.randrange(1 + box_height // 2), right + rng.randrange(1 + box_height // 2)
        left, top = max(0, left), max(0, top)
        right, bottom = max(left + 2, min(mask.shape[1], right)), max(top + 3, min(mask.shape[0], bottom))
        mask = mask.copy()
        if rng.random() < 0.22:
            self.lines(mask, left, top, right, bottom, height)
        if rng.random() < 0.05 and height > 7:  # struck out
            thick = max(1, round(height * rng.uniform(0.03, 0.12)))
            y = rng.uniform(0.35, 0.65) * (bottom - top) + top
            dy = rng.choice([0, 0, rng.uniform(-0.4, 0.4) * (bottom - top)])
            cv2.line(
                mask, (left - 2, round(y - dy)), (right + 2, round(y + dy)), rng.uniform(0.3, 1), thick, cv2.LINE_AA
            )
        if label == NONE and rng.random() < 0.25:
            self.cross(mask, left, top, right, bottom)
        # Paper and ink in grey levels, uneven light, JPEG, noise; then the ink again, as a reader finds it.
        contrast = rng.uniform(60, 220) if rng.random() < 0.8 else rng.uniform(18, 60)
        paper = rng.uniform(contrast + 10, 250)
        image = paper - contrast * mask
        if rng.random() < 0.4:
            slope = rng.gauss(0, 0.12 * contrast)
            image += np.linspace(-slope, slope, mask.shape[1], dtype=np.float32)[None, :] * rng.choice([1, 0.3])
        if rng.random() < 0.5:
            grain = self.noise.normal(0, abs(rng.gauss(0, 0.05)) * contrast, mask.shape).astype(np.float32)
            image += grain if rng.random() < 0.5 else cv2.GaussianBlur(grain * 2, (0, 0), 0.8)
        if rng.random() < 0.4:
            image = 255 - image if rng.random() < 0.3 else image
            quality = rng.randrange(30, 96)
            coded = cv2.imencode(".jpg", np.clip(image, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[
                1
            ]
            decoded = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE).astype(np.float32)
            image = (
                decoded if abs(np.median(decoded) - paper) < abs(np.median(255 - decoded) - paper) else 255 - decoded
            )
        if rng.random() < 0.06:
            image = np.round(image / 16) * 16
        ink = (np.median(image) + rng.gauss(0, 0.03) * contrast - image)[top:bottom, left:right]
        darkest = (
            contrast if label == NONE and mask[top:bottom, left:right].max() < 0.3 else float(np.percentile(ink, 97))
        )
        darkest = max(darkest, 0.3 * contrast)
        return np.clip(ink / darkest / rng.uniform(0.8, 1.1), 0, 1)

    def lines(self, mask: Grey, left: int, top: int, right: int, bottom: int, height: float) -> None:
        """Remnants of grid lines and neighbours' ink at the borders of the crop."""
        rng = self.rng
        thick = max(1, round(height * rng.uniform(0.02, 0.15)))
        for _ in range(rng.choice([1, 1, 2])):
            level, side = rng.uniform(0.3, 1), rng.randrange(4)
            into = rng.randrange(0, 1 + max(1, round(0.08 * height)))
            if side < 2:
                x = left + into if side else right - 1 - into
                begin, end = (
                    (top - 2, bottom + 2) if rng.random() < 0.6 else sorted(rng.sample(range(top, bottom + 2), 2))
                )
                cv2.line(mask, (x, begin), (x, end), level, thick)
            else:
                y = top + into if side == 2 else bottom - 1 - into
                cv2.line(mask, (left - 2, y), (right + 2, y), level, thick)

    def cross(self, mask: Grey, left: int, top: int, right: int, bottom: int) -> None:
        """A cross, a box, a dot or a piece of a line instead of a number."""
        rng = self.rng
        mask[:] = 0
        thick = max(1, (bottom - top) // 8)
        match rng.randrange(5):
            case 0:
                cv2.line(mask, (left, top), (right, bottom), 1.0, thick, cv2.LINE_AA)
                cv2.line(mask, (right, top), (left, bottom), 1.0, thick, cv2.LINE_AA)
            case 1:
                cv2.rectangle(mask, (left, top), (right, bottom), 1.0, rng.choice([-1, thick]))
            case 2:
                cv2.circle(
                    mask,
                    ((left + right) // 2, (top + bottom) // 2),
                    max(1, (bottom - top) // rng.choice([2, 4])),
                    1.0,
                    -1,
                    cv2.LINE_AA,
                )
            case 3:
                cv2.line(mask, (left, (top + bottom) // 2), (right, (top + bottom) // 2), 1.0, thick, cv2.LINE_AA)
            case 4:  # a corner or a crossing of grid lines
                x, y = rng.randrange(left, right), rng.randrange(top, bottom)
                cv2.line(mask, (x, 0), (x, mask.shape[0]), 1.0, thick)
                cv2.line(mask, (0, y), (mask.shape[1], y), 1.0, thick)


def samples(seed: int, number: int, fonts: str) -> Pool:
    """Crops of a seed, drawn with the fonts of a list."""
    cv2.setNumThreads(1)
    drawer = Drawer(seed, families(fonts))
    inputs, labels, heights = zip(*itertools.islice(iter(drawer.drawn, None), number), strict=True)
    return (np.array(inputs) * 255).astype(np.uint8), np.array(labels), np.array(heights, np.float32)


def network() -> nn.Sequential:
    """The untrained network; about 200,000 weights."""

    def block(before: int, after: int, size: int = 3, stride: int = 1) -> list[nn.Module]:
        convolution = nn.Conv2d(before, after, size, stride, padding=size // 2, bias=False)
        return [convolution, nn.BatchNorm2d(after), nn.ReLU()]

    return nn.Sequential(
        *block(1, 32, size=5, stride=2),
        *block(32, 32),
        nn.MaxPool2d(2),
        *block(32, 64),
        *block(64, 96),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.2),
        nn.Linear(96 * 4 * 5, 72),
        nn.ReLU(),
        nn.Linear(72, CLASSES),
    )


def batches(pools: list[Pool], size: int, noise: np.random.Generator) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Each crop once, moved by up to two pixels."""
    inputs, labels = np.concatenate([part[0] for part in pools]), np.concatenate([part[1] for part in pools])
    order = noise.permutation(len(labels))
    for begin in range(0, len(order) - size + 1, size):
        chosen = order[begin : begin + size]
        moved = np.roll(inputs[chosen], tuple(noise.integers(-2, 3, 2)), (1, 2))[:, None]
        tokens = (
            torch.from_numpy(moved).float() * torch.from_numpy(noise.uniform(0.85, 1, (size, 1, 1, 1)) / 255).float()
        )
        yield tokens.contiguous(memory_format=torch.channels_last), torch.from_numpy(labels[chosen])


def train(seed: int, minutes: float, pool_size: int) -> nn.Sequential:
    """A network trained for a time in minutes."""
    torch.manual_seed(seed)
    noise = np.random.default_rng(seed)
    torch.set_num_threads(1)  # the other core draws
    model = network().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.02)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    began, kept = time.monotonic(), []
    with ProcessPoolExecutor(1) as workers:
        coming = workers.submit(samples, seed * 1_000_003, pool_size, TRAINING_FONTS)
        for number in itertools.count(1):
            recent, coming = coming, workers.submit(samples, seed * 1_000_003 + number, pool_size, TRAINING_FONTS)
            older = [kept[index] for index in noise.permutation(len(kept))[:REPEATED]]
            kept = [*kept, recent.result()][-40:]
            losses = []
            for inputs, labels in batches([kept[-1], *older], 256, noise):
                share = (time.monotonic() - began) / (60 * minutes)
                if share >= 1:
                    return model.eval()
                for group in optimizer.param_groups:
                    group["lr"] = 3e-3 * min(1, share / 0.03 + 0.05) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-5
                with torch.autocast("cpu", torch.bfloat16):
                    logits = model(inputs)
                loss = loss_of(logits.float(), labels)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(loss.item())
            print(f"{share:.0%}: {number * pool_size:,} crops, loss {np.mean(losses):.3f}", flush=True)
    raise AssertionError("there is always a next pool")


def export(model: nn.Sequential, file: Path) -> None:
    """Write a network, batch normalisation folded into the convolutions and weights as numbers of 16 bits."""
    nodes, weights, name = [], [], "tokens"

    def add(operator: str, values: dict[str, torch.Tensor], **attributes: object) -> None:
        nonlocal name
        names = []
        for label, value in values.items():
            key = f"{len(nodes)}_{label}"
            weights.append(numpy_helper.from_array(value.detach().numpy().astype(np.float16), f"{key}_16"))
            nodes.append(helper.make_node("Cast", [f"{key}_16"], [key], to=onnx.TensorProto.FLOAT))
            names.append(key)
        after = f"{len(nodes)}_{operator}"
        nodes.append(helper.make_node(operator, [name, *names], [after], **attributes))
        name = after

    layers = [layer for layer in model if not isinstance(layer, nn.Dropout)]
    for layer, following in itertools.zip_longest(layers, layers[1:]):
        match layer:
            case nn.Conv2d():
                gain = following.weight / torch.sqrt(following.running_var + following.eps)
                weight, bias = layer.weight * gain[:, None, None, None], following.bias - following.running_mean * gain
                add("Conv", {"weight": weight, "bias": bias}, strides=[*layer.stride], pads=[*layer.padding] * 2)
            case nn.ReLU():
                add("Relu", {})
            case nn.MaxPool2d():
                add("MaxPool", {}, kernel_shape=[2, 2], strides=[2, 2])
            case nn.Flatten():
                add("Flatten", {})
            case nn.Linear():
                add("Gemm", {"weight": layer.weight, "bias": layer.bias}, transB=1)
    nodes[-1].output[0] = "logits"
    graph = helper.make_graph(
        nodes,
        "numbers",
        [helper.make_tensor_value_info("tokens", onnx.TensorProto.FLOAT, ["n", 1, *INPUT])],
        [helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, ["n", CLASSES])],
        weights,
    )
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(proto)
    onnx.save(proto, file)


def report(model: nn.Sequential, file: Path, seed: int, number: int) -> None:
    """Print the accuracy on fonts that training left out, by height, and how far OpenCV's results are from torch's."""
    inputs, labels, heights = samples(seed + 1, number, TEST_FONTS)
    tokens = torch.from_numpy(inputs.astype(np.float32) / 255)[:, None]
    with torch.no_grad():
        logits = torch.cat([model(part) for part in tokens.split(512)]).numpy()
    net = cv2.dnn.readNetFromONNX(str(file))
    net.setInput(tokens[:512].numpy())
    print(f"{file.stat().st_size:,} bytes; OpenCV differs by at most {np.abs(net.forward() - logits[:512]).max():.4f}")
    right, numbers = logits.argmax(1) == labels, labels < NONE
    for low, high in itertools.pairwise((5, 6, 7, 8, 10, 14, 20, 41)):
        of_height = numbers & (heights >= low) & (heights < high)
        print(f"{low:2}-{high} pixels: {right[of_height].mean():7.2%} of {of_height.sum()}")
    print(f"numbers {right[numbers].mean():.2%}, anything else {right[~numbers].mean():.2%}")
    probabilities = np.exp(logits - logits.max(1, keepdims=True))
    sure = probabilities.max(1) / probabilities.sum(1) > 0.95
    print(f"sure of {sure[numbers].mean():.1%}, of these wrong {1 - right[numbers & sure].mean():.2%}")
    among = np.argsort(-logits, 1)[:, :4] == labels[:, None]
    print(f"numbers among the four likeliest: {among.any(1)[numbers].mean():.2%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the ONNX file to write")
    parser.add_argument("--minutes", type=float, default=20, help="time of training (%(default)s)")
    parser.add_argument("--pool", type=int, default=6000, help="crops drawn at a time (%(default)s)")
    parser.add_argument("--test", type=int, default=8000, help="crops of other fonts for the report (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of crops and weights (%(default)s)")
    options = parser.parse_args()
    model = train(options.seed, options.minutes, options.pool)
    export(model, options.file)
    report(model, options.file, options.seed, options.test)


if __name__ == "__main__":
    main()
