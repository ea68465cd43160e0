"""Work on parts of an image side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import cv2

T = TypeVar("T")
R = TypeVar("R")


def side_by_side(function: Callable[[T], R], items: Iterable[T]) -> list[R]:
    """The results of a function, which spends its time in OpenCV, for all items.

    Each of these has a thread. Meanwhile OpenCV starts none of its own, which would mostly wait for each other.
    """
    n_threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        with ThreadPoolExecutor(n_threads) as pool:
            return list(pool.map(function, items))
    finally:
        cv2.setNumThreads(n_threads)
