"""The reading of an image, drawn over it: the mesh of the board, the numbers, those that are doubtful, and marks."""

from __future__ import annotations

from math import ceil
from typing import Any

import cv2
import numpy as np

from nonosat.model.palette import BACKGROUND
from nonosat.scanning.reading import SURE
from nonosat.scanning.scan_result import ScanResult

#: Colours in blue, green and red: of the mesh, of sure and of doubtful numbers.
_MESH, _SURE, _UNSURE = (220, 120, 30), (40, 140, 0), (0, 0, 230)


def crop_jpeg(found: ScanResult) -> bytes:
    """The part of the image with the board and its numbers, as the bytes of a JPEG."""
    page, margin = found.page, found.page.mesh.pitch / 2
    left, top = np.maximum(np.array(found.extent[:2]) - margin, 0).astype(int)
    right, bottom = (np.array(found.extent[2:]) + margin).astype(int)
    image = cv2.cvtColor(page.image[top:bottom, left:right], cv2.COLOR_RGB2BGR)
    scale = min(1.0, 1000 / max(image.shape))
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 50])[1].tobytes())


def overlay_png(found: ScanResult) -> bytes:
    """The image with the reading over it, as the bytes of a PNG; a small image is enlarged."""
    page, board = found.page, found.board
    scale = max(1, ceil(28 / page.mesh.pitch))
    image = cv2.cvtColor(page.image, cv2.COLOR_RGB2BGR)
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    image = cv2.addWeighted(image, 0.75, np.full_like(image, 255), 0.25, 0)

    def points(places: Any) -> Any:
        return np.rint((places + 0.5) * scale).astype(np.int32, "C")

    nodes = page.mesh.nodes[board.top : board.bottom + 1 : board.step, board.left : board.right + 1 : board.step]
    for lines in (nodes, nodes.transpose(1, 0, 2)):
        cv2.polylines(image, list(points(lines)), False, _MESH, 1, cv2.LINE_AA)
    size = page.mesh.pitch * scale / 70
    changed = {change.line for change in found.changes}
    for line, numbers in enumerate(found.numbers):
        for number in numbers:
            (left, top), (right, bottom) = points(np.reshape(number.box, (2, 2))).tolist()
            # What the only solution confirms is not doubtful, however unlike the numbers of other fonts it looks.
            is_sure = line not in changed and (number.probability >= SURE or not found.doubts)
            color = _SURE if is_sure else _UNSURE
            cv2.rectangle(image, (left, top), (right, bottom), color, 1 if is_sure else 2)
            at = left, bottom + round(6 * size)
            cv2.putText(image, str(number.value), at, cv2.FONT_HERSHEY_SIMPLEX, size, color, 1, cv2.LINE_AA)
    reach = round(page.mesh.pitch * board.step * scale / 6)
    middles = (nodes[:-1, :-1] + nodes[:-1, 1:] + nodes[1:, :-1] + nodes[1:, 1:]) / 4
    for (x, y), mark in zip(points(middles).reshape(-1, 2).tolist(), found.known, strict=True):
        if mark == BACKGROUND:
            cv2.drawMarker(image, (x, y), _SURE, cv2.MARKER_TILTED_CROSS, 2 * reach, 2)
        elif mark is not None:
            cv2.rectangle(image, (x - reach, y - reach), (x + reach, y + reach), _SURE, cv2.FILLED)
    return bytes(cv2.imencode(".png", image)[1].tobytes())
