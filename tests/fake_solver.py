"""A solver program that misbehaves: `fake_solver.py BEHAVIOUR MODEL CNF [OUT]`; MODEL is a file with a right model."""

import os
import sys

behaviour, model_file, cnf = sys.argv[1:4]
out = sys.argv[4] if len(sys.argv) > 4 else None
with open(model_file) as file:
    model = [int(word) for word in file.read().split()]
SAT = "s SATISFIABLE\n"
UNSAT = "s UNSATISFIABLE\n"


def values(literals, end="\n"):
    """The literals as `v` lines of ten."""
    lines = (literals[start : start + 10] for start in range(0, len(literals), 10))
    return "".join("v " + " ".join(map(str, line)) + end for line in lines) + "v 0" + end


def child():
    """Start a process that stays, and note its number beside the model."""
    import subprocess  # imported only here, for fast starts

    process = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)"])
    with open(model_file + ".child", "w") as file:
        file.write(str(process.pid))


def hang():
    import time

    while True:
        time.sleep(60)


def say(text, code=0):
    sys.stdout.write(text)
    sys.stdout.flush()
    sys.exit(code)


def write(text, code=0):
    with open(out, "w") as file:
        file.write(text)
    sys.exit(code)


def fill(stream, piece):
    try:
        while True:
            stream.write(piece)
    except OSError:
        hang()


with open(model_file + ".pid", "w") as file:
    file.write(str(os.getpid()))
with open(cnf) as file:
    head = next(line for line in file if not line.startswith("c"))
    assert head.startswith("p cnf ")

first = next(literal for literal in model if literal > 0)
match behaviour:
    # Right answers in unusual forms
    case "right":
        say(f"c fake\n{SAT}{values(model)}", 10)
    case "crlf":
        say(f"c fake\r\n{SAT}{values(model)}".replace("\n", "\r\n"), 10)
    case "shuffled":
        say(values(model[::-1]) + SAT + values(model[::2]))
    case "partial":
        say(SAT + values([literal for literal in model if literal > 0]))
    case "plain":
        say(" ".join(map(str, model)))
    case "without zero":
        say(SAT + "v " + " ".join(map(str, model)))
    case "long":
        say(SAT + values([*model, 987654321]))
    case "file":
        sys.stdout.write("reading\nsolving\n")
        write("SAT\n" + " ".join(map(str, model)) + " 0\n", 10)
    case "statistics":
        say(
            f"c conflicts: 1 so far\n{SAT}{values(model)}c\nc conflicts:      7      13409.96    per second\n"
            "c decisions:     13   0.00 per conflict\nc propagations: 6228\nc conflicts per second: 9\n",
            10,
        )
    case "statistics file":
        sys.stdout.write(
            "|  Parse time: 0.00 s |\nconflicts             : 7              (557 /sec)\n"
            "decisions             : 13             (0.00 % random) (1486 /sec)\n"
            "propagations          : 6228           (911557 /sec)\nconflict literals     : 5   (16.67 % deleted)\n"
        )
        write("SAT\n" + " ".join(map(str, model)) + " 0\n", 10)
    case "statistics in part":
        say(f"c conflicts: 7\n{SAT}{values(model)}", 10)
    case "leaves a child":
        child()
        say(SAT + values(model), 10)
    # Verdicts without a model
    case "unsatisfiable":
        say(UNSAT, 20)
    case "unsatisfiable file":
        write("UNSAT\n", 20)
    case "unknown":
        say("s UNKNOWN\n")
    case "comments":
        say("c UNKNOWN\n")
    case "indeterminate file":
        write("INDET\n")
    # Answers that are wrong
    case "verdict":
        say(SAT, 10)
    case "cut off":
        say(SAT + "v " + " ".join(map(str, model[:20])), 10)
    case "cut off file":
        write("SAT\n")
    case "cell turned":
        say(SAT + values([-literal if literal == first else literal for literal in model]), 10)
    case "start turned":
        say(SAT + values([*model[:-1], -model[-1]]), 10)
    case "two colours":
        say(SAT + values([abs(literal) for literal in model]), 10)
    case "opposites":
        say(SAT + values([first, -first, *model]), 10)
    case "unsatisfiable with model":
        say(UNSAT + values(model), 20)
    case "both verdicts":
        say(SAT + UNSAT + values(model), 10)
    case "unsatisfiable, then exit 1":
        say(UNSAT, 1)
    case "unsatisfiable, then exit 10":
        say(UNSAT, 10)
    case "nothing":
        say("")
    case "empty file":
        write("")
    case "rubbish":
        say("Hello, I am a solver.\n")
    case "verdict in words":
        say("s PROBABLY\n")
    case "huge number":
        say(SAT + "v 1 99999999999 0\n")
    case "zero bytes":
        sys.stdout.buffer.write(bytes(range(256)))
    case "latin":
        sys.stdout.buffer.write(b"s SATISFIABLE\nv 1 \xe9\n")
    case "escapes":
        say("\x1b[2J\x07\n")
    # Programs that end badly
    case "exit 3":
        sys.stderr.write("loading\nno memory left\n\n")
        say("c begin\n", 3)
    case "exit 1 with rubbish":
        sys.stderr.write("\x1b[31musage: fake [options]\n")
        say("usage?\n", 1)
    case "exit 1 in silence":
        say("", 1)
    case "segfault":
        os.kill(os.getpid(), 11)
    case "killed":
        os.kill(os.getpid(), 9)
    # Programs that do not end
    case "hang":
        hang()
    case "hang with a child":
        child()
        hang()
    case "hang after the answer":
        sys.stdout.write(SAT + values(model))
        sys.stdout.flush()
        hang()
    case "hang after closing":
        os.close(1)
        os.close(2)
        hang()
    case "hang against signals":
        import signal

        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        hang()
    case "endless":
        fill(sys.stdout, "v 1 " * 1000)
    case "endless stderr":
        fill(sys.stderr, "warning\n" * 1000)
    case "endless file":
        with open(out, "w") as file:
            fill(file, "SAT\n" * 1000)
    case _:
        say(f"no behaviour {behaviour!r}", 99)
