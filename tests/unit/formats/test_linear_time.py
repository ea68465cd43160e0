"""No recogniser and no reader takes more than time proportional to the text, whatever the text is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import refused
from format_samples import SAMPLES, format_of

from nonosat.core.errors import InputError
from nonosat.formats import FORMATS
from nonosat.formats.foreign import refusal

LENGTH = 100_000
#: What is repeated until a text has `LENGTH` characters.
UNITS = ("0", "1 ", " ", "\n", "0\n", "[", "[1] ", "/", "\\", "<a>", "a=", "'", '"', "%", ":", "1,", "#", "-", "a")


def texts(name: str):
    """Long texts that begin as the samples of a format do, and end at once, or with what does not fit."""
    for sample, (text, *_) in SAMPLES.items():
        if format_of(sample) != name:
            continue
        for begin in ("", "1\n1 1\n", text[: len(text) // 2], text):
            for unit in UNITS:
                yield begin + unit * (LENGTH // len(unit)) + "!"
        return


def read_all(name: str) -> None:
    """Recognise and read all texts for a format, and say which one is the next."""
    for number, text in enumerate(texts(name)):
        print(number, repr(text[:60]), repr(text[-10:]), flush=True)
        for format_ in FORMATS.values():
            format_.looks_like(text)
        refusal(text)
        try:
            for _ in FORMATS[name].sheets(text):
                pass
        except InputError:
            continue


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_long_texts(name: str) -> None:
    """The limit is hundreds of times the usual time; what is not linear would take hours."""
    command = [sys.executable, __file__, name]
    environment = {"PYTHONPATH": ":".join([str(Path(__file__).parents[2]), *sys.path])}
    child = subprocess.run(command, timeout=300, capture_output=True, encoding="utf-8", env=environment, check=False)
    assert child.returncode == 0, child.stderr[-1000:]


def test_a_clue_of_many_digits_is_refused_at_once(run, tmp_path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("1\n1 1\n" + "0" * LENGTH + "\n", encoding="utf-8")
    refused(run("info", path), f"{path}:3:1")


if __name__ == "__main__":
    read_all(sys.argv[1])
