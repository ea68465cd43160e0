"""The main jobs of an installed nonosat, without anything of its repository; raises an error if one fails.

python .ci/smoke.py              nonosat as it was installed, with compiled kernels
python .ci/smoke.py --no-kernels without: there was no compiler
"""

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

import nonosat

PUZZLE = "rect 5 5\n#ffffff #000000\n1a 1a\n5a\n5a\n3a\n1a\n2a\n4a\n4a\n4a\n2a\n"


def run(*arguments: str) -> str:
    """The output of a command of nonosat, which must succeed."""
    command = [sys.executable, "-m", "nonosat", *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


has_kernels = importlib.util.find_spec("nonosat._kernels") is not None
assert has_kernels == ("--no-kernels" not in sys.argv), f"compiled kernels: {has_kernels}"
assert nonosat.solve(nonosat.loads(PUZZLE), unique=True).unique

with tempfile.TemporaryDirectory(prefix="with blanks ") as folder:
    puzzle = str(Path(folder, "a heart.clues"))
    Path(puzzle).write_text(PUZZLE, encoding="utf-8")
    assert run("--version") == f"nonosat, version {nonosat.__version__}\n"
    assert run("solve", "-u", "--letters", puzzle).endswith("a heart: solved, unique\n")
    # By a solver, in a child process.
    assert run("solve", "-u", "-q", "--no-propagate", "--timeout", "60", puzzle) == ""
    assert run("explain", puzzle).startswith("1. Rows 2 and 3: the block takes all 5 cells.\n")
    for name in ("drawing.svg", "page.html"):
        run("render" if name == "drawing.svg" else "page", puzzle, "-o", str(Path(folder, name)))
        assert Path(folder, name).stat().st_size > 1_000
    run("certify", puzzle, "-o", str(Path(folder, "a proof")))
    assert "solved, unique; proved" in run("verify-proof", str(Path(folder, "a proof")), puzzle)

print(f"{nonosat.__file__} works, {'with' if has_kernels else 'without'} compiled kernels")
