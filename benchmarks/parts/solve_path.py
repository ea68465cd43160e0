"""The modules that one command loads, and the functions that it runs: the way of a puzzle through the code.

    python benchmarks/parts/solve_path.py [--functions] [--quick] [ARGUMENT...]

The arguments are those of nonosat; without any, `solve -u puzzles/heart.clues`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from itertools import groupby
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import ROOT, Cell, machine, options_parser, table

_HEART = ROOT / "puzzles" / "heart.clues"
#: Prints a line for each call of a function of nonosat, then one for each module that was loaded.
_TRACED = """
import sys
from inspect import CO_OPTIMIZED
from nonosat.__main__ import main
calls = []
def traced(frame, event, _):
    code = frame.f_code
    # Bodies of modules and classes, and comprehensions, are no functions.
    if event == "call" and code.co_flags & CO_OPTIMIZED and "<" not in code.co_name:
        if (module := frame.f_globals.get("__name__", "")).startswith("nonosat"):
            calls.append((module.removeprefix("nonosat."), code.co_qualname))
sys.setprofile(traced)
try:
    main()
except SystemExit:
    pass
sys.setprofile(None)
with open(sys.argv.pop(), "w") as file:
    file.writelines(f"call {module} {name}\\n" for module, name in calls)
    loaded = [name for name, module in sys.modules.items() if name.startswith("nonosat.")]
    file.writelines(f"module {name}\\n" for name in loaded if not hasattr(sys.modules[name], "__path__"))
"""


def traced(arguments: list[str], file: Path) -> tuple[list[tuple[str, str]], list[str]]:
    """The calls of functions of nonosat, in order, as module and name; and the modules that were loaded."""
    command = [sys.executable, "-c", _TRACED.replace("sys.argv.pop()", repr(str(file))), *arguments]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    rows = [line.split() for line in file.read_text().splitlines()]
    calls = [(row[1], row[2]) for row in rows if row[0] == "call"]
    return calls, [row[1] for row in rows if row[0] == "module"]


def main() -> None:
    parser = options_parser(__doc__, "the same as without it; the command takes a second")
    parser.add_argument("--functions", action="store_true", help="also each function, in the order of first calls")
    options, arguments = parser.parse_known_args()
    arguments = arguments or ["solve", "-u", str(_HEART)]
    with tempfile.TemporaryDirectory() as folder:
        calls, modules = traced(arguments, Path(folder, "calls"))
    first = list(dict.fromkeys(calls))
    visited = [module for module, _ in calls]
    stays = sum(1 for _ in groupby(visited))
    print(machine() + "\n")
    rows: list[list[Cell]] = [
        ["modules loaded", len(modules)],
        ["modules with a function that runs", len(set(visited))],
        ["functions that run", len(first)],
        ["stays in one module", stays],
    ]
    print(table(["what", "number"], rows))
    if options.functions:
        print()
        print(table(["module", "function"], [[module, name] for module, name in first]))


if __name__ == "__main__":
    main()
