"""The output and the help of every command as people read them: whole texts, which other tests leave free."""

from __future__ import annotations

import re
import shlex
from importlib import metadata

import pytest
import snapshot
from conftest import HEX, NONE, RECT, RECT_PICTURE, TWO, write
from explaining_puzzles import HARD, HEART, HIDDEN

from nonosat.cli import COMMANDS

CLICK = tuple(map(int, metadata.version("click").split(".")[:2]))
PARTIAL = "-???-\naaaaa\naaaaa\n-???-\n-???-\n"
FILES = {
    "rect.clues": RECT,
    "hexagon.clues": HEX,
    "two.clues": TWO,
    "none.clues": NONE,
    "heart.clues": HEART,
    "hard.clues": HARD,
    "hidden.clues": HIDDEN,
    "bad.clues": "rect 1 4\n#ffffff #000000\n2a 2a\n",
    "about.clues": f"{RECT}title A boat\nauthor Jo & Co\nlicense MIT\ndescription On <water>\ngiven 1 1 -\n",
    "unknown.clues": "rect 2 3\n#ffffff #000000 #ff0000\n_a 1b\n1b\n_? _b\n1a\n1b\n",
    "colors.clues": "rect 1 2\n#ffffff #000000 #ff0000\n2?\n1?\n1?\n\n",
    "free.sat": "p cnf 40 0\n",
    "unsat.sat": "p cnf 40 2\n1 0\n-1 0\n",
    "half.sat": "p cnf 40 1\n-1 -2 0\n",
    "broken.sat": "p cnf 40 1\n1 x 0\n",
    "right.txt": RECT_PICTURE,
    "wrong.txt": RECT_PICTURE.replace("b-b-a", "b-b--"),
    "row.txt": "a\n",
    "part.txt": PARTIAL,
    "wrong-part.txt": "a????\n?????\n-????\n?????\n?????\n",
    "together.txt": "a?\na?\n",
    "finished.txt": "-a-a-\naaaaa\naaaaa\n-aaa-\n--a--\n",
    "diagonal.txt": "-a\na-\n",
    "unsat.txt": "s UNSATISFIABLE\n",
    "unknown.txt": "s UNKNOWN\n",
    "model.txt": "s SATISFIABLE\n",
}
#: Of each command the arguments of some runs, one after the other in one folder.
RUNS: dict[str, tuple[str, ...]] = {
    "solve": (
        *("rect.clues --letters", "-u two.clues none.clues missing.clues bad.clues", "-q -u two.clues"),
        *("-u two.clues --solver cadical195", "rect.clues --solver cadical195", "rect.clues -o out"),
        *("--all two.clues", "--max 1 two.clues", "--all none.clues"),
    ),
    "explain": ("heart.clues", "hard.clues", "hidden.clues", "two.clues", "none.clues", "heart.clues --pictures"),
    "hint": (
        *(f"heart.clues part.txt --level {level}" for level in (1, 2, 3, 4)),
        *(f"heart.clues wrong-part.txt --level {level}" for level in (1, 2, 3, 4)),
        *("hard.clues --level 4", "two.clues together.txt", "two.clues", "heart.clues finished.txt", "none.clues"),
    ),
    "count": ("rect.clues none.clues two.clues",),
    "batch": ("-u -o out rect.clues two.clues none.clues bad.clues", "-o out rect.clues", "-o new none.txt"),
    "check": ("rect.clues right.txt", "rect.clues wrong.txt", "rect.clues row.txt", "rect.clues unsat.txt"),
    "decode": ("rect.clues unsat.txt", "rect.clues unknown.txt", "rect.clues model.txt"),
    "make": ("diagonal.txt", "diagonal.txt out.clues", "diagonal.txt out.clues --until unique"),
    "mend": (
        *("two.clues", "two.clues -o out.clues --by cells", "none.clues", "two.clues --by colors"),
        *("colors.clues --by colors -o out.clues", "two.clues --goal rect.clues"),
    ),
    "diagnose": ("two.clues", "none.clues", "rect.clues"),
    "rate": ("rect.clues two.clues none.clues hard.clues",),
    "generate": ("--family random --sizes 4 --seed 3", "--family random -o out"),
    "render": ("rect.clues wrong.txt -o out.svg",),
    "info": ("about.clues", "unknown.clues", "none.clues", "--clues hexagon.clues"),
    "line": (
        *('"3 1" .#..?--', '"2a 2b" a????? --encoding start', '"1 1" #.# --encoding pairwise', '"3 1 2" "..#?...--."'),
        *('"2 x" ??', '"3 1" ..b', '"2 4" ????', '"0" ?-', '"2 2?" ?????'),
    ),
    "compare": (
        "--encodings order two.clues --no-solve",
        *(f"rect.clues --formula {name}.sat --no-solve" for name in ("free", "unsat", "half", "broken", "missing")),
        "heart.clues --formula free.sat --no-solve --numbering r*c",
    ),
    "certify": ("rect.clues -o proof", "two.clues -o second"),
    "convert": (
        *("about.clues out.nin", "about.clues out.nin --lossy", "hexagon.clues out.nin --lossy"),
        *("rect.clues two.clues -o out", "unknown.clues --to px --lossy"),
    ),
}


@pytest.mark.parametrize("command", RUNS)
def test_output(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        write(tmp_path / name, text)
    shown = []
    for words in RUNS[command]:
        done = run(command, *shlex.split(words))
        shown.append(f"$ nonosat {command} {words}\n{done.out}{done.err}exit {done.code}\n")
    text = re.sub(r"\d+(\.\d+)?(?= s\b)|(?<= s, )[0-9.,]+(?= a second)|(?<=\(drat: )[^)]*", "N", "\n".join(shown))
    snapshot.compare(f"cli/{command}", "output", text)


@pytest.mark.skipif(CLICK < (8, 2), reason="older versions of click write help otherwise")
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(run, command):
    done = run(*command.split(), "--help")
    assert (done.code, done.err) == (0, "")
    assert run("help", *command.split()) == run(*command.split(), "-h") == done
    assert all(len(line) <= 80 for line in done.out.split("\n"))
    snapshot.compare(f"cli/{command or 'nonosat'}", "help", done.out)
