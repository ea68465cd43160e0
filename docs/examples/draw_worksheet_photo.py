"""Draw worksheet.jpg, the printed worksheet of a puzzle as in a photo: from the side, curved, in uneven light.

python docs/examples/draw_worksheet_photo.py FILE.jpg
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np

PUZZLE = Path(__file__).resolve().parents[2] / "puzzles" / "anchor.clues"
WIDTH, HEIGHT = 900, 1000


def worksheet() -> np.ndarray:
    """The middle of the page that `nonosat render` draws, in grey."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "sheet.png")
        subprocess.run(["nonosat", "render", str(PUZZLE), "-o", str(file)], check=True)
        page = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
    rows, columns = np.nonzero(page < 128)
    return page[rows.min() - 40 : rows.max() + 40, columns.min() - 40 : columns.max() + 40]


def main() -> None:
    sheet = worksheet()
    height, width = sheet.shape
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    seen = np.float32([[120, 90], [790, 60], [850, 930], [50, 890]])
    view = cv2.getPerspectiveTransform(seen, corners)
    x, y = np.meshgrid(np.arange(WIDTH, dtype=np.float32), np.arange(HEIGHT, dtype=np.float32))
    curved = y + 14 * np.sin(x / WIDTH * np.pi)
    place = np.stack([x, curved, np.ones_like(x)], axis=-1) @ view.T.astype(np.float32)
    flat = cv2.GaussianBlur(sheet, (0, 0), 0.7)
    photo = cv2.remap(
        flat,
        place[..., 0] / place[..., 2],
        place[..., 1] / place[..., 2],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=235,
    )
    light = 0.62 + 0.3 * x / WIDTH + 0.08 * np.cos(y / 300)
    noise = np.random.default_rng(1).normal(0, 3, photo.shape)
    cv2.imwrite(sys.argv[1], np.clip(photo * light + noise, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 55])


if __name__ == "__main__":
    main()
