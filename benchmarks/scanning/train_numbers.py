"""Train the network that reads numbers of clues; needs torch, onnx, playwright, Chromium and Debian's fonts.

Two thirds of the crops are drawn and distorted by `crops.py`, one third is of pages, by `page_crops.py`.

python benchmarks/scanning/train_numbers.py FILE.onnx --minutes 20
python benchmarks/scanning/train_numbers.py FILE.onnx --minutes 20 --start src/nonosat/scanning/numbers.onnx

The network gets images of 32 x 40 pixels, ink 1 on 0, and tells 0 to 99, `?` (class 100) and anything else (101).
"""

from __future__ import annotations

import argparse
import itertools
import math
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from crops import Crops, crops
from onnx import helper, numpy_helper
from page_crops import page_crops
from shared import TEST_FONTS, TRAINING_FONTS
from torch import nn

from nonosat.scanning.network import HEIGHT, WIDTH
from nonosat.scanning.reading import NONE

N_CLASSES = NONE + 1

#: Number of older pools of crops that are used again with each new one, of how many.
REPEATED, KEPT = 5, 40


def network() -> nn.Sequential:
    """The untrained network; about 230,000 weights."""

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
        nn.Linear(96 * HEIGHT // 8 * WIDTH // 8, 72),
        nn.ReLU(),
        nn.Linear(72, N_CLASSES),
    )


@torch.no_grad()
def loaded(file: Path) -> nn.Sequential:
    """The network of a file, to train it further; its batch normalisation is a part of its convolutions."""
    model = network()
    weights = (torch.tensor(numpy_helper.to_array(each)) for each in onnx.load(file).graph.initializer)
    for layer in model:
        if isinstance(layer, nn.Conv2d | nn.Linear):
            layer.weight.copy_(next(weights))
        if isinstance(layer, nn.BatchNorm2d | nn.Linear):
            layer.bias.copy_(next(weights))
        if isinstance(layer, nn.BatchNorm2d):
            layer.running_var.fill_(1 - layer.eps)
            layer.eval()  # from now on it does not follow the crops
    return model


def pool(seed: int, size: int) -> Crops:
    """Crops drawn with the fonts of training, half as many of them from pages as others."""
    drawn, paged = crops(seed, size, TRAINING_FONTS), page_crops(seed, size // 2, TRAINING_FONTS)
    return Crops(*map(np.concatenate, zip(drawn[:3], paged[:3], strict=True)), [*drawn.effects, *paged.effects])


def batches(
    pools: Sequence[Crops], size: int, noise: np.random.Generator
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Each crop once, moved by up to two pixels."""
    inputs, labels = (np.concatenate([pool[part] for pool in pools]) for part in range(2))
    order = noise.permutation(len(labels))
    for begin in range(0, len(order) - size + 1, size):
        chosen = order[begin : begin + size]
        moved = np.roll(inputs[chosen], tuple(noise.integers(-2, 3, 2)), (1, 2))[:, None]
        tokens = (
            torch.from_numpy(moved).float() * torch.from_numpy(noise.uniform(0.85, 1, (size, 1, 1, 1)) / 255).float()
        )
        yield tokens.contiguous(memory_format=torch.channels_last), torch.from_numpy(labels[chosen])


def train(seed: int, minutes: float, pool_size: int, start: Path | None) -> nn.Sequential:
    """A network trained for a time in minutes, from that of a file if there is one, while a process draws crops."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    noise = np.random.default_rng(seed)
    model, rate = (loaded(start), 5e-4) if start else (network(), 3e-3)
    model = model.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.02)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    began, kept = time.monotonic(), []
    with ProcessPoolExecutor(1) as workers:
        coming = workers.submit(pool, seed * 1_000_003, pool_size)
        for number in itertools.count(1):
            recent, coming = coming, workers.submit(pool, seed * 1_000_003 + number, pool_size)
            older = [kept[index] for index in noise.permutation(len(kept))[:REPEATED]]
            kept = [*kept, recent.result()][-KEPT:]
            losses = []
            for inputs, labels in batches([kept[-1], *older], 256, noise):
                share = (time.monotonic() - began) / (60 * minutes)
                if share >= 1:
                    return model.eval()
                for group in optimizer.param_groups:  # a cosine after a short rise
                    group["lr"] = rate * min(1, share / 0.03 + 0.05) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-5
                loss = loss_of(model(inputs), labels)
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
                window = {"strides": [*layer.stride], "pads": [*layer.padding] * 2}
                # OpenCV before 5 does not take the shape from the weights, which are cast.
                add("Conv", {"weight": weight, "bias": bias}, kernel_shape=[*layer.kernel_size], **window)
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
        [helper.make_tensor_value_info("tokens", onnx.TensorProto.FLOAT, ["n", 1, HEIGHT, WIDTH])],
        [helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, ["n", N_CLASSES])],
        weights,
    )
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(proto)
    onnx.save(proto, file)


def report(file: Path, seed: int, number: int, model: nn.Sequential | None) -> None:
    """Print the accuracy on fonts that training left out, and how far OpenCV's results are from torch's."""
    net = cv2.dnn.readNetFromONNX(str(file))
    print(f"{file.stat().st_size:,} bytes")
    for kind, draw in (("crops", crops), ("crops of pages", page_crops)):
        test = draw(seed * 1_000_003 - 1, number, TEST_FONTS)
        tokens = test.inputs[:, None].astype(np.float32) / 255
        parts = []
        for part in np.array_split(tokens, 1 + number // 512):
            net.setInput(part)
            parts.append(net.forward())
        logits = np.concatenate(parts)
        if model is not None:
            with torch.no_grad():
                difference = np.abs(model(torch.from_numpy(tokens[:512])).numpy() - logits[:512]).max()
            print(f"OpenCV's results differ from torch's by at most {difference:.4f}")
        _report_accuracy(kind, test, logits)


def _report_accuracy(kind: str, test: Crops, logits: np.ndarray) -> None:
    """Print the accuracy on crops of one kind, by height and by distortion."""
    right, numbers = logits.argmax(1) == test.labels, test.labels < NONE
    for low, high in itertools.pairwise((5, 6, 7, 8, 10, 14, 20, 41)):
        chosen = numbers & (test.heights >= low) & (test.heights < high)
        print(f"{kind}, {low}-{high} pixels: {right[chosen].mean():.2%} of {chosen.sum()}")
    large = numbers & (test.heights >= 8)
    for effect in ("", *sorted(set().union(*test.effects))):
        chosen = large & np.array([effect in effects if effect else not effects for effects in test.effects])
        if chosen.any():
            print(f"{kind} from 8 pixels, {effect or 'undistorted'}: {right[chosen].mean():.2%} of {chosen.sum()}")
    print(f"{kind}: numbers {right[numbers].mean():.2%}, anything else {right[~numbers].mean():.2%}")
    probabilities = np.exp(logits - logits.max(1, keepdims=True))
    sure = probabilities.max(1) / probabilities.sum(1) > 0.95
    print(f"probability above 0.95: {sure[numbers].mean():.1%}, of these wrong {1 - right[numbers & sure].mean():.2%}")
    likeliest = np.argsort(-logits, 1)[:, :4] == test.labels[:, None]
    print(f"numbers among the four likeliest: {likeliest.any(1)[numbers].mean():.2%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the ONNX file to write")
    parser.add_argument("--minutes", type=float, default=20, help="of training; 0 to test FILE (%(default)s)")
    parser.add_argument("--pool", type=int, default=6000, help="crops drawn at a time (%(default)s)")
    parser.add_argument("--test", type=int, default=8000, help="crops of other fonts for the report (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of crops and weights (%(default)s)")
    parser.add_argument("--start", type=Path, help="an ONNX file to go on from")
    options = parser.parse_args()
    model = train(options.seed, options.minutes, options.pool, options.start) if options.minutes else None
    if model is not None:
        export(model, options.file)
    report(options.file, options.seed, options.test, model)


if __name__ == "__main__":
    main()
